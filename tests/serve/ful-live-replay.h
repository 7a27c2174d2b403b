/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-script.h"

#include "base/ful-bytes.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_LIVE_REPLAY_FRAME,   /* one was appended */
  FUL_LIVE_REPLAY_WAIT,    /* the next one is not due yet */
  FUL_LIVE_REPLAY_ENDED,
} FulLiveReplayResult;

/**
 * FulLiveReplay:
 *
 * The frames of one connection to the replay of a profile, from META to END. One thread.
 */
typedef struct _FulLiveReplay FulLiveReplay;

FulLiveReplay      *ful_live_replay_new       (FulLiveScript    *script,
                                               guint             kinds,
                                               double            speed,
                                               gboolean          loop);
void                ful_live_replay_free      (FulLiveReplay    *self);
FulLiveReplayResult ful_live_replay_next      (FulLiveReplay    *self,
                                               gint64            elapsed_us,
                                               FulBytes         *to,
                                               gint64           *out_due_us);
void                ful_live_replay_end       (FulLiveReplay    *self,
                                               guint8            reason,
                                               FulBytes         *to);
void                ful_live_replay_drop_rows (FulLiveReplay    *self,
                                               guint             n_ticks);
const FulWireEnd   *ful_live_replay_get_totals (FulLiveReplay   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveReplay, ful_live_replay_free)

G_END_DECLS
