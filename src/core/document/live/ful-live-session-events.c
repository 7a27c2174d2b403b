/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the source says, and which connection a profile is of when there is another one. */

#include "config.h"

#include "ful-live-session-private.h"

static void
handle_status (FulLiveSession      *self,
               const FulLiveStatus *status)
{
  double elapsed = status->elapsed - self->rated.elapsed;
  guint64 n_before = self->rated.received.n_samples;

  /* The rows of a peer with previews arrive with each preview. */
  if (elapsed > 0 && (status->received.n_samples != n_before || status->backlog_bytes == 0))
    {
      self->facts.rate = MAX ((double) status->received.n_samples - (double) n_before, 0) / elapsed;
      self->rated = *status;
    }
  self->facts.status = *status;
}

FulLiveTotals
ful_live_session_count_rows (FulProfile *profile)
{
  FulLiveTotals rows = { 0 };

  for (guint i = 0; profile && i < profile->threads->len; i++)
    {
      rows.n_samples += ful_profile_get_thread (profile, i)->samples->table.n_rows;
      rows.n_markers += ful_profile_get_thread (profile, i)->markers->table.n_rows;
    }

  return rows;
}

static gboolean
has_as_much (FulProfile *profile,
             FulProfile *before)
{
  FulLiveTotals rows = ful_live_session_count_rows (profile), rows_before = ful_live_session_count_rows (before);

  return rows.n_samples >= rows_before.n_samples && rows.n_markers >= rows_before.n_markers;
}

/* A new connection is ready. It continues the capture if the peer sends all of it. */
static void
take_next (FulLiveSession         *self,
           const FulLiveConnected *connected)
{
  g_assert (self->next);

  if (!connected->has_history || g_strcmp0 (connected->capture, self->capture) != 0)
    {
      g_signal_handlers_disconnect_by_data (self->next, self);
      ful_live_session_drop_source (&self->next);
      g_signal_emit_by_name (self, "other-capture");
      return;
    }

  if (self->facts.profile)
    self->former = g_steal_pointer (&self->source);
  ful_live_session_drop_source (&self->source);
  self->source = g_steal_pointer (&self->next);
  self->facts.status = self->rated = (FulLiveStatus) { 0 };
  self->facts.end = NULL;
  g_clear_error (&self->facts.failure);
}

/* The rows of the former connection stay until this one has as many. */
static void
take_snapshot (FulLiveSession *self,
               FulProfile     *profile)
{
  g_assert (profile);

  if (self->former && !has_as_much (profile, self->facts.profile))
    return;

  ful_live_session_drop_source (&self->former);
  g_set_object (&self->facts.profile, profile);
  ful_live_session_queue (self);
}

static void
handle_end (FulLiveSession   *self,
            const FulLiveEnd *end)
{
  self->end = *end;
  self->facts.end = &self->end;
  self->facts.state = FUL_LIVE_FINISHED;
  self->facts.rate = 0;
  if (ful_live_session_is_shown (self))
    self->facts.is_paused = FALSE;
  if (self->former)
    {
      ful_live_session_drop_source (&self->source);
      self->source = g_steal_pointer (&self->former);
    }
  ful_live_session_queue (self);
}

void
ful_live_session_handle_event (FulLiveSession *self,
          FulLiveEvent   *event,
          FulLiveSource  *source)
{
  if (source == self->next && event->type == FUL_LIVE_CONNECTED)
    {
      take_next (self, &event->connected);
      g_signal_emit_by_name (self, "changed");
      return;
    }
  if (source == self->next && event->type == FUL_LIVE_END)
    {
      ful_live_session_drop_source (&self->next);
      g_signal_emit_by_name (self, "changed");
      return;
    }
  if (source == self->next && event->type != FUL_LIVE_FAILURE)
    return;

  switch (event->type)
    {
    case FUL_LIVE_CONNECTED:
      g_free (self->facts.server);
      self->facts.server = g_strdup (event->connected.server);
      g_free (self->capture);
      self->capture = g_strdup (event->connected.capture);
      self->facts.can_pause = event->connected.can_pause;
      break;
    case FUL_LIVE_STATE:
      self->facts.state = event->change.state;
      break;
    case FUL_LIVE_STATUS:
      handle_status (self, &event->status);
      break;
    case FUL_LIVE_FAILURE:
      g_clear_error (&self->facts.failure);
      self->facts.failure = g_error_copy (event->failure);
      break;
    case FUL_LIVE_SNAPSHOT:
      take_snapshot (self, event->profile);
      break;
    case FUL_LIVE_END:
      handle_end (self, &event->end);
      break;
    case FUL_LIVE_BEGUN:
      if (self->facts.end && self->next == NULL)
        g_signal_emit_by_name (self, "other-capture");
      break;
    case FUL_LIVE_LOSS:
    default:
      break;
    }
  ful_live_session_emit_changed (self);
}
