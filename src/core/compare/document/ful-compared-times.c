/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a window needs to draw a run of each side over time: both are opened again, if they were not kept, and have the view of
 * the comparison. O(tracks²) beside the lists of tracks, of which only those that are shown at first are paired (compare.md 7). */

#include "config.h"

#include "ful-compared-times.h"

#include "ful-counter-difference.h"

#include "base/ful-error.h"
#include "compare/runs/ful-thread-label.h"
#include "model/ful-profile-builder.h"
#include "threads/ful-cpu-use.h"
#include "threads/ful-time-range.h"

#include <glib/gi18n-lib.h>

static void
clear (gpointer data)
{
  FulComparedTimes *self = data;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_clear_object (&self->runs[side].profile);
      g_clear_pointer (&self->runs[side].options, ful_view_options_unref);
      g_clear_pointer (&self->runs[side].tracks, ful_track_list_unref);
      g_clear_pointer (&self->runs[side].rows, g_array_unref);
      g_free (self->runs[side].funcs);
    }
  g_clear_object (&self->axis);
  g_clear_pointer (&self->axis_tracks, ful_track_list_unref);
  g_clear_pointer (&self->moments, g_ptr_array_unref);
  g_free (self->aligned);
  g_free (self->timeless);
  g_ptr_array_unref (self->pairs);
}

FulComparedTimes *
ful_compared_times_ref (FulComparedTimes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_compared_times_unref (FulComparedTimes *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static void
pair_free (gpointer data)
{
  FulTrackPair *pair = data;

  g_free (pair->name);
  g_free (pair);
}

static gboolean
open_run (FulTimedRun      *run,
          FulSide           side,
          FulComparedPart  *part,
          FulComparedView  *view,
          GCancellable     *cancellable,
          GError          **error)
{
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulProfile) names = NULL;
  g_autofree guint8 *is_found = g_new0 (guint8, view->options->n_transforms + 1);
  FulTimeRange root;

  run->profile = ful_compared_part_open (part, &cache, cancellable, error);
  if (run->profile == NULL)
    return FALSE;
  run->options = ful_compared_view_resolve (view, side, part->options, run->profile, cache, is_found, cancellable, error);
  if (run->options == NULL)
    return FALSE;

  root = ful_root_range_compute (run->profile);
  run->zero = root.start + (run->options->has_range ? run->options->range.start : 0);
  run->end = root.end;
  run->tracks = ful_track_list_new (run->profile, FUL_TRACK_EXTRAS_NONE, NULL, cancellable, error);
  run->cpu_reference = ful_cpu_use_get_reference (run->profile);
  run->rows = ful_compared_names_find_rows (view->names, side, side == FUL_BEFORE ? view->renames : NULL, run->profile);
  names = ful_compared_names_get_profile (view->names);
  run->n_names = names->funcs->table.n_rows;
  run->funcs = ful_compared_names_list_funcs (names, run->rows, run->profile);

  return run->tracks != NULL;
}

/* Lets the axis begin where both are at their moment at the same time, of which the earlier one begins at its range, and end with the
 * later one. @length: (out) */
static gboolean
align (FulComparedTimes  *self,
       const char        *name,
       double            *length,
       GCancellable      *cancellable,
       GError           **error)
{
  FulProfile *profiles[] = { self->runs[FUL_BEFORE].profile, self->runs[FUL_AFTER].profile };
  FulViewOptions *options[] = { self->runs[FUL_BEFORE].options, self->runs[FUL_AFTER].options };
  const FulSharedMoment *moment;

  *length = 0;
  self->moments = ful_shared_moments_new (profiles, options, cancellable, error);
  if (self->moments == NULL)
    return FALSE;
  moment = name ? ful_shared_moments_find (self->moments, name) : NULL;
  if (moment)
    {
      self->aligned = g_strdup (name);
      self->origin = MAX (moment->times[FUL_BEFORE] - self->runs[FUL_BEFORE].zero, moment->times[FUL_AFTER] - self->runs[FUL_AFTER].zero);
    }
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      FulTimedRun *run = &self->runs[side];
      double start = ful_root_range_compute (run->profile).start;
      double end = run->options->has_range ? start + run->options->range.end : run->end;

      if (moment)
        run->zero = moment->times[side] - self->origin;
      *length = MAX (*length, end - run->zero);
    }

  return TRUE;
}

