/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/markers/ful-insight-requests.h"
#include "insight/samples/ful-insight-weights.h"
#include "markers/list/ful-marker-list.h"
#include "threads/ful-time-range.h"

#include <math.h>

G_BEGIN_DECLS

#define FUL_STORY_BINS 36

/* Whether the threads were there. */
typedef enum
{
  FUL_STORY_LIFE_ALIVE,     /* any of them, for a part of the range at least */
  FUL_STORY_LIFE_NOT_YET,
  FUL_STORY_LIFE_ENDED,
} FulStoryLife;

/**
 * FulStoryBin:
 * @use: share of the time that the threads were busy, at most 1
 * @category: what they did mostly, or %FUL_NONE
 *
 * A 36th of the range.
 */
typedef struct
{
  double           use;
  FulCategoryIndex category;
} FulStoryBin;

/* What a row of markers has to do with the selection. */
typedef enum
{
  FUL_STORY_MARKER_OVERLAPS,   /* a kind that overlaps the range */
  FUL_STORY_MARKER_HOLDS,      /* one that holds the marker */
  FUL_STORY_MARKER_HELD,       /* a kind that the marker holds */
  FUL_STORY_MARKER_PREVIOUS,   /* the one of the same kind before the marker */
  FUL_STORY_MARKER_NEXT,
  FUL_N_STORY_MARKERS,
} FulStoryMarkerRelation;

/**
 * FulStoryMarker:
 * @relation: why it is listed
 * @name: of the markers; lives as long as the story
 * @n: how many
 * @total: their time within the range, ms
 * @distance: from the marker to the one before or after it, ms; else 0
 * @longest: time of the longest one within the range, ms
 * @start: start of that, absolute ms, and @end its end, NaN for an instant
 * @thread: its thread
 * @marker: its number in the list of that thread
 *
 * A marker, or those of a kind.
 */
typedef struct
{
  FulStoryMarkerRelation  relation;
  const char             *name;
  guint                   n;
  double                  total;
  double                  distance;
  double                  longest;
  double                  start;
  double                  end;
  guint                   thread;
  guint                   marker;
} FulStoryMarker;

/**
 * FulStory:
 * @weights: what samples weigh; its range is that of the story
 * @is_of_samples: whether it only says what ran; then there is nothing in @waits, @markers, @requests and @others
 * @list: (nullable): markers of the threads, which have the names; %NULL if it only says what ran
 * @root_range: all of the profile, absolute ms
 * @thread_names: (array): names of all threads for the user
 * @unit: "ms", "bytes", or what weights count
 * @n_threads: number of threads, at least 1
 * @threads: (array length=n_threads): their numbers
 * @marker: the marker that it is about, or %FUL_NONE
 * @life: whether the threads were there
 * @length: ms that they were there, in all
 * @busy: sum of what their samples weigh
 * @ran: @busy, at most @length; without times @busy
 * @waited: what is left of @length
 * @n_samples: number of their samples
 * @of_scripts: whether @functions are only scripts and labels
 * @functions: (element-type FulOverviewFunction): by self
 * @bins: (array fixed-size=36): when they ran
 * @n_waits: how often the scheduler said that they were off CPU, with @wait_ms in all
 * @waits: (element-type FulOverviewWait): the longest of these
 * @gap: the longest time in which a thread did nothing; its @duration is 0 if there is none
 * @n_markers: number of markers that overlap the range
 * @markers: (element-type FulStoryMarker): rows
 * @n_requests: number of requests in the range
 * @requests: those with most time in it
 * @is_linked: (array) (nullable): by thread; whether it has a marker of the same flow or message as @marker
 * @others: (element-type guint): numbers of other threads: those that are linked, then the busiest
 *
 * What happened in a time, on threads (insight.md 13). Immutable once it is made.
 */
typedef struct
{
  FulInsightWeights  *weights;
  gboolean            is_of_samples;
  FulMarkerList      *list;
  FulTimeRange        root_range;
  char              **thread_names;
  const char         *unit;
  guint               n_threads;
  guint              *threads;
  gint32              marker;
  FulStoryLife        life;
  double              length;
  double              busy;
  double              ran;
  double              waited;
  guint64             n_samples;
  gboolean            of_scripts;
  GArray             *functions;
  FulStoryBin         bins[FUL_STORY_BINS];
  guint               n_waits;
  double              wait_ms;
  GArray             *waits;
  struct
  {
    guint             thread;
    double            start;
    double            duration;
  } gap;
  guint               n_markers;
  GArray             *markers;
  guint               n_requests;
  FulInsightRequests *requests;
  gboolean           *is_linked;
  GArray             *others;
} FulStory;

/* @start: absolute ms, with @end. Returns: how much of that time is in the range, ms */
static inline double
ful_story_clip (const FulStory *self,
                double          start,
                double          end)
{
  return fmax (fmin (end, self->weights->range.end) - fmax (start, self->weights->range.start), 0);
}

G_END_DECLS
