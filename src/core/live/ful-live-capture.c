/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes of a peer → events and a profile, without I/O. However the bytes are cut and wherever they end, the
 * profile is the one that a load of them as a stored stream gives. */

#include "config.h"

#include "ful-live-capture.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "import/live/ful-live-writer.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"
#include "wire/ful-wire-decoder.h"
#include "wire/ful-wire.h"

#include <glib/gi18n-lib.h>

struct _FulLiveCapture
{
  FulLiveChannel    *channel;
  char              *address;
  FulWireDecoder    *decoder;
  FulProfileBuilder *builder;
  FulLiveWriter     *writer;
  FulLivePeer        peer;
  FulLiveStatus      status;
  FulLiveEnd         end;
  gboolean           is_starting;
  gint64             snapshot_interval;   /* µs; 0: no snapshots but the last */
  gint64             next_snapshot;       /* not before, monotonic µs: as many as intervals, whichever way TICKs come */
};

/**
 * ful_live_capture_new:
 * @address: of the peer, for %FUL_LIVE_CONNECTED
 * @snapshot_interval_ms: as of #FulLiveOptions
 */
FulLiveCapture *
ful_live_capture_new (FulLiveChannel *channel,
                      const char     *address,
                      guint           snapshot_interval_ms)
{
  FulLiveCapture *self = g_new0 (FulLiveCapture, 1);

  self->channel = ful_live_channel_ref (channel);
  self->address = g_strdup (address);
  self->decoder = ful_wire_decoder_new (FALSE);
  self->builder = ful_profile_builder_new ();
  self->writer = ful_live_writer_new (self->builder);
  self->end.reason = ful_live_end_get_name (0);
  self->snapshot_interval = snapshot_interval_ms * G_TIME_SPAN_MILLISECOND;

  return self;
}

void
ful_live_capture_free (FulLiveCapture *self)
{
  ful_live_writer_free (self->writer);
  ful_profile_builder_free (self->builder);
  ful_wire_decoder_free (self->decoder);
  ful_live_channel_unref (self->channel);
  g_free (self->address);
  g_free (self);
}

const FulLivePeer *
ful_live_capture_get_peer (FulLiveCapture *self)
{
  return &self->peer;
}

/* A text of the peer, for the user. A frame may have 16 MB of it. */
static char *
dup_text (FulWireText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.data, (gssize) MIN (text.n, 4 * (FUL_LIVE_TEXT_CHARS + 1)));

  return ful_format_excerpt (valid, "", FUL_LIVE_TEXT_CHARS);
}

static void
post_connected (FulLiveCapture     *self,
                const FulWireHello *hello)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_CONNECTED);

  event->connected.address = g_strdup (self->address);
  event->connected.server = dup_text (hello->name);
  event->connected.capture = ful_format_hex (hello->capture, FUL_WIRE_CAPTURE_BYTES);
  event->connected.version = g_strdup_printf ("%u.%u", FUL_WIRE_MAJOR, hello->minor);
  event->connected.has_history = (hello->capabilities & FUL_WIRE_HAS_HISTORY) != 0;
  event->connected.can_pause = (hello->capabilities & FUL_WIRE_CAN_PAUSE) != 0;
  ful_live_channel_post (self->channel, event);

  self->peer.has_hello = TRUE;
  self->peer.capabilities = hello->capabilities;
}

static void
post_state (FulLiveCapture     *self,
            const FulWireState *state)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_STATE);

  self->peer.has_state = TRUE;
  self->peer.state = (FulLiveState) MIN (state->state, FUL_LIVE_FINISHED);
  if (self->peer.state != FUL_LIVE_IDLE)
    self->is_starting = FALSE;
  event->change = (FulLiveStateChange) { self->peer.state, (double) state->since / 1e6 };
  ful_live_channel_post (self->channel, event);
}

static void
post_loss (FulLiveCapture    *self,
           const FulWireLoss *loss)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_LOSS);

  event->loss = (FulLiveLoss) {
    loss->thread, ful_live_kind_get_name (loss->kind), (double) loss->start / 1e6, (double) loss->duration / 1e6,
    loss->n_rows, ful_live_loss_get_name (loss->reason), dup_text (loss->text),
  };
  ful_live_channel_post (self->channel, event);
}

