/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bytes of a live server, in a file (wire.md 9). However it ends, what is whole counts. */

#include "config.h"

#include "ful-live-writer.h"

#include "import/ful-importer.h"
#include "wire/ful-wire-decoder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The frame HELLO: after four bytes, a length. */
#define MAGIC "\x01" "FPL"
#define MAGIC_BYTES 4

static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  return n >= 4 + MAGIC_BYTES && memcmp (head + 4, MAGIC, MAGIC_BYTES) == 0;
}

static void
set_version (FulProfile         *profile,
             const FulWireHello *hello)
{
  g_free (profile->format_version);
  profile->format_version = g_strdup_printf ("%u.%u", FUL_WIRE_MAJOR, hello->minor);
}

/* A flaw that ends the stream is an entry in the import log. */
static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  g_autoptr(FulLiveWriter) writer = ful_live_writer_new (import->builder);
  g_autoptr(GError) flaw = NULL;
  const guint8 *piece;
  gboolean ended = FALSE;
  gsize n;

  while (piece = ful_byte_reader_peek_piece (bytes, &n), n > 0)
    {
      FulWireFrame frame;

      if (!ended && flaw == NULL)
        ful_wire_decoder_feed (decoder, (const char *) piece, n);
      while (!ended && flaw == NULL && ful_wire_decoder_next (decoder, &frame, &flaw))
        {
          if (frame.type == FUL_WIRE_HELLO)
            set_version (import->builder->profile, &frame.hello);
          ful_live_writer_add (writer, &frame, &flaw);
          ended = frame.type == FUL_WIRE_END;
        }
      ful_byte_reader_take (bytes, n);
    }
  if (flaw && import->builder->threads->len == 0)
    {
      g_propagate_error (error, g_steal_pointer (&flaw));
      return FALSE;
    }
  if (flaw)
    ful_import_log_add (import->builder->log, FUL_SEVERITY_DATA_LOSS, "stream", -1,
                        (gint64) ful_wire_decoder_get_offset (decoder), "%s", flaw->message);

  ful_live_writer_finish (writer);

  return TRUE;
}

const FulImporter ful_stored_stream_importer = {
  .name = N_("Fulgens live stream"),
  .kind = FUL_IMPORTER_BINARY,
  .mime_type = "application/x-fulgens-stream",
  .suffixes = FUL_IMPORTER_LIST ("fpls"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
