/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Slabs (.jslb): JSON whose numeric arrays are binary blocks (formats.md 1.3).
 *
 * The slabs are read in the order that they have in the stream, so a .jslb.gz needs no
 * temporary copy. Numeric ones become columns as they are; JSON ones are parsed as
 * they arrive. A placeholder for a slab that was not there yet is filled in at the
 * end. Each slab has at most one placeholder, so the root is a tree for any file.
 * Limits of depth and memory are those of the file, not of each slab.
 *
 * Of a truncated file, slabs are read as far as they are complete; those after the end
 * are empty arrays. Columns of both say that rows are missing. */

#include "config.h"

#include "ful-slabs-private.h"

#include "ful-decoder.h"
#include "ful-json-reader.h"
#include "ful-utf8.h"

#include "base/ful-error.h"
#include "base/ful-memory.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

#define HEADER_BYTES 20
#define ENTRY_BYTES 12
#define CONTAINER_VERSION 1

/* Memory for a slab is allocated as its bytes arrive, not by the length in the table. */
#define FIRST_BYTES (64u << 20)

/* The part of a chunk that is text of one JSON slab. */
typedef struct
{
  FulChunk  text;
  FulChunk *chunk;
  gboolean  is_last;
  char      saved[FUL_BYTES_PADDING];   /* the bytes after the last one in @chunk; the parser clears it */
} Part;

/* A placeholder for a slab that was not read yet. */
typedef struct
{
  FulRawNode *node;
  guint32     slab;
} Unresolved;

typedef struct
{
  FulByteStream *stream;
  FulChunk      *chunk;
  gsize          chunk_used;
  guint64        position;
  Part           parts[2];   /* limit on bytes that the parser holds */
  guint          n_parts;
  FulChunk      *held;       /* (nullable): the chunk that the newest of them is in */
  gsize          text_left;  /* bytes of the current slab that the parser did not get so far */
  char           carry[4];   /* beginning of a character that the next part continues */
  gsize          n_carry;
  FulSlab       *slabs;
  guint32        n_slabs;
  FulSlab       *current;    /* the JSON slab that is being parsed */
  gboolean       partial;    /* slabs may end too early */
  gboolean       is_cut;     /* some do */
  guint64        n_allocated;
  FulRawTree    *tree;
  GArray        *unresolved; /* Unresolved */
  guint64        n_repaired;
  GError        *error;
} SlabReader;

/* Sees to it that @chunk has bytes. Returns FALSE at the end, and after an error */
static gboolean
fill_chunk (SlabReader *self)
{
  if (self->chunk && self->chunk_used < self->chunk->n)
    return TRUE;

  if (self->chunk && self->chunk != self->held)
    ful_byte_stream_release (self->stream, self->chunk);
  self->chunk = self->error ? NULL : ful_byte_stream_next (self->stream, &self->error);
  self->chunk_used = 0;

  return self->chunk != NULL;
}

/* Appends up to @n bytes to @to (NULL: skips them). Returns how many there were. */
static gsize
take_bytes (SlabReader *self,
            FulBytes   *to,
            gsize       n)
{
  gsize done = 0;

  while (done < n && fill_chunk (self))
    {
      gsize here = MIN (n - done, self->chunk->n - self->chunk_used);

      if (to)
        ful_bytes_append (to, self->chunk->data + self->chunk_used, here);
      self->chunk_used += here;
      done += here;
    }
  self->position += done;

  return done;
}