G_STATIC_ASSERT (FUL_WIRE_ERROR_VERSION - FUL_WIRE_ERROR_PROTOCOL == FUL_LIVE_ERROR_VERSION - FUL_LIVE_ERROR_PROTOCOL);
G_STATIC_ASSERT (FUL_WIRE_ERROR_TOKEN - FUL_WIRE_ERROR_PROTOCOL == FUL_LIVE_ERROR_TOKEN - FUL_LIVE_ERROR_PROTOCOL);
G_STATIC_ASSERT (FUL_WIRE_ERROR_LENGTH - FUL_WIRE_ERROR_PROTOCOL == FUL_LIVE_ERROR_FRAME - FUL_LIVE_ERROR_PROTOCOL);
G_STATIC_ASSERT (FUL_WIRE_ERROR_MALFORMED - FUL_WIRE_ERROR_PROTOCOL == FUL_LIVE_ERROR_MALFORMED - FUL_LIVE_ERROR_PROTOCOL);
G_STATIC_ASSERT (FUL_WIRE_ERROR_REFUSED - FUL_WIRE_ERROR_PROTOCOL == FUL_LIVE_ERROR_REFUSED - FUL_LIVE_ERROR_PROTOCOL);
G_STATIC_ASSERT (FUL_WIRE_ERROR_BUSY - FUL_WIRE_ERROR_PROTOCOL == FUL_LIVE_ERROR_BUSY - FUL_LIVE_ERROR_PROTOCOL);

/* Codes of the wire are errors in the same order. ful_live_capture_get_code() is the other direction. */
static FulLiveError
map_code (guint64 code)
{
  return code >= FUL_WIRE_ERROR_PROTOCOL && code <= FUL_WIRE_ERROR_BUSY
         ? FUL_LIVE_ERROR_PROTOCOL + (FulLiveError) (code - FUL_WIRE_ERROR_PROTOCOL) : FUL_LIVE_ERROR_OTHER;
}

/* Returns: the code of the wire for an error that a peer made */
guint64
ful_live_capture_get_code (const GError *error)
{
  return FUL_WIRE_ERROR_PROTOCOL + (guint64) (error->code - FUL_LIVE_ERROR_PROTOCOL);
}

/* Returns: FALSE if the peer ends the connection */
static gboolean
add_error (FulLiveCapture      *self,
           const FulWireError  *peers,
           GError             **error)
{
  g_autofree char *message = dup_text (peers->message);
  g_autoptr(GError) failure = g_error_new (FUL_LIVE_ERROR, (int) map_code (peers->code), _("The peer reports: %s"),
                                           *message ? message : _("an error"));
  FulLiveEvent *event;

  if (peers->fatal || self->is_starting)
    {
      self->peer.has_failed = TRUE;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  event = ful_live_event_new (FUL_LIVE_FAILURE);
  event->failure = g_steal_pointer (&failure);
  ful_live_channel_post (self->channel, event);

  return TRUE;
}

static FulLiveTotals
make_totals (const FulWireEnd *end)
{
  return (FulLiveTotals) { end->n_samples, end->n_markers, end->n_counts, end->n_allocations, end->n_lost };
}

static void
post_profile (FulLiveCapture *self,
              FulProfile     *profile)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_SNAPSHOT);

  event->profile = profile;
  ful_live_channel_post (self->channel, event);
}

/* After TICK: more rows are complete. */
static gboolean
publish (FulLiveCapture  *self,
         GError         **error)
{
  gint64 now = g_get_monotonic_time ();
  GError *flaw = NULL;
  FulProfile *profile;

  if (self->snapshot_interval == 0 || now < self->next_snapshot)
    return TRUE;

  profile = ful_live_writer_publish (self->writer, &flaw);
  if (profile)
    {
      post_profile (self, profile);
      self->next_snapshot = MAX (self->next_snapshot, now - self->snapshot_interval) + self->snapshot_interval;
    }
  if (flaw == NULL)
    return TRUE;

  *error = g_error_new_literal (FUL_LIVE_ERROR, FUL_LIVE_ERROR_OTHER, flaw->message);
  g_error_free (flaw);

  return FALSE;
}

/* Returns: FALSE after END, or with @error set */
static gboolean
add_frame (FulLiveCapture  *self,
           FulWireFrame    *frame,
           GError         **error)
{
  GError *flaw = NULL;

  if (!ful_live_writer_add (self->writer, frame, &flaw))
    {
      *error = g_error_new_literal (FUL_LIVE_ERROR, g_error_matches (flaw, FUL_ERROR, FUL_ERROR_FORMAT)
                                                    ? FUL_LIVE_ERROR_MALFORMED : FUL_LIVE_ERROR_OTHER, flaw->message);
      g_error_free (flaw);
      return FALSE;
    }

  switch ((int) frame->type)
    {
    case FUL_WIRE_HELLO:
      post_connected (self, &frame->hello);
      return TRUE;
    case FUL_WIRE_ERROR:
      return add_error (self, &frame->error, error);
    case FUL_WIRE_STATE:
      post_state (self, &frame->state);
      return TRUE;
    case FUL_WIRE_LOSS:
      post_loss (self, &frame->loss);
      return TRUE;
    case FUL_WIRE_TICK:
      self->status.now = (double) frame->tick.now / 1e6;
      self->status.complete = (double) frame->tick.complete / 1e6;
      self->status.backlog_bytes = frame->tick.backlog_bytes;
      return publish (self, error);
    case FUL_WIRE_END:
      self->status.now = self->status.complete = (double) frame->end.time / 1e6;
      self->status.backlog_bytes = 0;
      self->end.reason = ful_live_end_get_name (frame->end.reason);
      self->end.has_announced = TRUE;
      self->end.announced = make_totals (&frame->end);
      return FALSE;
    default:
      return TRUE;
    }
}

