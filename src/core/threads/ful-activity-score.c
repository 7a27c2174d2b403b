/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How active threads were, and which of them are shown and selected at first
 * (tracks.md 3.1 and 4). */

#include "config.h"

#include "ful-activity-score.h"

#include "ful-cpu-use.h"

#include "base/ful-parallel.h"
#include "base/ful-table.h"

#include <math.h>
#include <stdlib.h>

#define MAX_VISIBLE_THREADS 15
#define VISIBLE_SHARE 0.05
#define MEDIA_BOOST 40

/* Sum of the CPU deltas; missing ones count nothing. Whole numbers, the usual
 * case, are summed as such, which is exact and several times as fast. */
static double
sum_cpu_deltas (const FulSampleTable *samples)
{
  const gint32 *whole = samples->cpu_delta.i32;
  gint64 whole_sum = 0;
  double sum = 0;

  if (whole)
    {
      for (guint i = 0; i < samples->table.n_rows; i++)
        whole_sum += whole[i] == G_MININT32 ? 0 : whole[i];
      return (double) whole_sum;
    }

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      double delta = ful_i32_or_f64_get (&samples->cpu_delta, i);

      if (!isnan (delta))
        sum += delta;
    }

  return sum;
}

static double
sample_score (FulProfile *profile,
              FulThread  *thread,
              double      reference)
{
  const FulSampleTable *samples = thread->samples;
  guint n_busy = 0;

  if (ful_cpu_use_is_known (profile, thread))
    return sum_cpu_deltas (samples);

  for (guint i = 0; i < samples->table.n_rows; i++)
    n_busy += samples->stack[i] != FUL_NONE &&
              (profile->idle_category == FUL_NONE ||
               ful_stack_table_get_category (profile->stacks, samples->stack[i]) != profile->idle_category);

  return n_busy * reference * profile->interval;
}

typedef struct
{
  FulProfile       *profile;
  FulActivityScore *scores;
  double            reference;
} Scores;

static void
compute (guint    i,
         gpointer data)
{
  static const char *const media_names[] = { "Audio", "Media", "GraphRunner", "WebrtcWorker" };
  Scores *self = data;
  FulThread *thread = ful_profile_get_thread (self->profile, i);
  FulActivityScore *score = &self->scores[i];
  gboolean is_main = g_strcmp0 (thread->name, "GeckoMain") == 0;

  score->is_in_parent_process = g_strcmp0 (thread->process_type, "default") == 0;
  if (is_main && score->is_in_parent_process)
    score->is_essential = thread->process_name == NULL || *thread->process_name == '\0' ||
                          g_str_equal (thread->process_name, "Parent Process");
  else
    score->is_essential = is_main && g_strcmp0 (thread->process_type, "gpu") == 0;
  for (guint m = 0; m < G_N_ELEMENTS (media_names); m++)
    score->is_interesting |= thread->name && g_str_has_prefix (thread->name, media_names[m]);
  score->sample_score = sample_score (self->profile, thread, self->reference);
  score->boosted_score = score->sample_score * (score->is_interesting ? MEDIA_BOOST : 1);
}

/**
 * ful_activity_score_compute_all:
 * @profile: a profile
 *
 * O(samples).
 *
 * Returns: (transfer full) (array): a score for each thread
 */
FulActivityScore *
ful_activity_score_compute_all (FulProfile *profile)
{
  FulActivityScore *scores = g_new0 (FulActivityScore, MAX (profile->threads->len, 1));
  Scores job = { profile, scores, ful_cpu_use_get_reference (profile) };
  guint64 n_samples = 0;

  for (guint i = 0; i < profile->threads->len; i++)
    n_samples += ful_profile_get_thread (profile, i)->samples->table.n_rows;
  ful_parallel_for (profile->threads->len, n_samples, compute, &job, NULL);

  return scores;
}

typedef struct
{
  guint                   thread;
  const FulActivityScore *score;
  const char             *name;
} Candidate;

static int
compare_for_visibility (gconstpointer a,
                        gconstpointer b)
{
  const Candidate *x = a;
  const Candidate *y = b;

  if (x->score->is_essential != y->score->is_essential)
    return x->score->is_essential ? -1 : 1;
  if (x->score->boosted_score != y->score->boosted_score)
    return x->score->boosted_score > y->score->boosted_score ? -1 : 1;

  return x->thread < y->thread ? -1 : 1;
}

/* "Compositor" after the others, "Renderer" last. */
static int
name_rank (const char *name)
{
  return g_strcmp0 (name, "Compositor") == 0 ? 1 : g_strcmp0 (name, "Renderer") == 0 ? 2 : 0;
}

static int
compare_for_selection (gconstpointer a,
                       gconstpointer b)
{
  const Candidate *x = a;
  const Candidate *y = b;

  if (name_rank (x->name) != name_rank (y->name))
    return name_rank (x->name) - name_rank (y->name);
  if (x->score->boosted_score != y->score->boosted_score)
    return x->score->boosted_score > y->score->boosted_score ? -1 : 1;

  return x->thread < y->thread ? -1 : 1;
}

