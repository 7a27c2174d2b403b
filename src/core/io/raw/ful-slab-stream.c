/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bytes of a slab container, slab by slab in the order of the file, so a .jslb.gz
 * needs no temporary copy.
 *
 * The thread of the stream reads numeric slabs to where they stay, which is mostly the
 * time of new memory, and the text of JSON slabs into chunks, which the caller parses
 * meanwhile. */

#include "config.h"

#include "ful-slabs-private.h"

#include "io/bytes/ful-decoder.h"
#include "io/bytes/ful-utf8.h"

#include "base/ful-cursor.h"
#include "base/ful-error.h"
#include "base/ful-memory.h"

#include <glib/gi18n-lib.h>

#define HEADER_BYTES 20
#define ENTRY_BYTES 12
#define CONTAINER_VERSION 1

/* Memory for a slab is allocated as its bytes arrive, not by the length in the table. */
#define FIRST_BYTES (64u << 20)

#define FAIL(self, ...) (g_set_error (&(self)->error, FUL_ERROR, FUL_ERROR_FORMAT, __VA_ARGS__), FALSE)

/* Reads up to @n bytes. Returns how many there were. */
static gsize
read_bytes (FulSlabStream *self,
            char          *to,
            gsize          n)
{
  gsize done = MIN (n, self->first->n - self->first_used);
  gssize here;

  memcpy (to, self->first->data + self->first_used, done);
  self->first_used += done;
  while (done < n && (here = ful_byte_stream_read (self->stream, to + done, n - done, &self->error)) > 0)
    done += (gsize) here;
  self->position += done;

  return done;
}

/* Returns whether there were @n bytes to append. */
static gboolean
append_bytes (FulSlabStream *self,
              FulBytes      *to,
              gsize          n)
{
  while (n > 0)
    {
      gsize wanted = MIN (n, FUL_CHUNK_BYTES), here;

      ful_bytes_reserve (to, wanted);
      here = read_bytes (self, to->data + to->n, wanted);
      to->n += here;
      if (here < wanted)
        return FALSE;
      n -= here;
    }

  return TRUE;
}

/* Reads over @n bytes, or to the end. */
static void
skip_bytes (FulSlabStream *self,
            FulChunk      *chunk,
            gsize          n)
{
  gsize here = 1;

  for (; n > 0 && here > 0; n -= here)
    here = read_bytes (self, chunk->data, MIN (n, FUL_CHUNK_BYTES));
}

/* The file ends within a slab or before it, or within the table (NULL). Returns: whether it is accepted */
static gboolean
accept_cut (FulSlabStream *self,
            FulSlab       *slab)
{
  if (slab && self->partial && self->error == NULL)
    return slab->is_cut = self->is_cut = TRUE;
  if (self->error == NULL)
    ful_byte_stream_set_truncated_error (self->stream, &self->error);

  return FALSE;
}

static gboolean
read_table (FulSlabStream *self,
            FulBytes      *header,
            FulBytes      *table)
{
  gsize n_bytes;

  if (!append_bytes (self, header, HEADER_BYTES))
    return accept_cut (self, NULL);
  if (memcmp (header->data, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) != 0)
    return FAIL (self, _("Not a slab container: wrong magic number at byte 0"));
  if (ful_read_u32 (header->data + 8) != CONTAINER_VERSION)
    return FAIL (self, _("Slab container version %u at byte 8; only version %d is known"),
                 ful_read_u32 (header->data + 8), CONTAINER_VERSION);

  self->n_slabs = ful_read_u32 (header->data + 12);
  self->root = ful_read_u32 (header->data + 16);
  n_bytes = (gsize) self->n_slabs * ENTRY_BYTES;
  if (!append_bytes (self, table, n_bytes))
    return accept_cut (self, NULL);

  self->slabs = g_new0 (FulSlab, MAX (self->n_slabs, 1));
  for (guint32 i = 0; i < self->n_slabs; i++)
    {
      FulSlab *slab = &self->slabs[i];
      const char *entry = table->data + (gsize) i * ENTRY_BYTES;

      g_assert (table->data);
      slab->type = ful_read_u32 (entry);
      slab->start = ful_read_u32 (entry + 4);
      slab->length = ful_read_u32 (entry + 8);
      if (slab->type > FUL_SLAB_JSON)
        return FAIL (self, _("Slab %u has the unknown type %u"), i, slab->type);
      if (slab->length % ful_slab_element_bytes[slab->type] != 0)
        return FAIL (self, _("The length of slab %u, %u bytes, is not a multiple of its element size %u"),
                     i, slab->length, ful_slab_element_bytes[slab->type]);
    }
  if (self->root >= self->n_slabs || self->slabs[self->root].type != FUL_SLAB_JSON)
    return FAIL (self, _("The root slab, number %u of %u, is not JSON"), self->root, self->n_slabs);

  return TRUE;
}

