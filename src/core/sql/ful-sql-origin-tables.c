/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of where functions are from, and of categories. */

#include "config.h"

#include "ful-sql-tables.h"
#include "ful-sql-profile.h"

#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"

static FulProfile *
of (FulSqlProfile *profile)
{
  return profile->profile;
}

static guint
get_n_resources (FulSqlProfile *profile,
                 guint          part G_GNUC_UNUSED)
{
  return of (profile)->resources->table.n_rows;
}

static const FulSqlColumn resource_columns[] = {
  FUL_SQL_PROFILE,
  { "resource", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "host", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "unknown, library, addon, webhost, otherhost or url" },
};

static void
get_resource (FulSqlProfile *profile,
              guint          part G_GNUC_UNUSED,
              guint          row,
              guint          column,
              FulSqlValue   *value)
{
  static const char *const types[] = { "unknown", "library", "addon", "webhost", "otherhost", "url" };
  const FulResourceTable *resources = of (profile)->resources;

  if (column == 1)
    ful_sql_value_set_integer (value, row);
  else if (column == 2)
    ful_sql_value_set_string (value, profile, resources->name[row]);
  else if (column == 3)
    ful_sql_value_set_string (value, profile, resources->host[row]);
  else
    ful_sql_value_set_text (value, types[resources->type[row] >= 0 && resources->type[row] < (int) G_N_ELEMENTS (types) ? resources->type[row] : 0]);
}

const FulSqlTable ful_sql_table_resources = {
  .name = "resources",
  .about = "Libraries, hosts and add-ons that functions are from.",
  .columns = resource_columns, .n_columns = G_N_ELEMENTS (resource_columns), .row_column = 1,
  .get_n_rows = get_n_resources, .get = get_resource,
};

static guint
get_n_libs (FulSqlProfile *profile,
            guint          part G_GNUC_UNUSED)
{
  return of (profile)->libs->len;
}

static const FulSqlColumn lib_columns[] = {
  FUL_SQL_PROFILE,
  { "lib", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "path", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "debug_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "debug_path", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "breakpad_id", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "code_id", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "arch", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_lib (FulSqlProfile *profile,
         guint          part G_GNUC_UNUSED,
         guint          row,
         guint          column,
         FulSqlValue   *value)
{
  const FulLib *lib = g_ptr_array_index (of (profile)->libs, row);
  const char *texts[] = { lib->name, lib->path, lib->debug_name, lib->debug_path, lib->breakpad_id, lib->code_id, lib->arch };

  if (column == 1)
    ful_sql_value_set_integer (value, row);
  else
    ful_sql_value_set_text (value, texts[column - 2]);
}

const FulSqlTable ful_sql_table_libs = {
  .name = "libs",
  .about = "Libraries of native code.",
  .columns = lib_columns, .n_columns = G_N_ELEMENTS (lib_columns), .row_column = 1,
  .get_n_rows = get_n_libs, .get = get_lib,
};

static guint
get_n_native_symbols (FulSqlProfile *profile,
                      guint          part G_GNUC_UNUSED)
{
  return of (profile)->native_symbols->table.n_rows;
}

static const FulSqlColumn native_symbol_columns[] = {
  FUL_SQL_PROFILE,
  { "native_symbol", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "lib", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "address", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "its begin, in the library" },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "size", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, "bytes", NULL },
};

static void
get_native_symbol (FulSqlProfile *profile,
                   guint          part G_GNUC_UNUSED,
                   guint          row,
                   guint          column,
                   FulSqlValue   *value)
{
  const FulNativeSymbolTable *symbols = of (profile)->native_symbols;

  if (column == 1)
    ful_sql_value_set_integer (value, row);
  else if (column == 2)
    ful_sql_value_set_row (value, symbols->lib[row]);
  else if (column == 3)
    ful_sql_value_set_row (value, symbols->address[row]);
  else if (column == 4)
    ful_sql_value_set_string (value, profile, symbols->name[row]);
  else
    ful_sql_value_set_row (value, symbols->function_size[row]);
}

