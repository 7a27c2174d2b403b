/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Interned strings.
 *
 * Pointers stand in segments of doubling size, bytes in chunks; neither is ever
 * moved, which is what lets readers go on while the writer appends. The hash
 * index is made when the writer first interns, and is the writer's alone. */

#include "config.h"

#include "ful-string-table.h"

#include <string.h>

#define FIRST_SEGMENT_BITS 8
#define N_SEGMENTS 24
#define CHUNK_BYTES (64 * 1024)

struct _FulStringTable
{
  const char **segments[N_SEGMENTS];
  guint        n;

  GPtrArray   *chunks;       /* all memory of strings; freed at the end */
  char        *chunk;        /* the one being filled */
  gsize        chunk_left;

  guint32     *index;        /* id + 1 by hash, open addressing; writer only */
  guint        index_mask;
  guint        n_indexed;
};

static inline const char **
slot_of (const FulStringTable *self,
         guint                 id)
{
  guint v = id + (1u << FIRST_SEGMENT_BITS);
  guint bit = g_bit_storage (v) - 1;

  return &self->segments[bit - FIRST_SEGMENT_BITS][v - (1u << bit)];
}

static void
ful_string_table_clear (gpointer data)
{
  FulStringTable *self = data;

  for (guint i = 0; i < N_SEGMENTS; i++)
    g_free (self->segments[i]);
  g_ptr_array_unref (self->chunks);
  g_free (self->index);
}

/**
 * ful_string_table_new:
 *
 * Returns: (transfer full): a table without strings
 */
FulStringTable *
ful_string_table_new (void)
{
  FulStringTable *self = g_atomic_rc_box_new0 (FulStringTable);

  self->chunks = g_ptr_array_new_with_free_func (g_free);

  return self;
}

static void
add_pointer (FulStringTable *self,
             const char     *string)
{
  guint v = self->n + (1u << FIRST_SEGMENT_BITS);
  guint bit = g_bit_storage (v) - 1;
  guint segment = bit - FIRST_SEGMENT_BITS;

  g_assert (segment < N_SEGMENTS);
  if (self->segments[segment] == NULL)
    self->segments[segment] = g_new (const char *, (gsize) 1 << bit);
  self->segments[segment][v - (1u << bit)] = string;
  self->n++;
}

/**
 * ful_string_table_new_take:
 * @bytes: (transfer full): @n_strings strings one after the other, each with its NUL
 * @n_bytes: length of @bytes
 * @n_strings: number of strings in it
 *
 * Takes strings over without a copy. Equal strings keep different ids.
 *
 * Returns: (transfer full): the table
 */
FulStringTable *
ful_string_table_new_take (char  *bytes,
                           gsize  n_bytes,
                           guint  n_strings)
{
  FulStringTable *self = ful_string_table_new ();
  const char *p = bytes;

  if (bytes)
    g_ptr_array_add (self->chunks, bytes);
  for (guint i = 0; i < n_strings; i++)
    {
      g_assert (p < bytes + n_bytes);
      add_pointer (self, p);
      p += strlen (p) + 1;
    }

  return self;
}

