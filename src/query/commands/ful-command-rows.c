/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query rows: the tables of sql as files that engines for many profiles read (sql.md 5). What one run makes is a part of each table,
 * by a name of the content: a second run makes the same one. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-options.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "io/bytes/ful-file-replace.h"
#include "sql/ful-query-schema.h"
#include "sql/ful-query-tables.h"
#include "sql/ful-rows-file.h"
#include "sql/ful-rows-totals.h"
#include "sql/ful-sql-tables.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* Characters of a name. */
#define N_NAME 16

typedef struct
{
  FulQuery      *query;
  FulRowsFormat  format;
  char          *part;
  GPtrArray     *tables;     /* const FulSqlTable: to be written */
  GPtrArray     *files;      /* FulRowsFile: of each one */
  gpointer       database;   /* (nullable) */
  guint          n_left_out;
} Rows;

static gboolean
refuse (const char  *text,
        GError     **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, text);

  return FALSE;
}

static gboolean
parse_format (Rows    *self,
              GError **error)
{
  static const char *const names[] = { "parquet", "sqlite", "csv" };
  static const FulRowsFormat formats[] = { FUL_ROWS_PARQUET, FUL_ROWS_SQLITE, FUL_ROWS_CSV };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (self->query->format == NULL || g_str_equal (self->query->format, names[i]))
      {
        self->format = formats[i];
        return TRUE;
      }

  return refuse ("--format must be parquet, sqlite or csv", error);
}

static gboolean
is_of_stacks (const FulSqlTable *table)
{
  return table == &ful_sql_table_stacks || table == &ful_sql_table_frames || table == &ful_sql_table_funcs;
}

static gboolean
choose_tables (Rows    *self,
               GError **error)
{
  const FulQueryRows *options = &self->query->rows;
  g_auto(GStrv) names = options->tables ? g_strsplit (options->tables, ",", -1) : NULL;

  for (guint i = 0; names && names[i]; i++)
    {
      const FulSqlTable *table = ful_sql_tables_find (names[i]);

      if (table == NULL)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is no table “%s”; fulgens-query schema lists them", names[i]);
          return FALSE;
        }
      if (!g_ptr_array_find (self->tables, table, NULL))
        g_ptr_array_add (self->tables, (gpointer) table);
    }
  for (guint i = 0; names == NULL && ful_sql_tables[i]; i++)
    if (!options->no_stacks || !is_of_stacks (ful_sql_tables[i]))
      g_ptr_array_add (self->tables, (gpointer) ful_sql_tables[i]);
  if (options->functions)
    g_ptr_array_add (self->tables, (gpointer) &ful_rows_table_totals);

  return TRUE;
}

/* A name may have any characters; a folder may not. */
static char *
escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  for (; *text; text++)
    if (g_ascii_isalnum (*text) || strchr ("-_. ", *text) || (guchar) *text >= 0x80)
      g_string_append_c (escaped, *text);
    else
      g_string_append_printf (escaped, "%%%02X", (guchar) *text);

  return g_string_free (escaped, FALSE);
}

/* Returns: (transfer full): the folder of a table */
static char *
make_folder_name (const Rows *self,
                  const char *table)
{
  GString *path = g_string_new (self->query->output);

  g_string_append_printf (path, "/%s", table);
  for (guint i = 0; self->query->rows.partitions && self->query->rows.partitions[i]; i++)
    {
      const char *text = self->query->rows.partitions[i], *sign = strchr (text, '=');
      g_autofree char *plain = g_strndup (text, (gsize) (sign - text));
      g_autofree char *key = escape (plain);
      g_autofree char *value = escape (sign + 1);

      g_string_append_printf (path, "/%s=%s", key, *value ? value : "__HIVE_DEFAULT_PARTITION__");
    }

  return g_string_free (path, FALSE);
}

static gboolean
make_folder (const char  *path,
             GError     **error)
{
  int reason;

  if (g_mkdir_with_parents (path, 0777) == 0)
    return TRUE;
  reason = errno;
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (reason), "“%s” cannot be made: %s", path, g_strerror (reason));

  return FALSE;
}

/* Of what is read, whatever the names of files are on this machine. */
static gboolean
name_part (Rows    *self,
           GError **error)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  if (self->query->rows.part)
    {
      self->part = escape (self->query->rows.part);
      return TRUE;
    }
  for (guint i = 0; self->query->arguments[i]; i++)
    {
      g_autofree char *base = g_path_get_basename (self->query->arguments[i]);
      g_autoptr(GMappedFile) file = g_mapped_file_new (self->query->arguments[i], FALSE, NULL);

      g_checksum_update (checksum, (const guchar *) base, (gssize) strlen (base) + 1);
      if (file)
        g_checksum_update (checksum, (const guchar *) g_mapped_file_get_contents (file), (gssize) g_mapped_file_get_length (file));
    }
  self->part = g_strndup (g_checksum_get_string (checksum), N_NAME);

  return self->part[0] != '\0' || refuse ("--part must be a name", error);
}

/* The folder keeps what its columns are: others would not be read together. */
static gboolean
check_schema (const Rows  *self,
              GError     **error)
{
  g_autofree char *path = g_build_filename (self->query->output, "_schema.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *before = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(FulFileReplace) to = NULL;
  g_autoptr(GArray) entries = ful_query_schema_list (NULL);
  FulQueryJson json;

  ful_query_json_init (&json, &text);
  ful_query_schema_write_json (entries, &json);
  ful_query_json_finish (&json);
  if (g_file_get_contents (path, &before, NULL, NULL))
    {
      if (g_str_equal (before, text))
        return TRUE;
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "“%s” is of other columns; choose another folder", path);
      return FALSE;
    }
  to = ful_file_replace_begin (file, NULL, error);

  return to && g_output_stream_write_all (to->stream, text, strlen (text), NULL, NULL, error) && ful_file_replace_finish (to, NULL, error);
}

