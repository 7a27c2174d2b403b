/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A table of profiles as a virtual table of SQLite (sql.md 2): rows are read where they are. What a statement asks of the profile, the
 * thread or counter, the row and the time is not looked for row by row. */

#include "config.h"

#include "ful-sql-groups.h"
#include "ful-sql-private.h"

#include <string.h>

/* What a scan is limited by: of idxNum, values in this order. */
enum
{
  BY_PROFILE = 1 << 0,
  BY_PART    = 1 << 1,
  BY_ROW     = 1 << 2,
  BY_PARENT  = 1 << 3,
  BY_LOWER   = 1 << 4,
  BY_UPPER   = 1 << 5,
  BY_KIND    = 1 << 6,
  N_LIMITS   = 7,
  BY_GROUP   = 1 << 7,   /* of the column whose number is from bit 9 on */
  DESCENDING = 1 << 8,
  GROUP_BIT  = 9,
};

/* Rows between two looks at the clock. */
#define LOOK_ROWS 65536

typedef struct
{
  sqlite3_vtab       base;
  FulSql            *sql;
  const FulSqlTable *table;
} Table;

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
  Table *table;
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
  table = g_new0 (Table, 1);
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

static guint64
count_rows (const Table *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->sql->profiles->len; i++)
    {
      FulSqlProfile *profile = g_ptr_array_index (self->sql->profiles, i);
      guint n_parts = self->table->get_n_parts ? self->table->get_n_parts (profile) : 1;

      for (guint part = 0; part < n_parts; part++)
        n += self->table->get_n_rows (profile, part);
    }

  return n;
}

/* Numbers of rows are those of one profile: a comparison of them alone would mix several. Returns: whether @info does not do that */
static gboolean
check_keys (Table              *self,
            sqlite3_index_info *info)
{
  const FulSqlColumn *of = NULL;

  if (self->sql->profiles->len < 2)
    return TRUE;

  for (int i = 0; i < info->nConstraint; i++)
    {
      const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
      sqlite3_value *literal;

      if (constraint->op != SQLITE_INDEX_CONSTRAINT_EQ || constraint->iColumn < 0)
        continue;
      if (constraint->iColumn == 0)
        return TRUE;
      if (self->table->columns[constraint->iColumn].flags & FUL_SQL_COLUMN_KEY &&
          self->table->columns[constraint->iColumn].type == FUL_SQL_INTEGER &&
          sqlite3_vtab_rhs_value (info, i, &literal) != SQLITE_OK)
        of = &self->table->columns[constraint->iColumn];
    }
  if (of)
    {
      g_autofree char *message = g_strdup_printf ("numbers in the column %s are those of one profile: compare the column profile too", of->name);

      ful_sql_set_message (&self->base.zErrMsg, message);
    }

  return of == NULL;
}

/* Returns: which limit a constraint is, or 0 */
static guint
get_limit (const FulSqlTable                       *table,
           const struct sqlite3_index_constraint   *constraint)
{
  guint column = (guint) constraint->iColumn;

  if (constraint->iColumn < 0)
    return 0;
  switch (constraint->op)
    {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return column == 0 ? BY_PROFILE :
             table->part_column != 0 && column == table->part_column ? BY_PART :
             table->row_column != 0 && column == table->row_column ? BY_ROW :
             table->parent_column != 0 && column == table->parent_column ? BY_PARENT :
             table->kind_column != 0 && column == table->kind_column ? BY_KIND : 0;
    case SQLITE_INDEX_CONSTRAINT_GT:
    case SQLITE_INDEX_CONSTRAINT_GE:
      return table->time_column != 0 && column == table->time_column ? BY_LOWER : 0;
    case SQLITE_INDEX_CONSTRAINT_LT:
    case SQLITE_INDEX_CONSTRAINT_LE:
      return table->time_column != 0 && column == table->time_column ? BY_UPPER : 0;
    default:
      return 0;
    }
}

