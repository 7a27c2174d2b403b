/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "io/bytes/ful-byte-reader.h"

#include <string.h>

/* A reader of bytes that does not change them. */
typedef struct
{
  GInputStream  *input;
  guint64        bytes_read;
  FulByteStream *stream;
  FulByteReader *reader;
} Fixture;

static gboolean
is_no_text (const char *head G_GNUC_UNUSED,
            gsize       n    G_GNUC_UNUSED)
{
  return FALSE;
}

/* @input: (transfer full) */
static void
open_stream (Fixture      *self,
             GInputStream *input,
             GCancellable *cancellable)
{
  g_autoptr(GError) error = NULL;
  FulChunk *first;

  *self = (Fixture) { input, 0, NULL, NULL };
  self->stream = ful_byte_stream_new (self->input, &self->bytes_read, FALSE, is_no_text, cancellable);
  first = ful_byte_stream_next (self->stream, &error);
  g_assert_no_error (error);
  self->reader = ful_byte_reader_new (self->stream, first);
}

static void
open_bytes (Fixture      *self,
            const char   *data,
            gsize         n,
            GCancellable *cancellable)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data, n);

  open_stream (self, g_memory_input_stream_new_from_bytes (bytes), cancellable);
}

static void
close_bytes (Fixture *self)
{
  ful_byte_reader_free (self->reader);
  ful_byte_stream_free (self->stream);
  g_object_unref (self->input);
}

/* Lines of all lengths around those of chunks and of the space before them. */
static void
test_lines (void)
{
  static const gsize lengths[] = { 0, 1, 4095, 4096, 4097, FUL_CHUNK_BYTES - 1, FUL_CHUNK_BYTES, FUL_CHUNK_BYTES + 1, 3 * FUL_CHUNK_BYTES };
  g_autoptr(GRand) rand = g_rand_new_with_seed (18);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GArray) expected = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr(GError) error = NULL;
  Fixture fixture;
  guint64 offset = 0;

  for (guint i = 0; i < 400; i++)
    {
      gsize length = i % 9 == 0 ? lengths[i / 9 % G_N_ELEMENTS (lengths)] : (gsize) g_rand_int_range (rand, 0, 300);

      g_array_append_val (expected, length);
      for (gsize c = 0; c < length; c++)
        g_string_append_c (text, (char) ('a' + (i + c) % 26));
      g_string_append (text, i == 399 ? "" : i % 2 ? "\r\n" : "\n");
    }
  g_assert_cmpuint (g_array_index (expected, gsize, 399), >, 0);

  open_bytes (&fixture, text->str, text->len, NULL);
  for (guint i = 0; i < 400; i++)
    {
      gsize n;
      char *line = ful_byte_reader_next_line (fixture.reader, &n);

      g_assert_nonnull (line);
      g_assert_cmpuint (n, ==, g_array_index (expected, gsize, i));
      g_assert_cmpuint (strlen (line), ==, n);
      for (gsize c = 0; c < n; c++)
        g_assert_true (line[c] == (char) ('a' + (i + c) % 26));
      offset += n + (i == 399 ? 0 : i % 2 ? 2 : 1);
      g_assert_cmpuint (ful_byte_reader_get_offset (fixture.reader), ==, offset);
    }
  g_assert_null (ful_byte_reader_next_line (fixture.reader, NULL));
  g_assert_true (ful_byte_reader_check (fixture.reader, &error));
  close_bytes (&fixture);
}

/* Of a line that is too long the beginning is given, and the next one is whole. */
static void
test_long_line (void)
{
  gsize n_long = FUL_BYTE_READER_MAX + 5 * FUL_CHUNK_BYTES;
  g_autofree char *text = g_malloc (n_long + 6);
  Fixture fixture;
  gsize n;

  memset (text, 'x', n_long);
  memcpy (text + n_long, "\nnext\n", 6);
  open_bytes (&fixture, text, n_long + 6, NULL);

  g_assert_nonnull (ful_byte_reader_next_line (fixture.reader, &n));
  g_assert_cmpuint (n, >=, FUL_BYTE_READER_MAX);
  g_assert_cmpuint (n, <, FUL_BYTE_READER_MAX + 2 * FUL_CHUNK_BYTES);
  g_assert_cmpuint (ful_byte_reader_get_n_cut (fixture.reader), ==, 1);
  g_assert_cmpstr (ful_byte_reader_next_line (fixture.reader, &n), ==, "next");
  g_assert_cmpuint (ful_byte_reader_get_offset (fixture.reader), ==, n_long + 6);
  close_bytes (&fixture);
}