static gboolean
open_files (Rows    *self,
            GError **error)
{
  if (self->format == FUL_ROWS_SQLITE)
    {
      g_autofree char *path = g_build_filename (self->query->output, "rows.sqlite", NULL);

      self->database = ful_rows_database_new (path, error);
      if (self->database == NULL)
        return FALSE;
    }
  for (guint i = 0; i < self->tables->len; i++)
    {
      const FulSqlTable *table = self->tables->pdata[i];
      g_autofree char *folder = make_folder_name (self, table->name);
      g_autofree char *path = g_strdup_printf ("%s/part-%s.%s", folder, self->part, self->format == FUL_ROWS_CSV ? "csv.gz" : "parquet");
      FulRowsFile *file;

      if (self->database == NULL && !make_folder (folder, error))
        return FALSE;
      file = ful_rows_file_new (self->format, table, path, self->database, error);
      if (file == NULL)
        return FALSE;
      g_ptr_array_add (self->files, file);
    }

  return TRUE;
}

/* Reads a file, and adds its rows to all tables. */
static gboolean
add_profile (Rows           *self,
             const char     *path,
             GHashTable     *keys,
             FulExitStatus  *out_status,
             GError        **error)
{
  g_auto(FulQueryTables) tables = { NULL };
  FulSqlProfile *profile;

  ful_query_tables_init (&tables);
  if (!ful_query_tables_add (&tables, self->query, path, out_status, error))
    return FALSE;
  profile = tables.profiles->pdata[0];
  *out_status = FUL_EXIT_USAGE;
  if (!g_hash_table_add (keys, g_strdup (profile->key)))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "Two profiles are called “%s”; --key path tells them apart", profile->key);
      return FALSE;
    }
  *out_status = FUL_EXIT_OUTPUT;
  for (guint i = 0; i < self->files->len; i++)
    if (!ful_rows_file_add (self->files->pdata[i], profile, error))
      return FALSE;

  return TRUE;
}

static FulExitStatus
write_all (Rows    *self,
           GError **error)
{
  g_autoptr(GHashTable) keys = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);

  if (!make_folder (self->query->output, error) || !check_schema (self, error) || !open_files (self, error))
    return g_error_matches (*error, FUL_ERROR, FUL_ERROR_ARGUMENT) ? FUL_EXIT_USAGE : FUL_EXIT_OUTPUT;
  for (guint i = 0; self->query->arguments[i]; i++)
    {
      g_autoptr(GError) flaw = NULL;
      FulExitStatus status;

      if (add_profile (self, self->query->arguments[i], keys, &status, &flaw))
        continue;
      if (status != FUL_EXIT_UNREADABLE || !self->query->compare.skip_unreadable)
        {
          g_propagate_error (error, g_steal_pointer (&flaw));
          return status;
        }
      g_printerr ("fulgens-query: left out: %s\n", flaw->message);
      self->n_left_out++;
    }
  if (self->n_left_out == g_strv_length (self->query->arguments))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, "No file can be read");
      return FUL_EXIT_UNREADABLE;
    }
  /* What fails for want of room fails before the first file is there. */
  for (guint i = 0; i < self->files->len; i++)
    if (!ful_rows_file_complete (self->files->pdata[i], error))
      return FUL_EXIT_OUTPUT;
  for (guint i = 0; i < self->files->len; i++)
    if (!ful_rows_file_finish (self->files->pdata[i], error))
      return FUL_EXIT_OUTPUT;
  if (self->database && !ful_rows_database_finish (self->database, error))
    return FUL_EXIT_OUTPUT;

  return self->n_left_out > 0 ? FUL_EXIT_NOTHING : FUL_EXIT_OK;
}

static gboolean
check_options (const FulQuery  *query,
               GError         **error)
{
  if (query->output == NULL)
    return refuse ("--output must be a folder", error);
  for (guint i = 0; query->rows.partitions && query->rows.partitions[i]; i++)
    if (strchr (query->rows.partitions[i], '=') == NULL || *query->rows.partitions[i] == '=')
      return refuse ("--partition must be KEY=VALUE", error);
  if (query->rows.partitions && g_strcmp0 (query->format, "sqlite") == 0)
    return refuse ("A file of SQLite has no partitions", error);

  return ful_query_tables_check (query, error);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  Rows self = { .query = query };
  FulExitStatus status = FUL_EXIT_USAGE;

  if (!check_options (query, error))
    return FUL_EXIT_USAGE;
  self.tables = g_ptr_array_new ();
  self.files = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_rows_file_free);
  if (parse_format (&self, error) && choose_tables (&self, error) && name_part (&self, error))
    status = write_all (&self, error);
  g_ptr_array_unref (self.files);
  g_clear_pointer (&self.database, ful_rows_database_free);
  g_ptr_array_unref (self.tables);
  g_free (self.part);

  return status;
}

const FulCommand ful_command_rows = {
  "rows", "the tables of sql as files, for engines of many profiles", FUL_COMMAND_ROWS | FUL_COMMAND_OUTPUT, NULL, run,
};
