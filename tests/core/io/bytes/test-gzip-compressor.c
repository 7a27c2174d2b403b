/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is compressed in pieces is one member, with the same bytes in it. */

#include "io/bytes/ful-decoder.h"
#include "io/bytes/ful-gzip-compressor.h"

#include <string.h>

/* More than the bytes need: the decoder needs some to see the end. */
#define ROOM 1000

/* Numbers as text, of which some are seen again and some are not. */
static GByteArray *
make_text (gsize n)
{
  GByteArray *text = g_byte_array_new ();

  while (text->len < n)
    {
      char word[32];

      g_snprintf (word, sizeof word, "%d,", g_test_rand_int_range (0, g_test_rand_bit () ? 100 : G_MAXINT32));
      g_byte_array_append (text, (const guint8 *) word, (guint) strlen (word));
    }
  g_byte_array_set_size (text, (guint) n);

  return text;
}

static GBytes *
compress_in_pieces (const GByteArray *text,
                    gint32            max_piece)
{
  g_autoptr(GConverter) compressor = ful_gzip_compressor_new ();
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, compressor);
  g_autoptr(GError) error = NULL;

  for (gsize at = 0; at < text->len; )
    {
      gsize n = (gsize) g_test_rand_int_range (1, max_piece);

      n = MIN (n, text->len - at);
      g_output_stream_write_all (stream, text->data + at, n, NULL, NULL, &error);
      g_assert_no_error (error);
      at += n;
      if (g_test_rand_int_range (0, 10) == 0)
        g_output_stream_flush (stream, NULL, &error);
      g_assert_no_error (error);
    }
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
assert_same (const GByteArray *text,
             GBytes           *packed)
{
  g_autoptr(FulDecoder) decoder = ful_decoder_new (FUL_COMPRESSION_GZIP, NULL);
  g_autoptr(GError) error = NULL;
  g_autofree guint8 *plain = g_malloc (text->len + ROOM);
  gsize n_in, n_out = text->len + ROOM;
  const guint8 *in = g_bytes_get_data (packed, &n_in);
  guint8 *out = plain;
  FulDecoderStatus status = FUL_DECODER_MORE;

  for (int i = 0; i < 3 && status == FUL_DECODER_MORE; i++)
    status = ful_decoder_run (decoder, &in, &n_in, &out, &n_out, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, FUL_DECODER_DONE);
  g_assert_cmpuint (n_in, ==, 0);
  g_assert_cmpmem (plain, text->len + ROOM - n_out, text->data, text->len);
}

static void
test_pieces (void)
{
  const gsize sizes[] = { 0, 1, 300, 100000, 3000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (gint32 max_piece = 2; max_piece <= 1 << 19; max_piece = max_piece * 512)
      {
        g_autoptr(GByteArray) text = make_text (max_piece == 2 ? MIN (sizes[i], 300) : sizes[i]);
        g_autoptr(GBytes) packed = compress_in_pieces (text, max_piece);

        assert_same (text, packed);
        if (text->len > 100000 && max_piece > 100000)
          g_assert_cmpuint (g_bytes_get_size (packed), <, text->len * 3 / 4);
      }
}

/* A converter can begin again. */
static void
test_reset (void)
{
  g_autoptr(GConverter) compressor = ful_gzip_compressor_new ();
  g_autoptr(GByteArray) text = make_text (1000);

  for (int i = 0; i < 2; i++)
    {
      g_autofree guint8 *room = g_malloc (4096);
      g_autoptr(GError) error = NULL;
      g_autoptr(GBytes) packed = NULL;
      gsize n_read, n_written;
      GConverterResult result = g_converter_convert (compressor, text->data, text->len, room, 4096, G_CONVERTER_INPUT_AT_END,
                                                     &n_read, &n_written, &error);

      g_assert_no_error (error);
      g_assert_cmpint (result, ==, G_CONVERTER_FINISHED);
      packed = g_bytes_new (room, n_written);
      assert_same (text, packed);
      g_converter_reset (compressor);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gzip-compressor/pieces", test_pieces);
  g_test_add_func ("/gzip-compressor/reset", test_reset);

  return g_test_run ();
}
