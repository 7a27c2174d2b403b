/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The source posts snapshots as they come; the newest one waits here. The next one is shown when all results on
 * screen belong to the last one, after a pause in proportion to the time that this took. Actions of the user are
 * not delayed: they cancel jobs and start new ones, and the next snapshot waits for these too. */

#include "config.h"

#include "ful-live-session-private.h"

#include "model/ful-profile-numbers.h"
#include "symbols/ful-symbolicator.h"

#define POLL_MS 20
#define LEAST_MS 200

/* Results of snapshots may take one of so many parts of the time. */
#define PARTS 5

gboolean
ful_live_session_is_shown (FulLiveSession *self)
{
  const FulLiveFacts *facts = &self->facts;

  return !facts->profile ||
         (facts->document && ful_document_get_profile (facts->document)->thread_serial == facts->profile->thread_serial);
}

/* The pause after a snapshot is over. */
static gboolean
next_cb (gpointer user_data)
{
  FulLiveSession *self = user_data;

  g_assert (!self->is_settling);

  self->timer_id = 0;
  ful_live_session_queue (self);

  return G_SOURCE_REMOVE;
}

/* Checks whether all results of the last snapshot are shown; then the pause begins. */
static gboolean
settle_cb (gpointer user_data)
{
  FulLiveSession *self = user_data;
  guint taken;

  g_assert (self->is_settling);

  if (self->is_settled && !self->is_settled (self->owner))
    return G_SOURCE_CONTINUE;

  taken = (guint) ((g_get_monotonic_time () - self->shown_at) / 1000);
  self->is_settling = FALSE;
  self->timer_id = g_timeout_add (MAX (LEAST_MS, taken * PARTS) - taken, next_cb, self);
  ful_live_session_queue (self);

  return G_SOURCE_REMOVE;
}

/* @profile: the newest snapshot, with names or without */
static void
show_profile (FulLiveSession *self,
              FulProfile     *profile)
{
  self->shown_at = g_get_monotonic_time ();
  self->is_settling = TRUE;
  if (self->is_visible)
    self->timer_id = g_timeout_add (POLL_MS, settle_cb, self);
  if (self->facts.document)
    {
      FulProfile *before = ful_document_get_profile (self->facts.document);

      /* A profile of another connection. */
      if (profile->number_serial != before->number_serial)
        {
          g_autoptr(FulProfile) latest = g_steal_pointer (&self->facts.profile);

          self->facts.profile = ful_profile_keep_numbers (latest, before);
          if (self->saved == latest)
            g_set_object (&self->saved, self->facts.profile);
          profile = self->facts.profile;
        }
      ful_document_take_profile (self->facts.document, g_object_ref (profile));
      ful_live_session_emit_changed (self);
      return;
    }

  self->facts.document = ful_document_new (profile);
  g_signal_emit_by_name (self, "document");
}

static void
named_cb (gpointer    owner,
          FulProfile *profile)
{
  FulLiveSession *self = owner;

  self->is_naming = FALSE;
  if (!profile->grows)
    g_clear_object (&self->naming);
  show_profile (self, profile);
  ful_live_session_queue (self);
}

static void
news_cb (gpointer owner)
{
  FulLiveSession *self = owner;

  self->has_new_names = TRUE;
  ful_live_session_queue (self);
}

/* Names come while the capture runs, for rows of a stream; a whole profile in place of the last one gets them at its end. */
static void
watch_names (FulLiveSession *self)
{
  gboolean is_other = self->naming && !ful_live_naming_is_of (self->naming, self->facts.profile);

  if (is_other)
    g_clear_object (&self->naming);
  if (self->naming == NULL && self->facts.profile->grows && ful_symbolicator_is_wanted (self->facts.profile))
    self->naming = ful_live_naming_new (self->facts.profile, news_cb, named_cb, self);
  if (self->naming)
    ful_live_naming_set_profile (self->naming, self->facts.profile);
}

static void
show (FulLiveSession *self)
{
  g_assert (self->facts.profile);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  self->has_new_names = FALSE;
  watch_names (self);
  self->is_naming = self->naming && self->facts.document && ful_live_naming_begin (self->naming);
  if (self->is_naming)
    return;
  if (!self->facts.profile->grows)
    g_clear_object (&self->naming);   /* the names of the whole capture follow */
  show_profile (self, self->facts.profile);
}

/* Shows the newest snapshot if it may be shown now. The last one does not wait for the end of the pause. */
void
ful_live_session_queue (FulLiveSession *self)
{
  if (self->is_naming || (ful_live_session_is_shown (self) && !self->has_new_names) || (self->facts.is_paused && self->facts.document))
    return;
  if (self->facts.document == NULL || (!self->is_settling && (self->timer_id == 0 || self->facts.end)))
    show (self);
}

/**
 * ful_live_session_set_visible:
 * @visible: whether the user sees the document; one that is not seen gets no snapshots
 */
void
ful_live_session_set_visible (FulLiveSession *self,
                              gboolean        visible)
{
  self->is_visible = visible;
  if (!self->is_settling)
    return;

  g_clear_handle_id (&self->timer_id, g_source_remove);
  self->shown_at = g_get_monotonic_time ();
  if (visible)
    self->timer_id = g_timeout_add (POLL_MS, settle_cb, self);
}
