/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tracks of a link. */

#include "config.h"

#include "ful-track-layout.h"

#include <string.h>

/**
 * ful_track_layout_new:
 *
 * Returns: (transfer full): an empty layout
 */
FulTrackLayout *
ful_track_layout_new (void)
{
  return g_atomic_rc_box_new0 (FulTrackLayout);
}

FulTrackLayout *
ful_track_layout_ref (FulTrackLayout *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulTrackLayout *self = data;

  g_clear_pointer (&self->global_order, g_array_unref);
  g_clear_pointer (&self->hidden_globals, g_array_unref);
  g_clear_pointer (&self->local_orders, g_hash_table_unref);
  g_clear_pointer (&self->hidden_locals, g_hash_table_unref);
}

void
ful_track_layout_unref (FulTrackLayout *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* The tracks of the process @process, or the global ones if there is none, from top to bottom in their initial
 * order. */
static GArray *
list_tracks (const guint *process_of,
             guint        n_tracks,
             gint64       process)
{
  GArray *tracks = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n_tracks; i++)
    if (process < 0 ? process_of[i] == i : process_of[i] == process && i != process)
      g_array_append_val (tracks, i);

  return tracks;
}

/* The track with a number of a link, or -1. */
static gint64
find_number (const GPtrArray *all,
             const GArray    *tracks,
             gint32           number,
             gboolean         is_old)
{
  for (guint i = 0; i < tracks->len; i++)
    {
      guint track = g_array_index (tracks, guint, i);
      const FulTrack *at = g_ptr_array_index (all, track);
      gboolean means_the_same = !is_old || ful_track_is_global (at) || at->type == FUL_TRACK_THREAD ||
                                at->type == FUL_TRACK_NETWORK;

      if ((gint32) at->index == number && !at->is_extra)
        return means_the_same ? (gint64) track : -1;
    }

  return -1;
}

/* Sorts @tracks by @order, followed by the others by number; an order with duplicates or unknown
 * tracks is ignored. */
static void
reorder (const GPtrArray *all,
         GArray          *tracks,
         const GArray    *order,
         gboolean         is_old)
{
  g_autoptr(GArray) sorted = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *taken = g_new0 (guint8, all->len + 1);

  for (guint i = 0; order && i < order->len; i++)
    {
      gint64 track = find_number (all, tracks, g_array_index (order, gint32, i), is_old);
      guint value = (guint) track;

      if (track < 0 && is_old)
        continue;
      if (track < 0 || taken[track])
        return;
      taken[track] = TRUE;
      g_array_append_val (sorted, value);
    }
  if (sorted->len == 0)
    return;

  for (guint number = 0; number < tracks->len; number++)
    for (guint i = 0; i < tracks->len; i++)
      {
        guint track = g_array_index (tracks, guint, i);

        if (!taken[track] && ((FulTrack *) g_ptr_array_index (all, track))->index == number)
          g_array_append_val (sorted, track);
      }
  if (sorted->len == tracks->len)
    memcpy (tracks->data, sorted->data, tracks->len * sizeof (guint));
}

static void
hide_numbers (const GPtrArray *all,
              const GArray    *tracks,
              const GArray    *numbers,
              gboolean         is_old,
              guint8          *hidden)
{
  for (guint i = 0; numbers && i < numbers->len; i++)
    {
      gint64 track = find_number (all, tracks, g_array_index (numbers, gint32, i), is_old);

      if (track >= 0)
        hidden[track] = TRUE;
    }
}

/**
 * ful_track_layout_apply:
 * @tracks: (element-type FulTrack): all tracks, each global one before those of its process
 * @process: for each track the place in @tracks of its global one, which may be itself
 * @out_order: set to the place in @tracks of the track at each place from top to bottom
 * @out_hidden: set to whether a track is hidden, for each of @tracks
 *
 * Invalid parts are shown as initially (tracks.md 2.3 and 3).
 */
void
ful_track_layout_apply (const FulTrackLayout *self,
                        const GPtrArray      *tracks,
                        const guint          *process,
                        guint                *out_order,
                        guint8               *out_hidden)
{
  g_autoptr(GArray) globals = list_tracks (process, tracks->len, -1);
  guint at = 0;

  for (guint i = 0; i < tracks->len; i++)
    {
      const FulTrack *track = g_ptr_array_index (tracks, i);

      out_hidden[i] = self->has_hidden ? track->is_extra : track->hidden;
    }
  hide_numbers (tracks, globals, self->hidden_globals, self->is_old, out_hidden);
  reorder (tracks, globals, self->global_order, self->is_old);
  for (guint i = 0; i < globals->len; i++)
    {
      guint global = g_array_index (globals, guint, i);
      const char *pid = ((FulTrack *) g_ptr_array_index (tracks, global))->pid;
      g_autoptr(GArray) locals = list_tracks (process, tracks->len, global);

      if (pid && self->local_orders)
        reorder (tracks, locals, g_hash_table_lookup (self->local_orders, pid), self->is_old);
      if (pid && self->hidden_locals)
        hide_numbers (tracks, locals, g_hash_table_lookup (self->hidden_locals, pid), self->is_old, out_hidden);
      out_order[at++] = global;
      for (guint k = 0; k < locals->len; k++)
        out_order[at++] = g_array_index (locals, guint, k);
    }
}