/* Both have ranges of the same length: there is nothing before and after a recording. */
static void
extend_range (FulTimedRun *run,
              double       length)
{
  FulViewOptions *options = ful_view_options_copy (run->options);
  double start = run->zero - ful_root_range_compute (run->profile).start;

  ful_view_options_set_range (options, &(FulTimeRange) { start, start + length });
  ful_view_options_set_preview (options, NULL);
  ful_view_options_unref (run->options);
  run->options = options;
}

static gboolean
is_chosen (const FulTimedRun *run,
           gint32             thread)
{
  for (guint i = 0; i < run->options->n_threads; i++)
    if (run->options->threads[i] == (guint) thread)
      return TRUE;

  return run->options->n_threads == 0;
}

/* Returns: (transfer full) (nullable): what a track is paired by; NULL if it is none that is compared */
static char *
make_label (const FulTimedRun *run,
            const FulTrack    *track)
{
  gint32 thread = ful_track_get_thread (track);

  if (track->hidden)
    return NULL;
  if (track->type == FUL_TRACK_COUNTER)
    return ful_counter_label_new (run->profile, (guint) track->counter);
  if (thread == FUL_NONE || ful_profile_get_thread (run->profile, (guint) thread)->samples->table.n_rows == 0 || !is_chosen (run, thread))
    return NULL;

  return ful_thread_label_new (run->profile, (guint) thread);
}

/* Several of a name are paired in their order. Two threads that were chosen are a pair whatever they are called. */
static void
add_track (FulComparedTimes *self,
           FulSide           side,
           const FulTrack   *track)
{
  char *label = make_label (&self->runs[side], track);
  gboolean is_only = self->runs[FUL_BEFORE].options->n_threads == 1 && self->runs[FUL_AFTER].options->n_threads == 1 &&
                     track->type != FUL_TRACK_COUNTER;
  FulTrackPair *pair;

  if (label == NULL)
    return;

  for (guint i = 0; i < self->pairs->len; i++)
    {
      pair = g_ptr_array_index (self->pairs, i);
      if (pair->tracks[side] == NULL && (is_only ? ful_track_get_thread (pair->tracks[!side]) != FUL_NONE : g_str_equal (pair->name, label)))
        {
          pair->tracks[side] = track;
          g_free (label);
          return;
        }
    }

  pair = g_new0 (FulTrackPair, 1);
  pair->name = label;
  pair->tracks[side] = track;
  g_ptr_array_add (self->pairs, pair);
}

static void
add_tracks (FulComparedTimes *self,
            FulSide           side)
{
  const GPtrArray *tracks = self->runs[side].tracks->tracks;

  for (guint i = 0; i < tracks->len; i++)
    {
      const FulTrack *track = g_ptr_array_index (tracks, i);

      add_track (self, side, track);
      for (guint j = 0; !track->hidden && track->locals && j < track->locals->len; j++)
        add_track (self, side, g_ptr_array_index (track->locals, j));
    }
}

static double
get_score (const FulComparedTimes *self,
           const FulTrackPair     *pair)
{
  for (FulSide side = FUL_N_SIDES; side-- > 0; )
    {
      gint32 thread = pair->tracks[side] ? ful_track_get_thread (pair->tracks[side]) : FUL_NONE;

      /* Those of BEFORE alone are after those of AFTER. */
      if (thread != FUL_NONE)
        return self->runs[side].tracks->scores[thread].sample_score - (side == FUL_AFTER ? 0 : G_MAXFLOAT);
    }

  return -G_MAXDOUBLE;
}

static int
compare_pairs (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  double x = get_score (user_data, *(FulTrackPair *const *) a), y = get_score (user_data, *(FulTrackPair *const *) b);

  return (x < y) - (x > y);
}