static int
compare_starts (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const FulSlab *slabs = data;
  const FulSlab *x = &slabs[*(const guint32 *) a];
  const FulSlab *y = &slabs[*(const guint32 *) b];

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;

  return x->length < y->length ? -1 : x->length > y->length;
}

/* Slabs in the order of the file; they do not overlap. */
static gboolean
check_places (FulSlabStream *self)
{
  guint64 end = self->position;

  self->order = g_new (guint32, self->n_slabs);
  for (guint32 i = 0; i < self->n_slabs; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (gint) self->n_slabs, sizeof *self->order, compare_starts, self->slabs);

  for (guint32 i = 0; i < self->n_slabs; i++)
    {
      FulSlab *slab = &self->slabs[self->order[i]];

      if (slab->length == 0)
        continue;
      if (slab->start < end)
        return FAIL (self, _("Slab %u at byte %u overlaps the table or the slab before it"), self->order[i], slab->start);
      end = (guint64) slab->start + slab->length;
    }

  return TRUE;
}

static gboolean
read_numbers (FulSlabStream *self,
              FulSlab       *slab)
{
  if (!ful_memory_is_available (slab->length))
    {
      self->error = g_error_new_literal (FUL_ERROR, FUL_ERROR_TOO_LARGE, _("There is not enough memory for the profile"));
      return FALSE;
    }
  ful_bytes_reserve (&slab->bytes, MIN (slab->length, FIRST_BYTES));

  return append_bytes (self, &slab->bytes, slab->length) || accept_cut (self, slab);
}

/* The next part of the text of a slab, with UTF-8 repaired. A character may continue in the part after it. */
static gboolean
read_text (FulSlabStream *self,
           FulChunk      *chunk)
{
  gsize wanted = MIN (self->text_left, FUL_CHUNK_BYTES - sizeof self->carry), n, n_bad = 0, first_bad;

  memcpy (chunk->data, self->carry, self->n_carry);
  n = read_bytes (self, chunk->data + self->n_carry, wanted);
  if (n < wanted && !accept_cut (self, self->text))
    return FALSE;

  self->text_left -= wanted;
  chunk->is_last = self->text_left == 0 || n < wanted;
  n += self->n_carry;
  chunk->n = ful_utf8_repair (chunk->data, n, chunk->is_last, &n_bad, &first_bad);
  self->n_carry = n - chunk->n;
  memcpy (self->carry, chunk->data + chunk->n, self->n_carry);
  self->n_bad += n_bad;
  if (chunk->is_last)
    self->text = NULL;

  return TRUE;
}

static gboolean
read_slab (FulSlabStream *self,
           FulSlab       *slab,
           FulChunk      *chunk)
{
  gboolean missing;

  if (slab->length > 0)
    skip_bytes (self, chunk, slab->start - self->position);

  /* No memory for missing bytes. */
  missing = slab->length > 0 && self->position < slab->start;
  if (missing && !accept_cut (self, slab))
    return FALSE;
  if (slab->type != FUL_SLAB_JSON)
    return missing || read_numbers (self, slab);

  self->text = slab;
  self->text_left = missing ? 0 : slab->length;

  return TRUE;
}

/* Reads slabs up to the next text, and a part of that. */
static gboolean
fill_chunk (FulChunk  *chunk,
            gpointer   user_data,
            GError   **error)
{
  FulSlabStream *self = user_data;
  gboolean result = TRUE;

  while (result && self->text == NULL && self->n_read < self->n_slabs)
    result = read_slab (self, &self->slabs[self->order[self->n_read++]], chunk);
  if (result && self->text)
    result = read_text (self, chunk);
  else if (result)
    {
      /* So that a damaged checksum is noticed. */
      skip_bytes (self, chunk, G_MAXSIZE);
      result = FALSE;
    }
  if (self->error)
    g_propagate_error (error, g_steal_pointer (&self->error));

  return result;
}

/**
 * ful_slab_stream_start:
 * @self: a stream, with @stream, @first and @partial set
 * @error: %FUL_ERROR_FORMAT, %FUL_ERROR_TRUNCATED
 *
 * Reads the table and starts to read slabs.
 */
gboolean
ful_slab_stream_start (FulSlabStream  *self,
                       GError        **error)
{
  FulBytes header = { 0 }, table = { 0 };
  gboolean result = read_table (self, &header, &table) && check_places (self);

  ful_bytes_clear (&header);
  ful_bytes_clear (&table);
  if (result)
    ful_byte_stream_read_slabs (self->stream, fill_chunk, self);
  else
    g_propagate_error (error, g_steal_pointer (&self->error));

  return result;
}

void
ful_slab_stream_clear (FulSlabStream *self)
{
  for (guint32 i = 0; self->slabs && i < self->n_slabs; i++)
    ful_bytes_clear (&self->slabs[i].bytes);
  g_free (self->slabs);
  g_free (self->order);
  ful_byte_stream_release (self->stream, self->first);
}
