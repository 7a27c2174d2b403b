/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Looking at the nodes of a raw tree. */

#include "config.h"

#include "ful-raw-get.h"

#include "ful-raw-tree-private.h"

#include <math.h>

/* The last member of that name counts, as in JavaScript. */
FulRawNode *
ful_raw_get (const FulRawNode *object,
             const char       *key)
{
  FulRawNode *value = NULL;

  if (!ful_raw_is (object, FUL_RAW_OBJECT))
    return NULL;

  for (FulRawMember *member = object->members; member; member = member->next)
    if (g_str_equal (member->key, key))
      value = member->value;

  return value;
}

gboolean
ful_raw_is (const FulRawNode *node,
            FulRawKind        kind)
{
  return node && node->kind == kind;
}

/**
 * ful_raw_get_string:
 *
 * Returns: (nullable) (transfer none): the member, if it is a string
 */
const char *
ful_raw_get_string (const FulRawNode *object,
                    const char       *key)
{
  FulRawNode *node = ful_raw_get (object, key);

  return ful_raw_is (node, FUL_RAW_STRING) ? node->string : NULL;
}

/**
 * ful_raw_number:
 *
 * Returns: the number, or NaN if @node is something else, or larger than a double can be
 */
double
ful_raw_number (const FulRawNode *node)
{
  double number = ful_raw_is (node, FUL_RAW_NUMBER) ? g_ascii_strtod (node->text, NULL) : NAN;

  return isfinite (number) ? number : NAN;
}

/**
 * ful_raw_get_number:
 *
 * Returns: the member, if it is a number, or NaN
 */
double
ful_raw_get_number (const FulRawNode *object,
                    const char       *key)
{
  return ful_raw_number (ful_raw_get (object, key));
}

/**
 * ful_raw_number_u64:
 * @node: a node
 * @out: (out): the number, without loss up to 2^64 - 1
 *
 * Returns: whether @node is a number from 0 to 2^64 - 1
 */
gboolean
ful_raw_number_u64 (const FulRawNode *node,
                    guint64          *out)
{
  double number = ful_raw_number (node);

  if (!(number >= 0))
    return FALSE;
  if (strspn (node->text, "0123456789") == strlen (node->text))
    return g_ascii_string_to_unsigned (node->text, 10, 0, G_MAXUINT64, out, NULL);
  if (number >= 18446744073709551616.0)
    return FALSE;
  *out = (guint64) number;

  return TRUE;
}

gboolean
ful_raw_get_bool (const FulRawNode *object,
                  const char       *key)
{
  FulRawNode *node = ful_raw_get (object, key);

  return ful_raw_is (node, FUL_RAW_BOOL) && node->boolean;
}

/**
 * ful_raw_is_true:
 *
 * Returns: whether the value is true in JavaScript
 */
gboolean
ful_raw_is_true (const FulRawNode *node)
{
  if (node == NULL)
    return FALSE;

  switch (node->kind)
    {
    case FUL_RAW_NULL:
      return FALSE;
    case FUL_RAW_BOOL:
      return node->boolean;
    case FUL_RAW_NUMBER:
      return ful_raw_number (node) != 0;
    case FUL_RAW_STRING:
      return *node->string != '\0';
    case FUL_RAW_OBJECT:
    case FUL_RAW_ARRAY:
    case FUL_RAW_ROWS:
    case FUL_RAW_LISTS:
    default:
      return TRUE;
    }
}

/**
 * ful_raw_get_column:
 *
 * Returns: (nullable) (transfer none): the elements of the member, if it is an array
 */
FulRawColumn *
ful_raw_get_column (const FulRawNode *object,
                    const char       *key)
{
  FulRawNode *node = ful_raw_get (object, key);

  return ful_raw_is (node, FUL_RAW_ARRAY) ? node->column : NULL;
}

/**
 * ful_raw_get_cells:
 * @rows: (nullable): an array of objects held by column
 *
 * Returns: (nullable) (transfer none): what each object has as member @key; %NULL if none has it, or @rows is another value
 */
