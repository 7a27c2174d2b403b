/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The source posts snapshots as they come; the newest one waits here. The next one is shown when all results on
 * screen belong to the last one, after a pause in proportion to the time that this took. Actions of the user are
 * not delayed: they cancel jobs and start new ones, and the next snapshot waits for these too. */

#include "config.h"

#include "ful-live-session.h"

#include "live/ful-live-address.h"
#include "live/ful-live-source.h"
#include "model/ful-profile-numbers.h"
#include "symbols/ful-symbolicator.h"

#include "ful-document-window.h"
#include "ful-live-naming.h"

#include <math.h>

#define POLL_MS 20
#define LEAST_MS 200

/* Results of snapshots may take one of so many parts of the time. */
#define PARTS 5

struct _FulLiveSession
{
  GObject           parent_instance;

  FulLiveFacts      facts;
  FulLiveOptions    options;
  char             *capture;      /* (nullable): its id, for all connections to it */
  FulLiveSource    *source;       /* (nullable): once it follows the capture of another session */
  FulLiveSpool     *spool;        /* (nullable): likewise, what kept the bytes of this one */
  gboolean          has_former_source;   /* @source has followed the capture of another session */
  FulLiveSource    *next;         /* (nullable): another connection, of which it is not known yet what it has */
  FulLiveSource    *former;       /* (nullable): the connection of the profile, while that of @source is catching up */
  FulProfile       *saved;        /* (nullable): the last one that was saved */
  gboolean          asks_save;    /* once it has ended */
  gboolean          is_discarded; /* nothing is wanted, also of what still comes */
  FulLiveIsSettled  is_settled;   /* (nullable) */
  gpointer          owner;
  FulLiveNaming    *naming;       /* (nullable): once there is a document */
  FulLiveStatus     rated;        /* the rate of the facts is since that status */
  FulLiveEnd        end;
  gint64            shown_at;     /* when the document got the last snapshot, monotonic µs */
  gboolean          is_naming;    /* a snapshot gets its names before it is shown */
  gboolean          has_new_names;   /* that are not shown yet */
  gboolean          is_settling;  /* whether results of that are missing */
  gboolean          is_visible;
  guint             timer_id;     /* while settling if visible; then until the document may get the next */
};

G_DEFINE_FINAL_TYPE (FulLiveSession, ful_live_session, G_TYPE_OBJECT)

enum
{
  CHANGED,
  DOCUMENT,
  SAVE_TO,
  OTHER_CAPTURE,
  ASK_SAVE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void queue (FulLiveSession *self);

static gboolean
is_shown (FulLiveSession *self)
{
  const FulLiveFacts *facts = &self->facts;

  return !facts->profile ||
         (facts->document && ful_document_get_profile (facts->document)->thread_serial == facts->profile->thread_serial);
}

static void
emit_changed (FulLiveSession *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  if (!self->asks_save || !ful_live_session_is_finished (self))
    return;

  self->asks_save = FALSE;
  g_signal_emit (self, signals[ASK_SAVE], 0);
}

/* The pause after a snapshot is over. */
static gboolean
next_cb (gpointer user_data)
{
  FulLiveSession *self = user_data;

  g_assert (!self->is_settling);

  self->timer_id = 0;
  queue (self);

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
  queue (self);

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
      emit_changed (self);
      return;
    }

  self->facts.document = ful_document_new (profile);
  g_signal_emit (self, signals[DOCUMENT], 0);
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
  queue (self);
}

static void
news_cb (gpointer owner)
{
  FulLiveSession *self = owner;

  self->has_new_names = TRUE;
  queue (self);
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
static void
queue (FulLiveSession *self)
{
  if (self->is_naming || (is_shown (self) && !self->has_new_names) || (self->facts.is_paused && self->facts.document))
    return;
  if (self->facts.document == NULL || (!self->is_settling && (self->timer_id == 0 || self->facts.end)))
    show (self);
}

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

static FulLiveTotals
count_rows (FulProfile *profile)
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
  FulLiveTotals rows = count_rows (profile), rows_before = count_rows (before);

  return rows.n_samples >= rows_before.n_samples && rows.n_markers >= rows_before.n_markers;
}

