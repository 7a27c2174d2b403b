/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes → members of an archive, and their contents. */

#include "ful-fuzz.h"
#include "io/bytes/ful-archive-stream.h"

/* Of each member; what follows is no different. */
#define MAX_BYTES (1 << 20)

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  FulArchiveKind kind = ful_archive_detect ((const char *) data, size);
  g_autoptr(FulArchiveStream) archive = kind == FUL_ARCHIVE_NONE ? NULL : ful_archive_stream_new (input, kind);
  const FulArchiveMember *member;
  char bytes[4096];

  for (guint i = 0; archive && i < 100 && (member = ful_archive_stream_next (archive, NULL, NULL)); i++)
    {
      g_assert_true (g_utf8_validate (member->path, -1, NULL));
      for (gssize n = 0, total = 0; total < MAX_BYTES; total += n)
        if ((n = g_input_stream_read (G_INPUT_STREAM (archive), bytes, sizeof bytes, NULL, NULL)) <= 0)
          break;
    }

  return 0;
}
