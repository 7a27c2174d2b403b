/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Interned strings.
 *
 * Pointers are in segments of doubling size, bytes in chunks; neither is ever
 * moved, so readers can continue while the writer appends. The hash index is built
 * when the writer first interns or asks for it. Readers find strings in it while it
 * grows: an entry is stored after its string, and an index that was replaced lives
 * as long as the table. From the first publication on there may be several writers:
 * the rows of a capture, and the names of its functions.
 */

#include "config.h"

#include "ful-string-table.h"

#include "ful-hash.h"

#include <string.h>

#define FIRST_SEGMENT_BITS 8
#define N_SEGMENTS 24
#define CHUNK_BYTES (64 * 1024)

typedef struct
{
  guint   mask;
  guint64 entries[];   /* hash << 32 | id + 1, open addressing; of equal strings the first */
} Index;

struct _FulStringTable
{
  const char **segments[N_SEGMENTS];
  guint        n;

  GPtrArray   *chunks;       /* all memory of strings; freed at the end */
  char        *chunk;        /* the one being filled */
  gsize        chunk_left;

  Index       *index;
  guint        n_indexed;
  gboolean     is_published;
  GMutex       lock;         /* of writers, once it is published */
};

static inline void
begin_writing (FulStringTable *self)
{
  if (self->is_published)
    g_mutex_lock (&self->lock);
}

static inline void
end_writing (FulStringTable *self)
{
  if (self->is_published)
    g_mutex_unlock (&self->lock);
}

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
  g_mutex_clear (&self->lock);
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
  g_mutex_init (&self->lock);

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
  __atomic_store_n (&self->n, self->n + 1, __ATOMIC_RELEASE);
}

/**
 * ful_string_table_new_take:
 * @bytes: (transfer full): @n_strings strings one after the other, each with its NUL
 * @n_bytes: length of @bytes
 * @n_strings: number of strings in it
 *
 * Takes ownership of strings without a copy. Equal strings keep different ids.
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
 * Returns: the number of strings so far; readers have that of their snapshot
 */
