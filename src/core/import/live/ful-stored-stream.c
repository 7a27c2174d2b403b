/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bytes of a live server, in a file (wire.md 9). However it ends, what is whole counts. */

#include "config.h"

#include "ful-stored-stream.h"

#include "ful-live-writer.h"

#include "wire/ful-wire-decoder.h"

/**
 * ful_stored_stream_read:
 * @stream: a stream whose first chunk begins with a frame HELLO
 * @first: (transfer full): that chunk
 * @builder: gets the profile; may be sealed then
 * @error: errors of reading, and #FulError if there is no thread before a flaw
 *
 * A flaw that ends the stream is an entry in the import log.
 */
gboolean
ful_stored_stream_read (FulByteStream      *stream,
                        FulChunk           *first,
                        FulProfileBuilder  *builder,
                        GError            **error)
{
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  g_autoptr(FulLiveWriter) writer = ful_live_writer_new (builder);
  g_autoptr(GError) flaw = NULL;
  GError *read_error = NULL;
  gboolean ended = FALSE;

  for (FulChunk *chunk = first; chunk; chunk = ful_byte_stream_next (stream, &read_error))
    {
      FulWireFrame frame;

      if (!ended && flaw == NULL)
        ful_wire_decoder_feed (decoder, chunk->data, chunk->n);
      while (!ended && flaw == NULL && ful_wire_decoder_next (decoder, &frame, &flaw))
        {
          ful_live_writer_add (writer, &frame, &flaw);
          ended = frame.type == FUL_WIRE_END;
        }
      ful_byte_stream_release (stream, chunk);
    }
  if (read_error)
    {
      g_propagate_error (error, read_error);
      return FALSE;
    }
  if (flaw && builder->threads->len == 0)
    {
      g_propagate_error (error, g_steal_pointer (&flaw));
      return FALSE;
    }
  if (flaw)
    ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, "stream", -1,
                        (gint64) ful_wire_decoder_get_offset (decoder), "%s", flaw->message);

  ful_live_writer_finish (writer);

  return TRUE;
}
