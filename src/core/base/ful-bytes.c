/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A growing run of bytes. */

#include "config.h"

#include "ful-bytes.h"

#include "ful-memory.h"

/**
 * ful_bytes_reserve_exact:
 * @self: bytes
 * @n_more: bytes that may be appended later
 *
 * Sees to it that the memory does not move while they are appended.
 */
void
ful_bytes_reserve_exact (FulBytes *self,
                         gsize     n_more)
{
  gsize wanted = self->n + n_more;

  if (wanted <= self->allocated)
    return;

  self->allocated = ful_memory_next_size (self->allocated, wanted, 192);
  if (self->data)
    self->data = g_realloc (self->data, self->allocated + FUL_BYTES_PADDING);
  else
    self->data = ful_memory_grow (NULL, 0, self->allocated + FUL_BYTES_PADDING, 1);
}

/**
 * ful_bytes_grow:
 * @self: bytes
 * @n_more: bytes that will be appended next
 *
 * Makes room; the slow path of ful_bytes_reserve().
 */
void
ful_bytes_grow (FulBytes *self,
                gsize     n_more)
{
  ful_bytes_reserve_exact (self, n_more);
  self->capacity = ful_memory_open (self->data, 1, self->capacity, self->n + n_more, self->allocated);
}

/**
 * ful_bytes_shrink_to_fit:
 *
 * Gives back the room that is not used, but for the padding.
 */
void
ful_bytes_shrink_to_fit (FulBytes *self)
{
  if (self->allocated - self->n <= self->n / 64)
    return;

  self->data = g_realloc (self->data, self->n + FUL_BYTES_PADDING);
  self->capacity = self->allocated = self->n;
}

void
ful_bytes_clear (FulBytes *self)
{
  g_clear_pointer (&self->data, g_free);
  self->n = 0;
  self->capacity = 0;
  self->allocated = 0;
}
