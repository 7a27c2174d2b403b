/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the overview from the sums of the work set: threads, functions, categories, libraries (insight.md 4). */

#include "config.h"

#include "ful-overview-private.h"

#include "base/ful-hash.h"
#include "insight/samples/ful-insight-clock.h"
#include "model/ful-profile.h"
#include "threads/ful-time-range.h"

#include <math.h>
#include <string.h>

#define MAX_FUNCTIONS 10
#define MAX_OWN 5
#define LEAST_FUNCTION_SHARE 0.005
#define MAX_SHARES 6
#define LEAST_SHARE 0.01
/* The own function of a thread has so much of it. */
#define LEAST_OWN_SHARE 0.1
/* Named functions at the end of the heaviest path. */
#define MAX_PATH 3
/* Windows in which the peak is looked for: part of the life, and ms. */
#define WINDOW_SHARE 50
#define LEAST_WINDOW_MS 100

static void
clear_function (gpointer data)
{
  FulOverviewFunction *self = data;

  g_free (self->name);
  g_free (self->label);
  g_free (self->file);
  g_free (self->library);
}

void
ful_overview_function_free (FulOverviewFunction *self)
{
  clear_function (self);
  g_free (self);
}

static void
set_function (FulOverviewFunction    *self,
              const FulInsightStacks *stacks,
              FulInsightKey           key)
{
  self->name = ful_insight_stacks_dup_name (stacks, key);
  self->label = ful_insight_stacks_dup_label (stacks, key);
  self->file = ful_insight_stacks_dup_file (stacks, key, &self->line);
  self->library = g_strdup (ful_insight_stacks_get_library (stacks, key));
  self->kind = ful_insight_stacks_get_kind (stacks, key);
  self->func = (guint) key < stacks->weights->profile->funcs->table.n_rows ? key : FUL_NONE;
}

/* Returns: (transfer full): a function without its weights */
FulOverviewFunction *
ful_overview_function_new (const FulInsightStacks *stacks,
                           FulInsightKey           key)
{
  FulOverviewFunction *self = g_new0 (FulOverviewFunction, 1);

  self->category = FUL_NONE;
  set_function (self, stacks, key);

  return self;
}

static void
clear_share (gpointer data)
{
  g_free (((FulOverviewShare *) data)->name);
}

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const FulOverviewShare *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;

  return strcmp (x->name, y->name);
}

/* @rows: (transfer full). Returns: (transfer full): the greatest ones */
static GArray *
finish_shares (GArray *rows,
               double  seen)
{
  guint n = 0;

  g_array_sort (rows, compare_shares);
  while (n < MIN (rows->len, MAX_SHARES) && g_array_index (rows, FulOverviewShare, n).weight >= LEAST_SHARE * seen)
    {
      FulOverviewShare *row = &g_array_index (rows, FulOverviewShare, n++);

      row->share = row->weight / seen;
    }
  g_array_set_size (rows, n);

  return rows;
}

static GArray *
new_shares (void)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FulOverviewShare));

  g_array_set_clear_func (rows, clear_share);

  return rows;
}

/* @before: (nullable) (array): weights of categories that do not count
 * Returns: (transfer full) (element-type FulOverviewShare): the others of @sums */
static GArray *
list_categories (const FulInsightSums *sums,
                 const double         *before,
                 double                seen)
{
  FulProfile *profile = sums->stacks->weights->profile;
  GArray *rows = new_shares ();

  for (guint i = 0; i < profile->categories->len; i++)
    {
      FulCategory *category = ful_profile_get_category (profile, (FulCategoryIndex) i);
      FulOverviewShare row = { NULL, category->color, sums->category[i] - (before ? before[i] : 0), 0 };

      if (!(row.weight > 0))
        continue;
      row.name = g_strdup (category->name);
      g_array_append_val (rows, row);
    }

  return finish_shares (rows, seen);
}

static void
clear_thread (gpointer data)
{
  FulOverviewThread *row = data;

  g_free (row->name);
  g_strfreev (row->path);
  g_free (row->path_label);
  g_array_unref (row->categories);
  g_clear_pointer (&row->own, ful_overview_function_free);
}

/* Returns: (transfer full) (element-type FulOverviewThread): no threads */
GArray *
ful_overview_new_threads (void)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (FulOverviewThread));

  g_array_set_clear_func (threads, clear_thread);

  return threads;
}

/**
 * ful_overview_find_life:
 *
 * Returns: when the thread lived, as far as it is in the range; it ends before it begins if that is nowhere
 */
