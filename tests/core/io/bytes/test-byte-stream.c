/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "io/bytes/ful-byte-stream.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

static GBytes *
gzip (const char *text,
      gsize       n)
{
  g_autoptr(GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (compressor));

  g_assert_true (g_output_stream_write_all (stream, text, n, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static GByteArray *
read_all (GBytes         *bytes,
          FulByteStream **out_stream,
          GError        **error)
{
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);
  static guint64 bytes_read;
  FulByteStream *stream = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, NULL);
  GByteArray *all = g_byte_array_new ();
  FulChunk *chunk;

  while ((chunk = ful_byte_stream_next (stream, error)))
    {
      g_byte_array_append (all, (guint8 *) chunk->data, (guint) chunk->n);
      ful_byte_stream_release (stream, chunk);
    }
  if (out_stream)
    *out_stream = stream;
  else
    ful_byte_stream_free (stream);

  return all;
}

static char *
long_text (gsize n)
{
  char *text = g_malloc (n + 1);

  for (gsize i = 0; i < n; i++)
    text[i] = (char) ('a' + (i * 31 + i / 7) % 26);
  text[n] = '\0';

  return text;
}

static void
test_plain_and_gzip (void)
{
  static const gsize sizes[] = { 0, 1, 7, 8, 1000, 262143, 262144, 262145, 3000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text = long_text (sizes[i]);
      g_autoptr(GBytes) plain = g_bytes_new (text, sizes[i]);
      g_autoptr(GBytes) zipped = gzip (text, sizes[i]);
      g_autoptr(GError) error = NULL;
      g_autoptr(GByteArray) a = read_all (plain, NULL, &error);
      g_autoptr(GByteArray) b = read_all (zipped, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpmem (a->data, a->len, text, sizes[i]);
      g_assert_cmpmem (b->data, b->len, text, sizes[i]);
    }
}

/* What a build without zstd says is an error that names the way out. */
static void
test_zstd (void)
{
  g_autoptr(GError) error = NULL;
#ifdef HAVE_ZSTD
  g_autofree char *text = long_text (700000);
  gsize room = ZSTD_compressBound (700000);
  g_autofree char *packed = g_malloc (room);
  gsize n = ZSTD_compress (packed, room, text, 700000, 3);
  g_autoptr(GBytes) bytes = g_bytes_new (packed, n);
  g_autoptr(GBytes) part = g_bytes_new (packed, n / 2);
  g_autoptr(GByteArray) all = read_all (bytes, NULL, &error);
  g_autoptr(GByteArray) cut = NULL;

  g_assert_no_error (error);
  g_assert_cmpmem (all->data, all->len, text, 700000);
  cut = read_all (part, NULL, &error);
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
#else
  g_autoptr(GBytes) bytes = g_bytes_new ("\x28\xb5\x2f\xfdrest", 8);
  g_autoptr(GByteArray) all = read_all (bytes, NULL, &error);

  g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT);
  g_assert_nonnull (strstr (error->message, "unzstd"));
#endif
}

static void
test_members_and_garbage (void)
{
  g_autoptr(GByteArray) file = g_byte_array_new ();
  g_autoptr(GBytes) one = gzip ("first ", 6);
  g_autoptr(GBytes) two = gzip ("second", 6);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GByteArray) all = NULL;
  g_autoptr(GError) error = NULL;
  FulByteStream *stream;

  g_byte_array_append (file, g_bytes_get_data (one, NULL), (guint) g_bytes_get_size (one));
  g_byte_array_append (file, g_bytes_get_data (two, NULL), (guint) g_bytes_get_size (two));
  g_byte_array_append (file, (const guint8 *) "garbage", 7);
  bytes = g_bytes_new (file->data, file->len);
  all = read_all (bytes, &stream, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (all->data, all->len, "first second", 12);
  g_assert_true (ful_byte_stream_get_trailing_garbage (stream));
  ful_byte_stream_free (stream);
}

static void
test_truncated_everywhere (void)
{
  g_autofree char *text = long_text (3000);
  g_autoptr(GBytes) whole = gzip (text, 3000);
  gsize n = g_bytes_get_size (whole);

  for (gsize i = 3; i < n; i++)
    {
      g_autoptr(GBytes) part = g_bytes_new_from_bytes (whole, 0, i);
      g_autoptr(GError) error = NULL;
      g_autoptr(GByteArray) all = read_all (part, NULL, &error);

      g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
    }
}

static void
test_damaged (void)
{
  g_autofree char *text = long_text (3000);
  g_autoptr(GBytes) whole = gzip (text, 3000);
  gsize n;
  guint8 *data = g_bytes_unref_to_data (g_bytes_ref (whole), &n);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GByteArray) all = NULL;

  data[n - 6] ^= 1;   /* the checksum */
  bytes = g_bytes_new_take (data, n);
  all = read_all (bytes, NULL, &error);
  g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "damaged"));
}