/* Returns: whether @pair has two counters, whose difference is added */
static gboolean
add_difference (FulComparedTimes   *self,
                const FulTrackPair *pair,
                FulProfileBuilder  *builder)
{
  FulCounterOnAxis counters[FUL_N_SIDES];

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      if (pair->tracks[side] == NULL || pair->tracks[side]->type != FUL_TRACK_COUNTER)
        return FALSE;
      counters[side] = (FulCounterOnAxis) { g_ptr_array_index (self->runs[side].profile->counters, pair->tracks[side]->counter),
                                            self->runs[side].zero };
    }

  return ful_counter_difference_add (builder, counters);
}

/* Returns: the track of a counter, that of the only process */
static const FulTrack *
find_counter (const FulTrackList *tracks,
              gint32              counter)
{
  const FulTrack *process = tracks->tracks->pdata[0];

  for (guint i = 0; i < process->locals->len; i++)
    if (((const FulTrack *) process->locals->pdata[i])->counter == counter)
      return process->locals->pdata[i];

  return NULL;
}

static gboolean
make_axis (FulComparedTimes  *self,
           double             length,
           GCancellable      *cancellable,
           GError           **error)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(GPtrArray) differing = g_ptr_array_new ();

  ful_profile_builder_add_thread (builder);
  builder->profile->profiling_start_time = 0;
  builder->profile->profiling_end_time = length;
  for (guint i = 0; i < self->pairs->len; i++)
    if (add_difference (self, self->pairs->pdata[i], builder))
      g_ptr_array_add (differing, self->pairs->pdata[i]);
  self->axis = ful_profile_builder_publish (builder, error);
  self->axis_tracks = self->axis ? ful_track_list_new (self->axis, FUL_TRACK_EXTRAS_NONE, NULL, cancellable, error) : NULL;
  for (guint i = 0; self->axis_tracks && i < differing->len; i++)
    ((FulTrackPair *) differing->pdata[i])->difference = find_counter (self->axis_tracks, (gint32) i);

  return self->axis_tracks != NULL;
}

/**
 * ful_compared_times_new:
 * @parts: a run of each side
 * @view: what of them is compared
 * @moment: (nullable): the name of markers at which to align them, if both have one; %NULL: at the starts of their ranges
 * @cancellable: (nullable)
 * @error: %FUL_ERROR_ARGUMENT if the ranges are empty, or why a run cannot be read, with its name
 *
 * Blocks while files are read.
 *
 * Returns: (transfer full): both over time
 */
FulComparedTimes *
ful_compared_times_new (FulComparedPart  *const parts[FUL_N_SIDES],
                        FulComparedView  *view,
                        const char       *moment,
                        GCancellable     *cancellable,
                        GError          **error)
{
  g_autoptr(FulComparedTimes) self = g_atomic_rc_box_new0 (FulComparedTimes);
  double length;

  self->pairs = g_ptr_array_new_with_free_func (pair_free);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    if (!open_run (&self->runs[side], side, parts[side], view, cancellable, error))
      {
        g_prefix_error_literal (error, ": ");
        g_prefix_error_literal (error, parts[side]->name);
        return NULL;
      }
  if (!align (self, moment, &length, cancellable, error))
    return NULL;
  for (guint side = 0; side < FUL_N_SIDES && self->timeless == NULL; side++)
    if (!self->runs[side].profile->has_times)
      self->timeless = g_strdup (parts[side]->name);
  if (self->timeless)
    return make_axis (self, length, cancellable, error) ? g_steal_pointer (&self) : NULL;
  if (!(length > 0))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The range is empty"));
      return NULL;
    }

  for (FulSide side = FUL_N_SIDES; side-- > 0; )
    add_tracks (self, side);
  g_ptr_array_sort_with_data (self->pairs, compare_pairs, self);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    extend_range (&self->runs[side], length);

  return make_axis (self, length, cancellable, error) ? g_steal_pointer (&self) : NULL;
}
