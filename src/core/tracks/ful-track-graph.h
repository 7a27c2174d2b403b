/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"
#include "tree/ful-sample-states.h"

G_BEGIN_DECLS

/**
 * FulTrackGraph:
 * @width: number of pixel columns
 * @n_categories: number of categories
 * @range: the range that is drawn, absolute
 * @values: (array): for each category and #FulSampleState an array of @width CPU shares after smoothing, 1 for
 *   full use, or %NULL where all are 0; see ful_track_graph_get()
 * @average: (array): for each pixel the CPU share before smoothing
 *
 * The activity graph of a thread as numbers, for painting and tooltips (tracks.md 6.1). Values can be slightly
 * negative in the last columns; never draw a negative height. Immutable, counted.
 */
typedef struct
{
  guint         width;
  guint         n_categories;
  FulTimeRange  range;
  float       **values;
  const float  *average;
} FulTrackGraph;

FulTrackGraph *ful_track_graph_new   (FulProfile      *profile,
                                      FulThread       *thread,
                                      const guint8    *cpu_percent,
                                      FulTimeRange     range,
                                      guint            width,
                                      const guint8    *states,
                                      GCancellable    *cancellable,
                                      GError         **error);
void           ful_track_graph_unref (FulTrackGraph   *self);

/* The values of a category in a state, or NULL if all are 0. */
static inline const float *
ful_track_graph_get (const FulTrackGraph *self,
                     FulCategoryIndex     category,
                     FulSampleState       state)
{
  return self->values[(guint) category * FUL_N_SAMPLE_STATES + state];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTrackGraph, ful_track_graph_unref)

G_END_DECLS
