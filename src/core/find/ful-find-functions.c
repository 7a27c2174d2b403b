/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of all threads that have weight, and their files. One pass over the samples of each thread, and one over
 * the stacks that they are in: each is visited once for a thread. */

#include "config.h"

#include "ful-find-catalog-private.h"

#include "base/ful-types.h"
#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-stacks.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-func-kind.h"

/* Own weight of each function, once among all frames, and once among scripts and labels alone. */
typedef struct
{
  double *part;     /* in the thread that is read */
  double *most;     /* the greatest of all threads, which is that of @thread */
  double *sum;      /* of all threads */
  gint32 *thread;   /* %FUL_NONE for none */
} Tally;

typedef struct
{
  FulFindCatalog *catalog;
  guint32        *visited;   /* of each stack one more than the last thread that had it */
  gint32         *busiest;   /* of each function the busiest thread that has it, or %FUL_NONE */
  Tally           all;
  Tally           scripts;
  double          seen, unnamed, no_script;
} Reading;

static void
tally_init (Tally *self,
            guint  n_funcs)
{
  self->part = g_new0 (double, n_funcs);
  self->most = g_new0 (double, n_funcs);
  self->sum = g_new0 (double, n_funcs);
  self->thread = g_new (gint32, n_funcs);
  for (guint i = 0; i < n_funcs; i++)
    self->thread[i] = FUL_NONE;
}

static void
tally_clear (Tally *self)
{
  g_free (self->part);
  g_free (self->most);
  g_free (self->sum);
  g_free (self->thread);
}

/* Ends what a function has of a thread. */
static void
tally_end (Tally        *self,
           FulFuncIndex  func,
           guint         thread)
{
  if (self->part[func] > self->most[func])
    {
      self->most[func] = self->part[func];
      self->thread[func] = (gint32) thread;
    }
  self->sum[func] += self->part[func];
  self->part[func] = 0;
}

static void
visit_callers (Reading                *self,
               const FulInsightStacks *stacks,
               FulStackIndex           stack,
               guint                   thread)
{
  for (; stack != FUL_NONE && self->visited[stack] != thread + 1; stack = stacks->stacks->prefix[stack])
    {
      FulFuncIndex func = ful_insight_stacks_get_func (stacks, stack);

      self->visited[stack] = thread + 1;
      if (self->busiest[func] == FUL_NONE)
        self->busiest[func] = (gint32) thread;
    }
}

/* Returns: the script or label that a stack ends in among these; %FUL_NONE for none, and for those without a name */
static FulFuncIndex
get_script (Reading                *self,
            const FulInsightStacks *stacks,
            FulStackIndex           stack)
{
  FulInsightKey key = stacks->script[stack];

  return key < (FulInsightKey) self->catalog->profile->funcs->table.n_rows ? key : FUL_NONE;
}

/* @thread: its samples are those of @stacks */
static void
read_thread (Reading                *self,
             const FulInsightStacks *stacks,
             guint                   thread)
{
  const FulStackIndex *touched = stacks->touched;

  for (guint i = 0; i < stacks->n_touched; i++)
    {
      FulFuncIndex func = ful_insight_stacks_get_func (stacks, touched[i]), script = get_script (self, stacks, touched[i]);
      double weight = stacks->weight[touched[i]];

      self->all.part[func] += weight;
      if (script != FUL_NONE)
        self->scripts.part[script] += weight;
      self->unnamed += stacks->kinds[func] == FUL_FUNC_KIND_UNNAMED ? weight : 0;
      self->no_script += stacks->script[touched[i]] == FUL_NONE ? weight : 0;
      visit_callers (self, stacks, touched[i], thread);
    }
  self->seen += stacks->seen;
  for (guint i = 0; i < stacks->n_touched; i++)
    {
      FulFuncIndex script = get_script (self, stacks, touched[i]);

      tally_end (&self->all, ful_insight_stacks_get_func (stacks, touched[i]), thread);
      if (script != FUL_NONE)
        tally_end (&self->scripts, script, thread);
    }
}

static int
compare_busy (gconstpointer a,
              gconstpointer b)
{
  const FulInsightThread *x = *(const FulInsightThread *const *) a, *y = *(const FulInsightThread *const *) b;

  if (x->busy != y->busy)
    return x->busy < y->busy ? 1 : -1;

  return (x->index > y->index) - (x->index < y->index);
}

