/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user changes about which tracks are shown, in a menu of one or in the list of all. */

#include "config.h"

#include "ful-track-change.h"

#include <glib/gi18n.h>

/**
 * ful_track_change:
 * @widget: in the page of the profile
 * @tracks: its tracks
 * @change: what to do
 * @track: with which of them; some changes need none
 *
 * Changes which tracks are shown. If fewer are shown then, the user is told how many, and may take it back.
 */
void
ful_track_change (GtkWidget          *widget,
                  FulTrackVisibility *tracks,
                  FulTrackChange      change,
                  guint               track)
{
  guint n_before = ful_track_visibility_get_n_shown (tracks), n_shown;
  g_autofree char *text = NULL;

  ful_track_visibility_change (tracks, change, track);
  n_shown = ful_track_visibility_get_n_shown (tracks);
  if (n_shown >= n_before)
    return;

  text = g_strdup_printf (ngettext ("%u track is hidden now", "%u tracks are hidden now", n_before - n_shown), n_before - n_shown);
  gtk_widget_activate_action (widget, "view.offer-undo", "(sss)", text, _("Undo Hide"), "view.show-hidden-tracks");
}
