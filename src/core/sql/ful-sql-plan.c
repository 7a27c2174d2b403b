/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a statement reads a table (sql.md 2): which of its comparisons limit the scan, and in what order rows come. */

#include "config.h"

#include "ful-sql-plan.h"

static guint64
count_rows (const FulSqlPlanTable *self)
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
check_keys (FulSqlPlanTable              *self,
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
      return column == 0 ? FUL_SQL_BY_PROFILE :
             table->part_column != 0 && column == table->part_column ? FUL_SQL_BY_PART :
             table->row_column != 0 && column == table->row_column ? FUL_SQL_BY_ROW :
             table->parent_column != 0 && column == table->parent_column ? FUL_SQL_BY_PARENT :
             table->kind_column != 0 && column == table->kind_column ? FUL_SQL_BY_KIND :
             column < 32 && table->text_columns >> column & 1 ? FUL_SQL_BY_TEXT : 0;
    case SQLITE_INDEX_CONSTRAINT_GT:
    case SQLITE_INDEX_CONSTRAINT_GE:
      return table->time_column != 0 && column == table->time_column ? FUL_SQL_BY_LOWER : 0;
    case SQLITE_INDEX_CONSTRAINT_LT:
    case SQLITE_INDEX_CONSTRAINT_LE:
      return table->time_column != 0 && column == table->time_column ? FUL_SQL_BY_UPPER : 0;
    default:
      return 0;
    }
}

/* Returns: whether rows come in the order that is wanted */
static gboolean
is_ordered (const FulSqlPlanTable              *self,
            const sqlite3_index_info *info,
            guint                     limits)
{
  const FulSqlTable *table = self->table;
  int i = 0;

  if ((self->sql->profiles->len > 1 && !(limits & FUL_SQL_BY_PROFILE)) || limits & FUL_SQL_BY_PARENT || table->n_parts_each > 1)
    return FALSE;
  for (int k = 0; k < info->nOrderBy; k++)
    if (info->aOrderBy[k].desc)
      return FALSE;
  if (i < info->nOrderBy && info->aOrderBy[i].iColumn == 0)
    i++;
  if (table->part_column != 0 && i < info->nOrderBy && info->aOrderBy[i].iColumn == (int) table->part_column)
    i++;
  else if (table->part_column != 0 && !(limits & FUL_SQL_BY_PART))
    return i == info->nOrderBy;
  if (i < info->nOrderBy && info->aOrderBy[i].iColumn > 0 &&
      (info->aOrderBy[i].iColumn == (int) table->row_column || info->aOrderBy[i].iColumn == (int) table->time_column))
    i++;

  return i == info->nOrderBy;
}

/* Returns: the column that rows are wanted in the order of, if they can come so; else 0. What is grouped comes in order as well: to a
 * statement that groups and sorts by one column sqlite3_vtab_distinct () says that any order will do. */
static guint
get_group_column (const FulSqlPlanTable        *self,
                  sqlite3_index_info *info,
                  guint               limits,
                  double              n_rows)
{
  guint column = info->nOrderBy == 1 && info->aOrderBy[0].iColumn > 0 ? (guint) info->aOrderBy[0].iColumn : 0;

  if (column == 0 || column >= 32 || !(self->table->group_columns >> column & 1) || n_rows >= G_MAXUINT32)
    return 0;

  return limits & (FUL_SQL_BY_ROW | FUL_SQL_BY_PARENT) || (self->sql->profiles->len > 1 && !(limits & FUL_SQL_BY_PROFILE)) ? 0 : column;
}

int
ful_sql_plan (sqlite3_vtab       *base,
              sqlite3_index_info *info)
{
  FulSqlPlanTable *self = (FulSqlPlanTable *) base;
  int places[FUL_SQL_N_LIMITS] = { -1, -1, -1, -1, -1, -1, -1, -1 }, n_values = 0;
  double n_rows = (double) count_rows (self);
  guint limits = 0, group;
  double n_all = n_rows;

  if (!check_keys (self, info))
    return SQLITE_ERROR;

  for (int i = 0; i < info->nConstraint; i++)
    for (int k = 0; k < FUL_SQL_N_LIMITS; k++)
      if (info->aConstraint[i].usable && places[k] < 0 && get_limit (self->table, &info->aConstraint[i]) == 1u << k &&
          ((1u << k & (FUL_SQL_BY_PROFILE | FUL_SQL_BY_KIND | FUL_SQL_BY_TEXT)) == 0 || g_ascii_strcasecmp (sqlite3_vtab_collation (info, i), "BINARY") == 0))
        places[k] = i;
  for (int k = 0; k < FUL_SQL_N_LIMITS; k++)
    {
      if (places[k] < 0 || (1u << k == FUL_SQL_BY_PARENT && limits & FUL_SQL_BY_ROW))
        continue;
      limits |= 1u << k;
      info->aConstraintUsage[places[k]].argvIndex = ++n_values;
      /* SQLite checks the others again: a number may be given as a text, and a limit of time may be exclusive. */
      info->aConstraintUsage[places[k]].omit = 1u << k == FUL_SQL_BY_PROFILE;
    }

  if (limits & FUL_SQL_BY_PROFILE)
    n_rows /= MAX (self->sql->profiles->len, 1);
  if (limits & FUL_SQL_BY_PART)
    n_rows /= 10;
  if (limits & FUL_SQL_BY_KIND)
    n_rows /= self->table->n_parts_each;
  if (limits & FUL_SQL_BY_TEXT)
    n_rows /= 10;
  if (limits & FUL_SQL_BY_LOWER)
    n_rows /= 4;
  if (limits & FUL_SQL_BY_UPPER)
    n_rows /= 4;
  if (limits & FUL_SQL_BY_PARENT)
    n_rows = MIN (n_rows, 8);
  if (limits & FUL_SQL_BY_ROW)
    n_rows = MIN (n_rows, self->table->part_column == 0 || limits & FUL_SQL_BY_PART ? 1 : 100);
  if (limits & FUL_SQL_BY_ROW && (self->table->part_column == 0 || (limits & FUL_SQL_BY_PART && self->table->n_parts_each == 1)) &&
      (limits & FUL_SQL_BY_PROFILE || self->sql->profiles->len == 1))
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  info->estimatedRows = (sqlite3_int64) n_rows;
  info->estimatedCost = MAX (n_rows, 1);
  info->idxNum = (int) limits;
  if (limits & FUL_SQL_BY_TEXT)
    info->idxNum |= info->aConstraint[places[FUL_SQL_N_LIMITS - 1]].iColumn << FUL_SQL_TEXT_BIT;
  info->orderByConsumed = info->nOrderBy > 0 && is_ordered (self, info, limits);
  group = info->orderByConsumed ? 0 : get_group_column (self, info, limits, n_all);
  if (group > 0)
    {
      info->idxNum |= (int) (FUL_SQL_BY_GROUP | (info->aOrderBy[0].desc ? FUL_SQL_DESCENDING : 0) | group << FUL_SQL_GROUP_BIT);
      info->orderByConsumed = TRUE;
    }

  return SQLITE_OK;
}