/* Copies the thread numbers of a member of meta that exist. */
static GArray *
existing_threads (FulProfile *profile,
                  GArray     *listed)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; listed && i < listed->len; i++)
    if (g_array_index (listed, guint, i) < profile->threads->len)
      g_array_append_val (threads, g_array_index (listed, guint, i));

  return threads;
}

/**
 * ful_profile_list_visible_threads:
 * @profile: a profile
 * @scores: scores of its threads
 * @of_tab: (nullable): if one tab is selected, for each thread whether it has a track then; threads of the
 *   parent process are shown if there are no others
 *
 * Returns: (transfer full) (element-type guint): the threads whose tracks are shown at first
 */
GArray *
ful_profile_list_visible_threads (FulProfile             *profile,
                                  const FulActivityScore *scores,
                                  const guint8           *of_tab)
{
  guint n = 0;
  g_autofree Candidate *candidates = NULL;
  g_autoptr(GArray) reserve = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *visible;
  double highest = 0;

  if (profile->initial_visible_threads)
    return existing_threads (profile, profile->initial_visible_threads);

  candidates = g_new (Candidate, profile->threads->len + 1);
  for (guint i = 0; i < profile->threads->len; i++)
    {
      if (of_tab && !of_tab[i])
        continue;
      candidates[n++] = (Candidate) { i, &scores[i], ful_profile_get_thread (profile, i)->name };
      if (!of_tab || !scores[i].is_in_parent_process)
        highest = fmax (highest, scores[i].sample_score);
    }
  qsort (candidates, n, sizeof *candidates, compare_for_visibility);

  visible = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < MIN (n, MAX_VISIBLE_THREADS); i++)
    {
      const FulActivityScore *score = candidates[i].score;

      if (of_tab && score->is_in_parent_process)
        {
          if (score->sample_score >= highest * VISIBLE_SHARE)
            g_array_append_val (reserve, candidates[i].thread);
          continue;
        }
      if (score->is_essential ||
          (score->is_interesting && score->sample_score > 0) ||
          score->sample_score >= highest * VISIBLE_SHARE)
        g_array_append_val (visible, candidates[i].thread);
    }
  if (visible->len == 0)
    g_array_append_vals (visible, reserve->data, reserve->len);

  return visible;
}

/**
 * ful_profile_list_selected_threads:
 * @profile: a profile with threads
 * @scores: scores of its threads
 * @visible: (element-type guint): threads with a visible track
 *
 * Returns: (transfer full) (element-type guint): the threads that are selected at first; at least one
 */
GArray *
ful_profile_list_selected_threads (FulProfile             *profile,
                                   const FulActivityScore *scores,
                                   GArray                 *visible)
{
  g_autoptr(GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GArray *selected = existing_threads (profile, profile->initial_selected_threads);
  guint chosen = 0;

  if (selected->len > 0)
    return selected;

  for (guint i = 0; i < visible->len; i++)
    {
      guint thread = g_array_index (visible, guint, i);
      Candidate candidate = { thread, &scores[thread], ful_profile_get_thread (profile, thread)->name };

      g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_for_selection);

  if (candidates->len > 0)
    chosen = g_array_index (candidates, Candidate, 0).thread;
  for (guint i = 0; i < candidates->len; i++)
    {
      guint thread = g_array_index (candidates, Candidate, i).thread;

      /* It may be visible only for the sake of a worker. */
      if (scores[thread].sample_score > 0 &&
          g_strcmp0 (ful_profile_get_thread (profile, thread)->name, "GeckoMain") == 0 &&
          g_strcmp0 (ful_profile_get_thread (profile, thread)->process_type, "tab") == 0)
        {
          chosen = thread;
          break;
        }
    }
  g_array_append_val (selected, chosen);

  return selected;
}

/* The main thread of a visible process has its row, whether it is active or not. */
static void
add_main_threads (FulProfile *profile,
                  GArray     *visible)
{
  guint n_visible = visible->len;

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      gboolean listed = FALSE, process_visible = FALSE;

      if (!thread->is_main_thread)
        continue;

      for (guint k = 0; k < n_visible; k++)
        {
          guint other = g_array_index (visible, guint, k);

          listed |= other == i;
          process_visible |= g_strcmp0 (ful_profile_get_thread (profile, other)->pid, thread->pid) == 0;
        }
      if (process_visible && !listed)
        g_array_append_val (visible, i);
    }
}

/**
 * ful_profile_list_default_threads:
 * @profile: a profile with threads
 *
 * Returns: (transfer full) (element-type guint): the threads that are shown by default
 */
GArray *
ful_profile_list_default_threads (FulProfile *profile)
{
  g_autofree FulActivityScore *scores = ful_activity_score_compute_all (profile);
  g_autoptr(GArray) visible = ful_profile_list_visible_threads (profile, scores, NULL);

  add_main_threads (profile, visible);

  return ful_profile_list_selected_threads (profile, scores, visible);
}