/* Pieces, skips and lines see each byte once, in order. */
static void
test_bytes (void)
{
  gsize n_all = 5 * FUL_CHUNK_BYTES + 77;
  g_autofree char *data = g_malloc (n_all);
  g_autoptr(GRand) rand = g_rand_new_with_seed (19);
  Fixture fixture;
  gsize at = 0;

  for (gsize i = 0; i < n_all; i++)
    data[i] = (char) (i * 2654435761u >> 13);
  open_bytes (&fixture, data, n_all, NULL);
  while (at < n_all)
    {
      gsize want = (gsize) g_rand_int_range (rand, 1, g_rand_boolean (rand) ? 50 : 2 * FUL_CHUNK_BYTES);
      gsize n;
      const guint8 *bytes;

      switch (g_rand_int_range (rand, 0, 3))
        {
        case 0:
          bytes = ful_byte_reader_peek (fixture.reader, want, &n);
          g_assert_cmpuint (n, ==, MIN (want, n_all - at));
          g_assert_cmpmem (bytes, n, data + at, n);
          ful_byte_reader_take (fixture.reader, n);
          break;
        case 1:
          n = (gsize) ful_byte_reader_skip (fixture.reader, want);
          g_assert_cmpuint (n, ==, MIN (want, n_all - at));
          break;
        default:
          bytes = ful_byte_reader_peek_piece (fixture.reader, &n);
          g_assert_cmpuint (n, >, 0);
          n = MIN (n, want);
          g_assert_cmpmem (bytes, n, data + at, n);
          ful_byte_reader_take (fixture.reader, n);
          break;
        }
      at += n;
      g_assert_cmpuint (ful_byte_reader_get_offset (fixture.reader), ==, at);
    }
  g_assert_cmpuint (ful_byte_reader_skip (fixture.reader, 1), ==, 0);
  close_bytes (&fixture);
}

static void
test_cancelled (void)
{
  gsize n_all = 40 * FUL_CHUNK_BYTES;
  g_autofree char *data = g_malloc0 (n_all);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  Fixture fixture;

  open_bytes (&fixture, data, n_all, cancellable);
  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (ful_byte_reader_skip (fixture.reader, n_all), <, n_all);
  g_assert_false (ful_byte_reader_check (fixture.reader, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  close_bytes (&fixture);
}

/* A plain file is read out of order, up to its end, without a change of what comes next; others are not. */
static void
test_read_at (void)
{
  static const char zlib[] = "\037\213\010\0\0\0\0\0\0\003\113\114\112\006\0\302\101\044\065\003\0\0\0";   /* "abc" */
  static const struct { const char *data; gsize n; gboolean is_plain; } files[] = {
    { "0123456789", 10, TRUE }, { zlib, sizeof zlib - 1, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GFileIOStream) io = NULL;
      g_autoptr(GFile) file = g_file_new_tmp ("fulgens-XXXXXX", &io, NULL);
      g_autoptr(GBytes) middle = NULL, end = NULL, beyond = NULL;
      Fixture fixture;
      gsize n;

      g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (io)), files[i].data, files[i].n,
                                                NULL, NULL, NULL));
      open_stream (&fixture, G_INPUT_STREAM (g_file_read (file, NULL, NULL)), NULL);
      middle = ful_byte_reader_read_at (fixture.reader, 3, 4);
      end = ful_byte_reader_read_at (fixture.reader, 8, G_MAXSIZE);
      beyond = ful_byte_reader_read_at (fixture.reader, 11, 1);
      g_assert_true ((middle != NULL) == files[i].is_plain);
      g_assert_true ((end != NULL) == files[i].is_plain);
      if (middle)
        {
          g_assert_cmpmem (g_bytes_get_data (middle, NULL), g_bytes_get_size (middle), "3456", 4);
          g_assert_cmpmem (g_bytes_get_data (end, NULL), g_bytes_get_size (end), "89", 2);
          g_assert_null (beyond);
          g_assert_cmpmem (ful_byte_reader_peek (fixture.reader, 2, &n), 2, "01", 2);
        }
      close_bytes (&fixture);
      g_file_delete (file, NULL, NULL);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/byte-reader/lines", test_lines);
  g_test_add_func ("/byte-reader/long-line", test_long_line);
  g_test_add_func ("/byte-reader/bytes", test_bytes);
  g_test_add_func ("/byte-reader/cancelled", test_cancelled);
  g_test_add_func ("/byte-reader/read-at", test_read_at);

  return g_test_run ();
}
