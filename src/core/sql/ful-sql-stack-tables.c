/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of what all threads share: stacks, frames, functions, and where these are from. */

#include "config.h"

#include "ful-sql-profile.h"
#include "ful-sql-tables.h"

#include "model/ful-func-origin.h"
#include "model/ful-shared-tables.h"

#include <string.h>

static FulProfile *
of (FulSqlProfile *profile)
{
  return profile->profile;
}

/* Where a function is from: the name of its resource. */
void
ful_sql_value_set_resource_name (FulSqlValue   *value,
                                 FulSqlProfile *profile,
                                 FulFuncIndex   func)
{
  FulResourceIndex resource = of (profile)->funcs->resource[func];

  if (resource != FUL_NONE)
    ful_sql_value_set_string (value, profile, of (profile)->resources->name[resource]);
}

/* A wide column of a stack. @stack: %FUL_NONE: it has none */
void
ful_sql_value_set_of_stack (FulSqlValue   *self,
                            FulSqlProfile *profile,
                            FulStackIndex  stack,
                            guint          which)
{
  const FulStackTable *stacks = ful_sql_profile_get_stacks (profile);

  if (stack == FUL_NONE)
    return;

  switch (which)
    {
    case FUL_SQL_WIDE_FUNC:
      ful_sql_value_set_row (self, ful_sql_profile_get_func (profile, stack));
      break;
    case FUL_SQL_WIDE_FUNCTION:
      ful_sql_value_set_text (self, ful_profile_get_func_name (of (profile), ful_sql_profile_get_func (profile, stack)));
      break;
    case FUL_SQL_WIDE_RESOURCE_NAME:
      ful_sql_value_set_resource_name (self, profile, ful_sql_profile_get_func (profile, stack));
      break;
    case FUL_SQL_WIDE_CATEGORY:
      ful_sql_value_set_row (self, ful_stack_table_get_category (stacks, stack));
      break;
    case FUL_SQL_WIDE_SUBCATEGORY:
      ful_sql_value_set_row (self, ful_stack_table_get_subcategory (stacks, stack));
      break;
    case FUL_SQL_WIDE_CATEGORY_NAME:
    default:
      ful_sql_value_set_text (self, ful_profile_get_category (of (profile), ful_stack_table_get_category (stacks, stack))->name);
      break;
    }
}

static guint
get_n_stacks (FulSqlProfile *profile,
              guint          part G_GNUC_UNUSED)
{
  return ful_sql_profile_get_stacks (profile)->table.n_rows;
}

static const FulSqlColumn stack_columns[] = {
  FUL_SQL_PROFILE,
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "prefix", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "the calling stack; NULL for a root" },
  { "frame", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "depth", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "0 for a root" },
  FUL_SQL_WIDE_OF_STACK,
  FUL_SQL_WIDE_CATEGORIES,
};

static void
get_stack (FulSqlProfile *profile,
           guint          part G_GNUC_UNUSED,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  static const guint wide[] = { FUL_SQL_WIDE_FUNC, FUL_SQL_WIDE_FUNCTION, FUL_SQL_WIDE_CATEGORY, FUL_SQL_WIDE_SUBCATEGORY, FUL_SQL_WIDE_CATEGORY_NAME };
  const FulStackTable *stacks = ful_sql_profile_get_stacks (profile);

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, row);
      break;
    case 2:
      ful_sql_value_set_row (value, stacks->prefix[row]);
      break;
    case 3:
      ful_sql_value_set_row (value, stacks->frame[row]);
      break;
    case 4:
      ful_sql_value_set_integer (value, ful_sql_profile_get_depths (profile)[row]);
      break;
    default:
      ful_sql_value_set_of_stack (value, profile, (FulStackIndex) row, wide[column - 5]);
      break;
    }
}

const FulSqlTable ful_sql_table_stacks = {
  .name = "stacks",
  .about = "Call paths: a frame, called by the stack prefix.",
  .columns = stack_columns, .n_columns = G_N_ELEMENTS (stack_columns), .row_column = 1, .parent_column = 2,
  .get_n_rows = get_n_stacks, .get = get_stack,
};

static guint
get_n_frames (FulSqlProfile *profile,
              guint          part G_GNUC_UNUSED)
{
  return ful_profile_get_shown_frames (of (profile))->table.n_rows;
}

