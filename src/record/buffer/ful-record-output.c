/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A recording → file: what a client gets that asks for all of it. */

#include "config.h"

#include "ful-record-output.h"

#include "ful-record-cursor.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "export/ful-processed-writer.h"
#include "import/live/ful-live-writer.h"
#include "io/bytes/ful-file-replace.h"
#include "symbols/ful-symbol-source.h"
#include "symbols/ful-symbolicate.h"
#include "wire/ful-wire-decoder.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* Bytes that are handed on at once. */
#define READ_BYTES (1u << 20)

/* Whether a file of that name is a stored stream. */
gboolean
ful_record_output_is_stream (const char *path)
{
  return g_str_has_suffix (path, ".fpls");
}

/**
 * ful_record_output_check:
 * @path: of a file to be written
 * @error: %FUL_ERROR_ARGUMENT if its extension is none of ours, or it cannot be written
 */
gboolean
ful_record_output_check (const char  *path,
                         GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  FulFileFormat format;
  gboolean is_gzip;

  if (!ful_record_output_is_stream (path) && !ful_processed_writer_format_of (path, &format, &is_gzip))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” must end with .json, .json.gz, .jslb, .jslb.gz or .fpls"), path);
      return FALSE;
    }

  return ful_file_replace_check (file, error);
}

/* Gets what there is, with what is before and after it. Returns: whether all went well */
typedef gboolean (*FramesFunc) (const FulBytes  *frames,
                                gpointer         user_data,
                                GError         **error);

static gboolean
read_frames (FulRecordBuffer  *buffer,
             FramesFunc        func,
             gpointer          user_data,
             GError          **error)
{
  g_autoptr(FulRecordCursor) cursor = ful_record_cursor_new (buffer, TRUE);
  FulBytes frames = { NULL };
  gboolean is_right = TRUE;

  ful_record_buffer_put_head (buffer, "fulgens-record", &frames);
  while (is_right && ful_record_cursor_next (cursor, &frames))
    if (frames.n > READ_BYTES)
      {
        is_right = func (&frames, user_data, error);
        frames.n = 0;
      }
  ful_record_cursor_put_end (cursor, FUL_WIRE_END_OTHER, &frames);
  is_right = is_right && func (&frames, user_data, error);
  ful_bytes_clear (&frames);

  return is_right;
}

typedef struct
{
  FulLiveWriter  *writer;
  FulWireDecoder *decoder;
} Reader;

static gboolean
add_frames_cb (const FulBytes  *frames,
               gpointer         user_data,
               GError         **error)
{
  Reader *reader = user_data;
  FulWireFrame frame;
  GError *flaw = NULL;

  ful_wire_decoder_feed (reader->decoder, frames->data, frames->n);
  while (ful_wire_decoder_next (reader->decoder, &frame, &flaw))
    if (!ful_live_writer_add (reader->writer, &frame, &flaw))
      break;
  if (flaw)
    g_propagate_error (error, flaw);

  return flaw == NULL;
}

static FulProfile *
make_profile (FulRecordBuffer  *buffer,
              GError          **error)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(FulLiveWriter) writer = ful_live_writer_new (builder);
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  Reader reader = { writer, decoder };

  if (!read_frames (buffer, add_frames_cb, &reader, error))
    return NULL;
  ful_live_writer_finish (writer);

  return ful_profile_builder_seal (builder, NULL, error);
}

/* Returns: (transfer full): @recorded with the names that are found on this machine */
static FulProfile *
look_up_names (FulProfile  *recorded,
               GError     **error)
{
  static const char *const places[] = { "auto", NULL };
  g_autoptr(FulSymbolSearch) search = ful_symbol_search_new (recorded, NULL, places, FALSE);

  return ful_symbolicate_all (recorded, search, NULL, NULL, NULL, error);
}

static gboolean
write_frames_cb (const FulBytes  *frames,
                 gpointer         user_data,
                 GError         **error)
{
  return g_output_stream_write_all (user_data, frames->data, frames->n, NULL, NULL, error);
}

static gboolean
save_stream (FulRecordBuffer  *buffer,
             GFile            *file,
             GError          **error)
{
  g_autoptr(FulFileReplace) replace = ful_file_replace_begin (file, NULL, error);

  return replace && read_frames (buffer, write_frames_cb, replace->stream, error) && ful_file_replace_finish (replace, NULL, error);
}

/**
 * ful_record_output_save:
 * @buffer: a recording; what is complete of one that goes on
 * @path: of the file; its extension says the format
 * @with_symbols: whether names of native code are looked up on this machine
 * @out_bytes: (nullable): length of the file
 *
 * The file is there as a whole, or as it was before.
 */
gboolean
ful_record_output_save (FulRecordBuffer  *buffer,
                        const char       *path,
                        gboolean          with_symbols,
                        guint64          *out_bytes,
                        GError          **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  GStatBuf status;

  if (ful_record_output_is_stream (path))
    {
      if (!save_stream (buffer, file, error))
        return FALSE;
    }
  else
    {
      g_autoptr(FulProfile) profile = make_profile (buffer, error);

      if (profile && with_symbols)
        {
          FulProfile *named = look_up_names (profile, error);

          g_object_unref (profile);
          profile = named;
        }
      if (profile == NULL || !ful_processed_writer_save (profile, file, NULL, NULL, error))
        return FALSE;
    }
  if (out_bytes)
    *out_bytes = g_stat (path, &status) == 0 ? (guint64) status.st_size : 0;

  return TRUE;
}
