/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a client makes of a buffer. */

#include "read-recording.h"

#include "import/live/ful-live-writer.h"
#include "model/ful-profile-builder.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire-decoder.h"

#include <math.h>

static void
add_frames (FulLiveWriter  *writer,
            FulWireDecoder *decoder,
            FulBytes       *frames)
{
  g_autoptr(GError) error = NULL;
  FulWireFrame frame;

  ful_wire_decoder_feed (decoder, frames->data, frames->n);
  while (ful_wire_decoder_next (decoder, &frame, &error))
    ful_live_writer_add (writer, &frame, &error);
  g_assert_no_error (error);
  frames->n = 0;
}

/* @cursor: (nullable): from which on it is read. Returns: (transfer full): what a client has; its counts are those of END */
FulProfile *
ful_test_read_recording (FulRecordBuffer *buffer,
                         FulRecordCursor *cursor)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(FulLiveWriter) writer = ful_live_writer_new (builder);
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  g_autoptr(FulRecordCursor) own = cursor ? NULL : ful_record_cursor_new (buffer, TRUE);
  g_autoptr(GError) error = NULL;
  FulBytes frames = { NULL };
  FulProfile *profile;

  ful_record_buffer_put_head (buffer, "test", &frames);
  while (ful_record_cursor_next (cursor ? cursor : own, &frames))
    add_frames (writer, decoder, &frames);
  ful_record_cursor_put_end (cursor ? cursor : own, FUL_WIRE_END_OTHER, &frames);
  add_frames (writer, decoder, &frames);
  g_assert_true (ful_live_writer_is_whole (writer));
  ful_live_writer_finish (writer);
  profile = ful_profile_builder_seal (builder, NULL, &error);
  g_assert_no_error (error);
  ful_bytes_clear (&frames);

  return profile;
}

/* Returns: (transfer full): a line for each row: time, weight, CPU time, path */
char *
ful_test_describe_rows (FulProfile *profile,
                        guint       thread)
{
  FulThread *self = ful_profile_get_thread (profile, thread);
  const FulSampleTable *samples = self->samples;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autoptr(GString) path = g_string_new (NULL);
      double weight = samples->weight ? samples->weight[i] : (double) NAN;

      for (FulStackIndex stack = samples->stack[i]; stack != FUL_NONE; stack = profile->stacks->prefix[stack])
        {
          FulFuncIndex func = profile->frames->func[profile->stacks->frame[stack]];

          g_string_prepend (path, ful_profile_get_string (profile, profile->funcs->name[func]));
          if (profile->stacks->prefix[stack] != FUL_NONE)
            g_string_prepend_c (path, ';');
        }
      g_string_append_printf (text, "%g %g %g %s\n", samples->time[i], isnan (weight) ? 1 : weight,
                              ful_i32_or_f64_get (&samples->cpu_delta, i), path->str);
    }

  return g_string_free (text, FALSE);
}

