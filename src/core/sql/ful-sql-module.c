/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A table of profiles as a virtual table of SQLite (sql.md 2): rows are read where they are. What limits a scan, see ful-sql-plan.c, is
 * not looked for row by row. */

#include "config.h"

#include "ful-sql-groups.h"
#include "ful-sql-plan.h"
#include "ful-sql-private.h"

#include <string.h>

/* Rows between two looks at the clock. */
#define LOOK_ROWS 65536

typedef struct
{
  sqlite3_vtab_cursor base;
  guint   profile, end_profile;
  gint64  part, first_part, end_part;   /* as they were limited; in a profile there may be fewer */
  gint64  row, end_row;
  gint64  wanted_row;                   /* -1: all */
  int     kind;                         /* of parts; -1: all */
  gboolean by_parent;
  gint64  parent;
  double  lower, upper;
  guint32 *order;                       /* (nullable): rows in groups, each a place among those of all parts */
  guint   n_order, at_order;
  gint64  part_begin, part_end;         /* places of the rows of the part */
  char   *text;                         /* (nullable): that the column @text_column has */
  guint   text_column;
  GByteArray *known;                    /* of each text number of the profile @known_profile: 1 it is @text, 2 it is not */
  guint   known_profile;
} Cursor;

typedef struct
{
  FulSql            *sql;
  const FulSqlTable *table;
} Module;

/* For SQLite, which frees it. */
void
ful_sql_set_message (char       **place,
                     const char  *message)
{
  sqlite3_free (*place);
  *place = sqlite3_mprintf ("%s", message);
}

void
ful_sql_append_columns (GString            *to,
                        const FulSqlColumn *columns,
                        guint               n_columns)
{
  static const char *const types[] = { "INTEGER", "REAL", "TEXT" };

  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (to, "%s\"%s\" %s%s", to->str[to->len - 1] == '(' ? "" : ", ", columns[i].name, types[columns[i].type],
                            columns[i].flags & FUL_SQL_COLUMN_WIDE ? " HIDDEN" : "");
}

static int
connect_table (sqlite3            *database,
               void               *data,
               int                 argc G_GNUC_UNUSED,
               const char *const  *argv G_GNUC_UNUSED,
               sqlite3_vtab      **out,
               char              **message G_GNUC_UNUSED)
{
  const Module *module = data;
  g_autoptr(GString) text = g_string_new ("CREATE TABLE x (");
  FulSqlPlanTable *table;
  int status;

  ful_sql_append_columns (text, module->table->columns, module->table->n_columns);
  g_string_append (text, ")");
  /* What is declared goes through the guard, too. */
  module->sql->is_open = TRUE;
  status = sqlite3_declare_vtab (database, text->str);
  module->sql->is_open = FALSE;
  if (status != SQLITE_OK)
    return status;

  sqlite3_vtab_config (database, SQLITE_VTAB_INNOCUOUS);
  table = g_new0 (FulSqlPlanTable, 1);
  table->sql = module->sql;
  table->table = module->table;
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
open_cursor (sqlite3_vtab         *base G_GNUC_UNUSED,
             sqlite3_vtab_cursor **out)
{
  Cursor *self = g_new0 (Cursor, 1);

  *out = &self->base;

  return SQLITE_OK;
}

static void
clear_order (Cursor *self)
{
  if (self->order)
    ful_sql_memory_add (-(gssize) (self->n_order * sizeof *self->order));
  g_clear_pointer (&self->order, g_free);
}

static void
clear_text (Cursor *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->known, g_byte_array_unref);
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  clear_order ((Cursor *) base);
  clear_text ((Cursor *) base);
  g_free (base);

  return SQLITE_OK;
}

static const FulSqlPlanTable *
get_table (const Cursor *self)
{
  return (const FulSqlPlanTable *) self->base.pVtab;
}

static FulSqlProfile *
get_profile (const Cursor *self)
{
  return g_ptr_array_index (get_table (self)->sql->profiles, self->profile);
}

