/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the profiler of Firefox took, as it measured itself: the member "profilerOverhead", of each process. */

#include "config.h"

#include "ful-insight-overhead.h"

#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-tree.h"

#include <math.h>
#include <string.h>

/* Of a process, in ms. */
static double
sum_up (const FulRawNode *overhead,
        FulTimeRange      range)
{
  /* Columns in µs. */
  static const char *const parts[] = { "counters", "expiredMarkerCleaning", "locking", "threads" };
  const FulRawNode *samples = ful_raw_get (overhead, "samples");
  const FulRawColumn *time = ful_raw_get_column (samples, "time");
  double sum = 0;

  for (guint p = 0; time && p < G_N_ELEMENTS (parts); p++)
    {
      const FulRawColumn *part = ful_raw_get_column (samples, parts[p]);

      for (guint i = 0; part && i < MIN (part->n, time->n); i++)
        {
          double at = ful_raw_column_number (time, i), us = ful_raw_column_number (part, i);

          if (at >= range.start && at < range.end && us > 0 && isfinite (us))
            sum += us / 1000;
        }
    }

  return sum;
}

/**
 * ful_insight_overhead_find:
 * @range: absolute ms
 *
 * O(size of the member), if the profile has it.
 *
 * Returns: share of the time that the profiler took, in the process with most; 0 if it is not known, at most 1
 */
double
ful_insight_overhead_find (FulProfile   *profile,
                           FulTimeRange  range)
{
  double most = 0, length = range.end - range.start;
  g_autoptr(FulRawTree) tree = NULL;
  g_autofree char *json = NULL;
  FulRawNode *overheads;

  if (!(length > 0) || profile->rest_json == NULL || strstr (profile->rest_json, "\"profilerOverhead\"") == NULL)
    return 0;

  tree = ful_raw_tree_new ();
  json = g_strdup_printf ("{%s}", profile->rest_json);
  overheads = ful_raw_get (ful_raw_tree_parse_string (tree, json), "profilerOverhead");
  for (guint i = 0; i < ful_raw_length (overheads); i++)
    most = fmax (most, sum_up (ful_raw_element (tree, overheads, i), range));

  return fmin (1, most / length);
}
