/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
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
 * is one, "save-to", "ask-save" when it has ended after ful_live_session_stop_and_save(), and "other-capture" if there is another one at the address now. Main thread only.
 */
#define FUL_TYPE_LIVE_SESSION (ful_live_session_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveSession, ful_live_session, FUL, LIVE_SESSION, GObject)

/**
 * FulLiveFacts:
 * @server: (nullable): the name of the peer, once there is a connection
 * @document: (nullable): from the first snapshot on
 * @profile: (nullable): the newest snapshot, which the document may not have yet
 * @status: the last one
 * @rate: samples a second, over the last second or between the last two previews
 * @failure: (nullable): the last thing that went wrong
 * @end: (nullable): how the capture ended; %NULL while it runs
 * @is_paused: the view, not the capture
 * @can_pause: whether the peer can pause the capture
 *
 * What a session shows. Belongs to the session, which changes it before it emits a signal.
 */
typedef struct
{
  char             *address;
  char             *server;
  FulDocument      *document;
  FulProfile       *profile;
  FulLiveState      state;
  FulLiveStatus     status;
  double            rate;
  GError           *failure;
  const FulLiveEnd *end;
  gboolean          is_paused;
  gboolean          can_pause;
} FulLiveFacts;

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
const FulLiveFacts  *ful_live_session_get            (FulLiveSession       *self);
char                *ful_live_session_dup_title      (FulLiveSession       *self);
void                 ful_live_session_set_settled    (FulLiveSession       *self,
                                                      FulLiveIsSettled      is_settled,
                                                      gpointer              owner);
void                 ful_live_session_set_visible    (FulLiveSession       *self,
                                                      gboolean              visible);
gboolean             ful_live_session_is_finished    (FulLiveSession       *self);
gboolean             ful_live_session_can_pause      (FulLiveSession       *self);
void                 ful_live_session_set_paused     (FulLiveSession       *self,
                                                      gboolean              paused);
void                 ful_live_session_stop           (FulLiveSession       *self);
void                 ful_live_session_set_capture_paused (FulLiveSession   *self,
                                                      gboolean              paused);
void                 ful_live_session_stop_and_save  (FulLiveSession       *self);
gboolean             ful_live_session_is_unsaved     (FulLiveSession       *self);
void                 ful_live_session_saved          (FulLiveSession       *self,
                                                      FulProfile           *profile);
void                 ful_live_session_discard        (FulLiveSession       *self);
void                 ful_live_session_save_to        (FulLiveSession       *self,
                                                      GFile                *file);
GVariant            *ful_live_session_describe       (FulLiveSession       *self);

G_END_DECLS
