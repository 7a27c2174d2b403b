/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of a run as values of functions, nodes, categories or threads (compare.md 3.1). First the items of each row are
 * found, once for all parts of a recording; then ful_run_samples_read () sums a part. O(rows + stacks). */

#include "config.h"

#include "ful-run-private.h"

#include "ful-sampling-interval.h"
#include "ful-thread-label.h"

#include "base/ful-error.h"
#include "compare/pairing/ful-func-key.h"
#include "compare/pairing/ful-path-tree.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-implementation.h"
#include "threads/ful-cpu-time.h"
#include "threads/ful-cpu-use.h"
#include "tree/ful-derived-thread.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  guint             thread;
  FulDerivedThread *derived;
  FulSampleRows    *rows;
  gint32           *node;       /* of each row */
  double            interval;   /* measured; 0 if weights are no counts of samples */
  double            factor;     /* from a weight to a value */
} RunThread;

struct _FulRunSamples
{
  const FulRunRequest *request;
  const char          *unit;
  GArray              *threads;
  FulPathTree         *own_tree;     /* (nullable) */
  FulPathTree         *tree;
  gint32              *key_of_func;  /* FUL_NONE: not asked yet */
  gint32              *key_of_category;     /* likewise; and after that of each category those of its subcategories */
  guint               *first_of_category;   /* where that of each category is */
  gboolean             lacks_strategy;
};

static void
clear_thread (gpointer data)
{
  RunThread *thread = data;

  g_clear_pointer (&thread->rows, ful_sample_rows_unref);
  g_clear_pointer (&thread->derived, ful_derived_thread_unref);
  g_free (thread->node);
}

void
ful_run_samples_free (FulRunSamples *self)
{
  g_array_unref (self->threads);
  g_clear_pointer (&self->own_tree, ful_path_tree_free);
  g_free (self->key_of_func);
  g_free (self->key_of_category);
  g_free (self->first_of_category);
  g_free (self);
}

/* Returns: whether rows are of nodes of a tree of paths, else of keys */
static gboolean
has_paths_of (const FulRunRequest *request)
{
  return request->by == FUL_COMPARE_NODES || request->measure == FUL_MEASURE_TOTAL;
}

static gint32
get_key_of_func (FulRunSamples *self,
                 FulFuncIndex   func)
{
  FulFuncKey key;

  if (self->key_of_func[func] == FUL_NONE)
    {
      ful_func_key_init (&key, self->request->profile, func);
      if (self->request->renames)
        ful_renames_apply (self->request->renames, &key.name);
      self->key_of_func[func] = ful_pairing_add (self->request->pairing, self->request->side, &key);
      ful_func_key_clear (&key);
    }

  return self->key_of_func[func];
}

/* Names the functions of a stack and of its callers, and adds the nodes of theirs. @node_of_stack: FUL_NONE: not known yet;
 * @pending: room for a path */
static gint32
get_node_of_stack (FulRunSamples           *self,
                   const FulFilteredStacks *stacks,
                   gint32                  *node_of_stack,
                   FulStackIndex           *pending,
                   FulStackIndex            stack)
{
  gboolean has_paths = has_paths_of (self->request);
  gint32 node = FUL_PATH_ROOT;
  guint n_pending = 0;

  for (; stack != FUL_NONE; stack = stacks->stacks->prefix[stack])
    {
      if (node_of_stack[stack] != FUL_NONE)
        {
          node = node_of_stack[stack];
          break;
        }
      pending[n_pending++] = stack;
    }
  while (n_pending > 0)
    {
      FulStackIndex row = pending[--n_pending];
      gint32 key = get_key_of_func (self, stacks->frames->func[stacks->stacks->frame[row]]);

      node_of_stack[row] = node = has_paths ? ful_path_tree_add (self->tree, node, key) : key;
    }

  return node;
}

