/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-stack-keys.h"
#include "insight/samples/ful-insight-stacks.h"
#include "insight/samples/ful-insight-weights.h"
#include "markers/list/ful-marker-list.h"
#include "model/ful-shared-tables.h"

G_BEGIN_DECLS

/**
 * FulInsightWait:
 * @thread: number of the thread
 * @start: absolute ms; with @end
 * @stack: that of the profile it left with, or %FUL_NONE
 *
 * A time in which a thread was off CPU.
 */
typedef struct
{
  guint         thread;
  double        start;
  double        end;
  FulStackIndex stack;
} FulInsightWait;

void          ful_insight_waits_add  (const FulInsightWeights *weights,
                                      const FulInsightThread  *thread,
                                      const FulMarkerList     *list,
                                      GArray                  *waits);
void          ful_insight_waits_sort (GArray                  *waits);
FulInsightKey ful_insight_waits_find_place (const FulInsightStacks *stacks,
                                      const FulInsightWait    *wait);

G_END_DECLS