FulTimeRange
ful_overview_find_life (const FulInsightWeights *weights,
                        const FulInsightThread  *thread)
{
  FulThread *source = ful_profile_get_thread (weights->profile, thread->index);
  FulTimeRange life = weights->range;

  if (source->register_time != 0)
    life.start = fmax (life.start, source->register_time);
  if (source->unregister_time != 0)
    life.end = fmin (life.end, source->unregister_time);
  if (thread->begin < thread->end)
    {
      life.start = fmin (life.start, thread->time[thread->begin]);
      life.end = fmax (life.end, thread->time[thread->end - 1]);
    }

  return life;
}

/* Looks at windows that overlap by half: two halves at a time. */
static void
find_peak (const FulInsightWeights *weights,
           const FulInsightThread  *thread,
           FulTimeRange             life,
           FulOverviewThread       *row)
{
  double window = fmin (fmax (LEAST_WINDOW_MS, (life.end - life.start) / WINDOW_SHARE), life.end - life.start), half = window / 2;
  double start = fmax (life.start, weights->range.start), before, middle, most = 0;
  FulInsightClock clock;

  row->peak_length = window;
  row->peak_start = start;
  ful_insight_clock_init (&clock, weights, thread, start);
  before = ful_insight_clock_read (&clock, start);
  middle = ful_insight_clock_read (&clock, start + half);
  for (guint i = 0; start + i * half < life.end; i++)
    {
      double after = ful_insight_clock_read (&clock, start + (i + 2) * half);

      if (after - before > most * 1.001)
        {
          most = after - before;
          row->peak_start = start + i * half;
        }
      before = middle;
      middle = after;
    }
  row->peak = fmin (1, most / window);
}

/* The last functions of the path that have names and are code. */
static void
set_path (FulOverviewThread      *row,
          const FulInsightStacks *stacks,
          FulInsightForest       *forest)
{
  g_auto(FulInsightPath) path = { NULL };
  g_autoptr(GPtrArray) names = g_ptr_array_new ();

  ful_insight_forest_find_path (forest, &path);
  for (guint i = path.keys->len; i-- > 0 && names->len < MAX_PATH; )
    {
      FulInsightKey key = g_array_index (path.keys, FulInsightKey, i);
      FulFuncKind kind = ful_insight_stacks_get_kind (stacks, key);

      if (kind == FUL_FUNC_KIND_UNNAMED || kind == FUL_FUNC_KIND_META)
        continue;
      if (row->path_label == NULL)
        row->path_label = ful_insight_stacks_dup_label (stacks, key);
      g_ptr_array_insert (names, 0, ful_insight_stacks_dup_name (stacks, key));
    }
  g_ptr_array_add (names, NULL);
  row->path = (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  row->path_share = path.share;
  row->path_own_share = path.own_share;
}

/**
 * ful_overview_add_thread:
 * @sums: their stacks have the samples of the thread
 * @before: (array): weights of categories without the thread
 *
 * Adds a row for a busy thread.
 */
void
ful_overview_add_thread (FulOverview            *self,
                         FulInsightSums         *sums,
                         const double           *before,
                         FulInsightForest       *forest,
                         const FulInsightThread *thread)
{
  const FulInsightWeights *weights = self->weights;
  FulOverviewThread row = { thread->index, g_strdup (self->thread_names[thread->index]), thread->busy,
                            thread->busy / weights->busy, NAN, NAN, NAN, NAN, NAN };
  FulInsightTally tally;

  if (weights->is_timed)
    {
      FulTimeRange life = ful_overview_find_life (weights, thread);

      life.end = fmax (life.end, life.start + 1e-9);
      row.life = life.end - life.start;
      row.use = fmin (1, thread->busy / row.life);
      find_peak (weights, thread, life, &row);
    }
  set_path (&row, sums->stacks, forest);
  ful_insight_sums_tally (sums, &tally);
  row.categories = list_categories (sums, before, tally.seen);
  if (tally.category != FUL_NONE)
    {
      row.category = ful_profile_get_category (weights->profile, tally.category)->name;
      row.category_share = tally.category_weight / tally.seen;
    }
  if (sums->stacks->keys->has_own && tally.own != FUL_NONE && tally.own_weight >= LEAST_OWN_SHARE * tally.seen)
    {
      row.own = ful_overview_function_new (sums->stacks, tally.own);
      row.own_share = tally.own_weight / tally.seen;
    }
  g_array_append_val (self->threads, row);
}

/**
 * ful_overview_functions_new:
 * @by: weights to sort by, those of @sums
 * @own_weights: where stacks end
 *
 * Returns: (transfer full) (element-type FulOverviewFunction): at most @n_max, those with most weight first
 */
GArray *
ful_overview_functions_new (const FulInsightSums    *sums,
                            const FulInsightKeySums *by,
                            const FulInsightKeySums *own_weights,
                            guint                    n_max)
{
  g_autoptr(GArray) keys = ful_insight_sums_list (sums, by, LEAST_FUNCTION_SHARE, n_max);
  g_autofree double *totals = g_new0 (double, n_max);
  g_autofree FulCategoryIndex *categories = g_new (FulCategoryIndex, MAX (n_max, 1));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FulOverviewFunction));

  g_array_set_clear_func (rows, clear_function);
  ful_insight_sums_find_totals (sums, (const FulInsightKey *) (void *) keys->data, keys->len, totals);
  if (by != &sums->own)
    ful_insight_sums_find_categories (sums, (const FulInsightKey *) (void *) keys->data, keys->len, by == &sums->script, categories);
  for (guint i = 0; i < keys->len; i++)
    {
      FulInsightKey key = g_array_index (keys, FulInsightKey, i);
      FulOverviewFunction row = { .category = by != &sums->own ? categories[i] : FUL_NONE };

      set_function (&row, sums->stacks, key);
      row.weight = by->weight[key];
      row.self = own_weights->weight[key];
      row.total = totals[i];
      row.share = by->weight[key] / sums->seen;
      row.thread = (guint) by->thread[key];
      g_array_append_val (rows, row);
    }

  return rows;
}

