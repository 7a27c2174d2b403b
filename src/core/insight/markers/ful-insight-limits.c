/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the profile cannot say (insight.md 8). */

#include "config.h"

#include "ful-insight-limits.h"

#include "ful-insight-overhead.h"

#include "base/ful-doubles.h"
#include "insight/samples/ful-insight-stack-keys.h"
#include "insight/samples/ful-insight-text.h"
#include "insight/samples/ful-insight-weights.h"
#include "io/json/ful-json-document.h"
#include "model/ful-import-log.h"
#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define UNNAMED_SHARE 0.1
#define FEW_SAMPLES 200
#define OVERHEAD_SHARE 0.05
#define LOST_START_SHARE 0.1
#define PAUSED_SHARE 0.05
#define SHORT_SHARE 0.2
/* Gaps that are longer are of a machine that was too busy. */
#define USUAL_GAP 1.25
#define LONG_GAP 1.5
#define LONG_GAPS_SHARE 0.1
#define LEAST_GAPS 20
/* The usual gap is that of so many, evenly chosen. */
#define MAX_GAPS_LOOKED_AT (1 << 16)

/* Words of the kinds. */
static const char *const words[] = {
  "no-names", "no-stacks", "no-samples", "all-idle", "few-samples", "missed-intervals", "profiler-overhead", "start-lost",
  "paused", "short-stacks", "lost", "flaws",
};

static void
clear_limit (gpointer data)
{
  g_free (((FulInsightLimit *) data)->name);
}

static FulInsightLimit *
add_limit (GArray              *limits,
           FulInsightLimitKind  kind)
{
  FulInsightLimit limit = { kind, NAN, NAN, 0, NULL, NAN, NAN };

  g_array_append_val (limits, limit);

  return &g_array_index (limits, FulInsightLimit, limits->len - 1);
}

static void
check_names (const FulInsightSums *sums,
             GArray               *limits)
{
  const FulInsightStacks *stacks = sums->stacks;
  guint first = stacks->weights->profile->funcs->table.n_rows, most = first;
  FulInsightLimit *limit;
  const char *library;

  if (!(sums->seen > 0) || sums->unnamed < UNNAMED_SHARE * sums->seen)
    return;

  for (guint key = first; key < stacks->n_keys; key++)
    if (sums->self.weight[key] > sums->self.weight[most])
      most = key;
  library = ful_insight_stacks_get_library (stacks, (FulInsightKey) most);
  limit = add_limit (limits, FUL_INSIGHT_LIMIT_NO_NAMES);
  limit->share = sums->unnamed / sums->seen;
  limit->name = g_strdup (library ? library : "native code");
  limit->name_share = sums->self.weight[most] / sums->seen;
}

static void
check_samples (const FulInsightSums *sums,
               GArray               *limits)
{
  const FulInsightWeights *weights = sums->stacks->weights;
  guint64 n_rows = 0;
  gboolean has_stacks = FALSE;

  for (guint i = 0; i < weights->n_threads; i++)
    {
      n_rows += weights->threads[i].end - weights->threads[i].begin;
      has_stacks = has_stacks || (weights->n_work_set == 0 && ful_insight_weights_has_stacks (&weights->threads[i]));
    }

  if (weights->n_work_set == 0)
    {
      if (n_rows == 0)
        add_limit (limits, FUL_INSIGHT_LIMIT_NO_SAMPLES);
      else if (!has_stacks)
        add_limit (limits, FUL_INSIGHT_LIMIT_NO_STACKS);
      else if (weights->is_timed)   /* else weights cancel each other */
        add_limit (limits, FUL_INSIGHT_LIMIT_ALL_IDLE);
      return;
    }

  if (sums->n_rows > 0 && !sums->has_callers)
    add_limit (limits, FUL_INSIGHT_LIMIT_NO_STACKS);
  if (sums->n_weighty < FEW_SAMPLES && weights->basis != FUL_INSIGHT_BASIS_WEIGHT)
    {
      FulInsightLimit *limit = add_limit (limits, FUL_INSIGHT_LIMIT_FEW_SAMPLES);

      limit->count = sums->n_weighty;
      limit->share = 1 / sqrt (MAX ((double) sums->n_weighty, 1));
    }
}

