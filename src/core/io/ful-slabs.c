/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Slabs (.jslb): JSON whose numeric arrays are binary blocks (formats.md 1.3).
 *
 * The slabs are read in the order in which they stand in the stream, so a .jslb.gz
 * needs no temporary copy; only the numeric ones of a plain file are read beside
 * that. They become columns as they are; JSON ones are parsed as they pass by. A
 * placeholder for a slab that was not there yet is filled in at the end. Each slab
 * has at most one placeholder, so what the root leads to is a tree, whatever the
 * file says. Limits of depth and memory are those of the file, not of each slab.
 *
 * Of a file that is cut off, slabs are read as far as they go; those after the cut are
 * empty arrays. Columns of both say that rows are missing. */

#include "config.h"

#include "ful-slabs-private.h"

#include "ful-decoder.h"
#include "ful-json-reader.h"
#include "ful-slab-file.h"
#include "ful-utf8.h"

#include "base/ful-error.h"
#include "base/ful-memory.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

#define HEADER_BYTES 20
#define ENTRY_BYTES 12
#define CONTAINER_VERSION 1

/* Memory is given to a slab as its bytes arrive, whatever length the table claims. */
#define FIRST_BYTES (64u << 20)

/* JSON slabs from this size on are not held in memory but parsed from the stream. */
#define STREAMED_BYTES (512u << 10)

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
  FulPlainFile   plain;
  FulSlabFile   *file;       /* (nullable): where bytes come from, if not from @stream */
  guint64        position;
  FulSlab       *slabs;
  guint32        n_slabs;
  FulSlab       *current;    /* the JSON slab that is being parsed */
  gboolean       text_ended; /* the last one was not complete */
  gboolean       partial;    /* slabs may end too early */
  gboolean       is_cut;     /* some do */
  guint64        n_allocated;
  FulRawTree    *tree;
  GArray        *unresolved; /* Unresolved */
  GCancellable  *cancellable;
  guint64        n_repaired;
  GError        *error;
} SlabReader;

static gsize
take_from_stream (SlabReader *self,
                  FulBytes   *to,
                  gsize       n)
{
  gsize done = 0;

  while (done < n && self->error == NULL)
    {
      gsize here;

      if (self->chunk == NULL || self->chunk_used == self->chunk->n)
        {
          if (self->chunk)
            ful_byte_stream_release (self->stream, self->chunk);
          self->chunk = ful_byte_stream_next (self->stream, &self->error);
          self->chunk_used = 0;
          if (self->chunk == NULL)
            break;
        }
      here = MIN (n - done, self->chunk->n - self->chunk_used);
      if (to)
        ful_bytes_append (to, self->chunk->data + self->chunk_used, here);
      self->chunk_used += here;
      done += here;
    }

  return done;
}

/* Appends up to @n bytes to @to (NULL: skips them). Returns how many there were. */
static gsize
take_bytes (SlabReader *self,
            FulBytes   *to,
            gsize       n)
{
  if (self->file == NULL)
    n = take_from_stream (self, to, n);
  else if (to == NULL)
    ful_slab_file_skip (self->file, n);
  else
    {
      ful_bytes_reserve (to, n);
      n = ful_slab_file_read (self->file, self->position, to->data + to->n, n);
      to->n += n;
    }
  self->position += n;

  return n;
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
  if (self->error || (self->file && !ful_slab_file_check (self->file, &self->error)))
    return FALSE;

  ful_byte_stream_set_truncated_error (self->stream, &self->error);

  return FALSE;
}

/* The file ends within a slab, or before it; where its size is known, that is no surprise when
 * slabs are read. Returns: whether it is accepted */
