/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulType:
 *
 * Type of the elements of a column.
 */
typedef enum
{
  FUL_TYPE_U8,
  FUL_TYPE_U16,
  FUL_TYPE_I32,
  FUL_TYPE_I64,
  FUL_TYPE_F64,
} FulType;

gsize ful_type_get_size (FulType type);

/**
 * FulBuffer:
 * @type: type of the elements
 * @n: number of elements written; only the writer may read it
 * @capacity: number of elements that fit
 * @data: the elements
 * @has_readers: whether there ever was another reference
 *
 * The memory of one column. Counted; any thread may hold and drop references.
 *
 * There is at most one writer. Published elements never change and never move:
 * ful_buffer_reserve() creates a new buffer when the old one is full, and the
 * readers of the old one keep it. The number of elements of a reader is in the
 * table of the buffer.
 */
typedef struct
{
  FulType  type;
  gsize    n;
  gsize    capacity;
  gpointer data;
  gboolean has_readers;
} FulBuffer;

FulBuffer *ful_buffer_new       (FulType    type,
                                 gsize      capacity);
FulBuffer *ful_buffer_new_take  (FulType    type,
                                 gpointer   data,
                                 gsize      n);
FulBuffer *ful_buffer_ref       (FulBuffer *self);
void       ful_buffer_unref     (FulBuffer *self);
FulBuffer *ful_buffer_reserve   (FulBuffer *self,
                                 gsize      n_more);
void       ful_buffer_narrow    (FulBuffer *self,
                                 gsize      n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulBuffer, ful_buffer_unref)

G_END_DECLS