static gboolean
fail (SlabReader *self,
      const char *format,
      ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (SlabReader *self,
      const char *format,
      ...)
{
  va_list args;

  if (self->error == NULL)
    {
      va_start (args, format);
      self->error = g_error_new_valist (FUL_ERROR, FUL_ERROR_FORMAT, format, args);
      va_end (args);
    }

  return FALSE;
}

static gboolean
fail_short (SlabReader *self)
{
  if (self->error)
    return FALSE;

  ful_byte_stream_set_truncated_error (self->stream, &self->error);

  return FALSE;
}

/* The file ends within a slab, or before it. Returns: whether it is accepted */
static gboolean
accept_cut (SlabReader *self,
            FulSlab    *slab)
{
  if (self->error || !self->partial)
    return fail_short (self);

  slab->is_cut = self->is_cut = TRUE;

  return TRUE;
}

static gboolean
read_table (SlabReader *self,
            guint32    *root)
{
  FulBytes header = { 0 };
  FulBytes table = { 0 };
  gboolean result = FALSE;

  if (take_bytes (self, &header, HEADER_BYTES) < HEADER_BYTES)
    fail_short (self);
  else if (memcmp (header.data, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) != 0)
    fail (self, _("Not a slab container: wrong magic number at byte 0"));
  else if (ful_slab_read_u32 (header.data + 8) != CONTAINER_VERSION)
    fail (self, _("Slab container version %u at byte 8; only version %d is known"),
          ful_slab_read_u32 (header.data + 8), CONTAINER_VERSION);
  else
    {
      gsize n_bytes;

      self->n_slabs = ful_slab_read_u32 (header.data + 12);
      *root = ful_slab_read_u32 (header.data + 16);
      n_bytes = (gsize) self->n_slabs * ENTRY_BYTES;
      if (take_bytes (self, &table, n_bytes) < n_bytes)
        fail_short (self);
      else
        result = TRUE;
    }

  if (result)
    {
      self->slabs = g_new0 (FulSlab, MAX (self->n_slabs, 1));
      for (guint32 i = 0; i < self->n_slabs && result; i++)
        {
          FulSlab *slab = &self->slabs[i];
          const char *entry = table.data + (gsize) i * ENTRY_BYTES;

          g_assert (table.data);
          slab->type = ful_slab_read_u32 (entry);
          slab->start = ful_slab_read_u32 (entry + 4);
          slab->length = ful_slab_read_u32 (entry + 8);
          if (slab->type > FUL_SLAB_JSON)
            result = fail (self, _("Slab %u has the unknown type %u"), i, slab->type);
          else if (slab->length % ful_slab_element_bytes[slab->type] != 0)
            result = fail (self, _("The length of slab %u, %u bytes, is not a multiple of its element size %u"),
                           i, slab->length, ful_slab_element_bytes[slab->type]);
        }
    }
  if (result && (*root >= self->n_slabs || self->slabs[*root].type != FUL_SLAB_JSON))
    result = fail (self, _("The root slab, number %u of %u, is not JSON"), *root, self->n_slabs);

  ful_bytes_clear (&header);
  ful_bytes_clear (&table);

  return result && self->error == NULL;
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

/* The next text of the current slab, in place, with UTF-8 repaired. Errors of the file are stored in @self. */
static FulChunk *
next_part (gpointer   source,
           GError   **error)
{
  SlabReader *self = source;
  Part *part = &self->parts[self->n_parts++ % G_N_ELEMENTS (self->parts)];
  gsize n_bad = 0, n, n_valid, first_bad;

  if (self->text_left == 0 || !fill_chunk (self))
    return NULL;

  /* A carry comes from the previous chunk, so it fits. */
  n = MIN (self->text_left, self->chunk->n - self->chunk_used);
  *part = (Part) { { self->chunk->data + self->chunk_used - self->n_carry, self->n_carry + n }, self->chunk };
  memcpy (part->text.data, self->carry, self->n_carry);
  self->held = self->chunk;
  self->chunk_used += n;
  self->position += n;
  self->text_left -= n;
  n_valid = ful_utf8_repair (part->text.data, part->text.n, self->text_left == 0, &n_bad, &first_bad);
  self->n_repaired += n_bad;
  self->n_carry = part->text.n - n_valid;
  memcpy (self->carry, part->text.data + n_valid, self->n_carry);
  part->text.n = n_valid;
  part->is_last = self->text_left == 0;
  if (part->is_last)
    memcpy (part->saved, part->text.data + n_valid, FUL_BYTES_PADDING);

  return &part->text;
}

static void
release_part (gpointer  source,
              FulChunk *text)
{
  SlabReader *self = source;
  Part *part = (Part *) text;

  if (part->is_last)
    memcpy (text->data + text->n, part->saved, FUL_BYTES_PADDING);
  if (part->chunk != self->chunk)
    ful_byte_stream_release (self->stream, part->chunk);
}

static gboolean
read_json (SlabReader *self,
           FulSlab    *slab)
{
  FulJsonReader reader;
  gboolean trailing, ended;

  ful_json_reader_init_chunks (&reader, (FulChunks) { self, next_part, release_part });
  reader.base = slab->start;
  reader.n_allocated = self->n_allocated;
  reader.partial = self->partial;
  self->current = slab;
  self->text_left = slab->length;
  self->n_carry = 0;
  slab->node = ful_raw_tree_read (self->tree, &reader, FALSE);
  ful_json_reader_finish (&reader, &trailing);
  slab->height = reader.deepest;
  self->n_allocated = reader.n_allocated;
  self->n_repaired += reader.n_repaired;
  self->is_cut |= reader.cut;

  /* Errors of the file have priority over those of the text in it. */
  ended = reader.ended && self->text_left > 0;
  if (reader.error && !reader.cut)
    {
      slab->node = NULL;
      if (self->error == NULL && !ended)
        g_propagate_prefixed_error (&self->error, g_steal_pointer (&reader.error), _("Slab %u: "),
                                    (guint) (slab - self->slabs));
    }
  ful_json_reader_clear (&reader);
  self->held = NULL;

  return self->error == NULL && (self->text_left == 0 || accept_cut (self, slab));
}

static gboolean
check_memory (SlabReader *self,
              guint64     n_bytes)
{
  if (ful_memory_is_available (n_bytes))
    return TRUE;

  self->error = g_error_new_literal (FUL_ERROR, FUL_ERROR_TOO_LARGE, _("There is not enough memory for the profile"));

  return FALSE;
}

static gboolean
read_numbers (SlabReader *self,
              FulSlab    *slab)
{
  if (!check_memory (self, slab->length))
    return FALSE;
  ful_bytes_reserve (&slab->bytes, MIN (slab->length, FIRST_BYTES));

  return take_bytes (self, &slab->bytes, slab->length) == slab->length || accept_cut (self, slab);
}

/* Slabs in the order of the file; they do not overlap. */
static gboolean
check_places (SlabReader *self,
              guint32    *order)
{
  guint64 end = self->position;

  for (guint32 i = 0; i < self->n_slabs; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) self->n_slabs, sizeof *order, compare_starts, self->slabs);

  for (guint32 i = 0; i < self->n_slabs; i++)
    {
      FulSlab *slab = &self->slabs[order[i]];

      if (slab->length == 0)
        continue;
      if (slab->start < end)
        return fail (self, _("Slab %u at byte %u overlaps the table or the slab before it"), order[i], slab->start);
      end = (guint64) slab->start + slab->length;
    }

  return TRUE;
}

static gboolean
read_slab (SlabReader *self,
           FulSlab    *slab)
{
  if (slab->length > 0)
    take_bytes (self, NULL, slab->start - self->position);
  /* No memory for missing bytes. */
  if (slab->length > 0 && self->position < slab->start)
    return accept_cut (self, slab);
  slab->read = slab->type == FUL_SLAB_JSON ? read_json (self, slab) : read_numbers (self, slab);

  return slab->read;
}

static gboolean
read_slabs (SlabReader *self)
{
  g_autofree guint32 *order = g_new (guint32, MAX (self->n_slabs, 1));

  if (!check_places (self, order))
    return FALSE;
  for (guint32 i = 0; i < self->n_slabs; i++)
    if (!read_slab (self, &self->slabs[order[i]]))
      return FALSE;

  /* Read on to the end, so that a damaged checksum is noticed. */
  take_bytes (self, NULL, G_MAXSIZE);

  return self->error == NULL;
}

static FulRawNode *
slab_to_node (SlabReader *self,
              FulSlab    *slab)
{
  FulRawNode *node = slab->node;

  if (slab->type != FUL_SLAB_JSON)
    return ful_slab_new_numbers (self->tree, slab);
  if (node)
    return node;

  node = ful_raw_tree_new_array (self->tree, FUL_RAW_I32, 0);
  node->column->is_cut = TRUE;

  return node;
}

static FulRawNode *
resolve (FulRawTree    *tree,
         FulJsonReader *reader,
         double         number,
         gboolean       is_data,
         gpointer       user_data)
{
  SlabReader *self = user_data;
  FulSlab *slab;
  Unresolved gap;

  if (number != floor (number) || number < 0 || number >= self->n_slabs)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_FORMAT, _("A placeholder for slab %g; there are %u slabs"),
                                 number, self->n_slabs);
      return NULL;
    }

  gap.slab = (guint32) number;
  slab = &self->slabs[gap.slab];
  if (slab->used)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_FORMAT, _("A second placeholder for slab %u"), gap.slab);
      return NULL;
    }
  slab->used = TRUE;
  slab->depth = reader->depth;
  slab->next = self->current->children;
  self->current->children = slab;
  if (slab->type != FUL_SLAB_JSON && slab->length / ful_slab_element_bytes[slab->type] > FUL_MAX_ROWS)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_TOO_LARGE, _("Slab %u has more than %u elements"), gap.slab, FUL_MAX_ROWS);
      return NULL;
    }

  if (slab->read)
    return slab_to_node (self, slab);

  gap.node = ful_raw_tree_new_node (tree, FUL_RAW_NULL);
  g_array_append_val (self->unresolved, gap);

  return gap.node;
}

