/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A function that makes rows as a virtual table of SQLite, whose arguments are hidden columns. */

#include "config.h"

#include "ful-sql-private.h"

#include "base/ful-error.h"

#define MAX_ARGUMENTS 16

typedef struct
{
  sqlite3_vtab          base;
  FulSql               *sql;
  const FulSqlFunction *function;
} Table;

typedef struct
{
  sqlite3_vtab_cursor  base;
  GPtrArray           *results;      /* rows of a profile, or of all */
  FulSqlValue          arguments[MAX_ARGUMENTS];
  guint                result;
  guint                row;
  gsize                kept;         /* bytes of the results */
} Cursor;

typedef struct
{
  FulSql               *sql;
  const FulSqlFunction *function;
} Module;

static int
connect_function (sqlite3            *database,
                  void               *data,
                  int                 argc G_GNUC_UNUSED,
                  const char *const  *argv G_GNUC_UNUSED,
                  sqlite3_vtab      **out,
                  char              **message G_GNUC_UNUSED)
{
  const Module *module = data;
  const FulSqlFunction *function = module->function;
  g_autoptr(GString) text = g_string_new ("CREATE TABLE x (");
  Table *table;
  int status;

  ful_sql_append_columns (text, function->info->columns, function->info->n_columns);
  for (guint i = 0; i < function->info->n_arguments; i++)
    g_string_append_printf (text, ", \"%s\" HIDDEN", function->info->arguments[i].name);
  g_string_append (text, ")");
  module->sql->is_open = TRUE;
  status = sqlite3_declare_vtab (database, text->str);
  module->sql->is_open = FALSE;
  if (status != SQLITE_OK)
    return status;

  sqlite3_vtab_config (database, SQLITE_VTAB_INNOCUOUS);
  table = g_new0 (Table, 1);
  table->sql = module->sql;
  table->function = function;
  *out = &table->base;

  return SQLITE_OK;
}

static int
disconnect (sqlite3_vtab *table)
{
  g_free (table);

  return SQLITE_OK;
}

static int
find_best (sqlite3_vtab       *base,
           sqlite3_index_info *info)
{
  const Table *self = (const Table *) base;
  int n = 0, given = 0, places[MAX_ARGUMENTS];

  for (guint k = 0; k < self->function->info->n_arguments; k++)
    places[k] = -1;
  for (int i = 0; i < info->nConstraint; i++)
    {
      int argument = info->aConstraint[i].iColumn - (int) self->function->info->n_columns;

      if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
        continue;
      /* Another order of the tables gives it. */
      if (!info->aConstraint[i].usable)
        return SQLITE_CONSTRAINT;
      places[argument] = i;
    }
  for (guint k = 0; k < self->function->info->n_arguments; k++)
    if (places[k] >= 0)
      {
        info->aConstraintUsage[places[k]].argvIndex = ++n;
        info->aConstraintUsage[places[k]].omit = 1;
        given |= 1 << k;
      }
  info->idxNum = given;
  info->estimatedRows = 1000;
  info->estimatedCost = 100000;

  return SQLITE_OK;
}

static int
open_cursor (sqlite3_vtab         *base G_GNUC_UNUSED,
             sqlite3_vtab_cursor **out)
{
  Cursor *self = g_new0 (Cursor, 1);

  *out = &self->base;

  return SQLITE_OK;
}

static const Table *
get_table (const Cursor *self)
{
  return (const Table *) self->base.pVtab;
}

static void
clear_cursor (Cursor *self)
{
  const FulSqlFunction *function = get_table (self)->function;

  for (guint i = 0; self->results && i < self->results->len; i++)
    function->free (self->results->pdata[i]);
  ful_sql_memory_add (-(gssize) self->kept);
  self->kept = 0;
  g_clear_pointer (&self->results, g_ptr_array_unref);
  for (guint i = 0; i < MAX_ARGUMENTS; i++)
    {
      g_free (self->arguments[i].owned);
      self->arguments[i] = (FulSqlValue) { FUL_SQL_VALUE_NULL };
    }
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  clear_cursor ((Cursor *) base);
  g_free (base);

  return SQLITE_OK;
}