guint
ful_string_table_get_n (const FulStringTable *self)
{
  return __atomic_load_n (&self->n, __ATOMIC_ACQUIRE);
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

static FulStringIndex
append (FulStringTable *self,
        const char     *text,
        gsize           n)
{
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

/**
 * ful_string_table_append:
 * @self: a string table
 * @text: UTF-8
 * @length: length of @text in bytes, or -1 if it ends with a NUL
 *
 * Appends a string, even if there is an equal one. Writers only.
 *
 * Returns: its id
 */
FulStringIndex
ful_string_table_append (FulStringTable *self,
                         const char     *text,
                         gssize          length)
{
  FulStringIndex id;

  begin_writing (self);
  id = append (self, text, length < 0 ? strlen (text) : (gsize) length);
  end_writing (self);

  return id;
}

/* Returns: the place of the string in the index, or the free one where it belongs; its entry or 0 in @out_entry */
static inline guint
find_place (const FulStringTable *self,
            const Index          *index,
            guint32               hash,
            const char           *text,
            gsize                 n,
            guint64              *out_entry)
{
  guint i = hash & index->mask;

  for (; (*out_entry = __atomic_load_n (&index->entries[i], __ATOMIC_ACQUIRE)) != 0; i = (i + 1) & index->mask)
    {
      const char *candidate;

      if (*out_entry >> 32 != hash)
        continue;
      candidate = *slot_of (self, (guint32) *out_entry - 1);
      if (strncmp (candidate, text, n) == 0 && candidate[n] == '\0')
        break;
    }

  return i;
}

static void
grow_index (FulStringTable *self,
            gsize           size)
{
  Index *old = self->index, *index = g_malloc0 (sizeof *index + size * sizeof *index->entries);
  gsize n_old = old ? (gsize) old->mask + 1 : 0;

  index->mask = (guint) (size - 1);
  for (gsize k = 0; k < n_old; k++)
    {
      guint i = (guint) (old->entries[k] >> 32) & index->mask;

      if (old->entries[k] == 0)
        continue;
      while (index->entries[i] != 0)
        i = (i + 1) & index->mask;
      index->entries[i] = old->entries[k];
    }
  __atomic_store_n (&self->index, index, __ATOMIC_RELEASE);
  if (self->is_published && old)
    g_ptr_array_add (self->chunks, old);
  else
    g_free (old);
}

/* A new index has room for @n_more strings. */
static void
index_new_strings (FulStringTable *self,
                   guint           n_more)
{
  if (self->index == NULL || (gsize) self->n * 2 > self->index->mask)
    {
      gsize size = 64;

      while (size <= ((gsize) self->n + n_more) * 2)
        size *= 2;
      grow_index (self, size);
    }

  for (; self->n_indexed < self->n; self->n_indexed++)
    {
      const char *text = *slot_of (self, self->n_indexed);
      gsize length = strlen (text);
      guint32 hash = ful_hash_bytes (text, length);
      guint64 entry;
      guint i = find_place (self, self->index, hash, text, length, &entry);

      if (entry == 0)
        __atomic_store_n (&self->index->entries[i], (guint64) hash << 32 | (self->n_indexed + 1), __ATOMIC_RELEASE);
    }
}

static FulStringIndex
lookup (const FulStringTable *self,
        const char           *text,
        gsize                 n)
{
  const Index *index = __atomic_load_n (&self->index, __ATOMIC_ACQUIRE);
  guint64 entry = 0;

  if (index)
    find_place (self, index, ful_hash_bytes (text, n), text, n, &entry);

  /* An empty place has id 0 - 1. */
  return (FulStringIndex) ((guint32) entry - 1);
}

/**
 * ful_string_table_update_index:
 *
 * Adds appended strings to the index of ful_string_table_find(). Writer only, before ful_string_table_publish().
 */
void
ful_string_table_update_index (FulStringTable *self)
{
  index_new_strings (self, 0);
}

/**
 * ful_string_table_publish:
 *
 * Readers can find the strings so far, from now on also while others are appended. Writers only; they may be
 * in several threads from the first call on.
 *
 * Returns: the number of strings
 */
guint
ful_string_table_publish (FulStringTable *self)
{
  guint n;

  self->is_published = TRUE;
  begin_writing (self);
  index_new_strings (self, 0);
  n = self->n;
  end_writing (self);

  return n;
}

/**
 * ful_string_table_find:
 * @text: UTF-8
 *
 * Looks among the strings that were indexed or published, and maybe later ones. Writes nothing: any thread once
 * the table is published.
 *
 * Returns: the id of the first string equal to @text, or %FUL_NONE
 */
FulStringIndex
ful_string_table_find (const FulStringTable *self,
                       const char           *text)
{
  return lookup (self, text, strlen (text));
}

/**
 * ful_string_table_intern:
 * @self: a string table
 * @text: UTF-8 without NUL bytes
 * @length: length of @text in bytes, or -1 if it ends with a NUL
 *
 * Appends the string unless there is an equal one. Writers only.
 *
 * Returns: its id
 */
FulStringIndex
ful_string_table_intern (FulStringTable *self,
                         const char     *text,
                         gssize          length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  FulStringIndex id;

  begin_writing (self);
  index_new_strings (self, MAX (self->n, 256));
  id = lookup (self, text, n);
  if (id == FUL_NONE)
    id = append (self, text, n);
  end_writing (self);

  return id;
}

/**
 * ful_string_table_forget_index:
 *
 * Frees what only interning and ful_string_table_find() need. Not after ful_string_table_publish().
 */
void
ful_string_table_forget_index (FulStringTable *self)
{
  g_clear_pointer (&self->index, g_free);
  self->n_indexed = 0;
}