/* Returns: whether rows come in the order that is wanted */
static gboolean
is_ordered (const Table              *self,
            const sqlite3_index_info *info,
            guint                     limits)
{
  const FulSqlTable *table = self->table;
  int i = 0;

  if ((self->sql->profiles->len > 1 && !(limits & BY_PROFILE)) || limits & BY_PARENT || table->n_parts_each > 1)
    return FALSE;
  for (int k = 0; k < info->nOrderBy; k++)
    if (info->aOrderBy[k].desc)
      return FALSE;
  if (i < info->nOrderBy && info->aOrderBy[i].iColumn == 0)
    i++;
  if (table->part_column != 0 && i < info->nOrderBy && info->aOrderBy[i].iColumn == (int) table->part_column)
    i++;
  else if (table->part_column != 0 && !(limits & BY_PART))
    return i == info->nOrderBy;
  if (i < info->nOrderBy && info->aOrderBy[i].iColumn > 0 &&
      (info->aOrderBy[i].iColumn == (int) table->row_column || info->aOrderBy[i].iColumn == (int) table->time_column))
    i++;

  return i == info->nOrderBy;
}

/* Returns: the column that rows are wanted in the order of, if they can come so; else 0. What is grouped comes in order as well: to a
 * statement that groups and sorts by one column sqlite3_vtab_distinct () says that any order will do. */
static guint
get_group_column (const Table        *self,
                  sqlite3_index_info *info,
                  guint               limits,
                  double              n_rows)
{
  guint column = info->nOrderBy == 1 && info->aOrderBy[0].iColumn > 0 ? (guint) info->aOrderBy[0].iColumn : 0;

  if (column == 0 || column >= 32 || !(self->table->group_columns >> column & 1) || n_rows >= G_MAXUINT32)
    return 0;

  return limits & (BY_ROW | BY_PARENT) || (self->sql->profiles->len > 1 && !(limits & BY_PROFILE)) ? 0 : column;
}

static int
find_best (sqlite3_vtab       *base,
           sqlite3_index_info *info)
{
  Table *self = (Table *) base;
  int places[N_LIMITS] = { -1, -1, -1, -1, -1, -1, -1 }, n_values = 0;
  double n_rows = (double) count_rows (self);
  guint limits = 0, group;
  double n_all = n_rows;

  if (!check_keys (self, info))
    return SQLITE_ERROR;

  for (int i = 0; i < info->nConstraint; i++)
    for (int k = 0; k < N_LIMITS; k++)
      if (info->aConstraint[i].usable && places[k] < 0 && get_limit (self->table, &info->aConstraint[i]) == 1u << k &&
          ((1u << k != BY_PROFILE && 1u << k != BY_KIND) || g_ascii_strcasecmp (sqlite3_vtab_collation (info, i), "BINARY") == 0))
        places[k] = i;
  for (int k = 0; k < N_LIMITS; k++)
    {
      if (places[k] < 0 || (1u << k == BY_PARENT && limits & BY_ROW))
        continue;
      limits |= 1u << k;
      info->aConstraintUsage[places[k]].argvIndex = ++n_values;
      /* SQLite checks the others again: a number may be given as a text, and a limit of time may be exclusive. */
      info->aConstraintUsage[places[k]].omit = 1u << k == BY_PROFILE;
    }

  if (limits & BY_PROFILE)
    n_rows /= MAX (self->sql->profiles->len, 1);
  if (limits & BY_PART)
    n_rows /= 10;
  if (limits & BY_KIND)
    n_rows /= self->table->n_parts_each;
  if (limits & BY_LOWER)
    n_rows /= 4;
  if (limits & BY_UPPER)
    n_rows /= 4;
  if (limits & BY_PARENT)
    n_rows = MIN (n_rows, 8);
  if (limits & BY_ROW)
    n_rows = MIN (n_rows, self->table->part_column == 0 || limits & BY_PART ? 1 : 100);
  if (limits & BY_ROW && (self->table->part_column == 0 || (limits & BY_PART && self->table->n_parts_each == 1)) &&
      (limits & BY_PROFILE || self->sql->profiles->len == 1))
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  info->estimatedRows = (sqlite3_int64) n_rows;
  info->estimatedCost = MAX (n_rows, 1);
  info->idxNum = (int) limits;
  info->orderByConsumed = info->nOrderBy > 0 && is_ordered (self, info, limits);
  group = info->orderByConsumed ? 0 : get_group_column (self, info, limits, n_all);
  if (group > 0)
    {
      info->idxNum |= (int) (BY_GROUP | (info->aOrderBy[0].desc ? DESCENDING : 0) | group << GROUP_BIT);
      info->orderByConsumed = TRUE;
    }

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
    ful_sql_keep (((const Table *) self->base.pVtab)->sql, -(gssize) (self->n_order * sizeof *self->order));
  g_clear_pointer (&self->order, g_free);
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  clear_order ((Cursor *) base);
  g_free (base);

  return SQLITE_OK;
}

