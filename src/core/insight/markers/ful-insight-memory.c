/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes whose memory grew (insight.md 7). */

#include "config.h"

#include "ful-insight-memory.h"

#include <math.h>

#define LEAST_BYTES 10e6

static FulInsightMemory
sum_up (FulCounter   *counter,
        guint         index,
        FulTimeRange  range)
{
  const FulCounterSampleTable *samples = counter->samples;
  FulInsightMemory memory = { index, 0, 0, range.start };
  guint begin, end;

  /* The first count is what there was before. */
  ful_time_range_find_rows (range, samples->time, samples->table.n_rows, &begin, &end);
  for (guint i = begin + 1; end - begin >= 3 && i < end; i++)
    {
      memory.growth += isfinite (samples->count[i]) ? samples->count[i] : 0;
      if (memory.growth > memory.peak)
        {
          memory.peak = memory.growth;
          memory.peak_time = samples->time[i];
        }
    }

  return memory;
}

static int
compare_memory (gconstpointer a,
                gconstpointer b)
{
  const FulInsightMemory *x = a, *y = b;

  if (x->growth != y->growth)
    return x->growth < y->growth ? 1 : -1;
  if (x->peak != y->peak)
    return x->peak < y->peak ? 1 : -1;

  return (x->counter > y->counter) - (x->counter < y->counter);
}

/**
 * ful_insight_memory_list:
 * @range: absolute ms
 *
 * Returns: (transfer full) (element-type FulInsightMemory): counters of memory that grew, most first
 */
GArray *
ful_insight_memory_list (FulProfile   *profile,
                         FulTimeRange  range,
                         guint         n_max)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FulInsightMemory));

  for (guint i = 0; i < profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (profile->counters, i);

      if (g_strcmp0 (counter->category, "Memory") == 0)
        {
          FulInsightMemory memory = sum_up (counter, i, range);

          if (MAX (memory.growth, memory.peak) >= LEAST_BYTES)
            g_array_append_val (rows, memory);
        }
    }
  g_array_sort (rows, compare_memory);
  g_array_set_size (rows, MIN (rows->len, n_max));

  return rows;
}
