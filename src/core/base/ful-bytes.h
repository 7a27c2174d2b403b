/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Bytes after the last one that scanners may load, but not interpret. */
#define FUL_BYTES_PADDING 64

/**
 * FulBytes:
 * @data: the bytes, from g_malloc(); at least %FUL_BYTES_PADDING more are allocated
 * @n: number of bytes
 * @capacity: bytes that can be written without a call, padding not counted
 *
 * A growing run of bytes. Unlike a GByteArray it has no 4 GiB limit, and appending is inline.
 */
typedef struct
{
  char  *data;
  gsize  n;
  gsize  capacity;
} FulBytes;

void ful_bytes_grow          (FulBytes *self,
                              gsize     n_more);
void ful_bytes_shrink_to_fit (FulBytes *self);
void ful_bytes_clear         (FulBytes *self);

static inline void
ful_bytes_reserve (FulBytes *self,
                   gsize     n_more)
{
  if (G_UNLIKELY (self->capacity - self->n < n_more))
    ful_bytes_grow (self, n_more);
}

static inline void
ful_bytes_append (FulBytes   *self,
                  const char *data,
                  gsize       n)
{
  if (n == 0)
    return;
  ful_bytes_reserve (self, n);
  memcpy (self->data + self->n, data, n);
  self->n += n;
}

static inline void
ful_bytes_append_c (FulBytes *self,
                    char      c)
{
  ful_bytes_reserve (self, 1);
  self->data[self->n++] = c;
}

static inline void
ful_bytes_append_s (FulBytes   *self,
                    const char *text)
{
  ful_bytes_append (self, text, strlen (text));
}

G_END_DECLS
