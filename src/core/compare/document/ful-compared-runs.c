/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The runs of a comparison that a window shows: each part is read, summed for all tables, and dropped before the next one
 * (compare.md 7). The first of each side is kept, and so are small ones, so that another view of them needs no file. */

#include "config.h"

#include "ful-compared-runs.h"

#include "ful-compared-part.h"

#include "base/ful-error.h"
#include "base/ful-job.h"
#include "compare/ful-comparison.h"
#include "compare/pairing/ful-renames.h"
#include "compare/runs/ful-run.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-strategy.h"

#include <glib/gi18n-lib.h>

/* Rows of the samples and stacks of all runs that are kept beside the first of each side. */
#define KEPT_ROWS (2u << 20)

/* µs that reading takes before there is something of it, and again. */
#define SOME_US 1000000
/* At least so many times what that cost. */
#define SOME_SHARE 10

static const struct { FulCompared by; FulMeasure measure; } tables[FUL_N_COMPARED_TABLES] = {
  [FUL_COMPARED_SELF] = { FUL_COMPARE_FUNCTIONS, FUL_MEASURE_SELF },
  [FUL_COMPARED_TOTAL] = { FUL_COMPARE_FUNCTIONS, FUL_MEASURE_TOTAL },
  [FUL_COMPARED_MARKER_TOTAL] = { FUL_COMPARE_MARKERS, FUL_MEASURE_TOTAL },
  [FUL_COMPARED_MARKER_COUNT] = { FUL_COMPARE_MARKERS, FUL_MEASURE_COUNT },
  [FUL_COMPARED_MARKER_MEAN] = { FUL_COMPARE_MARKERS, FUL_MEASURE_MEAN },
  [FUL_COMPARED_MARKER_MEDIAN] = { FUL_COMPARE_MARKERS, FUL_MEASURE_MEDIAN },
  [FUL_COMPARED_NODES] = { FUL_COMPARE_NODES, FUL_MEASURE_TOTAL },
};

static void
free_contents (gpointer data)
{
  g_autofree FulComparedRuns *self = data;

  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    for (guint side = 0; side < FUL_N_SIDES; side++)
      g_ptr_array_unref (self->runs[table][side]);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    ful_duration_bins_free (self->durations[side]);
  ful_pairing_free (self->pairing);
  ful_pairing_free (self->marker_names);
  ful_path_tree_free (self->paths);
  ful_compared_view_unref (self->view);
  g_clear_pointer (&self->threads, ful_thread_set_unref);
}

/* Thousands of runs. */
static void
clear (gpointer data)
{
  ful_job_drop (g_memdup2 (data, sizeof (FulComparedRuns)), free_contents);
}