/**
 * ful_overview_list_functions:
 *
 * Sets the functions, of scripts and labels if most of the others have no names, and those of own code.
 */
void
ful_overview_list_functions (FulOverview          *self,
                             const FulInsightSums *sums)
{
  const FulInsightKeySums *by = &sums->self;
  double charged = 0;

  self->of_scripts = ful_insight_stacks_prefer_scripts (sums->seen, sums->unnamed, sums->no_script);
  if (self->of_scripts)
    by = &sums->script;
  self->functions = ful_overview_functions_new (sums, by, by, MAX_FUNCTIONS);
  self->own = ful_overview_functions_new (sums, &sums->own, by, sums->stacks->keys->has_own ? MAX_OWN : 0);
  for (guint i = 0; i < sums->stacks->n_keys; i++)
    charged += sums->own.weight[i];
  self->own_share = sums->seen > 0 ? charged / sums->seen : 0;
}

void
ful_overview_list_categories (FulOverview          *self,
                              const FulInsightSums *sums)
{
  self->categories = list_categories (sums, NULL, sums->seen);
}

/* Returns: (transfer full): what a function is part of */
static char *
dup_library (const FulInsightStacks *stacks,
             FulInsightKey           key)
{
  FulFuncKind kind = ful_insight_stacks_get_kind (stacks, key);
  const char *library = ful_insight_stacks_get_library (stacks, key);
  char *file;
  gint32 line;

  if (kind == FUL_FUNC_KIND_LABEL)
    return g_strdup ("Firefox");
  if (kind == FUL_FUNC_KIND_META)
    return g_strdup ("(engine)");
  if (library)
    return g_strdup (library);
  file = ful_insight_stacks_dup_file (stacks, key, &line);

  return file ? file : g_strdup ("(no library)");
}

void
ful_overview_list_libraries (FulOverview          *self,
                             const FulInsightSums *sums)
{
  g_autoptr(GHashTable) weights = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, NULL);
  GArray *rows = new_shares ();

  for (guint key = 0; key < sums->stacks->n_keys; key++)
    {
      FulOverviewShare row = { NULL, NULL, sums->self.weight[key], 0 };
      gpointer place;

      if (!(row.weight > 0))
        continue;
      row.name = dup_library (sums->stacks, (FulInsightKey) key);
      place = g_hash_table_lookup (weights, row.name);
      if (place)
        {
          g_array_index (rows, FulOverviewShare, GPOINTER_TO_UINT (place) - 1).weight += row.weight;
          g_free (row.name);
          continue;
        }
      g_array_append_val (rows, row);
      g_hash_table_insert (weights, row.name, GUINT_TO_POINTER (rows->len));
    }
  self->libraries = finish_shares (rows, sums->seen);
}
