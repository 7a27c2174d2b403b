/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How busy a thread had been by a time, from its samples alone: no sums of them are kept. */

#include "config.h"

#include "ful-insight-clock.h"

#include "threads/ful-time-range.h"

#include <math.h>

/**
 * ful_insight_clock_init:
 * @self: (out): the clock
 * @time: no earlier one will be asked for, absolute ms
 */
void
ful_insight_clock_init (FulInsightClock         *self,
                        const FulInsightWeights *weights,
                        const FulInsightThread  *thread,
                        double                   time)
{
  guint begin, end;

  ful_time_range_find_rows ((FulTimeRange) { -INFINITY, time }, thread->time, thread->n_rows, &begin, &end);
  *self = (FulInsightClock) { weights, thread, end, 0 };
}

/**
 * ful_insight_clock_read:
 * @time: absolute ms, not earlier than the last one
 *
 * Returns: how busy the thread had been by then, from some beginning: only differences mean something
 */
double
ful_insight_clock_read (FulInsightClock *self,
                        double           time)
{
  const FulInsightThread *thread = self->thread;
  guint end = self->row;
  double before, gap;

  while (end < thread->n_rows && thread->time[end] <= time)
    end++;
  while (self->row < end)
    {
      double weights[FUL_INSIGHT_BLOCK_ROWS];
      guint n = MIN (end - self->row, FUL_INSIGHT_BLOCK_ROWS);

      ful_insight_weights_read (self->weights, thread, self->row, self->row + n, weights);
      for (guint i = 0; i < n; i++)
        self->sum += weights[i];
      self->row += n;
    }
  if (self->row == 0 || self->row == thread->n_rows || thread->rule != FUL_INSIGHT_RULE_CPU)
    return self->sum;

  /* CPU time was used since the sample before; that of others is of the time to come. */
  before = thread->time[self->row - 1];
  gap = thread->time[self->row] - before;

  return self->sum + (gap > 0 && time > before ? (time - before) / gap * ful_insight_weights_get (self->weights, thread, self->row) : 0);
}
