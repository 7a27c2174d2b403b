/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A growing run of bytes. */

#include "config.h"

#include "ful-bytes.h"

#include "ful-memory.h"

/**
 * ful_bytes_grow:
 * @self: bytes
 * @n_more: bytes that will be appended next
 *
 * The slow path of ful_bytes_reserve().
 */
void
ful_bytes_grow (FulBytes *self,
                gsize     n_more)
{
  self->capacity = ful_memory_next_size (self->capacity, self->n + n_more, 192);
  self->data = g_realloc (self->data, self->capacity + FUL_BYTES_PADDING);
}

/**
 * ful_bytes_shrink_to_fit:
 *
 * Frees unused memory, except the padding.
 */
void
ful_bytes_shrink_to_fit (FulBytes *self)
{
  if (self->capacity - self->n <= self->n / 64)
    return;

  self->data = g_realloc (self->data, self->n + FUL_BYTES_PADDING);
  self->capacity = self->n;
}

void
ful_bytes_clear (FulBytes *self)
{
  g_clear_pointer (&self->data, g_free);
  self->n = 0;
  self->capacity = 0;
}