FulRawColumn *
ful_raw_get_cells (const FulRawNode *rows,
                   const char       *key)
{
  if (!ful_raw_is (rows, FUL_RAW_ROWS) || rows->rows->names == NULL)
    return NULL;

  for (guint c = 0; c < rows->rows->n_columns; c++)
    if (g_str_equal (rows->rows->names[c], key))
      return rows->rows->columns[c];

  return NULL;
}

/**
 * ful_raw_get_list:
 * @lists: (nullable): an array of arrays held as one column
 * @i: number of one of its arrays
 * @out_begin: (out): its first element
 * @out_end: (out): after the last one
 *
 * Returns: (nullable) (transfer none): the elements of all arrays; %NULL if @lists is another value
 */
FulRawColumn *
ful_raw_get_list (const FulRawNode *lists,
                  guint             i,
                  guint            *out_begin,
                  guint            *out_end)
{
  *out_begin = *out_end = 0;
  if (!ful_raw_is (lists, FUL_RAW_LISTS) || i >= lists->lists->n_lists)
    return NULL;

  *out_begin = i > 0 ? (guint) lists->lists->ends->i32[i - 1] : 0;
  *out_end = (guint) lists->lists->ends->i32[i];

  return lists->lists->values;
}

guint
ful_raw_length (const FulRawNode *array)
{
  if (ful_raw_is (array, FUL_RAW_ROWS))
    return array->rows->n_rows;
  if (ful_raw_is (array, FUL_RAW_LISTS))
    return array->lists->n_lists;

  return ful_raw_is (array, FUL_RAW_ARRAY) ? array->column->n : 0;
}

/* The slow path of ful_raw_column_number(). */
double
ful_raw_column_other_number (const FulRawColumn *column,
                             guint               i)
{
  switch (column->type)
    {
    case FUL_RAW_BOOLS:
      return column->bools[i] == 2 ? (double) NAN : column->bools[i];
    case FUL_RAW_NODES:
      if (ful_raw_is (column->nodes[i], FUL_RAW_BOOL))
        return column->nodes[i]->boolean;
      return ful_raw_number (column->nodes[i]);
    case FUL_RAW_I32:
    case FUL_RAW_F64:
    case FUL_RAW_STRINGS:
    case FUL_RAW_TEXTS:
    default:
      return NAN;
    }
}

/**
 * ful_raw_column_element:
 * @self: the tree
 * @column: a column
 * @i: an element of it
 *
 * Texts are parsed each time. A column of another type becomes one of nodes, so
 * that an array is walked in O(n) whatever is in it: elements of a string column
 * could only be found by counting.
 *
 * Returns: (transfer none): the element
 */
FulRawNode *
ful_raw_column_element (FulRawTree   *self,
                        FulRawColumn *column,
                        guint         i)
{
  if (column->type != FUL_RAW_TEXTS)
    {
      ful_raw_column_to_nodes (self, column);
      return column->nodes[i];
    }

  if (column->text_length[i] == 0)
    return ful_raw_tree_new_node (self, FUL_RAW_NULL);

  return ful_raw_tree_parse (self, column->bytes.data + column->text_start[i], (gsize) column->text_length[i], NULL);
}

FulRawNode *
ful_raw_element (FulRawTree       *self,
                 const FulRawNode *array,
                 guint             i)
{
  if (!ful_raw_is (array, FUL_RAW_ARRAY) || i >= array->column->n)
    return NULL;

  return ful_raw_column_element (self, array->column, i);
}

/**
 * ful_raw_dup_string:
 *
 * Returns: (transfer full) (nullable): a copy of the member, or of @fallback if it is not a string
 */
char *
ful_raw_dup_string (const FulRawNode *object,
                    const char       *key,
                    const char       *fallback)
{
  const char *string = ful_raw_get_string (object, key);

  return g_strdup (string ? string : fallback);
}

/**
 * ful_raw_get_number_or:
 *
 * Returns: the member, or @fallback if it is not a number
 */
double
ful_raw_get_number_or (const FulRawNode *object,
                       const char       *key,
                       double            fallback)
{
  double number = ful_raw_get_number (object, key);

  return isnan (number) ? fallback : number;
}
