/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a link says of tracks; FulTrackVisibility makes of it what it can. */

#include "config.h"

#include "ful-track-layout.h"

/**
 * ful_track_layout_new:
 *
 * Returns: (transfer full): one that says nothing, to be filled by its maker
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