static void
find_categories (FulRunSamples *self)
{
  FulProfile *profile = self->request->profile;
  guint n = 0;

  self->first_of_category = g_new (guint, profile->categories->len + 1);
  for (guint i = 0; i < profile->categories->len; i++)
    {
      self->first_of_category[i] = n;
      n += MAX (g_strv_length (ful_profile_get_category (profile, (FulCategoryIndex) i)->subcategories), 1);
    }
  self->key_of_category = g_new (gint32, n + 1);
  for (guint i = 0; i < n; i++)
    self->key_of_category[i] = FUL_NONE;
}

static gint32
get_key_of_category (FulRunSamples *self,
                     FulStackIndex  recorded)
{
  FulProfile *profile = self->request->profile;
  FulCategoryIndex number = recorded != FUL_NONE ? ful_stack_table_get_category (profile->stacks, recorded) : profile->default_category;
  const FulCategory *category = ful_profile_get_category (profile, number);
  gboolean is_split = self->request->by == FUL_COMPARE_SUBCATEGORIES && recorded != FUL_NONE;
  guint subcategory = is_split ? (guint) ful_stack_table_get_subcategory (profile->stacks, recorded) : 0;
  gint32 *key = &self->key_of_category[self->first_of_category[number] + subcategory];

  if (*key == FUL_NONE)
    {
      g_autofree char *name = subcategory > 0 ? g_strdup_printf ("%s: %s", category->name, category->subcategories[subcategory])
                                              : g_strdup (category->name);

      *key = ful_pairing_add_name (self->request->pairing, self->request->side, name);
    }

  return *key;
}

/* Process type, process and name of a thread, without the number of one of several. */
static gint32
get_key_of_thread (const FulRunRequest *request,
                   guint                number)
{
  g_autofree char *label = ful_thread_label_new (request->profile, number);

  return ful_pairing_add_name (request->pairing, request->side, label);
}

static void
find_nodes (FulRunSamples *self,
            RunThread     *thread,
            gint32        *node_of_stack)
{
  const FulRunRequest *request = self->request;
  g_autofree FulStackIndex *pending = g_new (FulStackIndex, thread->derived->stacks->stacks->table.n_rows + 1);
  gint32 thread_key = request->by == FUL_COMPARE_THREADS ? get_key_of_thread (request, thread->thread) : 0;

  thread->node = g_new (gint32, MAX (thread->rows->n_rows, 1));
  for (guint i = 0; i < thread->rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (thread->rows, i);

      thread->node[i] = stack == FUL_NONE ? FUL_NONE :
                        request->by == FUL_COMPARE_THREADS ? thread_key :
                        node_of_stack[stack] != FUL_NONE ? node_of_stack[stack] :
                        request->by == FUL_COMPARE_CATEGORIES || request->by == FUL_COMPARE_SUBCATEGORIES ? get_key_of_category (self, thread->rows->recorded_stack[i]) :
                        get_node_of_stack (self, thread->derived->stacks, node_of_stack, pending, stack);
    }
}

/* Derives the threads that have rows of the strategy: of the chosen one, or where no thread has that, of its substitute. */
static gboolean
derive_threads (FulRunSamples  *self,
                GCancellable   *cancellable,
                GError        **error)
{
  const FulRunRequest *request = self->request;
  guint n_threads = request->options->n_threads > 0 ? request->options->n_threads : request->profile->threads->len;
  gboolean has_chosen = FALSE;
  FulStrategy strategy;

  for (guint i = 0; i < n_threads; i++)
    {
      guint number = request->options->n_threads > 0 ? request->options->threads[i] : i;
      g_autoptr(FulViewOptions) options = ful_view_options_copy (request->options);
      RunThread thread = { number };

      ful_view_options_set_threads (options, &number, 1);
      options->invert = FALSE;
      thread.derived = ful_derived_thread_new (request->profile, options, request->cache, cancellable, error);
      if (thread.derived == NULL)
        return FALSE;
      thread.rows = ful_derived_thread_get_rows (thread.derived, NULL);
      has_chosen |= thread.rows->n_rows > 0 && thread.derived->strategy == request->options->strategy;
      if (thread.rows->n_rows > 0 || i == 0)
        g_array_append_val (self->threads, thread);
      else
        clear_thread (&thread);
    }
  if (self->threads->len == 0)
    return TRUE;

  self->lacks_strategy = !has_chosen && request->options->strategy != FUL_STRATEGY_TIMING;
  strategy = has_chosen ? request->options->strategy
                        : g_array_index (self->threads, RunThread, self->threads->len - 1).derived->strategy;
  for (guint i = self->threads->len; i-- > 0; )
    if (g_array_index (self->threads, RunThread, i).derived->strategy != strategy)
      g_array_remove_index (self->threads, i);

  return TRUE;
}