static void
drop_source (FulLiveSource **source)
{
  if (*source)
    ful_live_source_remove_spool (*source);
  g_clear_object (source);
}

static void
remove_spool (FulLiveSession *self)
{
  if (self->spool)
    ful_live_spool_remove (self->spool);
  else if (self->source)
    ful_live_source_remove_spool (self->source);
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
      drop_source (&self->next);
      g_signal_emit (self, signals[OTHER_CAPTURE], 0);
      return;
    }

  if (self->facts.profile)
    self->former = g_steal_pointer (&self->source);
  drop_source (&self->source);
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

  drop_source (&self->former);
  g_set_object (&self->facts.profile, profile);
  queue (self);
}

static void
handle_end (FulLiveSession   *self,
            const FulLiveEnd *end)
{
  self->end = *end;
  self->facts.end = &self->end;
  self->facts.state = FUL_LIVE_FINISHED;
  self->facts.rate = 0;
  if (is_shown (self))
    self->facts.is_paused = FALSE;
  if (self->former)
    {
      drop_source (&self->source);
      self->source = g_steal_pointer (&self->former);
    }
  queue (self);
}

static void
event_cb (FulLiveSession *self,
          FulLiveEvent   *event,
          FulLiveSource  *source)
{
  if (source == self->next && event->type == FUL_LIVE_CONNECTED)
    {
      take_next (self, &event->connected);
      g_signal_emit (self, signals[CHANGED], 0);
      return;
    }
  if (source == self->next && event->type == FUL_LIVE_END)
    {
      drop_source (&self->next);
      g_signal_emit (self, signals[CHANGED], 0);
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
        g_signal_emit (self, signals[OTHER_CAPTURE], 0);
      break;
    case FUL_LIVE_LOSS:
    default:
      break;
    }
  emit_changed (self);
}

static void
ful_live_session_dispose (GObject *object)
{
  FulLiveSession *self = FUL_LIVE_SESSION (object);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_clear_object (&self->naming);
  g_clear_object (&self->source);
  g_clear_object (&self->next);
  g_clear_object (&self->former);
  g_clear_object (&self->facts.document);
  g_clear_object (&self->facts.profile);
  g_clear_object (&self->saved);
  g_clear_pointer (&self->spool, ful_live_spool_unref);
  self->is_settled = NULL;

  G_OBJECT_CLASS (ful_live_session_parent_class)->dispose (object);
}

static void
ful_live_session_finalize (GObject *object)
{
  FulLiveSession *self = FUL_LIVE_SESSION (object);

  g_free (self->facts.address);
  g_free ((char *) self->options.token);
  g_free ((char *) self->options.start);
  g_free (self->facts.server);
  g_free (self->capture);
  g_clear_error (&self->facts.failure);

  G_OBJECT_CLASS (ful_live_session_parent_class)->finalize (object);
}

static void
ful_live_session_class_init (FulLiveSessionClass *klass)
{
  static const char *const names[] = {
    [CHANGED] = "changed", [DOCUMENT] = "document", [OTHER_CAPTURE] = "other-capture", [ASK_SAVE] = "ask-save",
  };

  G_OBJECT_CLASS (klass)->dispose = ful_live_session_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_live_session_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i])
      signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVE_TO] = g_signal_new ("save-to", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, G_TYPE_FILE);
}

static void
ful_live_session_init (FulLiveSession *self)
{
  self->facts.state = FUL_LIVE_IDLE;
}