/* Whether the document is nested less deep than its readers can follow, with all slabs in their places. */
static gboolean
check_depth (SlabReader *self,
             FulSlab    *root)
{
  g_autoptr(GPtrArray) stack = g_ptr_array_new ();

  g_ptr_array_add (stack, root);
  while (stack->len > 0)
    {
      FulSlab *slab = g_ptr_array_steal_index_fast (stack, stack->len - 1);

      if (slab->depth + slab->height > FUL_JSON_MAX_DEPTH)
        return fail (self, _("Slab %u: Arrays and objects are nested more than %d deep at byte %u"),
                     (guint) (slab - self->slabs), FUL_JSON_MAX_DEPTH, slab->start);
      for (FulSlab *child = slab->children; child; child = child->next)
        {
          child->depth += slab->depth;
          g_ptr_array_add (stack, child);
        }
    }

  return TRUE;
}

static void
fill_gaps (SlabReader *self)
{
  for (guint i = 0; i < self->unresolved->len; i++)
    {
      Unresolved *gap = &g_array_index (self->unresolved, Unresolved, i);

      *gap->node = *slab_to_node (self, &self->slabs[gap->slab]);
    }
}

/**
 * ful_slabs_read:
 * @tree: gets the nodes
 * @stream: the stream
 * @first: (transfer full): its first chunk, which begins with the magic number
 * @partial: whether slabs may end too early, or be missing at the end
 * @n_repaired: (out): number of bytes and strings that were not valid UTF-8
 * @end: (out): byte offset at which the file is cut off, or -1
 * @error: %FUL_ERROR_FORMAT with slab and byte offset, %FUL_ERROR_TRUNCATED
 *
 * Returns: (nullable) (transfer none): the root of the document
 */
