/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of older versions, column by column. A missing column counts as all null,
 * so every upgrade step can rely on the columns that its version should have. */

#include "config.h"

#include "ful-table-upgrade.h"

#include "io/raw/ful-raw-get.h"

#include <math.h>

/**
 * ful_raw_table_length:
 * @table: (nullable): an object of equally long arrays
 *
 * Returns: `length`, as far as any column reaches; else the length of the longest column
 */
guint
ful_raw_table_length (const FulRawNode *table)
{
  double length = ful_raw_get_number (table, "length");
  guint longest = 0;

  if (!ful_raw_is (table, FUL_RAW_OBJECT))
    return 0;

  for (const FulRawMember *member = table->members; member; member = member->next)
    longest = MAX (longest, ful_raw_length (member->value));

  return length >= 0 && length < longest ? (guint) length : longest;
}

static FulRawNode *
replace (FulRawTree    *tree,
         FulRawNode    *table,
         const char    *column,
         FulRawElement  type,
         guint          n)
{
  FulRawNode *array = ful_raw_tree_new_array (tree, type, MAX (n, 1));

  array->column->n = n;
  ful_raw_set (tree, table, column, array);

  return array;
}

/**
 * ful_raw_table_i32:
 * @tree: the tree
 * @table: a table
 * @column: name of a column
 * @missing: value of the cells of a missing column
 *
 * Returns: (transfer none): the column as whole numbers, %FUL_RAW_NULL_I32 for null; writable,
 *   valid until the column is set
 */
gint32 *
ful_raw_table_i32 (FulRawTree *tree,
                   FulRawNode *table,
                   const char *column,
                   gint32      missing)
{
  FulRawColumn *old = ful_raw_get_column (table, column);
  guint n = ful_raw_table_length (table);
  FulRawNode *array;

  if (old && old->type == FUL_RAW_I32 && old->n >= n && old->i32)
    {
      /* The caller may write nulls. */
      old->n_nulls = MAX (old->n_nulls, 1);
      return old->i32;
    }

  array = replace (tree, table, column, FUL_RAW_I32, n);
  array->column->n_nulls = 1;
  for (guint i = 0; i < n; i++)
    {
      double value = ful_raw_column_number (old, i);

      if (old == NULL)
        array->column->i32[i] = missing;
      else
        array->column->i32[i] = value == floor (value) && fabs (value) <= G_MAXINT32 ? (gint32) value : FUL_RAW_NULL_I32;
    }

  return array->column->i32;
}

/**
 * ful_raw_table_add_i32:
 * @tree: the tree
 * @table: a table
 * @column: name of a new column
 * @n: its length
 * @value: value of its cells
 *
 * Returns: (transfer none): the column, writable
 */
gint32 *
ful_raw_table_add_i32 (FulRawTree *tree,
                       FulRawNode *table,
                       const char *column,
                       guint       n,
                       gint32      value)
{
  FulRawNode *array = replace (tree, table, column, FUL_RAW_I32, n);

  array->column->n_nulls = 1;
  for (guint i = 0; i < n; i++)
    array->column->i32[i] = value;

  return array->column->i32;
}

/**
 * ful_raw_table_f64:
 *
 * As ful_raw_table_i32(), for any numbers; NaN for null.
 */
double *
ful_raw_table_f64 (FulRawTree *tree,
                   FulRawNode *table,
                   const char *column,
                   double      missing)
{
  FulRawColumn *old = ful_raw_get_column (table, column);
  guint n = ful_raw_table_length (table);
  FulRawNode *array;

  if (old && old->type == FUL_RAW_F64 && old->n >= n && old->f64)
    {
      old->n_nulls = MAX (old->n_nulls, 1);
      return old->f64;
    }

  array = replace (tree, table, column, FUL_RAW_F64, n);
  array->column->n_nulls = 1;
  for (guint i = 0; i < n; i++)
    array->column->f64[i] = old ? ful_raw_column_number (old, i) : missing;

  return array->column->f64;
}

/**
 * ful_raw_table_nodes:
 *
 * Returns: (transfer none): the column as nodes; texts are parsed, once
 */
FulRawNode **
ful_raw_table_nodes (FulRawTree *tree,
                     FulRawNode *table,
                     const char *column)
{
  FulRawColumn *old = ful_raw_get_column (table, column);
  guint n = ful_raw_table_length (table);
  FulRawNode *array;

  if (old && old->type == FUL_RAW_NODES && old->n >= n && old->nodes)
    return old->nodes;

  array = replace (tree, table, column, FUL_RAW_NODES, n);
  for (guint i = 0; i < n; i++)
    {
      FulRawNode *node = old && i < old->n ? ful_raw_column_element (tree, old, i) : NULL;

      array->column->nodes[i] = node ? node : ful_raw_tree_new_node (tree, FUL_RAW_NULL);
    }

  return array->column->nodes;
}