/* Returns: the first row of the part that is not before @time, or with @is_after after it */
static gint64
bisect (const Cursor *self,
        double        time,
        gboolean      is_after)
{
  const FulSqlTable *table = get_table (self)->table;
  FulSqlProfile *profile = get_profile (self);
  gint64 low = 0, high = table->get_n_rows (profile, (guint) self->part);

  while (low < high)
    {
      gint64 middle = low + (high - low) / 2;
      double of = table->get_time (profile, (guint) self->part, (guint) middle);

      if (is_after ? of <= time : of < time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* The rows of the part. */
static void
begin_part (Cursor *self)
{
  const FulSqlTable *table = get_table (self)->table;
  gboolean is_of_kind = self->kind < 0 || self->part % table->n_parts_each == self->kind;
  gint64 n = is_of_kind ? table->get_n_rows (get_profile (self), (guint) self->part) : 0;

  self->row = 0;
  self->end_row = n;
  if (self->by_parent)
    {
      gboolean is_one = self->parent >= 0 && self->parent < n;

      self->row = is_one ? ful_sql_profile_get_first_child (get_profile (self), (gint32) self->parent) : FUL_NONE;
      if (self->row == FUL_NONE)
        self->row = self->end_row;
      return;
    }
  if (self->wanted_row >= 0)
    {
      self->row = MIN (self->wanted_row, n);
      self->end_row = MIN (self->wanted_row + 1, n);
    }
  if (!isinf (self->lower))
    self->row = MAX (self->row, bisect (self, self->lower, FALSE));
  if (!isinf (self->upper))
    self->end_row = MIN (self->end_row, bisect (self, self->upper, TRUE));
}

static gint64
get_n_parts (const Cursor *self)
{
  const FulSqlTable *table = get_table (self)->table;

  return table->get_n_parts ? table->get_n_parts (get_profile (self)) : 1;
}

/* To the next part that has rows. */
static void
skip_empty (Cursor *self)
{
  while (self->profile < self->end_profile && self->row >= self->end_row)
    {
      self->part++;
      while (self->profile < self->end_profile && self->part >= MIN (self->end_part, get_n_parts (self)))
        {
          self->profile++;
          self->part = self->first_part;
        }
      if (self->profile < self->end_profile)
        begin_part (self);
    }
}

/* Whether the row has the text that is looked for. */
static gboolean
has_text (Cursor *self)
{
  const FulSqlTable *table = get_table (self)->table;
  gint32 number = table->get_text_number (get_profile (self), (guint) self->part, (guint) self->row, self->text_column);
  FulSqlValue value = { FUL_SQL_VALUE_NULL };
  gboolean has;

  if (self->known == NULL || self->known_profile != self->profile)
    {
      g_clear_pointer (&self->known, g_byte_array_unref);
      self->known = g_byte_array_new ();
      self->known_profile = self->profile;
    }
  if (number >= 0 && (guint) number < self->known->len && self->known->data[number] != 0)
    return self->known->data[number] == 1;

  table->get (get_profile (self), (guint) self->part, (guint) self->row, self->text_column, &value);
  has = value.kind == FUL_SQL_VALUE_TEXT && strcmp (value.text, self->text) == 0;
  if (number >= 0)
    {
      guint before = self->known->len;

      if ((guint) number >= before)
        {
          g_byte_array_set_size (self->known, (guint) number + 1);
          memset (self->known->data + before, 0, (guint) number + 1 - before);
        }
      self->known->data[number] = has ? 1 : 2;
    }

  return has;
}

/* To the first row from here on that counts. */
static void
skip_others (Cursor *self)
{
  if (self->row >= self->end_row)
    skip_empty (self);
  for (guint i = 1; self->text && self->profile < self->end_profile && !has_text (self); i++)
    {
      if (i % LOOK_ROWS == 0 && ful_sql_is_over (get_table (self)->sql))
        return;
      if (++self->row >= self->end_row)
        skip_empty (self);
    }
}

/* To the row at the place in the order. */
static void
go_to_place (Cursor *self)
{
  const FulSqlTable *table = get_table (self)->table;
  gint64 place = self->order[self->at_order];

  if (place < self->part_begin)
    self->part = self->part_begin = self->part_end = 0;
  for (gint64 n; place >= self->part_end; self->part_end = self->part_begin + n)
    {
      self->part += self->part_end > 0;
      self->part_begin = self->part_end;
      n = table->get_n_rows (get_profile (self), (guint) self->part);
    }
  self->row = place - self->part_begin;
}

/* Puts the rows in order, and goes to the first one. */
static int
make_order (Cursor  *self,
            guint    column,
            gboolean descending)
{
  const FulSqlPlanTable *of = get_table (self);
  g_autoptr(FulSqlGroups) groups = ful_sql_groups_new ();
  g_autofree gint64 *begins = NULL;
  gint64 n_parts, n = 0;
  gsize kept;

  self->n_order = self->at_order = 0;
  self->part_begin = self->part_end = 0;
  if (self->profile >= self->end_profile)
    return SQLITE_OK;

  n_parts = get_n_parts (self);
  begins = g_new (gint64, n_parts + 1);
  for (gint64 part = 0; part <= n_parts; part++)
    {
      begins[part] = n;
      n += part < n_parts ? of->table->get_n_rows (get_profile (self), (guint) part) : 0;
    }
  kept = (gsize) n * (FUL_SQL_GROUPS_ROW_BYTES + sizeof *self->order);
  if (!ful_sql_memory_add ((gssize) kept))
    {
      ful_sql_memory_add (-(gssize) kept);
      return SQLITE_NOMEM;
    }
  for (guint i = 0; self->profile < self->end_profile; i++)
    {
      FulSqlValue value = { FUL_SQL_VALUE_NULL };

      if (i % LOOK_ROWS == 0 && ful_sql_is_over (of->sql))
        break;
      of->table->get (get_profile (self), (guint) self->part, (guint) self->row, column, &value);
      ful_sql_groups_add (groups, &value, (guint32) (begins[self->part] + self->row));
      self->row++;
      skip_others (self);
    }
  self->order = ful_sql_groups_finish (groups, descending, &self->n_order);
  ful_sql_memory_add ((gssize) (self->n_order * sizeof *self->order) - (gssize) kept);
  self->profile = self->end_profile - 1;
  self->part = 0;
  if (self->n_order > 0)
    go_to_place (self);

  return SQLITE_OK;
}

/* A number that a row may have; -1 if @value is none */
static gint64
to_row (sqlite3_value *value)
{
  double number = sqlite3_value_numeric_type (value) == SQLITE_NULL ? -1 : sqlite3_value_double (value);

  return number >= 0 && number < 4294967296.0 && floor (number) == number ? (gint64) number : -1;
}

static gboolean
is_number (sqlite3_value *value)
{
  int type = sqlite3_value_numeric_type (value);

  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

static int
filter (sqlite3_vtab_cursor  *base,
        int                   limits,
        const char           *text G_GNUC_UNUSED,
        int                   argc G_GNUC_UNUSED,
        sqlite3_value       **argv)
{
  Cursor *self = (Cursor *) base;
  const FulSqlPlanTable *table = get_table (self);
  FulSql *sql = table->sql;
  gboolean is_nothing = FALSE;

  clear_order (self);
  clear_text (self);
  self->profile = 0;
  self->end_profile = sql->profiles->len;
  self->first_part = 0;
  self->end_part = G_MAXINT64;
  self->wanted_row = -1;
  self->kind = -1;
  self->by_parent = FALSE;
  self->lower = -INFINITY;
  self->upper = INFINITY;
  if (limits & FUL_SQL_BY_PROFILE)
    {
      const char *key = (const char *) sqlite3_value_text (*argv++);
      guint i;

      for (i = 0; i < sql->profiles->len && g_strcmp0 (((FulSqlProfile *) sql->profiles->pdata[i])->key, key) != 0; i++)
        ;
      self->profile = i;
      self->end_profile = MIN (i + 1, sql->profiles->len);
    }
  if (limits & FUL_SQL_BY_PART)
    {
      gint64 number = to_row (*argv++);

      is_nothing |= number < 0;
      self->first_part = number * table->table->n_parts_each;
      self->end_part = self->first_part + table->table->n_parts_each;
    }
  if (limits & FUL_SQL_BY_ROW)
    {
      self->wanted_row = to_row (*argv++);
      is_nothing |= self->wanted_row < 0;
    }
  if (limits & FUL_SQL_BY_PARENT)
    {
      self->by_parent = TRUE;
      self->parent = to_row (*argv++);
      is_nothing |= self->parent < 0;
    }
  /* Of what is no number SQLite decides itself. */
  if (limits & FUL_SQL_BY_LOWER)
    self->lower = is_number (*argv) ? sqlite3_value_double (*argv) : -INFINITY, argv++;
  if (limits & FUL_SQL_BY_UPPER)
    self->upper = is_number (*argv) ? sqlite3_value_double (*argv) : INFINITY, argv++;
  if (limits & FUL_SQL_BY_KIND)
    {
      const char *kind = (const char *) sqlite3_value_text (*argv++);

      for (self->kind = 0; (guint) self->kind < table->table->n_parts_each && g_strcmp0 (table->table->kinds[self->kind], kind) != 0; self->kind++)
        ;
    }
  /* Likewise, and of a text with a NUL in it. */
  if (limits & FUL_SQL_BY_TEXT && sqlite3_value_type (*argv) == SQLITE_TEXT &&
      strlen ((const char *) sqlite3_value_text (*argv)) == (gsize) sqlite3_value_bytes (*argv))
    {
      self->text = g_strdup ((const char *) sqlite3_value_text (*argv));
      self->text_column = (guint) limits >> FUL_SQL_TEXT_BIT & FUL_SQL_COLUMN_MASK;
    }
  if (is_nothing)
    self->profile = self->end_profile;

  self->part = self->first_part - 1;
  self->row = self->end_row = 0;
  skip_others (self);
  if (limits & FUL_SQL_BY_GROUP)
    {
      int status = make_order (self, (guint) limits >> FUL_SQL_GROUP_BIT & FUL_SQL_COLUMN_MASK, (limits & FUL_SQL_DESCENDING) != 0);

      if (status != SQLITE_OK)
        return status;
    }

  return ful_sql_is_over (sql) ? SQLITE_INTERRUPT : SQLITE_OK;
}

static int
next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;

  if (self->order)
    {
      if (++self->at_order < self->n_order)
        go_to_place (self);
      return SQLITE_OK;
    }
  if (self->by_parent)
    {
      gint32 sibling = ful_sql_profile_get_next_sibling (get_profile (self), (gint32) self->row);

      self->row = sibling == FUL_NONE ? self->end_row : sibling;
    }
  else
    self->row++;
  skip_others (self);

  return SQLITE_OK;
}

static int
is_at_end (sqlite3_vtab_cursor *base)
{
  const Cursor *self = (const Cursor *) base;

  return self->order ? self->at_order >= self->n_order : self->profile >= self->end_profile;
}

/* Hands a cell over. */
void
ful_sql_set_result (sqlite3_context *context,
                    FulSqlValue     *value)
{
  switch (value->kind)
    {
    case FUL_SQL_VALUE_INTEGER:
      sqlite3_result_int64 (context, value->integer);
      break;
    case FUL_SQL_VALUE_REAL:
      sqlite3_result_double (context, value->real);
      break;
    case FUL_SQL_VALUE_TEXT:
      sqlite3_result_text64 (context, value->text, value->n, value->owned ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8);
      break;
    case FUL_SQL_VALUE_NULL:
    default:
      sqlite3_result_null (context);
      break;
    }
  g_clear_pointer (&value->owned, g_free);
}

static int
get_cell (sqlite3_vtab_cursor *base,
          sqlite3_context     *context,
          int                  column)
{
  const Cursor *self = (const Cursor *) base;
  FulSqlValue value = { FUL_SQL_VALUE_NULL };

  if (column == 0)
    ful_sql_value_set_text (&value, get_profile (self)->key);
  else
    get_table (self)->table->get (get_profile (self), (guint) self->part, (guint) self->row, (guint) column, &value);
  ful_sql_set_result (context, &value);

  return SQLITE_OK;
}

static int
get_rowid (sqlite3_vtab_cursor *base,
           sqlite3_int64       *out)
{
  const Cursor *self = (const Cursor *) base;

  *out = ((gint64) self->profile << 52) + (self->part << 32) + self->row;

  return SQLITE_OK;
}

/* Makes the table known under its name. */
void
ful_sql_module_add (FulSql            *self,
                    const FulSqlTable *table)
{
  static const sqlite3_module module = {
    .iVersion = 2, .xConnect = connect_table, .xBestIndex = ful_sql_plan, .xDisconnect = disconnect, .xDestroy = disconnect,
    .xOpen = open_cursor, .xClose = close_cursor, .xFilter = filter, .xNext = next, .xEof = is_at_end, .xColumn = get_cell, .xRowid = get_rowid,
  };
  Module *data = g_new (Module, 1);

  *data = (Module) { self, table };
  sqlite3_create_module_v2 (self->database, table->name, &module, data, g_free);
}
