/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-thread-set.h"

G_BEGIN_DECLS

/* The least delay of the event loop that becomes a marker; ms. */
#define FUL_JANK_MS 50

/**
 * FulMarkerOpen:
 * @n_rows: raw markers that were read
 * @range_start: start of the thread's range, where markers without a start begin
 * @names: (element-type FulStringIndex): names of starts, in the order of the first of each
 * @starts: (element-type GArray): by @names: their rows (gint32) that wait for an end, the last first to get one
 * @requests: id → row + 1 of its start
 * @screenshots: window → row + 1 of the last one
 *
 * What waits for its end after the raw markers of a thread were read.
 */
typedef struct
{
  guint       n_rows;
  double      range_start;
  GArray     *names;
  GPtrArray  *starts;
  GHashTable *requests;
  GHashTable *screenshots;
} FulMarkerOpen;

/* The column that has the delays of the event loop. */
typedef enum
{
  FUL_DELAY_NONE,
  FUL_DELAY_EVENT_DELAY,
  FUL_DELAY_RESPONSIVENESS,
} FulDelayColumn;

/**
 * FulMarkerJoinState:
 * @interval: of the profile
 * @default_category: of the profile
 * @threads: (element-type FulMarkerOpen): of each thread of the set
 * @delay_column: the column that janks are from
 * @n_samples: samples that were searched for janks
 * @last_delay: of the last sample that has one, ms; 0 for none
 * @last_time: its time
 *
 * Where a later snapshot goes on. Not changed once a list has it.
 */
typedef struct
{
  double            interval;
  FulCategoryIndex  default_category;
  GPtrArray        *threads;

  FulDelayColumn    delay_column;
  guint             n_samples;
  double            last_delay;
  double            last_time;
} FulMarkerJoinState;

FulMarkerJoinState *ful_marker_join_state_new  (FulProfile               *profile,
                                                guint                     n_threads);
FulMarkerJoinState *ful_marker_join_state_copy (const FulMarkerJoinState *self);
void                ful_marker_join_state_free (FulMarkerJoinState       *self);
gboolean            ful_marker_join_state_can_go_on (const FulMarkerJoinState *self,
                                                     FulThreadSet             *threads);
GArray             *ful_marker_join_state_list_janks (FulMarkerJoinState      *self,
                                                      const FulSampleTable    *samples);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerJoinState, ful_marker_join_state_free)

G_END_DECLS