/* Whether the rows of a thread are counted, and have times that say how long each stands for. */
static gboolean
is_timed (const FulRunSamples *self,
          const RunThread     *thread)
{
  return self->request->profile->has_times && thread->rows->weight_type == FUL_WEIGHT_TYPE_SAMPLES && thread->rows->weight_word == NULL;
}

/* Measures how far apart the samples of each thread are; of a single one nothing is known but that of the others. */
static void
measure_intervals (FulRunSamples *self,
                   GCancellable  *cancellable)
{
  FulProfile *profile = self->request->profile;
  double greatest = 0;

  for (guint i = 0; i < self->threads->len; i++)
    {
      RunThread *thread = &g_array_index (self->threads, RunThread, i);

      if (thread->rows->n_rows > 0 && is_timed (self, thread))
        thread->interval = ful_sampling_interval_derive (profile, thread->thread, profile->has_interval ? profile->interval : 0,
                                                         self->request->cache, cancellable);
      greatest = MAX (greatest, thread->interval);
    }
  for (guint i = 0; i < self->threads->len; i++)
    {
      RunThread *thread = &g_array_index (self->threads, RunThread, i);

      if (thread->interval == 0 && is_timed (self, thread))
        thread->interval = greatest;
    }
}

/* Sets the unit, and the factor of each thread. */
static gboolean
find_units (FulRunSamples  *self,
            GCancellable   *cancellable,
            GError        **error)
{
  static const char *const units[] = { "samples", "ms", "bytes" };
  FulProfile *profile = self->request->profile;

  measure_intervals (self, cancellable);
  for (guint i = 0; i < self->threads->len; i++)
    {
      RunThread *thread = &g_array_index (self->threads, RunThread, i);
      const char *word = thread->rows->weight_word, *unit = word ? word : thread->interval > 0 ? "ms" : units[thread->rows->weight_type];

      if (thread->rows->n_rows == 0)
        continue;
      thread->factor = thread->interval == 0 ? 1 : self->request->nominal && profile->has_interval ? profile->interval : thread->interval;
      if (self->unit && !g_str_equal (self->unit, unit))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Some threads are in %s, others in %s; choose with --thread"),
                       self->unit, unit);
          return FALSE;
        }
      self->unit = unit;
    }

  return TRUE;
}

/**
 * ful_run_samples_new:
 * @request: a recording and its view; it lives as long as the result
 *
 * Returns: (transfer full) (nullable): its rows with their items
 */
FulRunSamples *
ful_run_samples_new (const FulRunRequest  *request,
                     GCancellable         *cancellable,
                     GError              **error)
{
  g_autoptr(FulRunSamples) self = g_new0 (FulRunSamples, 1);
  g_autofree gint32 *node_of_stack = NULL;
  FulFilteredStacks *stacks = NULL;
  guint n_funcs = request->profile->funcs->table.n_rows;

  self->request = request;
  self->threads = g_array_new (FALSE, FALSE, sizeof (RunThread));
  g_array_set_clear_func (self->threads, clear_thread);
  if (!derive_threads (self, cancellable, error) || !find_units (self, cancellable, error))
    return NULL;

  if (request->by != FUL_COMPARE_NODES)
    self->own_tree = ful_path_tree_new ();
  self->tree = self->own_tree ? self->own_tree : request->tree;
  self->key_of_func = g_new (gint32, n_funcs + 1);
  for (guint i = 0; i < n_funcs; i++)
    self->key_of_func[i] = FUL_NONE;
  find_categories (self);

  for (guint i = 0; i < self->threads->len; i++)
    {
      RunThread *thread = &g_array_index (self->threads, RunThread, i);
      guint n_stacks = thread->derived->stacks->stacks->table.n_rows;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (stacks != thread->derived->stacks)
        {
          g_free (node_of_stack);
          node_of_stack = g_new (gint32, n_stacks + 1);
          for (guint s = 0; s < n_stacks; s++)
            node_of_stack[s] = FUL_NONE;
          stacks = thread->derived->stacks;
        }
      find_nodes (self, thread, node_of_stack);
    }

  return g_steal_pointer (&self);
}

