/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Slabs (.jslb): JSON whose numeric arrays are binary blocks (formats.md 1.3).
 *
 * Numeric slabs become columns as they are; JSON ones are parsed as they arrive
 * (ful-slab-stream.c), one at a time. Placeholders are filled in at the end. Each slab
 * has at most one placeholder, so the root is a tree for any file.
 * Limits of depth and memory are those of the file, not of each slab.
 *
 * Of a truncated file, slabs are read as far as they are complete; those after the end
 * are empty arrays. Columns of both say that rows are missing. */

#include "config.h"

#include "ful-slabs-private.h"

#include "io/json/ful-json-reader.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Where a slab goes. */
typedef struct
{
  FulRawNode *node;
  guint32     slab;
} Placeholder;

typedef struct
{
  FulSlabStream  stream;
  FulSlab       *current;       /* the JSON slab that is being parsed */
  gboolean       text_ended;    /* its text */
  gboolean       ended;         /* all text */
  guint64        n_allocated;
  FulRawTree    *tree;
  GArray        *placeholders;  /* Placeholder */
  guint64        n_repaired;
  gboolean       is_cut;        /* a text is */
  GError        *error;
} SlabReader;

static FulChunk *
next_text (gpointer   source,
           GError   **error)
{
  SlabReader *self = source;
  FulChunk *chunk = self->text_ended ? NULL : ful_byte_stream_next (self->stream.stream, error);

  self->ended |= !self->text_ended && chunk == NULL;
  self->text_ended = chunk == NULL || chunk->is_last;

  return chunk;
}

static void
release_text (gpointer  source,
              FulChunk *chunk)
{
  SlabReader *self = source;

  ful_byte_stream_release (self->stream.stream, chunk);
}

static gboolean
read_json (SlabReader *self,
           FulSlab    *slab)
{
  FulJsonReader reader;
  gboolean trailing;

  ful_json_reader_init_chunks (&reader, (FulChunks) { self, next_text, release_text });
  reader.base = slab->start;
  reader.n_allocated = self->n_allocated;
  reader.partial = self->stream.partial;
  self->current = slab;
  self->text_ended = FALSE;
  slab->node = ful_raw_tree_read (self->tree, &reader, FALSE);
  ful_json_reader_finish (&reader, &trailing);
  slab->height = reader.deepest;
  self->n_allocated = reader.n_allocated;
  self->n_repaired += reader.n_repaired;
  self->is_cut |= reader.cut;
  if (self->ended)
    self->error = g_steal_pointer (&reader.error);
  else if (reader.error && !reader.cut)
    g_propagate_prefixed_error (&self->error, g_steal_pointer (&reader.error), _("Slab %u: "),
                                (guint) (slab - self->stream.slabs));
  ful_json_reader_clear (&reader);

  return self->error == NULL;
}

static gboolean
read_slabs (SlabReader *self)
{
  FulSlabStream *stream = &self->stream;
  gboolean result = ful_slab_stream_start (stream, &self->error);

  for (guint32 i = 0; i < stream->n_slabs && result; i++)
    {
      FulSlab *slab = &stream->slabs[stream->order[i]];

      result = slab->type != FUL_SLAB_JSON || read_json (self, slab);
    }
  if (result)
    ful_byte_stream_next (stream->stream, &self->error);   /* the end, or an error after the last text */
  ful_byte_stream_stop (stream->stream);

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
  FulSlabStream *stream = &self->stream;
  FulSlab *slab;
  Placeholder place;

  if (number != floor (number) || number < 0 || number >= stream->n_slabs)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_FORMAT, _("A placeholder for slab %g; there are %u slabs"),
                                 number, stream->n_slabs);
      return NULL;
    }

  place.slab = (guint32) number;
  slab = &stream->slabs[place.slab];
  if (slab->used)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_FORMAT, _("A second placeholder for slab %u"), place.slab);
      return NULL;
    }
  slab->used = TRUE;
  slab->depth = reader->depth;
  slab->next = self->current->children;
  self->current->children = slab;
  if (slab->type != FUL_SLAB_JSON && slab->length / ful_slab_element_bytes[slab->type] > FUL_MAX_ROWS)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_TOO_LARGE, _("Slab %u has more than %u elements"), place.slab, FUL_MAX_ROWS);
      return NULL;
    }

  place.node = ful_raw_tree_new_node (tree, FUL_RAW_NULL);
  g_array_append_val (self->placeholders, place);

  return place.node;
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
        {
          g_set_error (&self->error, FUL_ERROR, FUL_ERROR_FORMAT,
                       _("Slab %u: Arrays and objects are nested more than %d deep at byte %u"),
                       (guint) (slab - self->stream.slabs), FUL_JSON_MAX_DEPTH, slab->start);
          return FALSE;
        }
      for (FulSlab *child = slab->children; child; child = child->next)
        {
          child->depth += slab->depth;
          g_ptr_array_add (stack, child);
        }
    }

  return TRUE;
}

static void
fill_places (SlabReader *self)
{
  for (guint i = 0; i < self->placeholders->len; i++)
    {
      Placeholder *place = &g_array_index (self->placeholders, Placeholder, i);

      *place->node = *slab_to_node (self, &self->stream.slabs[place->slab]);
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
  SlabReader self = { .stream = { .stream = stream, .first = first, .partial = partial }, .tree = tree };
  FulRawNode *node = NULL;

  self.placeholders = g_array_new (FALSE, FALSE, sizeof (Placeholder));
  ful_raw_tree_set_resolver (tree, resolve, &self);
  if (read_slabs (&self) && check_depth (&self, &self.stream.slabs[self.stream.root]))
    {
      fill_places (&self);
      node = self.stream.slabs[self.stream.root].node;
      if (node == NULL)
        ful_byte_stream_set_truncated_error (stream, &self.error);
    }
  ful_raw_tree_set_resolver (tree, NULL, NULL);

  *n_repaired = self.n_repaired + self.stream.n_bad;
  *end = self.is_cut || self.stream.is_cut ? (gint64) self.stream.position : -1;
  ful_slab_stream_clear (&self.stream);
  g_array_unref (self.placeholders);
  if (self.error)
    g_propagate_error (error, self.error);

  return node;
}
