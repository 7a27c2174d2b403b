/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the join of raw markers has to know of those that it read before. */

#include "config.h"

#include "ful-marker-join-state.h"

#include "base/ful-hash.h"
#include "threads/ful-time-range.h"

#include <math.h>

static void
open_free (gpointer data)
{
  FulMarkerOpen *self = data;

  g_array_unref (self->names);
  g_ptr_array_unref (self->starts);
  g_hash_table_unref (self->requests);
  g_hash_table_unref (self->screenshots);
  g_free (self);
}

static FulMarkerOpen *
open_new (void)
{
  FulMarkerOpen *self = g_new0 (FulMarkerOpen, 1);

  self->names = g_array_new (FALSE, FALSE, sizeof (FulStringIndex));
  self->starts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->requests = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  self->screenshots = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);

  return self;
}

static void
copy_rows (GHashTable *rows,
           GHashTable *to)
{
  GHashTableIter iter;
  gpointer id, row;

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &id, &row))
    g_hash_table_insert (to, g_strdup (id), row);
}

static FulMarkerOpen *
open_copy (const FulMarkerOpen *self)
{
  FulMarkerOpen *copy = open_new ();

  copy->n_rows = self->n_rows;
  copy->range_start = self->range_start;
  g_array_append_vals (copy->names, self->names->data, self->names->len);
  for (guint i = 0; i < self->starts->len; i++)
    g_ptr_array_add (copy->starts, g_array_copy (g_ptr_array_index (self->starts, i)));
  copy_rows (self->requests, copy->requests);
  copy_rows (self->screenshots, copy->screenshots);

  return copy;
}

static FulMarkerJoinState *
state_new (void)
{
  FulMarkerJoinState *self = g_new0 (FulMarkerJoinState, 1);

  self->threads = g_ptr_array_new_with_free_func (open_free);

  return self;
}

/**
 * ful_marker_join_state_new:
 * @n_threads: threads of the set
 *
 * Returns: (transfer full): the state before the first raw marker
 */
FulMarkerJoinState *
ful_marker_join_state_new (FulProfile *profile,
                           guint       n_threads)
{
  FulMarkerJoinState *self = state_new ();

  self->interval = profile->interval;
  self->default_category = profile->default_category;
  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (self->threads, open_new ());

  return self;
}

/**
 * ful_marker_join_state_copy:
 *
 * O(threads + what waits for an end).
 *
 * Returns: (transfer full): a copy that may be changed
 */
FulMarkerJoinState *
ful_marker_join_state_copy (const FulMarkerJoinState *self)
{
  FulMarkerJoinState *copy = state_new ();
  GPtrArray *threads = copy->threads;

  *copy = *self;
  copy->threads = threads;
  for (guint i = 0; i < self->threads->len; i++)
    g_ptr_array_add (threads, open_copy (g_ptr_array_index (self->threads, i)));

  return copy;
}

void
ful_marker_join_state_free (FulMarkerJoinState *self)
{
  g_ptr_array_unref (self->threads);
  g_free (self);
}

static FulDelayColumn
get_delay_column (const FulSampleTable *samples)
{
  return samples->event_delay ? FUL_DELAY_EVENT_DELAY
       : samples->responsiveness ? FUL_DELAY_RESPONSIVENESS
       : FUL_DELAY_NONE;
}

/**
 * ful_marker_join_state_can_go_on:
 * @threads: the same threads, of any snapshot of the profile
 *
 * Returns: whether what was read is among the rows of @threads, and would be read in the same way
 */
gboolean
ful_marker_join_state_can_go_on (const FulMarkerJoinState *self,
                                 FulThreadSet             *threads)
{
  FulProfile *profile = threads->profile;
  const FulSampleTable *samples = ful_profile_get_thread (profile, threads->threads[0])->samples;

  if (self->threads->len != threads->n_threads || self->interval != profile->interval ||
      self->default_category != profile->default_category)
    return FALSE;
  if (self->delay_column != FUL_DELAY_NONE &&
      (self->delay_column != get_delay_column (samples) || self->n_samples > samples->table.n_rows))
    return FALSE;

  for (guint i = 0; i < threads->n_threads; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, threads->threads[i]);
      const FulMarkerOpen *open = g_ptr_array_index (self->threads, i);

      if (open->n_rows > thread->markers->table.n_rows ||
          open->range_start != ful_thread_range_compute (profile, thread).start)
        return FALSE;
    }

  return TRUE;
}

/**
 * ful_marker_join_state_list_janks:
 * @samples: of the only thread
 *
 * Event delays grow while the event loop is stuck: where one falls, it was long enough
 * or not. The last one may not have fallen yet.
 *
 * Returns: (transfer full) (element-type FulTimeRange): the janks since the last call
 */
GArray *
ful_marker_join_state_list_janks (FulMarkerJoinState   *self,
                                  const FulSampleTable *samples)
{
  GArray *janks = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  const double *delay = samples->event_delay ? samples->event_delay : samples->responsiveness;

  self->delay_column = get_delay_column (samples);
  for (; delay && self->n_samples < samples->table.n_rows; self->n_samples++)
    {
      double value = delay[self->n_samples];
      FulTimeRange jank = { self->last_time - self->last_delay, self->last_time };

      if (isnan (value))
        continue;
      if (value < self->last_delay && self->last_delay >= FUL_JANK_MS)
        g_array_append_val (janks, jank);
      self->last_delay = value;
      self->last_time = samples->time[self->n_samples];
    }

  return janks;
}
