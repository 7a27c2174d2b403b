/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define FUL_LIVE_ERROR (ful_live_error_quark ())

/* Longest names and messages of a peer in characters; the rest is cut where they come in. */
#define FUL_LIVE_TEXT_CHARS 200

/**
 * FulLiveError:
 * @FUL_LIVE_ERROR_CONNECT: there is no peer
 * @FUL_LIVE_ERROR_TIMEOUT: the peer did not reply in time
 * @FUL_LIVE_ERROR_CLOSED: the connection ended before the capture
 * @FUL_LIVE_ERROR_PROTOCOL: the peer does not use this protocol
 * @FUL_LIVE_ERROR_VERSION: nor this version of it
 * @FUL_LIVE_ERROR_TOKEN: wrong token, or another user
 * @FUL_LIVE_ERROR_FRAME: a frame with a wrong length
 * @FUL_LIVE_ERROR_MALFORMED: a frame that cannot be read
 * @FUL_LIVE_ERROR_REFUSED: a request that was refused; the capture continues
 * @FUL_LIVE_ERROR_BUSY: the peer has too many clients
 *
 * What can go wrong in a capture.
 */
typedef enum
{
  FUL_LIVE_ERROR_CONNECT,
  FUL_LIVE_ERROR_TIMEOUT,
  FUL_LIVE_ERROR_CLOSED,
  FUL_LIVE_ERROR_PROTOCOL,
  FUL_LIVE_ERROR_VERSION,
  FUL_LIVE_ERROR_TOKEN,
  FUL_LIVE_ERROR_FRAME,
  FUL_LIVE_ERROR_MALFORMED,
  FUL_LIVE_ERROR_REFUSED,
  FUL_LIVE_ERROR_BUSY,
  FUL_LIVE_ERROR_OTHER,
} FulLiveError;

typedef enum
{
  FUL_LIVE_CONNECTED,
  FUL_LIVE_STATE,
  FUL_LIVE_STATUS,
  FUL_LIVE_LOSS,
  FUL_LIVE_FAILURE,
  FUL_LIVE_SNAPSHOT,
  FUL_LIVE_END,
  FUL_LIVE_BEGUN,      /* after END: the peer has begun another capture */
} FulLiveEventType;

typedef enum
{
  FUL_LIVE_IDLE,
  FUL_LIVE_RECORDING,
  FUL_LIVE_PAUSED,
  FUL_LIVE_FINISHED,
} FulLiveState;

/* @since: ms of the profile */
typedef struct
{
  FulLiveState state;
  double       since;
} FulLiveStateChange;

/* Rows of row frames, and those that LOSS reported. */
typedef struct
{
  guint64 n_samples;
  guint64 n_markers;
  guint64 n_counts;
  guint64 n_allocations;
  guint64 n_lost;
} FulLiveTotals;

typedef struct
{
  char  *address;
  char  *server;    /* its name */
  char  *capture;   /* id of the capture in hex; the same for all connections to it */
  char  *version;   /* of the protocol */
  char **features;  /* (nullable): that a capture of a Firefox can have */
  gboolean has_history;   /* whether all rows of the capture come, also those from before the connection */
  gboolean can_pause;     /* whether the capture can be paused, and not the view alone */
} FulLiveConnected;

/**
 * FulLiveStatus:
 * @elapsed: s since the connection was made
 * @now: the peer's time, ms of the profile
 * @complete: ms of the profile; what is before is final
 * @backlog_bytes: what the peer has recorded and not sent
 * @is_stalled: no frame for 3 s
 * @has_previews_ended: there are no more snapshots before the end
 */
typedef struct
{
  double        elapsed;
  double        now;
  double        complete;
  guint         n_threads;
  FulLiveTotals received;
  guint64       backlog_bytes;
  guint64       received_bytes;
  gboolean      is_stalled;
  gboolean      has_previews_ended;
} FulLiveStatus;

/* @thread: the peer's number, or FUL_NONE: all; @n_rows: 0: not known */
typedef struct
{
  gint64      thread;
  const char *kind;
  double      start;
  double      duration;
  guint64     n_rows;
  const char *reason;
  char       *text;
} FulLiveLoss;

/**
 * FulLiveEnd:
 * @is_whole: the peer announced the end, and what it announced was received
 * @has_announced: whether @announced is known
 */
typedef struct
{
  gboolean      is_whole;
  const char   *reason;
  gboolean      has_announced;
  FulLiveTotals received;
  FulLiveTotals announced;
} FulLiveEnd;

/**
 * FulLiveEvent:
 * @type: which member holds
 * @change: of %FUL_LIVE_STATE
 * @failure: of %FUL_LIVE_FAILURE: a #FulLiveError
 * @profile: of %FUL_LIVE_SNAPSHOT
 *
 * What happens to a capture. Counted; does not change. Words (@kind, @reason) are those of the query tool's JSON.
 */
typedef struct
{
  FulLiveEventType type;
  union
  {
    FulLiveConnected   connected;
    FulLiveStateChange change;
    FulLiveStatus      status;
    FulLiveLoss        loss;
    GError            *failure;
    FulProfile        *profile;
    FulLiveEnd         end;
  };
} FulLiveEvent;

#define FUL_TYPE_LIVE_EVENT (ful_live_event_get_type ())

GQuark        ful_live_error_quark     (void);
const char   *ful_live_error_get_name  (const GError       *error);
const char   *ful_live_state_get_name  (FulLiveState        state);
const char   *ful_live_kind_get_name   (guint               kind);
const char   *ful_live_loss_get_name   (guint               reason);
const char   *ful_live_end_get_name    (guint               reason);
GType         ful_live_event_get_type  (void);
FulLiveEvent *ful_live_event_new       (FulLiveEventType    type);
FulLiveEvent *ful_live_event_ref       (FulLiveEvent       *self);
void          ful_live_event_unref     (FulLiveEvent       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveEvent, ful_live_event_unref)

G_END_DECLS
