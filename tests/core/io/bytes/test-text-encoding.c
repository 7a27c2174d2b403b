/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "io/bytes/ful-text-encoding.h"

#include <string.h>

/* Any characters, in blocks of any length, as GLib converts them. */
static void
test_random (void)
{
  for (guint round = 0; round < 400; round++)
    {
      FulEncoding encoding = round % 2 == 0 ? FUL_ENCODING_UTF16_LE : FUL_ENCODING_UTF16_BE;
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GByteArray) decoded = g_byte_array_new ();
      g_autofree char *units = NULL;
      gsize n_units, n_bad = 0;
      FulUtf16 utf16;

      for (gint32 n = g_test_rand_int_range (0, 60); n > 0; n--)
        {
          gunichar c = (gunichar) g_test_rand_int_range (1, g_test_rand_bit () ? 0x110000 : 0x800);

          if (c < 0xd800 || c >= 0xe000)
            g_string_append_unichar (text, c);
        }
      units = g_convert (text->str, (gssize) text->len, round % 2 == 0 ? "UTF-16LE" : "UTF-16BE", "UTF-8", NULL, &n_units, NULL);

      ful_utf16_init (&utf16, encoding);
      for (gsize i = 0; i <= n_units; )
        {
          gsize wanted = (gsize) g_test_rand_int_range (1, 9);
          gsize n = MIN (wanted, n_units - i);
          g_autofree char *block = g_memdup2 (units + i, n);
          g_autofree char *to = g_malloc (FUL_UTF16_ROOM (n));
          gsize n_to = ful_utf16_decode (&utf16, block, n, i == n_units, to, &n_bad);

          g_assert_cmpuint (n_to, <=, FUL_UTF16_ROOM (n));
          g_byte_array_append (decoded, (const guint8 *) to, (guint) n_to);
          i += n;
          if (n == 0)
            break;
        }
      g_assert_cmpmem (decoded->data, decoded->len, text->str, text->len);
      g_assert_cmpuint (n_bad, ==, 0);
    }
}

static void
test_flaws (void)
{
  static const struct { const char *units; gsize n; const char *expected; gsize n_bad; } cases[] = {
    { "\0\xd8" "a\0", 4, "?a", 1 },              /* a high surrogate alone */
    { "\0\xdc" "a\0", 4, "?a", 1 },              /* a low one alone */
    { "\0\xd8\0\xd8\0\xdc", 6, "?\360\220\200\200", 1 },
    { "a\0\0\xd8", 4, "a?", 1 },
    { "a\0b", 3, "a?", 1 },
    { "\0\0a\0", 4, "\0a", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char to[FUL_UTF16_ROOM (8)];
      gsize n_bad = 0, n, length = i == 5 ? 2 : strlen (cases[i].expected);
      FulUtf16 utf16;

      ful_utf16_init (&utf16, FUL_ENCODING_UTF16_LE);
      n = ful_utf16_decode (&utf16, cases[i].units, cases[i].n, TRUE, to, &n_bad);
      g_assert_cmpmem (to, n, cases[i].expected, length);
      g_assert_cmpuint (n_bad, ==, cases[i].n_bad);
    }
}

static void
test_detect (void)
{
  static const struct { const char *head; gsize n; FulEncoding encoding; gsize mark; } cases[] = {
    { "\357\273\277x", 4, FUL_ENCODING_UTF8, 3 },
    { "\377\376x\0", 4, FUL_ENCODING_UTF16_LE, 2 },
    { "\376\377\0x", 4, FUL_ENCODING_UTF16_BE, 2 },
    { "\377\376\0\0", 4, FUL_ENCODING_UTF8, 0 },
    { "main;work 12345\n", 16, FUL_ENCODING_UTF8, 0 },
    { "m\0a\0i\0n\0;\0w\0o\0r\0k\0 \0" "1\0" "2\0" "3\0" "4\0" "5\0\n\0", 32, FUL_ENCODING_UTF16_LE, 0 },
    { "\0m\0a\0i\0n\0;\0w\0o\0r\0k\0 \0" "1\0" "2\0" "3\0" "4\0" "5\0\n", 32, FUL_ENCODING_UTF16_BE, 0 },
    { "\1\0\2\0\3\0\4\0\5\0\6\0\7\0\1\0\1\0\2\0\3\0\4\0\5\0\6\0\7\0\1\0", 32, FUL_ENCODING_UTF8, 0 },
    { "m\0a\0i\0n\0", 8, FUL_ENCODING_UTF8, 0 },
    { "", 0, FUL_ENCODING_UTF8, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize mark;

      g_assert_cmpint (ful_encoding_detect (cases[i].head, cases[i].n, &mark), ==, cases[i].encoding);
      g_assert_cmpuint (mark, ==, cases[i].mark);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-encoding/random", test_random);
  g_test_add_func ("/text-encoding/flaws", test_flaws);
  g_test_add_func ("/text-encoding/detect", test_detect);

  return g_test_run ();
}