static void
set_argument (FulSqlValue   *value,
              sqlite3_value *from)
{
  switch (sqlite3_value_type (from))
    {
    case SQLITE_INTEGER:
      ful_sql_value_set_integer (value, sqlite3_value_int64 (from));
      break;
    case SQLITE_FLOAT:
      ful_sql_value_set_real (value, sqlite3_value_double (from));
      break;
    case SQLITE_TEXT:
      ful_sql_value_take_text (value, g_strdup ((const char *) sqlite3_value_text (from)));
      break;
    default:
      break;
    }
}

static void
skip_empty (Cursor *self)
{
  const FulSqlFunction *function = get_table (self)->function;

  while (self->result < self->results->len &&
         self->row >= function->get_n (self->results->pdata[self->result]))
    {
      self->result++;
      self->row = 0;
    }
}

static int
filter (sqlite3_vtab_cursor  *base,
        int                   given,
        const char           *text G_GNUC_UNUSED,
        int                   argc G_GNUC_UNUSED,
        sqlite3_value       **argv)
{
  Cursor *self = (Cursor *) base;
  const Table *table = get_table (self);
  const FulSqlFunction *function = table->function;
  g_autoptr(GError) error = NULL;

  clear_cursor (self);
  for (guint k = 0; k < function->info->n_arguments; k++)
    if (given >> k & 1)
      set_argument (&self->arguments[k], *argv++);
  self->results = g_ptr_array_new ();
  self->result = self->row = 0;
  for (guint i = 0; i < (function->is_of_profile ? table->sql->profiles->len : 1); i++)
    {
      gpointer rows = function->run (table->sql, function->is_of_profile ? table->sql->profiles->pdata[i] : NULL, self->arguments, &error);

      if (error || ful_sql_is_over (table->sql))
        {
          if (rows)
            function->free (rows);
          if (error == NULL)
            return SQLITE_INTERRUPT;
          ful_sql_set_message (&base->pVtab->zErrMsg, error->message);
          return SQLITE_ERROR;
        }
      g_ptr_array_add (self->results, rows);
      self->kept += function->get_size (rows);
      if (!ful_sql_memory_add ((gssize) function->get_size (rows)))
        return SQLITE_NOMEM;
    }
  skip_empty (self);

  return SQLITE_OK;
}

static int
next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  self->row++;
  skip_empty (self);

  return SQLITE_OK;
}

static int
is_at_end (sqlite3_vtab_cursor *base)
{
  const Cursor *self = (const Cursor *) base;

  return self->result >= self->results->len;
}

static int
get_cell (sqlite3_vtab_cursor *base,
          sqlite3_context     *context,
          int                  column)
{
  Cursor *self = (Cursor *) base;
  const Table *table = get_table (self);
  FulSqlValue value = { FUL_SQL_VALUE_NULL };

  if ((guint) column >= table->function->info->n_columns)
    value = self->arguments[(guint) column - table->function->info->n_columns], value.owned = g_strdup (value.owned),
    value.text = value.owned ? value.owned : value.text;
  else if (column == 0 && table->function->is_of_profile)
    ful_sql_value_set_text (&value, ((FulSqlProfile *) table->sql->profiles->pdata[self->result])->key);
  else
    table->function->get (self->results->pdata[self->result], self->row, (guint) column, &value);
  ful_sql_set_result (context, &value);

  return SQLITE_OK;
}

static int
get_rowid (sqlite3_vtab_cursor *base,
           sqlite3_int64       *out)
{
  const Cursor *self = (const Cursor *) base;

  *out = ((gint64) self->result << 32) + self->row;

  return SQLITE_OK;
}

/* Makes the function known under its name. */
void
ful_sql_rows_add (FulSql               *self,
                  const FulSqlFunction *function)
{
  static const sqlite3_module module = {
    .iVersion = 2, .xConnect = connect_function, .xBestIndex = find_best, .xDisconnect = disconnect, .xDestroy = disconnect,
    .xOpen = open_cursor, .xClose = close_cursor, .xFilter = filter, .xNext = next, .xEof = is_at_end, .xColumn = get_cell, .xRowid = get_rowid,
  };
  Module *data = g_new (Module, 1);

  g_assert (function->info->n_arguments <= MAX_ARGUMENTS);
  *data = (Module) { self, function };
  sqlite3_create_module_v2 (self->database, function->info->name, &module, data, g_free);
}