static const Table *
get_table (const Cursor *self)
{
  return (const Table *) self->base.pVtab;
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
  const Table *of = get_table (self);
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
  if (!ful_sql_keep (of->sql, (gssize) kept))
    {
      ful_sql_keep (of->sql, -(gssize) kept);
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
      if (self->row >= self->end_row)
        skip_empty (self);
    }
  self->order = ful_sql_groups_finish (groups, descending, &self->n_order);
  ful_sql_keep (of->sql, (gssize) (self->n_order * sizeof *self->order) - (gssize) kept);
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
  const Table *table = get_table (self);
  FulSql *sql = table->sql;
  gboolean is_nothing = FALSE;

  clear_order (self);
  self->profile = 0;
  self->end_profile = sql->profiles->len;
  self->first_part = 0;
  self->end_part = G_MAXINT64;
  self->wanted_row = -1;
  self->kind = -1;
  self->by_parent = FALSE;
  self->lower = -INFINITY;
  self->upper = INFINITY;
  if (limits & BY_PROFILE)
    {
      const char *key = (const char *) sqlite3_value_text (*argv++);
      guint i;

      for (i = 0; i < sql->profiles->len && g_strcmp0 (((FulSqlProfile *) sql->profiles->pdata[i])->key, key) != 0; i++)
        ;
      self->profile = i;
      self->end_profile = MIN (i + 1, sql->profiles->len);
    }
  if (limits & BY_PART)
    {
      gint64 number = to_row (*argv++);

      is_nothing |= number < 0;
      self->first_part = number * table->table->n_parts_each;
      self->end_part = self->first_part + table->table->n_parts_each;
    }
  if (limits & BY_ROW)
    {
      self->wanted_row = to_row (*argv++);
      is_nothing |= self->wanted_row < 0;
    }
  if (limits & BY_PARENT)
    {
      self->by_parent = TRUE;
      self->parent = to_row (*argv++);
      is_nothing |= self->parent < 0;
    }
  /* Of what is no number SQLite decides itself. */
  if (limits & BY_LOWER)
    self->lower = is_number (*argv) ? sqlite3_value_double (*argv) : -INFINITY, argv++;
  if (limits & BY_UPPER)
    self->upper = is_number (*argv) ? sqlite3_value_double (*argv) : INFINITY, argv++;
  if (limits & BY_KIND)
    {
      const char *kind = (const char *) sqlite3_value_text (*argv++);

      for (self->kind = 0; (guint) self->kind < table->table->n_parts_each && g_strcmp0 (table->table->kinds[self->kind], kind) != 0; self->kind++)
        ;
    }
  if (is_nothing)
    self->profile = self->end_profile;

  self->part = self->first_part - 1;
  self->row = self->end_row = 0;
  skip_empty (self);
  if (limits & BY_GROUP)
    {
      int status = make_order (self, (guint) limits >> GROUP_BIT, (limits & DESCENDING) != 0);

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
  if (self->row >= self->end_row)
    skip_empty (self);

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
    .iVersion = 2, .xConnect = connect_table, .xBestIndex = find_best, .xDisconnect = disconnect, .xDestroy = disconnect,
    .xOpen = open_cursor, .xClose = close_cursor, .xFilter = filter, .xNext = next, .xEof = is_at_end, .xColumn = get_cell, .xRowid = get_rowid,
  };
  Module *data = g_new (Module, 1);

  *data = (Module) { self, table };
  sqlite3_create_module_v2 (self->database, table->name, &module, data, g_free);
}