FulComparedRuns *
ful_compared_runs_ref (FulComparedRuns *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_compared_runs_unref (FulComparedRuns *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_compared_runs_get_pairing:
 *
 * Returns: (transfer none): whose items the rows of @table are
 */
FulPairing *
ful_compared_runs_get_pairing (const FulComparedRuns *self,
                               FulComparedTable       table)
{
  return ful_compared_table_is_of_markers (table) ? self->marker_names : self->pairing;
}

static FulComparedRuns *
new_runs (FulComparedView *view)
{
  FulComparedRuns *self = g_atomic_rc_box_new0 (FulComparedRuns);

  self->view = ful_compared_view_ref (view);
  self->pairing = ful_pairing_new ();
  self->marker_names = ful_pairing_new ();
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->durations[side] = ful_duration_bins_new ();
  self->paths = ful_path_tree_new ();
  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    for (guint side = 0; side < FUL_N_SIDES; side++)
      self->runs[table][side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);

  return self;
}

/* What is known of all runs while they are read. */
typedef struct
{
  FulComparedRuns *runs;
  guint64          n_rows;        /* of the runs that were read */
  guint            n_kept_rows;
  guint8          *is_found;      /* for each transform of the view */
} Reading;

static guint
count_rows (FulProfile *profile)
{
  guint n = profile->stacks->table.n_rows;

  for (guint i = 0; i < profile->threads->len; i++)
    n += MIN (ful_profile_get_thread (profile, i)->samples->table.n_rows, G_MAXUINT - n);

  return n;
}

static void
keep (Reading         *reading,
      FulComparedPart *part,
      gboolean         is_first,
      FulProfile      *profile,
      FulDeriveCache  *cache)
{
  guint n_rows = count_rows (profile);

  if (!is_first && n_rows > KEPT_ROWS - reading->n_kept_rows)
    return;
  if (!is_first)
    reading->n_kept_rows += n_rows;
  ful_compared_part_keep (part, profile, cache);
}

/* The first thread with samples says what can be summed. */
static gboolean
find_strategies (FulComparedRuns       *self,
                 const FulViewOptions  *options,
                 FulProfile            *profile,
                 FulDeriveCache        *cache,
                 GCancellable          *cancellable,
                 GError               **error)
{
  g_autoptr(FulViewOptions) one = ful_view_options_copy (options);
  guint thread = 0;

  while (options->n_threads == 0 && thread + 1 < profile->threads->len &&
         ful_profile_get_thread (profile, thread)->samples->table.n_rows == 0)
    thread++;
  if (options->n_threads == 0)
    ful_view_options_set_threads (one, &thread, 1);
  self->threads = ful_thread_set_derive (profile, one, cache, cancellable, error);
  if (self->threads == NULL)
    return FALSE;
  self->strategy = ful_strategy_resolve (options->strategy, self->threads);

  return TRUE;
}

/* Markers that cannot be compared are none: functions can. */
static gboolean
read_markers (FulComparedRuns      *self,
              guint                 at,
              const FulRunRequest  *request,
              GPtrArray            *runs,
              GCancellable         *cancellable,
              GError              **error)
{
  g_autoptr(GError) local = NULL;
  FulRun *run;

  if (!ful_run_read (request, runs, cancellable, &local) && (!g_error_matches (local, FUL_ERROR, FUL_ERROR_ARGUMENT) || at >= runs->len))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  run = g_ptr_array_index (runs, at);
  run->cpu_time = ((const FulRun *) self->runs[FUL_COMPARED_SELF][request->side]->pdata[at])->cpu_time;
  if (local)
    {
      g_array_set_size (run->items, 0);
      run->total = (FulItemSum) { 0 };
    }

  return TRUE;
}

/* Reads run @at of functions and nodes of a side, or appends it. */
static gboolean
read_functions (FulComparedRuns      *self,
                guint                 at,
                const FulRunRequest  *request,
                GCancellable         *cancellable,
                GError              **error)
{
  FulRunTable of_side[FUL_N_COMPARED_TABLES];
  guint n = 0;

  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    if (!ful_compared_table_is_of_markers (table))
      of_side[n++] = (FulRunTable) { tables[table].by, tables[table].measure, self->runs[table][request->side] };
  if (!ful_run_read_tables (request, of_side, n, cancellable, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (at + 1 < of_side[i].runs->len)
      {
        ful_run_free (of_side[i].runs->pdata[at]);
        of_side[i].runs->pdata[at] = g_ptr_array_steal_index (of_side[i].runs, of_side[i].runs->len - 1);
      }

  return TRUE;
}

/* Reads run @at of a side, or appends it; nothing can change what was read of its markers. */
static gboolean
read_part (Reading          *reading,
           FulSide           side,
           guint             at,
           FulComparedPart  *part,
           GCancellable     *cancellable,
           GError          **error)
{
  FulComparedRuns *self = reading->runs;
  guint n_transforms = self->view->options->n_transforms;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulProfile) profile = ful_compared_part_open (part, &cache, cancellable, error);
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulRenames) renames = side == FUL_BEFORE ? ful_renames_new_exact (self->view->renames) : NULL;
  g_autofree guint8 *is_found = g_new0 (guint8, n_transforms + 1);
  gboolean is_without = FALSE;
  FulRunRequest request;

  if (profile == NULL)
    return FALSE;
  self->is_named |= ful_compared_part_is_named (part);
  options = ful_compared_view_resolve (self->view, side, part->options, profile, cache, is_found, cancellable, error);
  if (options == NULL || (self->threads == NULL && !find_strategies (self, options, profile, cache, cancellable, error)))
    return FALSE;
  for (guint i = 0; i < n_transforms; i++)
    {
      reading->is_found[i] |= is_found[i];
      is_without |= !is_found[i];
    }
  self->n_without += is_without;
  request = (FulRunRequest) {
    .side = side, .name = part->name, .profile = profile, .options = options, .cache = cache, .by = FUL_COMPARE_NODES,
    .measure = FUL_MEASURE_TOTAL, .n_parts = 1, .renames = renames, .pairing = self->pairing, .tree = self->paths,
    .counted_marker = self->view->counted_marker,
  };
  if (!read_functions (self, at, &request, cancellable, error))
    return FALSE;
  request.pairing = self->marker_names;
  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    {
      if (!ful_compared_table_is_of_markers (table) || at < self->runs[table][side]->len)
        continue;
      request.by = tables[table].by;
      request.measure = tables[table].measure;
      /* Once for all tables of markers. */
      request.durations = table == FUL_COMPARED_MARKER_TOTAL ? self->durations[side] : NULL;
      if (!read_markers (self, at, &request, self->runs[table][side], cancellable, error))
        return FALSE;
    }
  keep (reading, part, at == 0, profile, cache);

  return TRUE;
}

static gboolean
must_reread (const FulComparedRuns *self,
             FulSide                side,
             guint                  run)
{
  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    if (!ful_compared_table_is_of_markers (table) &&
        ful_comparison_must_reread (self->pairing, tables[table].by == FUL_COMPARE_NODES ? self->paths : NULL, side,
                                    self->runs[table][side]->pdata[run]))
      return TRUE;

  return FALSE;
}

/* Returns: FALSE if no run has what a transform of the view is about */
static gboolean
check_transforms (const Reading  *reading,
                  GError        **error)
{
  const FulComparedView *view = reading->runs->view;

  for (guint i = 0; i < view->options->n_transforms; i++)
    if (!reading->is_found[i])
      {
        g_autoptr(FulProfile) names = ful_compared_names_get_profile (view->names);
        g_autofree char *label = ful_transform_get_label (view->options->transforms[i], names);

        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("No recording has what “%s” names"), label);
        return FALSE;
      }

  return TRUE;
}

/* Returns: (transfer full): what was read so far */
static FulComparedRuns *
copy_runs (const FulComparedRuns *self)
{
  FulComparedRuns *copy = g_atomic_rc_box_new0 (FulComparedRuns);

  copy->pairing = ful_pairing_copy (self->pairing);
  copy->marker_names = ful_pairing_copy (self->marker_names);
  copy->paths = ful_path_tree_copy (self->paths);
  copy->is_named = self->is_named;
  copy->view = ful_compared_view_ref (self->view);
  copy->threads = ful_thread_set_ref (self->threads);
  copy->strategy = self->strategy;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      copy->durations[side] = ful_duration_bins_copy (self->durations[side]);
      for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
        {
          copy->runs[table][side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
          for (guint i = 0; i < self->runs[table][side]->len; i++)
            g_ptr_array_add (copy->runs[table][side], ful_run_copy (self->runs[table][side]->pdata[i]));
        }
    }
  ful_pairing_pair (copy->pairing);
  ful_pairing_pair (copy->marker_names);

  return copy;
}

/**
 * ful_compared_runs_get_nth:
 * @n: less than there are @parts
 * @out_run: (out): which one of its side it is
 *
 * Returns: the side of what is read as number @n: both in turn, so that they can be compared early
 */
FulSide
ful_compared_runs_get_nth (GPtrArray *const parts[FUL_N_SIDES],
                           guint            n,
                           guint           *out_run)
{
  guint n_both = MIN (parts[FUL_BEFORE]->len, parts[FUL_AFTER]->len);

  *out_run = n < 2 * n_both ? n / 2 : n - n_both;
  if (n < 2 * n_both)
    return n % 2 == 0 ? FUL_BEFORE : FUL_AFTER;

  return parts[FUL_BEFORE]->len > n_both ? FUL_BEFORE : FUL_AFTER;
}

/**
 * ful_compared_runs_read:
 * @parts: (element-type FulComparedPart): of each side; at least one
 * @view: what of them is summed
 * @n_read: atomic: counts the parts that were read
 * @some: (nullable): gets what was read so far, now and then
 * @user_data: for it
 * @cancellable: (nullable)
 * @error: why a part cannot be read, with its name
 *
 * Blocks while files are read. Memory: the largest profile, and 40 bytes an item and run for each table.
 *
 * Returns: (transfer full): the runs
 */
FulComparedRuns *
ful_compared_runs_read (GPtrArray     *const parts[FUL_N_SIDES],
                        FulComparedView *view,
                        int           *n_read,
                        FulComparedRunsSome some,
                        gpointer       user_data,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr(FulComparedRuns) self = new_runs (view);
  g_autofree guint8 *is_found = g_new0 (guint8, view->options->n_transforms + 1);
  Reading reading = { .runs = self, .is_found = is_found };
  guint n = parts[FUL_BEFORE]->len + parts[FUL_AFTER]->len;
  gint64 next = g_get_monotonic_time () + SOME_US;

  /* What several keys became one item of is read again, now as one. */
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint k = 0; k < n; k++)
        {
          guint i;
          FulSide side = ful_compared_runs_get_nth (parts, k, &i);
          FulComparedPart *part = g_ptr_array_index (parts[side], i);

          if (pass == 1 && !must_reread (self, side, i))
            continue;
          if (!read_part (&reading, side, i, part, cancellable, error) ||
              (pass == 0 && !ful_runs_add_rows (self->runs[FUL_COMPARED_SELF][side], i, &reading.n_rows, error)))
            {
              g_prefix_error_literal (error, ": ");
              g_prefix_error_literal (error, part->name);
              return NULL;
            }
          if (pass == 0)
            g_atomic_int_inc (n_read);
          if (pass == 0 && some && k > 0 && k + 1 < n && g_get_monotonic_time () >= next)
            {
              gint64 begin = g_get_monotonic_time ();

              some (copy_runs (self), user_data);
              next = g_get_monotonic_time () + MAX (SOME_US, SOME_SHARE * (g_get_monotonic_time () - begin));
            }
        }
      if (!check_transforms (&reading, error))
        return NULL;
      ful_pairing_pair (self->pairing);
    }
  ful_pairing_pair (self->marker_names);

  return g_steal_pointer (&self);
}
