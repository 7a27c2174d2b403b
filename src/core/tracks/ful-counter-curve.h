/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-counter-style.h"
#include "ful-line-graph.h"

#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/**
 * FulCounterCurve:
 * @counter: the counter
 * @interval: ms that a sample without a predecessor covers
 * @is_accumulated: whether the graph is of sums
 * @range: the range that is drawn, absolute
 * @begin: first sample that is considered: the last one before @range
 * @end: one past the last one: the first one after @range
 * @min: least sum of the considered counts, at most 0
 * @max: greatest sum, at least 0
 * @rate_max: highest count in a ms, at least 0
 * @least: sum at the bottom of the graph: @min, or less
 * @greatest: sum at its top: @max, or more
 * @rate_greatest: rate at its top: @rate_max, or more
 *
 * The numbers of a counter in a range (tracks.md 7). Holds no reference.
 */
typedef struct
{
  FulCounter   *counter;
  double        interval;
  gboolean      is_accumulated;
  FulTimeRange  range;
  guint         begin, end;
  double        min, max;
  double        rate_max;
  double        least, greatest;
  double        rate_greatest;
} FulCounterCurve;

void          ful_counter_curve_init       (FulCounterCurve       *self,
                                            FulProfile            *profile,
                                            FulCounter            *counter,
                                            gboolean               is_accumulated,
                                            FulTimeRange           range);
void          ful_counter_curve_share_scale (FulCounterCurve      *self,
                                            const FulCounterCurve *other);
double        ful_counter_curve_get_count  (const FulCounterCurve *self,
                                            guint                  sample);
double        ful_counter_curve_get_rate   (const FulCounterCurve *self,
                                            guint                  sample);
double        ful_counter_curve_get_sum    (const FulCounterCurve *self,
                                            guint                  sample);
FulLineGraph *ful_counter_curve_draw       (const FulCounterCurve *self,
                                            guint                  width);
gint32        ful_counter_curve_find       (const FulCounterCurve *self,
                                            guint                  width,
                                            double                 x);
double        ful_counter_curve_get_share  (const FulCounterCurve *self,
                                            guint                  sample);
double        ful_counter_curve_get_value  (const FulCounterCurve *self,
                                            const FulCounterRow   *row,
                                            guint                  sample,
                                            const FulTimeRange    *preview);
char         *ful_counter_value_format     (const FulCounterRow   *row,
                                            double                 value,
                                            double                 grams_per_kwh);

G_END_DECLS
