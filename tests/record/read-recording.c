/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a client makes of a buffer. */

#include "read-recording.h"

#include "import/live/ful-live-writer.h"
#include "model/ful-profile-builder.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire-decoder.h"

#include <math.h>

struct _FulTestClient
{
  FulRecordCursor   *cursor;
  FulProfileBuilder *builder;
  FulLiveWriter     *writer;
  FulWireDecoder    *decoder;
  FulBytes           frames;
};

static void
add_frames (FulTestClient *self)
{
  g_autoptr(GError) error = NULL;
  FulWireFrame frame;

  ful_wire_decoder_feed (self->decoder, self->frames.data, self->frames.n);
  while (ful_wire_decoder_next (self->decoder, &frame, &error))
    ful_live_writer_add (self->writer, &frame, &error);
  g_assert_no_error (error);
  self->frames.n = 0;
}

FulTestClient *
ful_test_client_new (FulRecordBuffer *buffer,
                     gboolean         with_history)
{
  FulTestClient *self = g_new0 (FulTestClient, 1);

  self->cursor = ful_record_cursor_new (buffer, with_history);
  self->builder = ful_profile_builder_new ();
  self->writer = ful_live_writer_new (self->builder);
  self->decoder = ful_wire_decoder_new (FALSE);
  ful_record_buffer_put_head (buffer, "test", &self->frames);
  add_frames (self);

  return self;
}

/* @n: of frames at most */
void
ful_test_client_read (FulTestClient *self,
                      guint          n)
{
  for (guint i = 0; i < n && ful_record_cursor_next (self->cursor, &self->frames); i++)
    add_frames (self);
}

/**
 * ful_test_client_finish:
 * @self: (transfer full): gets what is left
 * @out_received: (nullable): numbers of rows
 *
 * Asserts that END says what came. Returns: (transfer full): what it has
 */
FulProfile *
ful_test_client_finish (FulTestClient *self,
                        FulWireEnd    *out_received)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile;

  ful_test_client_read (self, G_MAXUINT);
  ful_record_cursor_put_end (self->cursor, FUL_WIRE_END_OTHER, &self->frames);
  add_frames (self);
  g_assert_true (ful_live_writer_is_whole (self->writer));
  if (out_received)
    *out_received = *ful_live_writer_get_received (self->writer);
  ful_live_writer_finish (self->writer);
  profile = ful_profile_builder_seal (self->builder, NULL, &error);
  g_assert_no_error (error);

  ful_bytes_clear (&self->frames);
  ful_wire_decoder_free (self->decoder);
  ful_live_writer_free (self->writer);
  ful_profile_builder_free (self->builder);
  ful_record_cursor_free (self->cursor);
  g_free (self);

  return profile;
}

/* Returns: (transfer full): what a client has that begins with the oldest rows */
FulProfile *
ful_test_read_recording (FulRecordBuffer *buffer)
{
  return ful_test_client_finish (ful_test_client_new (buffer, TRUE), NULL);
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

