/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of other tools are named, also compressed. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "import/ful-loader.h"

#include <string.h>

#define TEXT(text) text, sizeof text - 1

static const struct { const char *bytes; gsize n; const char *message; } files[] = {
  { TEXT ("\136\227\312\375\001\0"), "*Sysprof*" },
  { TEXT ("<!DOCTYPE html><html>"), "*web page*" },
  { TEXT ("{\"snapshot\":{},\"nodes\":[],\"edges\":[]}"), "*heapsnapshot*" },
  { TEXT ("{\"log\":{\"entries\":[]}}"), "*HAR*" },
};

static GBytes *
compress (const char *data,
          gsize       n)
{
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GConverter) gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, gzip);

  g_assert_true (g_output_stream_write_all (stream, data, n, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
assert_foreign (const char *data,
                gsize       n,
                const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_test_load (data, n, &error);

  g_assert_null (profile);
  if (!g_pattern_match_simple (message, error->message))
    g_error ("“%s” does not match “%s”", error->message, message);
  g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT);
}

static void
test_named (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GBytes) packed = compress (files[i].bytes, files[i].n);

      assert_foreign (files[i].bytes, files[i].n, files[i].message);
      assert_foreign (g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), files[i].message);
    }
}

/* What is nobody's stays so. */
static void
test_not_named (void)
{
  static const char *const texts[] = {
    "hello", "hello 12", "a;b", ";", "\012\002\010", "{}", "[]", "[1]", "[{}]", "{\"log\":1}", "{\"samples\":[]}",
    "\n\n[         \n\n          \n\n1]", "#", "#!/bin/sh\n", "PK", "*version", "events: Ir\n", "a 1:\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (texts[i], strlen (texts[i]), &error));
      if (strstr (error->message, "looks like"))
        g_error ("%s: %s", texts[i], error->message);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/foreign/named", test_named);
  g_test_add_func ("/foreign/not-named", test_not_named);

  return g_test_run ();
}
