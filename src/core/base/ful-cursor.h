/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Little-endian numbers, wherever they begin. */

static inline guint16
ful_read_u16 (gconstpointer from)
{
  guint16 value;

  memcpy (&value, from, sizeof value);

  return GUINT16_FROM_LE (value);
}

static inline guint32
ful_read_u32 (gconstpointer from)
{
  guint32 value;

  memcpy (&value, from, sizeof value);

  return GUINT32_FROM_LE (value);
}

static inline guint64
ful_read_u64 (gconstpointer from)
{
  guint64 value;

  memcpy (&value, from, sizeof value);

  return GUINT64_FROM_LE (value);
}

/**
 * FulCursor:
 * @p: next byte
 * @n: bytes from there
 * @is_big_endian: byte order of the numbers
 * @failed: whether it reached the end; all that is read from then on is 0
 *
 * The fields of a record, in order.
 */
typedef struct
{
  const guint8 *p;
  gsize         n;
  gboolean      is_big_endian;
  gboolean      failed;
} FulCursor;

static inline const guint8 *
ful_cursor_skip (FulCursor *self,
                 guint64    n)
{
  const guint8 *from = self->p;

  if (self->failed || n > self->n)
    {
      self->failed = TRUE;
      return NULL;
    }
  self->p += n;
  self->n -= n;

  return from;
}

static inline guint16
ful_cursor_u16 (FulCursor *self)
{
  const guint8 *from = ful_cursor_skip (self, 2);
  guint16 value = from ? ful_read_u16 (from) : 0;

  return self->is_big_endian ? GUINT16_SWAP_LE_BE (value) : value;
}

static inline guint32
ful_cursor_u32 (FulCursor *self)
{
  const guint8 *from = ful_cursor_skip (self, 4);
  guint32 value = from ? ful_read_u32 (from) : 0;

  return self->is_big_endian ? GUINT32_SWAP_LE_BE (value) : value;
}

static inline guint64
ful_cursor_u64 (FulCursor *self)
{
  const guint8 *from = ful_cursor_skip (self, 8);
  guint64 value = from ? ful_read_u64 (from) : 0;

  return self->is_big_endian ? GUINT64_SWAP_LE_BE (value) : value;
}

/* Returns: (transfer full): a text that ends with a NUL or the record, as UTF-8 */
static inline char *
ful_cursor_dup_text (FulCursor *self)
{
  gsize n = self->failed ? 0 : strnlen ((const char *) self->p, self->n);
  char *text = g_utf8_make_valid (n > 0 ? (const char *) self->p : "", (gssize) n);

  ful_cursor_skip (self, MIN (n + 1, self->n));

  return text;
}

/* Returns: (transfer full) (nullable): such a text after its length; %NULL if there are not so many bytes */
static inline char *
ful_cursor_dup_counted_text (FulCursor *self)
{
  guint32 n = ful_cursor_u32 (self);
  FulCursor text = *self;

  if (ful_cursor_skip (self, n) == NULL)
    return NULL;
  text.n = n;

  return ful_cursor_dup_text (&text);
}

G_END_DECLS