static gboolean
accept_cut (SlabReader *self,
            FulSlab    *slab)
{
  if (self->error || self->file || !self->partial)
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

/* The bytes of one JSON slab as a stream, which reads them from the file's stream. */
typedef struct
{
  GInputStream  parent_instance;
  SlabReader   *reader;
  gsize         left;
} SlabStream;

typedef GInputStreamClass SlabStreamClass;

static GType slab_stream_get_type (void);

G_DEFINE_TYPE (SlabStream, slab_stream, G_TYPE_INPUT_STREAM)

static gssize
slab_stream_read (GInputStream  *stream,
                  void          *buffer,
                  gsize          count,
                  GCancellable  *cancellable,
                  GError       **error)
{
  SlabStream *self = (SlabStream *) stream;
  FulBytes bytes = { .data = buffer, .capacity = count };

  self->left -= take_bytes (self->reader, &bytes, MIN (count, self->left));

  return (gssize) bytes.n;
}

static void
slab_stream_class_init (SlabStreamClass *klass)
{
  klass->read_fn = slab_stream_read;
}

static void
slab_stream_init (SlabStream *self)
{
}

/* Does not look at the error of @self, which the thread of a nested stream may set meanwhile. */
static FulRawNode *
parse (SlabReader     *self,
       FulJsonReader  *reader,
       guint32         i,
       GError        **error)
{
  FulRawNode *node;
  gboolean trailing;

  reader->base = self->slabs[i].start;
  reader->cancellable = self->cancellable;
  reader->n_allocated = self->n_allocated;
  reader->partial = self->partial;
  self->current = &self->slabs[i];
  node = ful_raw_tree_read (self->tree, reader, FALSE);
  ful_json_reader_finish (reader, &trailing);
  self->n_allocated = reader->n_allocated;
  self->current->height = reader->deepest;
  self->n_repaired += reader->n_repaired;
  self->text_ended = reader->ended;
  self->is_cut |= reader->cut;
  if (!reader->cut && !ful_json_reader_check (reader, error))
    node = NULL;
  ful_json_reader_clear (reader);

  return node;
}

/* Errors of the file come before those of the text in it. */
static gboolean
finish_json (SlabReader *self,
             guint32     i,
             GError     *error)
{
  if (error && self->error == NULL && (self->file == NULL || ful_slab_file_check (self->file, &self->error)))
    g_propagate_prefixed_error (&self->error, error, _("Slab %u: "), i);
  else
    g_clear_error (&error);

  return self->error == NULL;
}

static gboolean
read_streamed_json (SlabReader *self,
                    guint32     i)
{
  SlabStream *input = g_object_new (slab_stream_get_type (), NULL);
  FulByteStream *stream;
  FulJsonReader reader;
  GError *error = NULL;
  guint64 bytes_read, offset;
  gboolean result;

  input->reader = self;
  input->left = self->slabs[i].length;
  stream = ful_byte_stream_new (G_INPUT_STREAM (input), &bytes_read, FALSE, self->cancellable);
  ful_json_reader_init_stream (&reader, stream);
  self->slabs[i].node = parse (self, &reader, i, &error);
  self->n_repaired += ful_byte_stream_get_n_bad_utf8 (stream, &offset);
  ful_byte_stream_free (stream);   /* and its thread, the other one that uses @self */
  if (input->left > 0 && self->text_ended)
    g_clear_error (&error);
  result = finish_json (self, i, error);
  if (result && input->left > 0)
    result = accept_cut (self, &self->slabs[i]);
  g_object_unref (input);

  return result;
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
read_bytes (SlabReader *self,
            guint32     i)
{
  FulSlab *slab = &self->slabs[i];

  if (!check_memory (self, slab->length))
    return FALSE;
  ful_bytes_reserve (&slab->bytes, MIN (slab->length, FIRST_BYTES));

  return take_bytes (self, &slab->bytes, slab->length) == slab->length || accept_cut (self, slab);
}

static gboolean
read_json (SlabReader *self,
           guint32     i)
{
  FulSlab *slab = &self->slabs[i];
  FulJsonReader reader;
  GError *error = NULL;
  gsize n_bad = 0, first;

  if (slab->length >= STREAMED_BYTES)
    return read_streamed_json (self, i);
  if (!read_bytes (self, i))
    return FALSE;

  ful_bytes_reserve (&slab->bytes, 1);
  ful_utf8_repair (slab->bytes.data, slab->bytes.n, TRUE, &n_bad, &first);
  self->n_repaired += n_bad;
  memset (slab->bytes.data + slab->bytes.n, 0, FUL_BYTES_PADDING);
  ful_json_reader_init_memory (&reader, slab->bytes.data, slab->bytes.n);
  slab->node = parse (self, &reader, i, &error);
  ful_bytes_clear (&slab->bytes);

  return finish_json (self, i, error);
}

/* Shortens a slab to the part that is in the file. */
static gboolean
cut_slab (SlabReader *self,
          FulSlab    *slab)
{
  guint64 n = self->plain.size - MIN (slab->start, self->plain.size);

  if (!accept_cut (self, slab))
    return FALSE;
  slab->length = (guint32) (n - n % ful_slab_element_bytes[slab->type]);

  return TRUE;
}

/* Slabs in the order in which they stand in the file; they do not overlap. */
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
      if (self->plain.size > 0 && end > self->plain.size && !cut_slab (self, slab))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_slab (SlabReader *self,
           guint32     i)
{
  FulSlab *slab = &self->slabs[i];

  if (self->file && slab->type != FUL_SLAB_JSON)
    return TRUE;
  if (self->file)
    self->position = slab->start;
  else if (slab->length > 0)
    take_bytes (self, NULL, slab->start - self->position);
  /* No memory for what is not there. */
  if (slab->is_cut && slab->length == 0)
    return TRUE;
  if (slab->length > 0 && self->position < slab->start)
    return accept_cut (self, slab);
  if (slab->numbers)
    return take_bytes (self, NULL, slab->length) == slab->length || accept_cut (self, slab);
  slab->read = slab->type == FUL_SLAB_JSON ? read_json (self, i) : read_bytes (self, i);
  if (slab->read && i == 0)
    ful_slabs_match_numbers (self->slabs, self->n_slabs);

  return slab->read;
}

static gboolean
finish_file (SlabReader *self)
{
  ful_slab_file_finish (self->file);
  for (guint32 i = 0; i < self->n_slabs; i++)
    if (self->slabs[i].type != FUL_SLAB_JSON && self->slabs[i].bytes.n < self->slabs[i].length)
      return fail_short (self);
  __atomic_store_n (self->plain.bytes_read, self->plain.size, __ATOMIC_RELAXED);

  return TRUE;
}

static gboolean
read_slabs (SlabReader *self)
{
  g_autofree guint32 *order = g_new (guint32, MAX (self->n_slabs, 1));
  gboolean is_file = ful_byte_stream_become_file (self->stream, &self->plain);

  if (!check_places (self, order))
    return FALSE;
  if (is_file)
    {
      if (!check_memory (self, self->plain.size))
        return FALSE;
      __atomic_store_n (self->plain.bytes_read, self->position, __ATOMIC_RELAXED);
      self->file = ful_slab_file_new (&self->plain, self->slabs, self->n_slabs, self->cancellable);
    }

  for (guint32 i = 0; i < self->n_slabs; i++)
    if (!read_slab (self, order[i]))
      return FALSE;
  if (is_file)
    return finish_file (self);

  /* Read on to the end, so that a damaged checksum is noticed. */
  take_bytes (self, NULL, G_MAXSIZE);

  return self->error == NULL;
}

static FulRawNode *
slab_to_node (SlabReader *self,
              FulSlab    *slab)
{
  FulRawNode *node = slab->node;

  if (slab->type != FUL_SLAB_JSON || slab->numbers)
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
 * @cancellable: (nullable): looked at while reading and parsing
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
                GCancellable   *cancellable,
                guint64        *n_repaired,
                gint64         *end,
                GError        **error)
{
  SlabReader self = { .stream = stream, .chunk = first, .tree = tree, .partial = partial, .cancellable = cancellable };
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

  g_clear_pointer (&self.file, ful_slab_file_free);
  for (guint32 i = 0; self.slabs && i < self.n_slabs; i++)
    ful_bytes_clear (&self.slabs[i].bytes);
  g_free (self.slabs);
  g_array_unref (self.unresolved);
  if (self.chunk)
    ful_byte_stream_release (stream, self.chunk);
  *n_repaired = self.n_repaired;
  *end = self.is_cut ? (gint64) (self.plain.size > 0 ? self.plain.size : self.position) : -1;
  if (self.error)
    g_propagate_error (error, self.error);

  return node;
}