const FulSqlTable ful_sql_table_native_symbols = {
  .name = "native_symbols",
  .about = "Functions in libraries, as their symbols say.",
  .columns = native_symbol_columns, .n_columns = G_N_ELEMENTS (native_symbol_columns), .row_column = 1,
  .get_n_rows = get_n_native_symbols, .get = get_native_symbol,
};

static guint
get_n_sources (FulSqlProfile *profile,
               guint          part G_GNUC_UNUSED)
{
  return of (profile)->sources->table.n_rows;
}

static const FulSqlColumn source_columns[] = {
  FUL_SQL_PROFILE,
  { "source", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "file", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "start_line", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 1" },
  { "start_column", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 1" },
  { "source_map_url", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_source (FulSqlProfile *profile,
            guint          part G_GNUC_UNUSED,
            guint          row,
            guint          column,
            FulSqlValue   *value)
{
  const FulSourceTable *sources = of (profile)->sources;

  if (column == 1)
    ful_sql_value_set_integer (value, row);
  else if (column == 2)
    ful_sql_value_set_string (value, profile, sources->filename[row]);
  else if (column == 3)
    ful_sql_value_set_row (value, sources->start_line[row]);
  else if (column == 4)
    ful_sql_value_set_row (value, sources->start_column[row]);
  else
    ful_sql_value_set_string (value, profile, sources->source_map_url[row]);
}

const FulSqlTable ful_sql_table_sources = {
  .name = "sources",
  .about = "Files of source code.",
  .columns = source_columns, .n_columns = G_N_ELEMENTS (source_columns), .row_column = 1,
  .get_n_rows = get_n_sources, .get = get_source,
};

static guint
get_n_categories (FulSqlProfile *profile,
                  guint          part G_GNUC_UNUSED)
{
  return of (profile)->categories->len;
}

static const FulSqlColumn category_columns[] = {
  FUL_SQL_PROFILE,
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "color", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "a word of the format" },
};

static void
get_category (FulSqlProfile *profile,
              guint          part G_GNUC_UNUSED,
              guint          row,
              guint          column,
              FulSqlValue   *value)
{
  const FulCategory *category = g_ptr_array_index (of (profile)->categories, row);

  if (column == 1)
    ful_sql_value_set_integer (value, row);
  else
    ful_sql_value_set_text (value, column == 2 ? category->name : category->color);
}

const FulSqlTable ful_sql_table_categories = {
  .name = "categories",
  .about = "Kinds of work.",
  .columns = category_columns, .n_columns = G_N_ELEMENTS (category_columns), .row_column = 1,
  .get_n_rows = get_n_categories, .get = get_category,
};

static guint
get_n_subcategories (FulSqlProfile *profile,
                     guint          part G_GNUC_UNUSED)
{
  return ful_sql_profile_get_subcategories (profile)->len;
}

static const FulSqlColumn subcategory_columns[] = {
  FUL_SQL_PROFILE,
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "subcategory", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, "0: the category itself" },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_subcategory (FulSqlProfile *profile,
                 guint          part G_GNUC_UNUSED,
                 guint          row,
                 guint          column,
                 FulSqlValue   *value)
{
  FulSqlSubcategory at = g_array_index (ful_sql_profile_get_subcategories (profile), FulSqlSubcategory, row);

  if (column == 3)
    ful_sql_value_set_text (value, ful_profile_get_category (of (profile), (FulCategoryIndex) at.category)->subcategories[at.subcategory]);
  else
    ful_sql_value_set_integer (value, column == 1 ? at.category : at.subcategory);
}

const FulSqlTable ful_sql_table_subcategories = {
  .name = "subcategories",
  .about = "Parts of categories.",
  .columns = subcategory_columns, .n_columns = G_N_ELEMENTS (subcategory_columns),
  .get_n_rows = get_n_subcategories, .get = get_subcategory,
};
