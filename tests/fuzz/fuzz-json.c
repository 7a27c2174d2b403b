/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON text → raw tree → text: what was written reads back, and is written the same. In small chunks, of which numbers are
 * read ahead, it is the same as in one pass. */

#include "ful-fuzz.h"
#include "ful-test-chunks.h"

#include "io/bytes/ful-decoder.h"
#include "io/raw/ful-raw-get.h"

static void
read_chunks (const char *text,
             gsize       n)
{
  gsize n_chunk = 130 + n % 200;
  g_autofree char *expected = ful_test_read_chunks (text, n, n_chunk, FALSE, 0, NULL);
  g_autofree char *found = ful_test_read_chunks (text, n, n_chunk, TRUE, 0, NULL);

  g_assert_cmpstr (found, ==, expected);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  guint64 bytes_read;
  g_autoptr(FulByteStream) stream = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, NULL);
  FulJsonReader reader;
  FulRawNode *node;

  /* A stream of slabs waits for the reader of slabs. */
  if (size >= FUL_SLABS_MAGIC_BYTES && memcmp (data, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0)
    return 0;

  ful_json_reader_init_stream (&reader, stream, NULL);
  node = ful_raw_tree_read (tree, &reader, FALSE);
  g_assert ((node != NULL) == (reader.error == NULL));
  if (node)
    {
      FulBytes text = { 0 };
      FulBytes again = { 0 };

      ful_raw_write (node, &text);
      ful_bytes_reserve (&text, 1);
      memset (text.data + text.n, 0, FUL_BYTES_PADDING);
      node = ful_raw_tree_parse (tree, text.data, text.n, NULL);
      g_assert (node);
      ful_raw_write (node, &again);
      g_assert (again.n == text.n && memcmp (again.data, text.data, text.n) == 0);
      ful_bytes_clear (&text);
      ful_bytes_clear (&again);
    }
  ful_json_reader_clear (&reader);
  read_chunks ((const char *) data, size);

  return 0;
}
