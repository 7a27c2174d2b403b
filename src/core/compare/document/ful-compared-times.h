/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compared-part.h"
#include "ful-compared-view.h"
#include "ful-shared-moments.h"

#include "compare/change/ful-change.h"
#include "model/ful-profile.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulTrackPair:
 * @name: for the user
 * @tracks: (nullable elements): of each side, at least one
 * @difference: (nullable): of @axis_tracks: the counter after less that before
 *
 * Tracks of the same thread, or of the same counter.
 */
typedef struct
{
  char           *name;
  const FulTrack *tracks[FUL_N_SIDES];
  const FulTrack *difference;
} FulTrackPair;

/**
 * FulTimedRun:
 * @profile: the run
 * @options: its view; its range is all of the axis
 * @zero: where the axis starts, absolute ms
 * @end: where the run ends, absolute ms
 * @tracks: its tracks
 * @cpu_reference: see ful_cpu_use_get_reference()
 * @rows: (element-type FulFuncIndex): for each function of @profile its row of ful_compare_document_get_names(), or %FUL_NONE
 * @n_names: number of rows of those
 * @funcs: (array length=n_names): for each of them the function of @profile, the one on most stacks if there are several; or %FUL_NONE
 */
typedef struct
{
  FulProfile     *profile;
  FulViewOptions *options;
  double          zero;
  double          end;
  FulTrackList   *tracks;
  double          cpu_reference;
  GArray         *rows;
  guint           n_names;
  FulFuncIndex   *funcs;
} FulTimedRun;

/**
 * FulComparedTimes:
 * @runs: one of each side
 * @axis: a profile without samples, from 0 to where the last of both ranges ends; its counters are differences
 * @axis_tracks: (nullable): its tracks
 * @moments: (element-type FulSharedMoment): at which they can be aligned
 * @aligned: (nullable): the name of the one at which they are; %NULL: at the starts of both ranges
 * @origin: ms on the axis: where they are aligned
 * @timeless: (nullable): the name of a run without times: then there is nothing to draw over it
 * @pairs: (element-type FulTrackPair): first those of most activity in AFTER, then counters
 *
 * A run of each side over time, from the first start of both ranges. Immutable, counted.
 */
typedef struct
{
  FulTimedRun  runs[FUL_N_SIDES];
  FulProfile  *axis;
  FulTrackList *axis_tracks;
  GPtrArray   *moments;
  char        *aligned;
  double       origin;
  char        *timeless;
  GPtrArray   *pairs;
} FulComparedTimes;

FulComparedTimes *ful_compared_times_new   (FulComparedPart  *const parts[FUL_N_SIDES],
                                            FulComparedView  *view,
                                            const char       *moment,
                                            GCancellable     *cancellable,
                                            GError          **error);
FulComparedTimes *ful_compared_times_ref   (FulComparedTimes *self);
void              ful_compared_times_unref (FulComparedTimes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparedTimes, ful_compared_times_unref)

G_END_DECLS
