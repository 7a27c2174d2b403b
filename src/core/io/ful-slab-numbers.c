/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numeric slabs → columns. All types of the format are numbers for us; 64-bit ones
 * may lose their last digits.
 *
 * A numeric slab cannot hold a null, so arrays with nulls are JSON text for every other
 * reader. Parsing that was half of the time of opening a large file. Our writer puts
 * such an array into a JSON slab of its own and adds its numbers once more, in a slab
 * that has no placeholder; NaN, or the least i32, or -1 among rows and the like, stands
 * for null. Slab 0, which has no placeholder either, says which of them belong together:
 *
 *   {"fulgensNumbers":{"text":[SLAB,…],"bytes":[LENGTH OF THE TEXT,…],"numbers":[SLAB,…],"missing":-1}}
 *
 * Without `missing`, as the first versions wrote it, null among rows is the least i32 too.
 *
 * Whoever takes a document apart and writes it anew loses what has no placeholder, so
 * the numbers cannot be those of another text; and other readers never see them. */

#include "config.h"

#include "ful-slabs-private.h"

#include "ful-raw-get.h"
#include "ful-raw-tree.h"

#include <math.h>

/* By FulSlabType. */
const guint8 ful_slab_element_bytes[] = { 1, 1, 2, 2, 4, 4, 4, 8, 8, 8, 1 };

static double
element (const FulSlab *slab,
         gsize          i)
{
  const char *p = slab->bytes.data + i * ful_slab_element_bytes[slab->type];
  guint64 u64 = 0;
  guint32 u32;
  guint16 u16;
  union { guint32 bits; float value; } f32;
  union { guint64 bits; double value; } f64;

  switch (slab->type)
    {
    case FUL_SLAB_I8:
      return *(const gint8 *) p;
    case FUL_SLAB_U8:
      return *(const guint8 *) p;
    case FUL_SLAB_I16:
    case FUL_SLAB_U16:
      memcpy (&u16, p, sizeof u16);
      u16 = GUINT16_FROM_LE (u16);
      return slab->type == FUL_SLAB_I16 ? (double) (gint16) u16 : (double) u16;
    case FUL_SLAB_I32:
    case FUL_SLAB_U32:
      u32 = ful_slab_read_u32 (p);
      return slab->type == FUL_SLAB_I32 ? (double) (gint32) u32 : (double) u32;
    case FUL_SLAB_F32:
      f32.bits = ful_slab_read_u32 (p);
      return f32.value;
    default:
      break;
    }

  memcpy (&u64, p, sizeof u64);
  u64 = GUINT64_FROM_LE (u64);
  if (slab->type == FUL_SLAB_I64)
    return (double) (gint64) u64;
  if (slab->type == FUL_SLAB_U64)
    return (double) u64;
  f64.bits = u64;

  return f64.value;
}

static gboolean
fits_i32 (guint32 type)
{
  return type <= FUL_SLAB_I32;
}

static FulRawNode *
new_numbers (FulRawTree *tree,
             FulSlab    *slab)
{
  gsize n = slab->bytes.n / ful_slab_element_bytes[slab->type];
  FulRawNode *node = ful_raw_tree_new_array (tree, fits_i32 (slab->type) ? FUL_RAW_I32 : FUL_RAW_F64, 0);
  FulRawColumn *column = node->column;

  column->is_cut = slab->is_cut;
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN && (slab->type == FUL_SLAB_I32 || slab->type == FUL_SLAB_F64))
    {
      column->i32 = (gpointer) g_steal_pointer (&slab->bytes.data);
      column->n = column->capacity = (guint) n;
      return node;
    }

  ful_raw_column_reserve (column, (guint) n);
  column->n = (guint) n;
  for (gsize i = 0; i < n; i++)
    {
      if (column->type == FUL_RAW_I32)
        column->i32[i] = (gint32) element (slab, i);
      else
        column->f64[i] = element (slab, i);
    }

  return node;
}

static gboolean
has_null (const FulRawColumn *column)
{
  gboolean found = FALSE;

  for (guint i = 0; i < column->n && !found; i++)
    found = column->type == FUL_RAW_I32 ? column->i32[i] == G_MININT32 : isnan (column->f64[i]);

  return found;
}

/**
 * ful_slab_new_numbers:
 * @tree: gets the node
 * @slab: a numeric slab that was read, or a JSON slab with numbers that were; the bytes
 *   are taken away if they are a column as they are
 *
 * Returns: (transfer none): an array of the numbers
 */
FulRawNode *
ful_slab_new_numbers (FulRawTree *tree,
                      FulSlab    *slab)
{
  FulRawNode *node;

  if (slab->numbers == NULL)
    return new_numbers (tree, slab);

  node = new_numbers (tree, slab->numbers);
  if (slab->numbers->is_ready)
    node->column->n_nulls = node->column->type == FUL_RAW_I32 ? 0 : 1;
  else
    node->column->n_nulls = has_null (node->column);

  return node;
}

static FulSlab *
find_slab (FulSlab            *slabs,
           guint32             n_slabs,
           const FulRawColumn *column,
           guint               i)
{
  double number = ful_raw_column_number (column, i);

  return number >= 0 && number < n_slabs && number == floor (number) ? &slabs[(guint32) number] : NULL;
}

/**
 * ful_slabs_match_numbers:
 * @slabs: (array length=n_slabs): the slabs of a container, of which the first was read
 *
 * Finds the texts that need not be parsed, if the first slab knows any. What does not
 * fit together, or comes too late, stays text.
 */
void
ful_slabs_match_numbers (FulSlab *slabs,
                         guint32  n_slabs)
{
  FulRawNode *list = ful_raw_get (slabs[0].node, FUL_SLABS_NUMBERS);
  FulRawColumn *texts = ful_raw_get_column (list, "text");
  FulRawColumn *lengths = ful_raw_get_column (list, "bytes");
  FulRawColumn *numbers = ful_raw_get_column (list, "numbers");
  gboolean is_ready = ful_raw_get_number (list, "missing") == -1;

  for (guint i = 0; texts && i < texts->n; i++)
    {
      FulSlab *text = find_slab (slabs, n_slabs, texts, i);
      FulSlab *number = find_slab (slabs, n_slabs, numbers, i);

      if (text == NULL || text->type != FUL_SLAB_JSON || text->used || text->read || text->numbers
          || ful_raw_column_number (lengths, i) != text->length)
        continue;
      if (number == NULL || number->is_cut || (number->type != FUL_SLAB_I32 && number->type != FUL_SLAB_F64) || number->used
          || number->length / ful_slab_element_bytes[number->type] > FUL_MAX_ROWS)
        continue;

      number->used = TRUE;
      number->is_ready = is_ready;
      text->numbers = number;
    }
}
