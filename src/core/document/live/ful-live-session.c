/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a view of a capture asks of it; what it shows, and what its source says, have files of their own. */

#include "config.h"

#include "ful-live-session-private.h"

#include "document/ful-document-window.h"
#include "live/ful-live-address.h"

#include <math.h>

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

void
ful_live_session_emit_changed (FulLiveSession *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  if (!self->asks_save || !ful_live_session_is_finished (self))
    return;

  self->asks_save = FALSE;
  g_signal_emit (self, signals[ASK_SAVE], 0);
}

void
ful_live_session_drop_source (FulLiveSource **source)
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
  g_signal_connect_object (source, "event", G_CALLBACK (ful_live_session_handle_event), self, G_CONNECT_SWAPPED);

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
  g_signal_connect_object (self->next, "event", G_CALLBACK (ful_live_session_handle_event), self, G_CONNECT_SWAPPED);
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
  return self->facts.end && self->facts.document && !self->is_naming && ful_live_session_is_shown (self);
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
  ful_live_session_queue (self);
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
  ful_live_session_drop_source (&self->former);
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
  g_variant_builder_add (&builder, "{sv}", "shown-samples", g_variant_new_uint64 (ful_live_session_count_rows (shown).n_samples));
  g_variant_builder_add (&builder, "{sv}", "lost", g_variant_new_uint64 (self->facts.status.received.n_lost));
  g_variant_builder_add (&builder, "{sv}", "following",
                         g_variant_new_boolean (self->facts.document && !self->facts.is_paused &&
                                                ful_document_follows_now (self->facts.document)));
  g_variant_builder_add (&builder, "{sv}", "whole", g_variant_new_boolean (self->facts.end && self->end.is_whole));

  return g_variant_builder_end (&builder);
}
