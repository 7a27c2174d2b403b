/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-chunks.h"

#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-run.h"

/* Text in chunks, two of which exist. */
typedef struct
{
  const char *text;
  gsize       n;
  gsize       n_chunk;
  char        memory[2][FUL_CHUNK_HEADROOM + FUL_TEST_CHUNK_MAX + FUL_BYTES_PADDING];
  FulChunk    chunks[2];
  guint       n_chunks;
  FulRawRun  *runs[2];   /* (nullable) */
  guint       n_runs;    /* that had numbers */
} Text;

static FulChunk *
next_chunk (gpointer   source,
            GError   **error)
{
  Text *self = source;
  guint i = self->n_chunks++ % 2;
  FulChunk *chunk = &self->chunks[i];

  chunk->data = self->memory[i] + FUL_CHUNK_HEADROOM;
  chunk->n = MIN (self->n, self->n_chunk);
  if (chunk->n == 0)
    return NULL;
  memcpy (chunk->data, self->text, chunk->n);
  self->text += chunk->n;
  self->n -= chunk->n;
  /* what is after a chunk means nothing */
  for (guint k = 0; k < FUL_BYTES_PADDING; k++)
    chunk->data[chunk->n + k] = k % 2 ? '1' : ',';
  chunk->run = self->runs[i];
  if (chunk->run)
    ful_raw_run_read (chunk->run, chunk);
  self->n_runs += chunk->run_begin != NULL;

  return chunk;
}

static void
release_chunk (gpointer  source,
               FulChunk *chunk)
{
  /* What is still used of it would be wrong. */
  memset (chunk->data, '7', chunk->n);
}

static void describe (const FulRawNode *node,
                      GString          *to);

static void
describe_column (const FulRawColumn *column,
                 GString            *to)
{
  g_string_append_printf (to, "[%d %u/%u nulls %u%s:", column->type, column->n, column->capacity, column->n_nulls,
                          column->is_cut ? " cut" : "");
  for (guint i = 0; i < column->n; i++)
    if (column->type == FUL_RAW_I32)
      g_string_append_printf (to, " %d", column->i32[i]);
    else if (column->type == FUL_RAW_F64)
      g_string_append_printf (to, " %a", column->f64[i]);
    else if (column->type == FUL_RAW_NODES)
      describe (column->nodes[i], to);
  g_string_append_c (to, ']');
}

/* What the text of a document does not say of its columns. */
static void
describe (const FulRawNode *node,
          GString          *to)
{
  if (node->kind == FUL_RAW_ARRAY)
    describe_column (node->column, to);
  else if (node->kind == FUL_RAW_OBJECT)
    for (const FulRawMember *member = node->members; member; member = member->next)
      {
        g_string_append_printf (to, " %s:", member->key);
        describe (member->value, to);
      }
  else if (node->kind == FUL_RAW_LISTS)
    {
      describe_column (node->lists->values, to);
      describe_column (node->lists->ends, to);
    }
}

/**
 * ful_test_read_chunks:
 * @text: JSON text
 * @n: its length in bytes
 * @n_chunk: bytes of each chunk, at most %FUL_TEST_CHUNK_MAX
 * @is_ahead: whether numbers are read ahead
 * @n_allocated: memory that the document has used before
 * @out_n_runs: (out) (optional): how many chunks had such numbers
 *
 * Reads a text in small chunks.
 *
 * Returns: (transfer full): what came of it, with the error
 */
char *
ful_test_read_chunks (const char *text,
                      gsize       n,
                      gsize       n_chunk,
                      gboolean    is_ahead,
                      guint64     n_allocated,
                      guint      *out_n_runs)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  GString *result = g_string_new (NULL);
  Text source = { .text = text, .n = n, .n_chunk = n_chunk };
  FulBytes written = { 0 };
  FulJsonReader reader;
  FulRawNode *root;

  for (guint i = 0; is_ahead && i < 2; i++)
    source.runs[i] = ful_raw_run_new ();
  ful_json_reader_init_chunks (&reader, (FulChunks) { &source, next_chunk, release_chunk });
  reader.partial = TRUE;
  reader.n_allocated = n_allocated;
  root = ful_raw_tree_read (tree, &reader, TRUE);
  if (root)
    {
      describe (root, result);
      ful_raw_write (root, &written);
      g_string_append_len (result, written.data, (gssize) written.n);
    }
  g_string_append_printf (result, "\nat %" G_GUINT64_FORMAT " depth %u allocated %" G_GUINT64_FORMAT " cut %d: %s",
                          ful_json_reader_get_offset (&reader), reader.depth, reader.n_allocated, reader.cut,
                          reader.error ? reader.error->message : "");
  ful_bytes_clear (&written);
  ful_json_reader_clear (&reader);
  for (guint i = 0; is_ahead && i < 2; i++)
    ful_raw_run_free (source.runs[i]);
  if (out_n_runs)
    *out_n_runs = source.n_runs;

  return g_string_free (result, FALSE);
}
