/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-session.h"

#include "live/ful-live-source.h"
#include "live/ful-live-spool.h"

#include "ful-live-naming.h"

G_BEGIN_DECLS

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

gboolean      ful_live_session_is_shown     (FulLiveSession  *self);
void          ful_live_session_queue        (FulLiveSession  *self);
void          ful_live_session_emit_changed (FulLiveSession  *self);
void          ful_live_session_drop_source  (FulLiveSource  **source);
FulLiveTotals ful_live_session_count_rows   (FulProfile      *profile);
void          ful_live_session_handle_event (FulLiveSession  *self,
                                             FulLiveEvent    *event,
                                             FulLiveSource   *source);

G_END_DECLS