static void
test_bomb (void)
{
  gsize n = 600u << 20;
  g_autofree char *zeros = g_malloc0 (1 << 20);
  g_autoptr(GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (compressor));
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GInputStream) input = NULL;
  g_autoptr(GError) error = NULL;
  guint64 bytes_read, total = 0;
  FulByteStream *bomb;
  FulChunk *chunk;

  memset (zeros, ' ', 1 << 20);
  for (gsize i = 0; i < n >> 20; i++)
    g_assert_true (g_output_stream_write_all (stream, zeros, 1 << 20, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));

  input = g_memory_input_stream_new_from_bytes (bytes);
  bomb = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, NULL);
  while ((chunk = ful_byte_stream_next (bomb, &error)))
    {
      total += chunk->n;
      ful_byte_stream_release (bomb, chunk);
    }
  ful_byte_stream_free (bomb);
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
  g_assert_cmpuint (total, <, n);
}

static void
test_utf8_is_repaired (void)
{
  g_autoptr(GByteArray) text = g_byte_array_new ();
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GByteArray) all = NULL;
  g_autoptr(GError) error = NULL;
  guint64 offset = 0;
  FulByteStream *stream;

  g_byte_array_set_size (text, 262143);
  memset (text->data, 'x', text->len);
  g_byte_array_append (text, (const guint8 *) "\346\274\242\377!", 5);   /* across the chunk's end */
  bytes = g_bytes_new (text->data, text->len);
  all = read_all (bytes, &stream, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (all->data + 262143, all->len - 262143, "\346\274\242?!", 5);
  g_assert_cmpuint (ful_byte_stream_get_n_bad_utf8 (stream, &offset), ==, 1);
  g_assert_cmpuint (offset, ==, 262146);
  ful_byte_stream_free (stream);
}

/* A pipe that nobody writes to must not keep anybody waiting. */
static void
test_cancel_while_waiting (void)
{
  g_autoptr(GInputStream) input = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  guint64 bytes_read;
  FulByteStream *stream;
  int fds[2];

  g_assert_cmpint (pipe (fds), ==, 0);
  input = g_unix_input_stream_new (fds[0], FALSE);
  stream = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, cancellable);
  g_cancellable_cancel (cancellable);
  g_assert_null (ful_byte_stream_next (stream, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ful_byte_stream_free (stream);

  /* Also without being cancelled. */
  stream = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, NULL);
  ful_byte_stream_free (stream);
  close (fds[0]);
  close (fds[1]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/byte-stream/plain-and-gzip", test_plain_and_gzip);
  g_test_add_func ("/byte-stream/zstd", test_zstd);
  g_test_add_func ("/byte-stream/members-and-garbage", test_members_and_garbage);
  g_test_add_func ("/byte-stream/truncated-everywhere", test_truncated_everywhere);
  g_test_add_func ("/byte-stream/damaged", test_damaged);
  g_test_add_func ("/byte-stream/bomb", test_bomb);
  g_test_add_func ("/byte-stream/utf8-is-repaired", test_utf8_is_repaired);
  g_test_add_func ("/byte-stream/cancel-while-waiting", test_cancel_while_waiting);

  return g_test_run ();
}