/* Looks at the thread with most samples. */
static void
check_intervals (const FulInsightWeights *weights,
                 GArray                  *limits)
{
  const FulInsightThread *thread = NULL;
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  double interval = weights->profile->interval, sum = 0, lost = 0, median;
  guint n = 0, step;

  for (guint i = 0; i < weights->n_threads; i++)
    if (thread == NULL || weights->threads[i].end - weights->threads[i].begin > n)
      {
        thread = &weights->threads[i];
        n = thread->end - thread->begin;
      }
  if (!weights->is_firefox || !weights->is_timed || weights->n_work_set == 0 || !(interval > 0) || n <= LEAST_GAPS + 1)
    return;

  step = n / MAX_GAPS_LOOKED_AT + 1;
  for (guint i = thread->begin; i + 1 < thread->end; i++)
    {
      double gap = thread->time[i + 1] - thread->time[i];

      sum += gap;
      lost += gap > LONG_GAP * interval ? gap - interval : 0;
      if ((i - thread->begin) % step == 0)
        g_array_append_val (gaps, gap);
    }
  g_array_sort (gaps, ful_doubles_compare);
  median = g_array_index (gaps, double, gaps->len / 2);
  if (sum > 0 && (median >= USUAL_GAP * interval || lost >= LONG_GAPS_SHARE * sum))
    {
      FulInsightLimit *limit = add_limit (limits, FUL_INSIGHT_LIMIT_MISSED_INTERVALS);

      limit->share = lost / sum;
      limit->ms = interval;
      limit->median = median;
    }
}

static void
check_overhead (const FulInsightSums *sums,
                GArray               *limits)
{
  const FulInsightWeights *weights = sums->stacks->weights;
  FulProfile *profile = weights->profile;
  double weight = 0, share;

  for (guint i = 0; i < profile->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (profile, (FulCategoryIndex) i)->name, "Profiler"))
      weight += sums->category[i];
  /* Of CPU time, or of the time as it measured itself. */
  share = fmax (sums->seen > 0 ? weight / sums->seen : 0, ful_insight_overhead_find (profile, weights->range));
  if (share >= OVERHEAD_SHARE)
    add_limit (limits, FUL_INSIGHT_LIMIT_PROFILER_OVERHEAD)->share = share;
}

static void
check_start (FulProfile   *profile,
             FulTimeRange  root_range,
             GArray       *limits)
{
  g_autoptr(JsonObject) meta = profile->meta_json ? ful_json_parse_object (profile->meta_json) : NULL;
  double earliest = meta ? ful_json_get_number (meta, "contentEarliestTime") : NAN;
  double lost = earliest - profile->profiling_start_time;

  if (lost > LOST_START_SHARE * (root_range.end - root_range.start))
    add_limit (limits, FUL_INSIGHT_LIMIT_START_LOST)->ms = lost;
}

static double
sum_pauses (JsonObject   *rest,
            FulTimeRange  range)
{
  JsonArray *ranges = ful_json_get_array (rest, "pausedRanges");
  double sum = 0;

  for (guint i = 0; ranges && i < json_array_get_length (ranges); i++)
    {
      JsonObject *pause = ful_json_get_element (ranges, i);
      double start = pause ? ful_json_get_number (pause, "startTime") : NAN;
      double end = pause ? ful_json_get_number (pause, "endTime") : NAN;

      /* fmax() and fmin() leave out a side that is not known. */
      if (pause)
        sum += fmax (0, fmin (end, range.end) - fmax (start, range.start));
    }

  return sum;
}

/* All threads of a process have the same pauses; those of the first one count. */
static void
check_pauses (const FulInsightWeights *weights,
              GArray                  *limits)
{
  FulThread *thread = weights->n_threads > 0 ? ful_profile_get_thread (weights->profile, 0) : NULL;
  FulTimeRange range = weights->range;
  g_autofree char *text = NULL;
  g_autoptr(JsonObject) rest = NULL;
  double paused;

  if (thread == NULL || !weights->is_timed || thread->rest_json == NULL || strstr (thread->rest_json, "\"pausedRanges\"") == NULL)
    return;

  text = g_strconcat ("{", thread->rest_json, "}", NULL);
  rest = ful_json_parse_object (text);
  paused = rest ? sum_pauses (rest, range) : 0;
  if (paused > 0 && paused >= PAUSED_SHARE * (range.end - range.start))
    add_limit (limits, FUL_INSIGHT_LIMIT_PAUSED)->ms = paused;
}

static void
check_short_stacks (const FulInsightSums *sums,
                    GArray               *limits)
{
  const FulInsightWeights *weights = sums->stacks->weights;

  if (weights->profile->format && strstr (weights->profile->format, "perf") && sums->seen > 0 &&
      weights->basis == FUL_INSIGHT_BASIS_TIMING &&
      sums->without_caller >= SHORT_SHARE * sums->seen)
    add_limit (limits, FUL_INSIGHT_LIMIT_SHORT_STACKS)->share = sums->without_caller / sums->seen;
}

