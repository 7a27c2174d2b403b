/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables as a file of SQLite: real ones, with indices on what they are joined by, and on times. */

#include "config.h"

#include "ful-rows-file.h"

#include "base/ful-error.h"

#ifdef HAVE_SQLITE

#include "sql/ful-sql-tables.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

typedef struct
{
  sqlite3   *database;
  char      *path;
  char      *written;      /* until it is complete */
  GPtrArray *inserts;      /* sqlite3_stmt */
  GString   *indices;      /* statements that make them, at the end */
  gboolean   has_threads;
} Database;

static gboolean
set_error (const Database  *self,
           GError         **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s” cannot be written: %s", self->path, sqlite3_errmsg (self->database));

  return FALSE;
}

static gboolean
execute (Database    *self,
         const char  *text,
         GError     **error)
{
  return sqlite3_exec (self->database, text, NULL, NULL, NULL) == SQLITE_OK || set_error (self, error);
}

/* Returns: (transfer full): a file that replaces @path when it is complete */
gpointer
ful_rows_database_new (const char  *path,
                       GError     **error)
{
  Database *self = g_new0 (Database, 1);

  self->path = g_strdup (path);
  self->written = g_strconcat (path, ".tmp", NULL);
  self->inserts = g_ptr_array_new ();
  self->indices = g_string_new (NULL);
  g_unlink (self->written);
  if (sqlite3_open_v2 (self->written, &self->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK &&
      execute (self, "PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL; BEGIN", error))
    return self;
  if (error && *error == NULL)
    set_error (self, error);
  ful_rows_database_free (self);

  return NULL;
}

static void
close_database (Database *self)
{
  for (guint i = 0; i < self->inserts->len; i++)
    sqlite3_finalize (self->inserts->pdata[i]);
  g_ptr_array_set_size (self->inserts, 0);
  sqlite3_close_v2 (g_steal_pointer (&self->database));
}

void
ful_rows_database_free (gpointer database)
{
  Database *self = database;

  close_database (self);
  g_unlink (self->written);
  g_ptr_array_unref (self->inserts);
  g_string_free (self->indices, TRUE);
  g_free (self->written);
  g_free (self->path);
  g_free (self);
}

/* @columns: of the table; @out_insert: (transfer none): what ful_rows_database_insert() takes */
gboolean
ful_rows_database_create (gpointer            database,
                          const FulSqlTable  *table,
                          const guint        *columns,
                          guint               n_columns,
                          gpointer           *out_insert,
                          GError            **error)
{
  static const char *const types[] = { "INTEGER", "REAL", "TEXT" };
  Database *self = database;
  g_autoptr(GString) create = g_string_new (NULL);
  g_autoptr(GString) insert = g_string_new (NULL);
  g_autoptr(GString) keys = g_string_new (NULL);
  sqlite3_stmt *statement;

  g_string_printf (create, "CREATE TABLE %s (", table->name);
  g_string_printf (insert, "INSERT INTO %s VALUES (", table->name);
  for (guint i = 0; i < n_columns; i++)
    {
      const FulSqlColumn *column = &table->columns[columns[i]];

      g_string_append_printf (create, "%s\"%s\" %s", i > 0 ? ", " : "", column->name, types[column->type]);
      g_string_append (insert, i > 0 ? ", ?" : "?");
      if (column->flags & FUL_SQL_COLUMN_KEY)
        g_string_append_printf (keys, "%s\"%s\"", keys->len > 0 ? ", " : "", column->name);
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  g_string_append_printf (self->indices, "CREATE INDEX %s_key ON %s (%s);", table->name, table->name, keys->str);
  if (table->time_column != 0)
    g_string_append_printf (self->indices, "CREATE INDEX %s_time ON %s (profile, \"%s\");", table->name, table->name,
                            table->columns[table->time_column].name);
  self->has_threads |= table == &ful_sql_table_threads;
  if (!execute (self, create->str, error))
    return FALSE;
  if (sqlite3_prepare_v2 (self->database, insert->str, -1, &statement, NULL) != SQLITE_OK)
    return set_error (self, error);
  g_ptr_array_add (self->inserts, statement);
  *out_insert = statement;

  return TRUE;
}

gboolean
ful_rows_database_insert (gpointer            insert,
                          const FulSqlValue  *values,
                          guint               n_values,
                          GError            **error)
{
  sqlite3_stmt *statement = insert;
  int status;

  sqlite3_reset (statement);
  for (guint i = 0; i < n_values; i++)
    {
      int place = (int) i + 1;

      if (values[i].kind == FUL_SQL_VALUE_INTEGER)
        sqlite3_bind_int64 (statement, place, values[i].integer);
      else if (values[i].kind == FUL_SQL_VALUE_REAL)
        sqlite3_bind_double (statement, place, values[i].real);
      else if (values[i].kind == FUL_SQL_VALUE_TEXT)
        sqlite3_bind_text64 (statement, place, values[i].text, values[i].n, SQLITE_STATIC, SQLITE_UTF8);
      else
        sqlite3_bind_null (statement, place);
    }
  status = sqlite3_step (statement);
  if (status != SQLITE_DONE)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "The file cannot be written: %s", sqlite3_errstr (status));

  return status == SQLITE_DONE;
}

/* The file takes its place. */
gboolean
ful_rows_database_finish (gpointer   database,
                          GError   **error)
{
  Database *self = database;
  gboolean is_right = execute (self, self->indices->str, error) && (!self->has_threads || execute (self, FUL_SQL_PROCESSES_VIEW, error)) &&
                      execute (self, "COMMIT", error);

  if (!is_right)
    return FALSE;
  close_database (self);
  if (g_rename (self->written, self->path) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s” cannot be written", self->path);

  return FALSE;
}

#else

gpointer
ful_rows_database_new (const char  *path G_GNUC_UNUSED,
                       GError     **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "This fulgens-query was built without SQLite");

  return NULL;
}

void
ful_rows_database_free (gpointer database G_GNUC_UNUSED)
{
}

gboolean
ful_rows_database_create (gpointer            database G_GNUC_UNUSED,
                          const FulSqlTable  *table G_GNUC_UNUSED,
                          const guint        *columns G_GNUC_UNUSED,
                          guint               n_columns G_GNUC_UNUSED,
                          gpointer           *out_insert G_GNUC_UNUSED,
                          GError            **error G_GNUC_UNUSED)
{
  return FALSE;
}

gboolean
ful_rows_database_insert (gpointer            insert G_GNUC_UNUSED,
                          const FulSqlValue  *values G_GNUC_UNUSED,
                          guint               n_values G_GNUC_UNUSED,
                          GError            **error G_GNUC_UNUSED)
{
  return FALSE;
}

gboolean
ful_rows_database_finish (gpointer   database G_GNUC_UNUSED,
                          GError   **error G_GNUC_UNUSED)
{
  return FALSE;
}

#endif
