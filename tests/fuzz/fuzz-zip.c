/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes → directory of a zip archive, and the contents of its members. */

#include "ful-fuzz.h"
#include "io/ful-zip.h"

/* Of each member; what follows is no different. */
#define MAX_BYTES (1 << 20)

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr(FulZip) zip = ful_zip_new (input, NULL, NULL);
  char bytes[4096];

  for (guint i = 0; zip && i < MIN (ful_zip_get_n (zip), 100); i++)
    {
      g_autoptr(GInputStream) stream = ful_zip_open (zip, i, NULL, NULL);
      gssize n = 0;

      g_assert_true (g_utf8_validate (ful_zip_get (zip, i)->path, -1, NULL));
      for (gsize total = 0; stream && total < MAX_BYTES; total += (gsize) n)
        if ((n = g_input_stream_read (stream, bytes, sizeof bytes, NULL, NULL)) <= 0)
          break;
    }

  return 0;
}