FulRawNode *
ful_slabs_read (FulRawTree     *tree,
                FulByteStream  *stream,
                FulChunk       *first,
                gboolean        partial,
                guint64        *n_repaired,
                gint64         *end,
                GError        **error)
{
  SlabReader self = { .stream = stream, .chunk = first, .tree = tree, .partial = partial };
  FulRawNode *node = NULL;
  guint32 root;

  self.unresolved = g_array_new (FALSE, FALSE, sizeof (Unresolved));
  ful_raw_tree_set_resolver (tree, resolve, &self);
  if (read_table (&self, &root))
    {
      self.slabs[root].used = TRUE;
      if (read_slabs (&self) && check_depth (&self, &self.slabs[root]))
        {
          fill_gaps (&self);
          node = self.slabs[root].node;
          if (node == NULL)
            fail_short (&self);
        }
    }
  ful_raw_tree_set_resolver (tree, NULL, NULL);

  for (guint32 i = 0; self.slabs && i < self.n_slabs; i++)
    ful_bytes_clear (&self.slabs[i].bytes);
  g_free (self.slabs);
  g_array_unref (self.unresolved);
  if (self.chunk)
    ful_byte_stream_release (stream, self.chunk);
  *n_repaired = self.n_repaired;
  *end = self.is_cut ? (gint64) self.position : -1;
  if (self.error)
    g_propagate_error (error, self.error);

  return node;
}
