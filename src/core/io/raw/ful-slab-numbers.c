/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numeric slabs → columns. All types of the format are numbers for us; 64-bit ones
 * may lose their last digits. */

#include "config.h"

#include "ful-slabs-private.h"

#include "ful-raw-tree.h"

#include "base/ful-cursor.h"

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
      u16 = ful_read_u16 (p);
      return slab->type == FUL_SLAB_I16 ? (double) (gint16) u16 : (double) u16;
    case FUL_SLAB_I32:
    case FUL_SLAB_U32:
      u32 = ful_read_u32 (p);
      return slab->type == FUL_SLAB_I32 ? (double) (gint32) u32 : (double) u32;
    case FUL_SLAB_F32:
      f32.bits = ful_read_u32 (p);
      return f32.value;
    default:
      break;
    }

  u64 = ful_read_u64 (p);
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

/**
 * ful_slab_new_numbers:
 * @tree: gets the node
 * @slab: a numeric slab that was read; the bytes are stolen if they are a column as they are
 *
 * Returns: (transfer none): an array of the numbers
 */
FulRawNode *
ful_slab_new_numbers (FulRawTree *tree,
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
