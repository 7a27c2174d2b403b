/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events of a capture, and their names for programs, which are not translated. */

#include "config.h"

#include "ful-live-event.h"

G_DEFINE_QUARK (ful-live-error-quark, ful_live_error)
G_DEFINE_BOXED_TYPE (FulLiveEvent, ful_live_event, ful_live_event_ref, ful_live_event_unref)

#define GET_NAME(names, i) ((i) < G_N_ELEMENTS (names) ? (names)[i] : "other")

/* Returns: the word for an error of %FUL_LIVE_ERROR; "other" for one of another domain */
const char *
ful_live_error_get_name (const GError *error)
{
  static const char *const names[] = {
    "connect", "timeout", "closed", "protocol", "version", "token", "frame", "malformed", "refused", "busy",
  };

  return error->domain == FUL_LIVE_ERROR ? GET_NAME (names, (guint) error->code) : "other";
}

const char *
ful_live_state_get_name (FulLiveState state)
{
  static const char *const names[] = { "idle", "recording", "paused", "finished" };

  return GET_NAME (names, (guint) state);
}

/* @kind: of LOSS (wire.md 3) */
const char *
ful_live_kind_get_name (guint kind)
{
  static const char *const names[] = { "several", "samples", "markers", "counts", "allocations" };

  return GET_NAME (names, kind);
}

/* @reason: likewise */
const char *
ful_live_loss_get_name (guint reason)
{
  static const char *const names[] = { "other", "ring overflow", "client too slow", "throttled", "producer died" };

  return GET_NAME (names, reason);
}

/* @reason: of END */
const char *
ful_live_end_get_name (guint reason)
{
  static const char *const names[] = {
    "other", "stopped", "stopped by another", "target exited", "server ended", "limit reached",
  };

  return GET_NAME (names, reason);
}

/* Returns: (transfer full): an event whose other members are to be set */
FulLiveEvent *
ful_live_event_new (FulLiveEventType type)
{
  FulLiveEvent *self = g_atomic_rc_box_new0 (FulLiveEvent);

  self->type = type;

  return self;
}

FulLiveEvent *
ful_live_event_ref (FulLiveEvent *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
event_clear (gpointer data)
{
  FulLiveEvent *self = data;

  switch (self->type)
    {
    case FUL_LIVE_CONNECTED:
      g_free (self->connected.address);
      g_free (self->connected.server);
      g_free (self->connected.capture);
      g_free (self->connected.version);
      g_strfreev (self->connected.features);
      break;
    case FUL_LIVE_LOSS:
      g_free (self->loss.text);
      break;
    case FUL_LIVE_FAILURE:
      g_error_free (self->failure);
      break;
    case FUL_LIVE_SNAPSHOT:
      g_object_unref (self->profile);
      break;
    case FUL_LIVE_STATE:
    case FUL_LIVE_STATUS:
    case FUL_LIVE_END:
    case FUL_LIVE_BEGUN:
    default:
      break;
    }
}

void
ful_live_event_unref (FulLiveEvent *self)
{
  g_atomic_rc_box_release_full (self, event_clear);
}