/* @source: (transfer full) */
static FulLiveSession *
new_session (const char            *address,
             const FulLiveOptions  *options,
             FulLiveSource         *source)
{
  FulLiveSession *self = g_object_new (FUL_TYPE_LIVE_SESSION, NULL);

  self->facts.address = g_strdup (address);
  self->options = *options;
  self->options.token = g_strdup (options->token);
  self->options.start = g_strdup (options->start);
  self->source = source;
  g_signal_connect_object (source, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_live_session_new:
 * @address: see ful_live_source_new()
 * @options: are copied
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Returns: (transfer full): a session, not connected yet
 */
FulLiveSession *
ful_live_session_new (const char            *address,
                      const FulLiveOptions  *options,
                      GError               **error)
{
  FulLiveOptions with_next = *options;
  FulLiveSource *source;

  with_next.has_next = TRUE;
  source = ful_live_source_new (address, &with_next, error);

  return source ? new_session (address, &with_next, source) : NULL;
}

/* Returns: (transfer full): what the capture is called before its peer has said it */
char *
ful_live_session_dup_title (FulLiveSession *self)
{
  g_autoptr(FulLiveAddress) address = ful_live_address_new (self->facts.address, NULL);
  char *title = address->kind->dup_title && self->options.start ? address->kind->dup_title (self->options.start) : NULL;

  return title ? title : g_strdup (self->facts.address);
}

/**
 * ful_live_session_can_record_again:
 *
 * Returns: whether the capture has ended, and the peer can start another one
 */
gboolean
ful_live_session_can_record_again (FulLiveSession *self)
{
  g_autoptr(FulLiveAddress) address = ful_live_address_new (self->facts.address, NULL);

  return self->facts.end && self->end.is_whole && address->kind->can_record_again;
}

/**
 * ful_live_session_new_again:
 * @session: one that has ended
 * @start: whether to start a capture, with the options of the last one; if not, one that runs is followed
 *
 * The source of @session is the new one's, and with it the connection, if it is still there.
 *
 * Returns: (transfer full): a session with the same peer, not started yet
 */
FulLiveSession *
ful_live_session_new_again (FulLiveSession *session,
                            gboolean        start)
{
  FulLiveOptions options = session->options;
  FulLiveSource *source;
  FulLiveSession *again;

  if (!start)
    options.start = NULL;
  else if (options.start == NULL)
    options.start = "{}";
  if (session->source == NULL || !session->facts.end || !ful_live_source_has_next (session->source))
    return ful_live_session_new (session->facts.address, &options, NULL);

  source = g_steal_pointer (&session->source);
  session->spool = ful_live_source_get_spool (source);
  g_signal_handlers_disconnect_by_data (source, session);
  again = new_session (session->facts.address, &options, source);
  again->has_former_source = TRUE;

  return again;
}

void
ful_live_session_start (FulLiveSession *self)
{
  if (self->has_former_source)
    ful_live_source_start_next (self->source, self->options.start);
  else
    ful_live_source_start (self->source);
}

/**
 * ful_live_session_reconnect:
 * @self: a session that has ended
 *
 * Connects to the same address. If the peer gives all of the same capture, the session continues it, else
 * "other-capture" is emitted.
 */
void
ful_live_session_reconnect (FulLiveSession *self)
{
  FulLiveOptions options = self->options;

  if (!self->facts.end || self->next)
    return;

  options.start = NULL;
  self->next = ful_live_source_new (self->facts.address, &options, NULL);
  g_signal_connect_object (self->next, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  ful_live_source_start (self->next);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns: whether ful_live_session_reconnect() has not brought a connection yet */
gboolean
ful_live_session_is_reconnecting (FulLiveSession *self)
{
  return self->next != NULL;
}

/* Returns: whether the connection has not brought yet what was there before */
gboolean
ful_live_session_is_catching_up (FulLiveSession *self)
{
  return self->former != NULL;
}

/**
 * ful_live_session_set_settled:
 * @is_settled: (nullable): whether all that is on screen belongs to the document
 * @owner: for @is_settled
 */
void
ful_live_session_set_settled (FulLiveSession   *self,
                              FulLiveIsSettled  is_settled,
                              gpointer          owner)
{
  self->is_settled = is_settled;
  self->owner = owner;
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

const FulLiveFacts *
ful_live_session_get (FulLiveSession *self)
{
  return &self->facts;
}

/**
 * ful_live_session_is_finished:
 *
 * Returns: whether the capture has ended, and the document has all of it
 */
gboolean
ful_live_session_is_finished (FulLiveSession *self)
{
  return self->facts.end && self->facts.document && !self->is_naming && is_shown (self);
}

/**
 * ful_live_session_can_pause:
 *
 * Returns: whether there is something to be paused, or, after the end, that was paused and not seen
 */
gboolean
ful_live_session_can_pause (FulLiveSession *self)
{
  return self->facts.document && (!self->facts.end || self->facts.is_paused);
}

/**
 * ful_live_session_set_paused:
 * @paused: whether the view stays as it is; the capture continues
 */
void
ful_live_session_set_paused (FulLiveSession *self,
                             gboolean        paused)
{
  if (self->facts.is_paused == paused)
    return;

  self->facts.is_paused = paused;
  queue (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ful_live_session_set_capture_paused:
 * @paused: whether the peer is to record nothing; it says so by another state
 */
void
ful_live_session_set_capture_paused (FulLiveSession *self,
                                     gboolean        paused)
{
  if (self->facts.end || paused == (self->facts.state == FUL_LIVE_PAUSED))
    return;
  if (paused)
    ful_live_source_pause (self->source);
  else
    ful_live_source_resume (self->source);
}

/* Asks the peer to end the capture. */
void
ful_live_session_stop (FulLiveSession *self)
{
  if (!self->facts.end)
    ful_live_source_stop (self->source);
}

/**
 * ful_live_session_stop_and_save:
 *
 * Asks the peer to end the capture, and once all of it is shown the user where to save it.
 */
void
ful_live_session_stop_and_save (FulLiveSession *self)
{
  self->asks_save = TRUE;
  ful_live_session_set_paused (self, FALSE);
  ful_live_session_stop (self);
}

/**
 * ful_live_session_is_unsaved:
 *
 * Returns: whether something came that was not saved
 */
gboolean
ful_live_session_is_unsaved (FulLiveSession *self)
{
  /* What was saved may have more names. */
  return self->facts.profile != NULL && !self->is_discarded &&
         (self->saved == NULL || self->saved->thread_serial != self->facts.profile->thread_serial);
}

/**
 * ful_live_session_saved:
 * @profile: the snapshot that was saved
 *
 * The spool is not needed once all of an ended capture is saved.
 */
void
ful_live_session_saved (FulLiveSession *self,
                        FulProfile     *profile)
{
  g_set_object (&self->saved, profile);
  if (self->facts.end && !ful_live_session_is_unsaved (self))
    remove_spool (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ful_live_session_discard:
 *
 * What was received is not wanted, nor what comes until the session ends.
 */
void
ful_live_session_discard (FulLiveSession *self)
{
  self->is_discarded = TRUE;
  remove_spool (self);
  drop_source (&self->former);
}

/**
 * ful_live_session_save_to:
 * @file: where the newest snapshot is to be written
 *
 * Asks the widget that shows the session to save it.
 */
void
ful_live_session_save_to (FulLiveSession *self,
                          GFile          *file)
{
  g_signal_emit (self, signals[SAVE_TO], 0, file);
}

/**
 * ful_live_session_describe:
 *
 * Returns: (transfer floating): a{sv} for programs: `state`, `samples`, `shown-samples`, `lost`, `following`, `whole`
 */
GVariant *
ful_live_session_describe (FulLiveSession *self)
{
  GVariantBuilder builder;
  FulProfile *shown = self->facts.document ? ful_document_get_profile (self->facts.document) : NULL;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "state", g_variant_new_string (ful_live_state_get_name (self->facts.state)));
  g_variant_builder_add (&builder, "{sv}", "samples", g_variant_new_uint64 (self->facts.status.received.n_samples));
  g_variant_builder_add (&builder, "{sv}", "shown-samples", g_variant_new_uint64 (count_rows (shown).n_samples));
  g_variant_builder_add (&builder, "{sv}", "lost", g_variant_new_uint64 (self->facts.status.received.n_lost));
  g_variant_builder_add (&builder, "{sv}", "following",
                         g_variant_new_boolean (self->facts.document && !self->facts.is_paused &&
                                                ful_document_follows_now (self->facts.document)));
  g_variant_builder_add (&builder, "{sv}", "whole", g_variant_new_boolean (self->facts.end && self->end.is_whole));

  return g_variant_builder_end (&builder);
}