static const FulSqlColumn frame_columns[] = {
  FUL_SQL_PROFILE,
  { "frame", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "lib", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "address", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "in the library" },
  { "native_symbol", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "inline_depth", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "0 for the outermost function at this address" },
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "NULL: that of the calling stack" },
  { "subcategory", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "inner_window_id", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of its page" },
  { "line_number", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 1" },
  { "column_number", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 1" },
};

static void
get_frame (FulSqlProfile *profile,
           guint          part G_GNUC_UNUSED,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  const FulFrameTable *frames = ful_profile_get_shown_frames (of (profile));

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, row);
      break;
    case 2:
      ful_sql_value_set_row (value, frames->func[row]);
      break;
    case 3:
      ful_sql_value_set_row (value, frames->lib[row]);
      break;
    case 4:
      ful_sql_value_set_row (value, frames->address[row]);
      break;
    case 5:
      ful_sql_value_set_row (value, frames->native_symbol[row]);
      break;
    case 6:
      ful_sql_value_set_integer (value, frames->inline_depth[row]);
      break;
    case 7:
      ful_sql_value_set_row (value, frames->category[row]);
      break;
    case 8:
      if (frames->category[row] != FUL_NONE)
        ful_sql_value_set_row (value, frames->subcategory[row]);
      break;
    case 9:
      if (frames->inner_window_id[row] > 0)
        ful_sql_value_set_integer (value, (gint64) frames->inner_window_id[row]);
      break;
    case 10:
      ful_sql_value_set_row (value, frames->line[row]);
      break;
    case 11:
    default:
      ful_sql_value_set_row (value, frames->column[row]);
      break;
    }
}

const FulSqlTable ful_sql_table_frames = {
  .name = "frames",
  .about = "Places in functions.",
  .columns = frame_columns, .n_columns = G_N_ELEMENTS (frame_columns), .row_column = 1,
  .get_n_rows = get_n_frames, .get = get_frame,
};

static guint
get_n_funcs (FulSqlProfile *profile,
             guint          part G_GNUC_UNUSED)
{
  return ful_sql_profile_get_n_funcs (profile);
}

static const FulSqlColumn func_columns[] = {
  FUL_SQL_PROFILE,
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "is_js", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "1 for a function of a script" },
  { "relevant_for_js", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "1 for a label that is shown among these, too" },
  { "resource", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "where it is from" },
  { "source", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "line_number", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 1" },
  { "column_number", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 1" },
  { "shown_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_WIDE, NULL, "demangled" },
  { "resource_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_WIDE, NULL, NULL },
  { "file", FUL_SQL_TEXT, FUL_SQL_COLUMN_WIDE, NULL, "of its source" },
};

static void
get_func (FulSqlProfile *profile,
          guint          part G_GNUC_UNUSED,
          guint          row,
          guint          column,
          FulSqlValue   *value)
{
  const FulFuncTable *funcs = of (profile)->funcs;
  FulFuncIndex func = (FulFuncIndex) row;
  gint32 line_number, column_number;

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, row);
      break;
    case 2:
      ful_sql_value_set_text (value, ful_profile_get_func_name (of (profile), func));
      break;
    case 3:
      ful_sql_value_set_boolean (value, funcs->is_js[row]);
      break;
    case 4:
      ful_sql_value_set_boolean (value, funcs->relevant_for_js[row]);
      break;
    case 5:
      ful_sql_value_set_row (value, funcs->resource[row]);
      break;
    case 6:
      ful_sql_value_set_row (value, funcs->source[row]);
      break;
    case 7:
      ful_sql_value_set_row (value, funcs->line[row]);
      break;
    case 8:
      ful_sql_value_set_row (value, funcs->column[row]);
      break;
    case 9:
      ful_sql_value_set_text (value, ful_profile_get_shown_name (of (profile), func));
      break;
    case 10:
      ful_sql_value_set_resource_name (value, profile, func);
      break;
    case 11:
    default:
      ful_sql_value_take_text (value, ful_func_get_file (of (profile), func, &line_number, &column_number));
      break;
    }
}

const FulSqlTable ful_sql_table_funcs = {
  .name = "funcs",
  .about = "Functions.",
  .columns = func_columns, .n_columns = G_N_ELEMENTS (func_columns), .row_column = 1,
  .get_n_rows = get_n_funcs, .get = get_func,
};
