/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of a profile: some of its threads, and what happened in a range. The tables that threads share stay whole, so
 * that stacks and strings keep their numbers; names of functions outside of the part are in them. */

#include "config.h"

#include "ful-selection.h"

#include "base/ful-table.h"
#include "io/ful-raw-get.h"
#include "io/ful-raw-tree.h"

#include <math.h>
#include <string.h>

/* Keeps the rows that begin before the end of @range and end at its start or later.
 * Returns: whether rows were left out */
static gboolean
cut_table (gpointer            table,
           const FulTimeRange *range,
           const double       *start,
           const double       *end)
{
  const FulTable *from = *(gpointer *) table;
  g_autofree gint32 *map = g_new (gint32, MAX (from->n_rows, 1));
  guint n_rows = from->n_rows, n = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      double first = isnan (start[i]) ? end[i] : start[i];
      double last = isnan (end[i]) ? start[i] : end[i];

      map[i] = first < range->end && last >= range->start ? (gint32) n++ : FUL_NONE;
    }
  if (n < n_rows)
    ful_table_move_rows (table, map, n);

  return n < n_rows;
}

static FulThread *
cut_thread (FulThread          *thread,
            const FulTimeRange *range)
{
  FulThread *self = ful_thread_new_copy (thread);

  cut_table (&self->samples, range, self->samples->time, self->samples->time);
  if (self->js_allocations)
    cut_table (&self->js_allocations, range, self->js_allocations->time, self->js_allocations->time);
  if (self->native_allocations)
    cut_table (&self->native_allocations, range, self->native_allocations->time, self->native_allocations->time);
  /* Further columns are texts, which have all rows. */
  if (cut_table (&self->markers, range, self->markers->start_time, self->markers->end_time))
    g_clear_pointer (&self->markers_rest_json, g_free);

  return self;
}

/* Threads have other numbers, and the part is all there is. */
static char *
change_meta (const char         *meta_json,
             const FulTimeRange *range)
{
  static const char *const dropped[] = { "initialVisibleThreads", "initialSelectedThreads" };
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *meta = ful_raw_tree_parse (tree, meta_json, strlen (meta_json), NULL);
  FulBytes text = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
    if (ful_raw_get (meta, dropped[i]))
      ful_raw_release (ful_raw_remove (meta, dropped[i]));
  if (range)
    {
      ful_raw_set_number (tree, meta, "profilingStartTime", range->start);
      ful_raw_set_number (tree, meta, "profilingEndTime", range->end);
    }
  ful_raw_write (meta, &text);
  ful_bytes_append_c (&text, '\0');
  ful_raw_tree_free (tree);

  return text.data;
}

/* Counters belong to processes. */
static void
add_counters (FulProfile         *self,
              FulProfile         *profile,
              const FulTimeRange *range)
{
  for (guint i = 0; i < profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (profile->counters, i);

      for (guint k = 0; k < self->threads->len; k++)
        if (g_strcmp0 (ful_profile_get_thread (self, k)->pid, counter->pid) == 0)
          {
            FulCounter *copy = ful_counter_new_copy (counter);

            copy->main_thread = k;
            if (range)
              cut_table (&copy->samples, range, copy->samples->time, copy->samples->time);
            g_ptr_array_add (self->counters, copy);
            break;
          }
    }
}

/**
 * ful_selection_new:
 * @profile: a profile with one weight of each sample, see ful_one_weight_new()
 * @range: (nullable): absolute; %NULL is the whole recording
 * @threads: (nullable) (element-type guint): those to keep, in order; %NULL is all
 * @cancellable: (nullable): checked before each thread
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Markers that reach into the range stay as they are.
 *
 * Returns: (transfer full): that part of @profile
 */
FulProfile *
ful_selection_new (FulProfile          *profile,
                   const FulTimeRange  *range,
                   GArray              *threads,
                   GCancellable        *cancellable,
                   GError             **error)
{
  g_autoptr(FulProfile) self = ful_profile_new_copy (profile);
  guint n = threads ? threads->len : profile->threads->len;

  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->counters);
  self->threads = g_ptr_array_new_with_free_func (g_object_unref);
  self->counters = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, threads ? g_array_index (threads, guint, i) : i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      g_ptr_array_add (self->threads, range ? cut_thread (thread, range) : g_object_ref (thread));
    }
  add_counters (self, profile, range);
  g_free (self->meta_json);
  self->meta_json = profile->meta_json ? change_meta (profile->meta_json, range) : NULL;
  g_clear_pointer (&self->initial_selected_threads, g_array_unref);
  g_clear_pointer (&self->initial_visible_threads, g_array_unref);
  if (range)
    {
      self->profiling_start_time = range->start;
      self->profiling_end_time = range->end;
    }

  return g_steal_pointer (&self);
}
