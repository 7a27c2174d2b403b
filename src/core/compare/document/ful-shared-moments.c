/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From the raw markers: of one that is recorded as a start and an end, the start is enough. */

#include "config.h"

#include "ful-shared-moments.h"

#include "base/ful-hash.h"
#include "threads/ful-time-range.h"

#include <math.h>

/* A marker of a name: first in the range, and first of all; NaN: none. */
typedef struct
{
  double in_range;
  double of_all;
} First;

/* @firsts: by string. */
static gboolean
add_thread (First         *firsts,
            FulThread     *thread,
            FulTimeRange   range,
            GCancellable  *cancellable,
            GError       **error)
{
  const FulMarkerTable *markers = thread->markers;

  for (guint32 i = 0; i < markers->table.n_rows; i++)
    {
      First *first = &firsts[markers->name[i]];
      double time = markers->start_time[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!isfinite (time) || markers->phase[i] == FUL_MARKER_PHASE_INTERVAL_END)
        continue;
      first->of_all = fmin (first->of_all, time);
      if (time >= range.start && time <= range.end)
        first->in_range = fmin (first->in_range, time);
    }

  return TRUE;
}

/* A file may have a string twice. */
static GHashTable *
join_names (FulProfile  *profile,
            const First *firsts)
{
  GHashTable *names = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, g_free);

  for (guint i = 0; i < profile->n_strings; i++)
    {
      const char *name = ful_profile_get_string (profile, (FulStringIndex) i);
      First *first;

      if (isnan (firsts[i].of_all))
        continue;
      first = g_hash_table_lookup (names, name);
      if (first == NULL)
        {
          g_hash_table_insert (names, (gpointer) name, g_memdup2 (&firsts[i], sizeof (First)));
          continue;
        }
      first->of_all = fmin (first->of_all, firsts[i].of_all);
      first->in_range = fmin (first->in_range, firsts[i].in_range);
    }

  return names;
}

/* Returns: (transfer full) (element-type utf8 First): %NULL if it was cancelled */
static GHashTable *
find_firsts (FulProfile      *profile,
             FulViewOptions  *options,
             GCancellable    *cancellable,
             GError         **error)
{
  g_autofree First *firsts = g_new (First, profile->n_strings + 1);
  FulTimeRange root = ful_root_range_compute (profile);
  FulTimeRange range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;
  guint n = options->n_threads > 0 ? options->n_threads : profile->threads->len;

  for (guint i = 0; i < profile->n_strings; i++)
    firsts[i] = (First) { NAN, NAN };
  for (guint i = 0; i < n; i++)
    if (!add_thread (firsts, ful_profile_get_thread (profile, options->n_threads > 0 ? options->threads[i] : i), range, cancellable, error))
      return NULL;

  return join_names (profile, firsts);
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
 * @cancellable: (nullable)
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(markers + strings).
 *
 * Returns: (transfer full) (element-type FulSharedMoment): by their names
 */
GPtrArray *
ful_shared_moments_new (FulProfile     *const profiles[FUL_N_SIDES],
                        FulViewOptions *const options[FUL_N_SIDES],
                        GCancellable   *cancellable,
                        GError        **error)
{
  g_autoptr(GHashTable) before = find_firsts (profiles[FUL_BEFORE], options[FUL_BEFORE], cancellable, error);
  g_autoptr(GHashTable) after = before ? find_firsts (profiles[FUL_AFTER], options[FUL_AFTER], cancellable, error) : NULL;
  GPtrArray *moments;
  GHashTableIter iter;
  gpointer name, value;

  if (after == NULL)
    return NULL;

  moments = g_ptr_array_new_with_free_func (moment_free);
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
