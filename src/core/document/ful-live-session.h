/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"

#include "live/ful-live-event.h"
#include "live/ful-live-kind.h"
#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLiveSession:
 *
 * A capture that a document follows. Hands it snapshots while the user looks on: not while results for the last one
 * are still computed, and so seldom that they take at most a fifth of the time. Emits "changed", "document" once there
 * is one, "save-to", and "other-capture" if there is another one at the address now. Main thread only.
 */
#define FUL_TYPE_LIVE_SESSION (ful_live_session_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveSession, ful_live_session, FUL, LIVE_SESSION, GObject)

typedef gboolean (*FulLiveIsSettled) (gpointer owner);

FulLiveSession      *ful_live_session_new            (const char           *address,
                                                      const FulLiveOptions *options,
                                                      GError              **error);
FulLiveSession      *ful_live_session_new_again      (FulLiveSession       *session,
                                                      gboolean              start);
gboolean             ful_live_session_can_record_again (FulLiveSession     *self);
void                 ful_live_session_start          (FulLiveSession       *self);
void                 ful_live_session_reconnect      (FulLiveSession       *self);
gboolean             ful_live_session_is_reconnecting (FulLiveSession      *self);
gboolean             ful_live_session_is_catching_up (FulLiveSession       *self);
void                 ful_live_session_set_settled    (FulLiveSession       *self,
                                                      FulLiveIsSettled      is_settled,
                                                      gpointer              owner);
void                 ful_live_session_set_visible    (FulLiveSession       *self,
                                                      gboolean              visible);
const char          *ful_live_session_get_address    (FulLiveSession       *self);
const char          *ful_live_session_get_server     (FulLiveSession       *self);
FulDocument         *ful_live_session_get_document   (FulLiveSession       *self);
FulProfile          *ful_live_session_get_profile    (FulLiveSession       *self);
FulLiveState         ful_live_session_get_state      (FulLiveSession       *self);
const FulLiveStatus *ful_live_session_get_status     (FulLiveSession       *self);
double               ful_live_session_get_rate       (FulLiveSession       *self);
const GError        *ful_live_session_get_failure    (FulLiveSession       *self);
const FulLiveEnd    *ful_live_session_get_end        (FulLiveSession       *self);
gboolean             ful_live_session_get_paused     (FulLiveSession       *self);
gboolean             ful_live_session_can_pause      (FulLiveSession       *self);
void                 ful_live_session_set_paused     (FulLiveSession       *self,
                                                      gboolean              paused);
void                 ful_live_session_stop           (FulLiveSession       *self);
gboolean             ful_live_session_is_unsaved     (FulLiveSession       *self);
void                 ful_live_session_saved          (FulLiveSession       *self,
                                                      FulProfile           *profile);
void                 ful_live_session_discard        (FulLiveSession       *self);
void                 ful_live_session_save_to        (FulLiveSession       *self,
                                                      GFile                *file);
GVariant            *ful_live_session_describe       (FulLiveSession       *self);

G_END_DECLS
