/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-insight-rules.h"
#include "ful-insight-weights.h"

G_BEGIN_DECLS

/**
 * FulInsightClock:
 *
 * How busy a thread had been by a time. Times only go forward, so that all of them are one pass.
 */
typedef struct
{
  const FulInsightWeights *weights;
  const FulInsightThread  *thread;
  guint                    row;    /* first one that is later */
  double                   sum;    /* of those before it */
} FulInsightClock;

void   ful_insight_clock_init (FulInsightClock         *self,
                               const FulInsightWeights *weights,
                               const FulInsightThread  *thread,
                               double                   time);
double ful_insight_clock_read (FulInsightClock         *self,
                               double                   time);

G_END_DECLS
