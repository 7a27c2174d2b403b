/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Growable storage of one column.
 *
 * The writer appends after the published rows and publishes new tables (buffer +
 * greater row count). Publishing is the only synchronisation: nothing below a
 * published row count is ever written again. */

#include "config.h"

#include "ful-buffer.h"

#include <string.h>

#define MIN_CAPACITY 16

gsize
ful_type_get_size (FulType type)
{
  switch (type)
    {
    case FUL_TYPE_U8:
      return 1;
    case FUL_TYPE_U16:
      return 2;
    case FUL_TYPE_I32:
      return 4;
    case FUL_TYPE_I64:
    case FUL_TYPE_F64:
      return 8;
    default:
      g_assert_not_reached ();
    }
}

static void
ful_buffer_clear (gpointer data)
{
  FulBuffer *self = data;

  g_free (self->data);
}

/**
 * ful_buffer_new:
 * @type: type of the elements
 * @capacity: number of elements that will be written; 0 is fine
 *
 * Returns: (transfer full): an empty buffer
 */
FulBuffer *
ful_buffer_new (FulType type,
                gsize   capacity)
{
  FulBuffer *self = g_atomic_rc_box_new0 (FulBuffer);

  self->type = type;
  self->capacity = MAX (capacity, MIN_CAPACITY);
  self->data = g_malloc_n (self->capacity, ful_type_get_size (type));

  return self;
}

/**
 * ful_buffer_new_take:
 * @type: type of the elements
 * @data: (transfer full) (nullable): @n elements from g_malloc()
 * @n: number of elements
 *
 * Takes ownership of memory without a copy.
 *
 * Returns: (transfer full): a buffer that holds @n elements
 */
FulBuffer *
ful_buffer_new_take (FulType  type,
                     gpointer data,
                     gsize    n)
{
  FulBuffer *self = g_atomic_rc_box_new0 (FulBuffer);

  self->type = type;
  self->n = n;
  self->capacity = n;
  self->data = data;

  return self;
}

FulBuffer *
ful_buffer_ref (FulBuffer *self)
{
  /* The writer passes the first reference on, so it has seen this. */
  if (!self->has_readers)
    self->has_readers = TRUE;

  return g_atomic_rc_box_acquire (self);
}

void
ful_buffer_unref (FulBuffer *self)
{
  g_atomic_rc_box_release_full (self, ful_buffer_clear);
}

/**
 * ful_buffer_reserve:
 * @self: (transfer full): a buffer, of which the caller is the writer
 * @n_more: number of elements that will be appended next
 *
 * Reserves memory after the last element. When the buffer is full and has readers, its
 * elements are copied to a larger one; readers keep the old one.
 *
 * Returns: (transfer full): @self, or the buffer that replaces it
 */
FulBuffer *
ful_buffer_reserve (FulBuffer *self,
                    gsize      n_more)
{
  gsize wanted = self->n + n_more;
  gsize size, capacity;
  FulBuffer *larger;

  if (wanted <= self->capacity)
    return self;

  size = ful_type_get_size (self->type);
  capacity = MAX (wanted, 2 * self->capacity);
  if (!self->has_readers)
    {
      self->data = g_realloc_n (self->data, capacity, size);
      self->capacity = capacity;
      return self;
    }
  larger = ful_buffer_new_take (self->type, g_malloc_n (capacity, size), self->n);
  larger->capacity = capacity;
  if (self->n > 0)
    memcpy (larger->data, self->data, self->n * size);
  ful_buffer_unref (self);

  return larger;
}

#define GREATEST(type) \
  for (gsize i = 0; i < n; i++) \
    greatest = MAX (greatest, ((const type *) self->data)[i])

/* An element is never read after a narrower one was written over it. */
#define CONVERT(from, to, bias) \
  for (gsize i = 0; i < n; i++) \
    ((to *) self->data)[i] = (to) (((const from *) self->data)[i] + (bias))

/**
 * ful_buffer_narrow:
 * @self: a buffer of %FUL_TYPE_I32 or %FUL_TYPE_I64 that no reader has yet
 * @n: its elements, none of them less than -1
 *
 * Stores the elements in place in the narrowest type that holds them all, and frees
 * unused memory. Unsigned types hold one more than the number, so that a missing
 * one is 0: see FulPackedInt.
 */
void
ful_buffer_narrow (FulBuffer *self,
                   gsize      n)
{
  gint64 greatest = -1;

  if (self->type == FUL_TYPE_I64)
    GREATEST (gint64);
  else
    GREATEST (gint32);

  if (self->type == FUL_TYPE_I64 && greatest <= G_MAXINT32)
    {
      CONVERT (gint64, gint32, 0);
      self->type = FUL_TYPE_I32;
    }
  if (greatest < G_MAXUINT8)
    {
      CONVERT (gint32, guint8, 1);
      self->type = FUL_TYPE_U8;
    }
  else if (greatest < G_MAXUINT16)
    {
      CONVERT (gint32, guint16, 1);
      self->type = FUL_TYPE_U16;
    }

  self->n = self->capacity = n;
  self->data = g_realloc_n (self->data, MAX (n, 1), ful_type_get_size (self->type));
}