/**
 * ful_run_sum_cpu_time:
 * @number: of a thread
 * @range: absolute
 * @reference: ful_cpu_use_get_reference() of @profile
 *
 * Returns: CPU time of the thread in the range, ms; NaN if it is not known
 */
double
ful_run_sum_cpu_time (FulProfile   *profile,
                      guint         number,
                      FulTimeRange  range,
                      double        reference)
{
  FulThread *thread = ful_profile_get_thread (profile, number);
  double sum = 0;
  guint begin, end;

  if (!ful_cpu_use_is_known (profile, thread))
    return NAN;

  ful_time_range_find_rows (range, thread->samples->time, thread->samples->table.n_rows, &begin, &end);
  for (guint i = begin; i < end; i++)
    sum += ful_cpu_time_get (thread->samples, reference, i);

  return sum;
}

/* Returns: value of the rows of a thread that end in code without names. @is_unnamed: for each key */
static double
sum_unnamed (const FulRunSamples *self,
             const RunThread     *thread,
             guint                begin,
             guint                end,
             const gboolean      *is_unnamed)
{
  gboolean has_paths = has_paths_of (self->request);
  const double *weight = thread->rows->weight;
  double sum = 0;

  for (guint i = begin; i < end; i++)
    {
      gint32 node = thread->node[i];

      if (node != FUL_NONE && is_unnamed[has_paths ? ful_path_tree_get_key (self->tree, node) : node] && !(weight && isnan (weight[i])))
        sum += weight ? weight[i] : 1;
    }

  return sum * thread->factor;
}

/* Returns: (transfer full) (nullable): for each key, whether it is code without names; %NULL if none is */
static gboolean *
find_unnamed (const FulPairing *pairing)
{
  guint n = ful_pairing_get_n_keys (pairing);
  gboolean *is_unnamed = NULL;

  for (guint i = 1; i < n; i++)
    if (ful_pairing_is_unnamed (pairing, (gint32) i))
      {
        if (is_unnamed == NULL)
          is_unnamed = g_new0 (gboolean, n);
        is_unnamed[i] = TRUE;
      }

  return is_unnamed;
}

/* Returns: why a run has nothing, of several reasons the one that was most likely chosen last; to be translated */
static const char *
explain_empty (const FulRunSamples *self,
               const FulRun        *run,
               gboolean             has_rows)
{
  const FulViewOptions *options = self->request->options;

  if (run->total.rows > 0)
    return N_("all weights are 0");
  if (!has_rows)
    return options->has_range ? N_("there are no samples in the range") : N_("there are no samples");
  if (*options->search != '\0')
    return N_("nothing matches the search");
  if (options->n_transforms > 0)
    return N_("nothing is left after the transforms");
  if (options->implementation != FUL_IMPLEMENTATION_COMBINED)
    return N_("there are no such frames");

  return options->include_idle ? N_("samples have no stacks") : N_("all samples are idle");
}