static void
check_losses (FulProfile *profile,
              GArray     *limits)
{
  double lost = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < profile->threads->len; i++)
    {
      const GArray *losses = ful_profile_get_thread (profile, i)->losses;

      for (guint k = 0; losses && k < losses->len; k++)
        {
          const FulLoss *loss = &g_array_index (losses, FulLoss, k);

          any = TRUE;
          lost += fmax (loss->end - loss->start, 0);
        }
    }
  if (any)
    add_limit (limits, FUL_INSIGHT_LIMIT_LOST)->ms = lost;
}

static void
check_flaws (FulProfile *profile,
             GArray     *limits)
{
  guint n = profile->log ? ful_import_log_get_n (profile->log) : 0;

  if (n > 0)
    {
      FulInsightLimit *limit = add_limit (limits, FUL_INSIGHT_LIMIT_FLAWS);

      limit->count = n;
      limit->name = g_strdup (ful_import_log_get (profile->log, 0)->message);
    }
}

/**
 * ful_insight_limits_list:
 * @sums: those of the work set
 * @root_range: all of the profile, absolute ms
 *
 * Returns: (transfer full) (element-type FulInsightLimit): what limits the answers, each kind once
 */
GArray *
ful_insight_limits_list (const FulInsightSums *sums,
                         FulTimeRange          root_range)
{
  const FulInsightWeights *weights = sums->stacks->weights;
  GArray *limits = g_array_new (FALSE, FALSE, sizeof (FulInsightLimit));

  g_array_set_clear_func (limits, clear_limit);
  check_names (sums, limits);
  check_samples (sums, limits);
  check_intervals (weights, limits);
  check_overhead (sums, limits);
  check_start (weights->profile, root_range, limits);
  check_pauses (weights, limits);
  check_short_stacks (sums, limits);
  check_losses (weights->profile, limits);
  check_flaws (weights->profile, limits);

  return limits;
}

/* Returns: the word of a kind in JSON */
const char *
ful_insight_limit_kind_to_word (FulInsightLimitKind kind)
{
  return words[kind];
}

/**
 * ful_insight_limit_to_text:
 *
 * Returns: (transfer full): a sentence
 */
char *
ful_insight_limit_to_text (const FulInsightLimit *limit)
{
  g_autofree char *share = ful_insight_text_of_share (limit->share);
  g_autofree char *ms = ful_insight_text_of_ms (limit->ms);
  g_autofree char *name_share = ful_insight_text_of_share (limit->name_share);

  switch (limit->kind)
    {
    case FUL_INSIGHT_LIMIT_NO_NAMES:
      /* Translators: a share, and a library with its share */
      return g_strdup_printf (_("%s is in functions without names (%s %s)."), share, limit->name, name_share);
    case FUL_INSIGHT_LIMIT_NO_STACKS:
      return g_strdup (_("Stacks were not recorded."));
    case FUL_INSIGHT_LIMIT_NO_SAMPLES:
      return g_strdup (_("There are no samples."));
    case FUL_INSIGHT_LIMIT_ALL_IDLE:
      return g_strdup (_("All samples are idle."));
    case FUL_INSIGHT_LIMIT_FEW_SAMPLES:
      return g_strdup_printf (ngettext ("%u sample: shares are ± %s.", "%u samples: shares are ± %s.", (gulong) limit->count),
                              (guint) limit->count, share);
    case FUL_INSIGHT_LIMIT_MISSED_INTERVALS:
      return g_strdup_printf (_("%s of the time has no samples: the machine was too busy."), share);
    case FUL_INSIGHT_LIMIT_PROFILER_OVERHEAD:
      return g_strdup_printf (_("The profiler itself took %s."), share);
    case FUL_INSIGHT_LIMIT_START_LOST:
      return g_strdup_printf (_("The first %s were overwritten: the buffer was full."), ms);
    case FUL_INSIGHT_LIMIT_PAUSED:
      return g_strdup_printf (_("Recording was paused for %s."), ms);
    case FUL_INSIGHT_LIMIT_SHORT_STACKS:
      return g_strdup_printf (_("%s of the stacks end at once: record with --call-graph dwarf."), share);
    case FUL_INSIGHT_LIMIT_LOST:
      return g_strdup_printf (_("The capture lost rows of %s."), ms);
    case FUL_INSIGHT_LIMIT_FLAWS:
    default:
      return g_strdup_printf (ngettext ("%u problem in the file; see fulgens-query check.",
                                        "%u problems in the file; see fulgens-query check.", (gulong) limit->count),
                              (guint) limit->count);
    }
}