static void
permute_column (FulRawTree   *tree,
                FulRawColumn *column,
                const guint  *order,
                guint         n)
{
  gsize size = column->type == FUL_RAW_I32 ? 4 : column->type == FUL_RAW_BOOLS ? 1 : 8;
  g_autofree char *to = NULL;
  g_autofree gint32 *lengths = NULL;

  if (column->type == FUL_RAW_STRINGS || column->n < n)
    return;

  to = g_malloc (MAX (n, 1) * size);
  for (guint i = 0; i < n; i++)
    memcpy (to + i * size, (char *) column->i32 + order[i] * size, size);
  memcpy (column->i32, to, n * size);
  if (column->type != FUL_RAW_TEXTS)
    return;

  lengths = g_new (gint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    lengths[i] = column->text_length[order[i]];
  memcpy (column->text_length, lengths, n * sizeof *lengths);
}

/**
 * ful_raw_table_permute:
 * @tree: the tree
 * @table: a table
 * @order: (array length=n): old row of each new row; a permutation
 * @n: number of rows
 *
 * Reorders the rows of all columns. Shorter columns are unchanged.
 */
void
ful_raw_table_permute (FulRawTree  *tree,
                       FulRawNode  *table,
                       const guint *order,
                       guint        n)
{
  for (FulRawMember *member = table->members; member; member = member->next)
    if (member->value->kind == FUL_RAW_ARRAY)
      permute_column (tree, member->value->column, order, n);
}

/**
 * ful_raw_table_cut:
 *
 * Cuts all columns to at most @n rows.
 */
void
ful_raw_table_cut (FulRawNode *table,
                   guint       n)
{
  if (!ful_raw_is (table, FUL_RAW_OBJECT))
    return;

  for (FulRawMember *member = table->members; member; member = member->next)
    if (member->value->kind == FUL_RAW_ARRAY && member->value->column->type != FUL_RAW_STRINGS)
      member->value->column->n = MIN (member->value->column->n, n);
}

void
ful_raw_table_set_length (FulRawTree *tree,
                          FulRawNode *table,
                          guint       n)
{
  ful_raw_set (tree, table, "length", ful_raw_tree_new_number (tree, n));
}

/**
 * ful_raw_cells:
 * @table: (nullable): a Gecko table {schema, data}
 * @column: name of a column
 *
 * Returns: (nullable) (transfer none): its cells; %NULL if the column does not exist, or no row has
 *   it
 */
FulRawColumn *
ful_raw_cells (const FulRawNode *table,
                 const char       *column)
{
  FulRawNode *data = ful_raw_get (table, "data");
  double position = ful_raw_get_number (ful_raw_get (table, "schema"), column);

  if (!ful_raw_is (data, FUL_RAW_ROWS) || !(position >= 0 && position < data->rows->n_columns))
    return NULL;

  return data->rows->columns[(guint) position];
}

/**
 * ful_raw_cells_select:
 * @tree: the tree
 * @table: a Gecko table {schema, data}
 * @rows: (array length=n): numbers of the rows that are kept
 * @n: how many
 */
void
ful_raw_cells_select (FulRawTree       *tree,
                      const FulRawNode *table,
                      const guint      *rows,
                      guint             n)
{
  FulRawNode *data = ful_raw_get (table, "data");

  for (guint c = 0; c < data->rows->n_columns; c++)
    {
      FulRawColumn *column = data->rows->columns[c];

      if (column->type == FUL_RAW_STRINGS)
        ful_raw_column_to_nodes (tree, column);
      permute_column (tree, column, rows, n);
      column->n = n;
    }
  data->rows->n_rows = n;
}

/* Makes one column @n_more elements longer; the caller fills them in. */
static void
extend (FulRawTree   *tree,
        FulRawColumn *column,
        guint         n_rows,
        guint         n_more)
{
  column->n = MIN (column->n, n_rows);
  ful_raw_column_reserve (column, n_rows + n_more - column->n);
  for (; column->n < n_rows + n_more; column->n++)
    {
      column->n_nulls++;
      if (column->type == FUL_RAW_I32)
        column->i32[column->n] = FUL_RAW_NULL_I32;
      else if (column->type == FUL_RAW_F64)
        column->f64[column->n] = NAN;
      else if (column->type == FUL_RAW_BOOLS)
        column->bools[column->n] = 2;
      else
        column->nodes[column->n] = ful_raw_tree_new_node (tree, FUL_RAW_NULL);
    }
}

/**
 * ful_raw_table_append_copies:
 * @tree: the tree
 * @table: a table
 * @rows: (array length=n) (nullable): rows to copy to the end; %NULL appends empty ones
 * @n: how many
 */
void
ful_raw_table_append_copies (FulRawTree   *tree,
                             FulRawNode   *table,
                             const gint32 *rows,
                             guint         n)
{
  guint n_rows = ful_raw_table_length (table);

  for (FulRawMember *member = table->members; member; member = member->next)
    {
      FulRawColumn *column = member->value->column;
      gsize size;

      if (member->value->kind != FUL_RAW_ARRAY)
        continue;
      if (column->type == FUL_RAW_STRINGS || column->type == FUL_RAW_TEXTS)
        ful_raw_table_nodes (tree, table, member->key);
      column = member->value->column;
      size = column->type == FUL_RAW_I32 ? 4 : column->type == FUL_RAW_BOOLS ? 1 : 8;
      extend (tree, column, n_rows, n);
      for (guint i = 0; rows && i < n; i++)
        memcpy ((char *) column->i32 + (n_rows + i) * size, (char *) column->i32 + (gsize) rows[i] * size, size);
    }
  ful_raw_table_set_length (tree, table, n_rows + n);
}