/**
 * ful_live_capture_feed:
 * @self: a capture that has not ended
 * @data: the next bytes of the peer
 * @n: how many
 * @error: %FUL_LIVE_ERROR: what ends the connection; what came before stays
 *
 * Returns: %FALSE if the capture ended, without @error set by END
 */
gboolean
ful_live_capture_feed (FulLiveCapture  *self,
                       gconstpointer    data,
                       gsize            n,
                       GError         **error)
{
  GError *flaw = NULL;
  FulWireFrame frame;
  gboolean goes_on = TRUE;

  self->status.received_bytes += n;
  ful_wire_decoder_feed (self->decoder, data, n);
  while (goes_on && ful_wire_decoder_next (self->decoder, &frame, &flaw))
    goes_on = add_frame (self, &frame, &flaw);
  self->peer.frame_bytes = ful_wire_decoder_get_offset (self->decoder);
  self->peer.has_thread = self->builder->threads->len > 0;
  if (flaw == NULL)
    return goes_on;

  if (!self->peer.has_failed)
    ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, "stream", -1, (gint64) self->peer.frame_bytes,
                        "%s", flaw->message);
  if (flaw->domain != FUL_LIVE_ERROR)
    {
      flaw->code = (int) (self->peer.has_hello || ful_wire_error_get_code (flaw) == FUL_WIRE_ERROR_VERSION
                          ? map_code (ful_wire_error_get_code (flaw)) : FUL_LIVE_ERROR_PROTOCOL);
      flaw->domain = FUL_LIVE_ERROR;
    }
  g_propagate_error (error, flaw);

  return FALSE;
}

/* The peer was asked to start: a refusal ends the connection, as there is nothing to wait for. */
void
ful_live_capture_expect_start (FulLiveCapture *self)
{
  self->is_starting = TRUE;
}

/* @elapsed: s since the connection was made; @is_stalled: no frames come */
void
ful_live_capture_post_status (FulLiveCapture *self,
                              double          elapsed,
                              gboolean        is_stalled)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_STATUS);

  self->status.elapsed = elapsed;
  self->status.is_stalled = is_stalled;
  self->status.n_threads = self->builder->threads->len;
  self->status.received = make_totals (ful_live_writer_get_received (self->writer));
  event->status = self->status;
  ful_live_channel_post (self->channel, event);
}

static FulProfile *
make_profile (FulLiveCapture  *self,
              GError         **error)
{
  if (!self->peer.has_thread)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_OTHER, _("The capture has no thread"));
      return NULL;
    }

  ful_live_writer_finish (self->writer);

  return ful_profile_builder_seal (self->builder, NULL, error);
}

static void
post_failure (FulLiveCapture *self,
              const GError   *failure)
{
  FulLiveEvent *event = ful_live_event_new (FUL_LIVE_FAILURE);

  event->failure = g_error_copy (failure);
  ful_live_channel_post (self->channel, event);
}

/**
 * ful_live_capture_finish:
 * @failure: (nullable): why the connection ended, if not by END or as requested
 *
 * Posts what is last: @failure, the profile, the end.
 */
void
ful_live_capture_finish (FulLiveCapture *self,
                         const GError   *failure)
{
  g_autoptr(GError) error = NULL;
  FulLiveEvent *event;
  FulProfile *profile;

  if (ful_live_channel_is_closed (self->channel))
    return;

  if (failure)
    post_failure (self, failure);
  self->end.received = make_totals (ful_live_writer_get_received (self->writer));
  self->end.is_whole = ful_live_writer_is_whole (self->writer);
  profile = make_profile (self, &error);
  if (profile)
    post_profile (self, profile);
  else if (failure == NULL)
    post_failure (self, error);

  event = ful_live_event_new (FUL_LIVE_END);
  event->end = self->end;
  ful_live_channel_post (self->channel, event);
}
