/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From the raw markers: of one that is recorded as a start and an end, the start is enough. */

#include "config.h"

#include "ful-shared-moments.h"

#include "threads/ful-time-range.h"

#include <math.h>

/* A marker of a name: first in the range, and first of all; NaN: none. */
typedef struct
{
  double in_range;
  double of_all;
} First;

static void
add_thread (GHashTable      *firsts,
            FulProfile      *profile,
            FulThread       *thread,
            FulTimeRange     range)
{
  const FulMarkerTable *markers = thread->markers;

  for (guint32 row = 0; row < markers->table.n_rows; row++)
    {
      const char *name = ful_profile_get_string (profile, markers->name[row]);
      double time = markers->start_time[row];
      First *first;

      if (!isfinite (time) || markers->phase[row] == FUL_MARKER_PHASE_INTERVAL_END)
        continue;
      first = g_hash_table_lookup (firsts, name);
      if (first == NULL)
        {
          first = g_new (First, 1);
          *first = (First) { NAN, NAN };
          g_hash_table_insert (firsts, (gpointer) name, first);
        }
      first->of_all = fmin (first->of_all, time);
      if (time >= range.start && time <= range.end)
        first->in_range = fmin (first->in_range, time);
    }
}

/* Returns: (transfer full) (element-type utf8 First) */
static GHashTable *
find_firsts (FulProfile     *profile,
             FulViewOptions *options)
{
  GHashTable *firsts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  FulTimeRange root = ful_root_range_compute (profile);
  FulTimeRange range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;

  if (options->n_threads == 0)
    for (guint i = 0; i < profile->threads->len; i++)
      add_thread (firsts, profile, ful_profile_get_thread (profile, i), range);
  for (guint i = 0; i < options->n_threads; i++)
    add_thread (firsts, profile, ful_profile_get_thread (profile, options->threads[i]), range);

  return firsts;
}

static void
moment_free (gpointer data)
{
  FulSharedMoment *moment = data;

  g_free (moment->name);
  g_free (moment);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp ((*(FulSharedMoment *const *) a)->name, (*(FulSharedMoment *const *) b)->name);
}

/**
 * ful_shared_moments_new:
 * @profiles: a run of each side
 * @options: their threads and ranges
 *
 * O(markers).
 *
 * Returns: (transfer full) (element-type FulSharedMoment): by their names
 */
GPtrArray *
ful_shared_moments_new (FulProfile     *const profiles[FUL_N_SIDES],
                        FulViewOptions *const options[FUL_N_SIDES])
{
  GPtrArray *moments = g_ptr_array_new_with_free_func (moment_free);
  g_autoptr(GHashTable) before = find_firsts (profiles[FUL_BEFORE], options[FUL_BEFORE]);
  g_autoptr(GHashTable) after = find_firsts (profiles[FUL_AFTER], options[FUL_AFTER]);
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const First *firsts[FUL_N_SIDES] = { value, g_hash_table_lookup (after, name) };
      FulSharedMoment *moment;

      if (firsts[FUL_AFTER] == NULL)
        continue;
      moment = g_new (FulSharedMoment, 1);
      moment->name = g_strdup (name);
      for (guint side = 0; side < FUL_N_SIDES; side++)
        moment->times[side] = isnan (firsts[side]->in_range) ? firsts[side]->of_all : firsts[side]->in_range;
      g_ptr_array_add (moments, moment);
    }
  g_ptr_array_sort (moments, compare_names);

  return moments;
}

/* Returns: (transfer none) (nullable): the one of this name. O(moments) */
const FulSharedMoment *
ful_shared_moments_find (const GPtrArray *self,
                         const char      *name)
{
  for (guint i = 0; i < self->len; i++)
    if (g_str_equal (((const FulSharedMoment *) self->pdata[i])->name, name))
      return self->pdata[i];

  return NULL;
}