FulStringTable *
ful_string_table_ref (FulStringTable *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_string_table_unref (FulStringTable *self)
{
  g_atomic_rc_box_release_full (self, ful_string_table_clear);
}

/**
 * ful_string_table_get_n:
 *
 * Writer only, or after the last append.
 *
 * Returns: the number of strings
 */
guint
ful_string_table_get_n (const FulStringTable *self)
{
  return self->n;
}

/**
 * ful_string_table_get:
 * @self: a string table
 * @string: an id of it
 *
 * Returns: (transfer none): the string; lives as long as @self
 */
const char *
ful_string_table_get (const FulStringTable *self,
                      FulStringIndex        string)
{
  return *slot_of (self, string);
}

/**
 * ful_string_table_append:
 * @self: a string table
 * @text: UTF-8
 * @length: length of @text in bytes, or -1 if it ends with a NUL
 *
 * Appends a string, whether there is an equal one or not. Writer only.
 *
 * Returns: its id
 */
FulStringIndex
ful_string_table_append (FulStringTable *self,
                         const char     *text,
                         gssize          length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  char *copy;

  if (n + 1 > CHUNK_BYTES / 4)
    {
      copy = g_malloc (n + 1);
      g_ptr_array_add (self->chunks, copy);
    }
  else
    {
      if (self->chunk_left < n + 1)
        {
          self->chunk = g_malloc (CHUNK_BYTES);
          self->chunk_left = CHUNK_BYTES;
          g_ptr_array_add (self->chunks, self->chunk);
        }
      copy = self->chunk;
      self->chunk += n + 1;
      self->chunk_left -= n + 1;
    }

  memcpy (copy, text, n);
  copy[n] = '\0';
  add_pointer (self, copy);

  return (FulStringIndex) (self->n - 1);
}

static guint32
hash_bytes (const char *text,
            gsize       n)
{
  guint64 h = 0x9e3779b97f4a7c15u ^ n;

  for (; n >= 8; text += 8, n -= 8)
    {
      guint64 v;

      memcpy (&v, text, 8);
      h = (h ^ v) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }
  if (n > 0)
    {
      guint64 v = 0;

      memcpy (&v, text, n);
      h = (h ^ v) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }

  return (guint32) (h ^ (h >> 29));
}

static void
index_insert (FulStringTable *self,
              guint32         id)
{
  const char *text = *slot_of (self, id);
  guint i = hash_bytes (text, strlen (text)) & self->index_mask;

  while (self->index[i] != 0)
    i = (i + 1) & self->index_mask;
  self->index[i] = id + 1;
}

static void
index_new_strings (FulStringTable *self)
{
  if (self->index == NULL || (gsize) self->n * 2 > self->index_mask)
    {
      gsize size = 1024;

      while (size < (gsize) self->n * 4)
        size *= 2;
      g_free (self->index);
      self->index = g_new0 (guint32, size);
      self->index_mask = size - 1;
      self->n_indexed = 0;
    }

  for (; self->n_indexed < self->n; self->n_indexed++)
    index_insert (self, self->n_indexed);
}

static FulStringIndex
lookup (FulStringTable *self,
        const char     *text,
        gsize           n)
{
  index_new_strings (self);

  for (guint i = hash_bytes (text, n) & self->index_mask; self->index[i] != 0; i = (i + 1) & self->index_mask)
    {
      const char *candidate = *slot_of (self, self->index[i] - 1);

      if (strncmp (candidate, text, n) == 0 && candidate[n] == '\0')
        return (FulStringIndex) (self->index[i] - 1);
    }

  return FUL_NONE;
}

/**
 * ful_string_table_find:
 *
 * Writer only.
 *
 * Returns: the id of the first string equal to @text, or %FUL_NONE
 */
FulStringIndex
ful_string_table_find (FulStringTable *self,
                       const char     *text)
{
  return lookup (self, text, strlen (text));
}

/**
 * ful_string_table_intern:
 * @self: a string table
 * @text: UTF-8 without NUL bytes
 * @length: length of @text in bytes, or -1 if it ends with a NUL
 *
 * Appends the string unless there is an equal one. Writer only.
 *
 * Returns: its id
 */
FulStringIndex
ful_string_table_intern (FulStringTable *self,
                         const char     *text,
                         gssize          length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  FulStringIndex id = lookup (self, text, n);

  return id != FUL_NONE ? id : ful_string_table_append (self, text, (gssize) n);
}

/**
 * ful_string_table_forget_index:
 *
 * Frees what only interning needs. It is made anew if interning goes on.
 */
void
ful_string_table_forget_index (FulStringTable *self)
{
  g_clear_pointer (&self->index, g_free);
  self->index_mask = 0;
  self->n_indexed = 0;
}