/* Adds weight to the file of that name. */
static void
add_to_file (FulFindCatalog *self,
             GHashTable     *files,
             FulStringIndex  name,
             double          weight)
{
  gpointer key = GINT_TO_POINTER (name);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (files, key));

  if (place == 0)
    {
      FulFindFile file = { g_strdup (ful_profile_get_string (self->profile, name)), 0 };

      g_array_append_val (self->files, file);
      place = self->files->len;
      g_hash_table_insert (files, key, GUINT_TO_POINTER (place));
    }
  g_array_index (self->files, FulFindFile, place - 1).weight += weight;
}

static void
list_functions (Reading *self)
{
  FulFindCatalog *catalog = self->catalog;
  FulProfile *profile = catalog->profile;
  const FulFuncTable *funcs = profile->funcs;
  g_autoptr(GHashTable) files = g_hash_table_new (NULL, NULL);

  for (FulFuncIndex i = 0; i < (FulFuncIndex) funcs->table.n_rows; i++)
    {
      gboolean is_script = catalog->of_scripts && (funcs->is_js[i] || funcs->relevant_for_js[i]);
      const Tally *tally = is_script ? &self->scripts : &self->all;
      gint32 thread = tally->thread[i] != FUL_NONE ? tally->thread[i] : self->busiest[i];
      FulFindFunction function = { i, is_script, tally->most[i], (guint) thread };
      FulSourceIndex source = funcs->source[i];
      FulResourceIndex resource = funcs->resource[i];

      if (thread == FUL_NONE)
        continue;
      ful_find_names_add (catalog->names[FUL_FIND_FUNCTIONS], ful_profile_get_shown_name (profile, i), catalog->functions->len,
                          tally->sum[i]);
      g_array_append_val (catalog->functions, function);
      if (source != FUL_NONE && profile->sources->filename[source] != FUL_NONE)
        add_to_file (catalog, files, profile->sources->filename[source], tally->sum[i]);
      if (resource != FUL_NONE && profile->resources->type[resource] == FUL_RESOURCE_TYPE_LIBRARY)
        add_to_file (catalog, files, profile->resources->name[resource], tally->sum[i]);
    }
  for (guint i = 0; i < catalog->files->len; i++)
    {
      const FulFindFile *file = &g_array_index (catalog->files, FulFindFile, i);

      ful_find_names_add (catalog->names[FUL_FIND_FILES], file->path, i, file->weight);
    }
}

static gboolean
read_threads (Reading           *self,
              FulInsightStacks  *stacks,
              GCancellable      *cancellable,
              GError           **error)
{
  const FulInsightWeights *weights = self->catalog->weights;
  g_autofree const FulInsightThread **order = g_new (const FulInsightThread *, weights->n_threads);

  for (guint i = 0; i < weights->n_threads; i++)
    order[i] = &weights->threads[i];
  qsort (order, weights->n_threads, sizeof *order, compare_busy);
  for (guint i = 0; i < weights->n_threads; i++)
    {
      ful_insight_stacks_clear (stacks);
      if (!ful_insight_stacks_add (stacks, order[i], order[i]->begin, order[i]->end, cancellable, error))
        return FALSE;
      read_thread (self, stacks, order[i]->index);
    }

  return TRUE;
}

/**
 * ful_find_catalog_read_functions:
 *
 * Sets functions and files. Samples of the category Idle do not count.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_find_catalog_read_functions (FulFindCatalog  *self,
                                 FulDeriveCache  *cache,
                                 GCancellable    *cancellable,
                                 GError         **error)
{
  g_autoptr(FulInsightStacks) stacks = ful_insight_stacks_new (self->weights, cache, cancellable, error);
  guint n_funcs = MAX (self->profile->funcs->table.n_rows, 1);
  Reading reading = { self };
  gboolean ok;

  if (stacks == NULL)
    return FALSE;

  reading.visited = g_new0 (guint32, MAX (stacks->stacks->table.n_rows, 1));
  reading.busiest = g_new (gint32, n_funcs);
  for (guint i = 0; i < n_funcs; i++)
    reading.busiest[i] = FUL_NONE;
  tally_init (&reading.all, n_funcs);
  tally_init (&reading.scripts, n_funcs);
  ok = read_threads (&reading, stacks, cancellable, error);
  if (ok)
    {
      self->of_scripts = ful_insight_stacks_prefer_scripts (reading.seen, reading.unnamed, reading.no_script);
      list_functions (&reading);
    }
  g_free (reading.visited);
  g_free (reading.busiest);
  tally_clear (&reading.all);
  tally_clear (&reading.scripts);

  return ok;
}