/* Returns: (transfer full): sums for the rows of the threads */
static FulItemSums *
new_sums (const FulRunSamples *self,
          const FulRunTable   *table)
{
  const FulPathTree *tree = self->tree;
  gboolean by_nodes = table->by == FUL_COMPARE_NODES;
  gboolean has_paths = table->measure == FUL_MEASURE_TOTAL && (by_nodes || table->by == FUL_COMPARE_FUNCTIONS);
  guint n_keys = ful_pairing_get_n_keys (self->request->pairing);
  FulItemNodes nodes = { .n_nodes = n_keys, .n_items = by_nodes ? tree->prefix->len : n_keys };

  if (has_paths)
    {
      nodes.n_nodes = tree->prefix->len;
      nodes.prefix = (const gint32 *) (gpointer) tree->prefix->data;
      nodes.depth = (const gint32 *) (gpointer) tree->depth->data;
      nodes.item = by_nodes ? NULL : (const gint32 *) (gpointer) tree->item->data;
    }
  else if (by_nodes)
    {
      nodes.n_nodes = tree->prefix->len;
    }
  else if (table->by == FUL_COMPARE_FUNCTIONS && has_paths_of (self->request))
    {
      nodes.row_node = (const gint32 *) (gpointer) tree->key->data;
    }

  return ful_item_sums_new (&nodes);
}

static void
append_items (FulRun            *run,
              const FulItemSums *sums)
{
  const GArray *items = ful_item_sums_get_items (sums);

  for (guint i = 0; i < items->len; i++)
    {
      gint32 key = g_array_index (items, gint32, i);
      FulItemSum sum = *ful_item_sums_get (sums, key);

      if (key == FUL_PATH_ROOT)
        continue;
      sum.key = key;
      g_array_append_val (run->items, sum);
    }
}

/**
 * ful_run_samples_read:
 * @tables: (array length=n_tables): what to sum
 * @n_tables: at most %FUL_MAX_RUN_TABLES
 * @runs: (array length=n_tables): get total, items, unit, interval, and CPU time
 * @range: the part to sum, absolute
 */
gboolean
ful_run_samples_read (FulRunSamples      *self,
                      const FulRunTable  *tables,
                      guint               n_tables,
                      FulRun *const      *runs,
                      FulTimeRange        range,
                      GCancellable       *cancellable,
                      GError            **error)
{
  const FulRunRequest *request = self->request;
  FulItemSums *sums[FUL_MAX_RUN_TABLES];
  double reference = ful_cpu_use_get_reference (request->profile), interval = 0, n_rows = 0, cpu_time = 0, unnamed = 0;
  g_autofree gboolean *is_unnamed = request->by == FUL_COMPARE_NODES || request->by == FUL_COMPARE_FUNCTIONS ? find_unnamed (request->pairing) : NULL;
  gboolean is_cancelled = FALSE;

  for (guint i = 0; i < n_tables; i++)
    sums[i] = new_sums (self, &tables[i]);
  for (guint i = 0; i < self->threads->len && !is_cancelled; i++)
    {
      const RunThread *thread = &g_array_index (self->threads, RunThread, i);
      const FulSampleRows *rows = thread->rows;
      guint begin, end;

      ful_time_range_find_rows (range, rows->time, rows->n_rows, &begin, &end);
      ful_item_sums_add (sums, n_tables, thread->node + begin, rows->weight ? rows->weight + begin : NULL, end - begin, thread->factor);
      cpu_time += ful_run_sum_cpu_time (request->profile, thread->thread, range, reference);
      unnamed += is_unnamed ? sum_unnamed (self, thread, begin, end, is_unnamed) : 0;
      interval += thread->interval * (end - begin);
      n_rows += end - begin;
      is_cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  for (guint i = 0; i < n_tables; i++)
    {
      FulRun *run = runs[i];

      run->unit = self->unit ? self->unit : "ms";
      run->lacks_strategy = self->lacks_strategy;
      run->cpu_time = cpu_time;
      run->unnamed = unnamed;
      run->interval = n_rows > 0 ? interval / n_rows : 0;
      run->total = *ful_item_sums_get (sums[i], FUL_PATH_ROOT);
      run->why_empty = run->total.x == 0 ? explain_empty (self, run, n_rows > 0) : NULL;
      append_items (run, sums[i]);
      ful_item_sums_free (sums[i]);
    }

  return !is_cancelled;
}
