/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a document view shares its room: the height of the time line, and whether details are next to the panel or over it. */

#include "config.h"

#include "ful-profile-view-private.h"

#include "tracks/ful-timeline.h"

/* Of the height of time line and panel; and px before there are tracks. */
#define TIMELINE_SHARE 0.29
#define FIRST_HEIGHT 280

/* The time line has a share of the height in whole tracks; few tracks need less than the user set for
 * many. */
static gboolean
fit_cb (gpointer user_data)
{
  FulProfileView *self = user_data;
  int set = self->settings ? g_settings_get_int (self->settings, "timeline-height") : 0;
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  self->fit_id = 0;
  if (height > 0 && self->fitted != 0)
    {
      self->fitted_to = height;
      self->fitted = ful_timeline_fit (self->timeline, (int) (set ? G_MAXINT / 2 : height * TIMELINE_SHARE));
      if (set)
        self->fitted = MIN (self->fitted, set);
      gtk_paned_set_position (self->paned, self->fitted);
    }

  return G_SOURCE_REMOVE;
}

static void
queue_fit (FulProfileView *self)
{
  if (self->fit_id == 0)
    self->fit_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_cb, self, NULL);
}

/* A divider that moves in a window of the same height is moved by the user. */
static void
divider_moved_cb (FulProfileView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height != self->fitted_to)
    queue_fit (self);
  else if (self->fit_id == 0 && gtk_paned_get_position (self->paned) != self->fitted)
    self->fitted = 0;
}

/* The overlay of a narrow window begins closed, and the setting is not about it. AdwFlap cannot change in the middle
 * of an allocation. */
static gboolean
fold_cb (gpointer user_data)
{
  FulProfileView *self = user_data;

  self->fold_id = 0;
  adw_flap_set_fold_policy (self->flap, self->is_wide ? ADW_FLAP_FOLD_POLICY_NEVER : ADW_FLAP_FOLD_POLICY_ALWAYS);
  adw_flap_set_reveal_flap (self->flap, self->is_wide && self->shows_details);

  return G_SOURCE_REMOVE;
}

static void
details_revealed_cb (FulProfileView *self)
{
  if (adw_flap_get_fold_policy (self->flap) != ADW_FLAP_FOLD_POLICY_NEVER)
    return;

  self->shows_details = adw_flap_get_reveal_flap (self->flap);
  if (self->settings && g_settings_get_boolean (self->settings, "show-details") != self->shows_details)
    g_settings_set_boolean (self->settings, "show-details", self->shows_details);
}

static void
details_setting_cb (FulProfileView *self)
{
  self->shows_details = g_settings_get_boolean (self->settings, "show-details");
  if (adw_flap_get_fold_policy (self->flap) == ADW_FLAP_FOLD_POLICY_NEVER)
    adw_flap_set_reveal_flap (self->flap, self->shows_details);
}

/**
 * ful_profile_view_set_wide:
 * @is_wide: whether the details have room next to the panel
 * @at_once: not in the middle of an allocation
 */
void
ful_profile_view_set_wide (FulProfileView *self,
                           gboolean        is_wide,
                           gboolean        at_once)
{
  if (is_wide == self->is_wide)
    return;

  self->is_wide = is_wide;
  if (at_once)
    fold_cb (self);
  else if (self->fold_id == 0)
    self->fold_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, self, NULL);
}

/* What is in the window is there: follows its size, and the user. */
void
ful_profile_view_begin_layout (FulProfileView *self)
{
  g_signal_connect_object (self->timeline, "resized", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);

  self->shows_details = TRUE;
  if (self->settings)
    {
      g_signal_connect_object (self->settings, "changed::show-details", G_CALLBACK (details_setting_cb), self, G_CONNECT_SWAPPED);
      details_setting_cb (self);
    }
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (details_revealed_cb), self, G_CONNECT_SWAPPED);
  self->fitted = FIRST_HEIGHT;
  gtk_paned_set_position (self->paned, FIRST_HEIGHT);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (divider_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (divider_moved_cb), self, G_CONNECT_SWAPPED);
}

void
ful_profile_view_end_layout (FulProfileView *self)
{
  g_clear_handle_id (&self->fold_id, g_source_remove);
  g_clear_handle_id (&self->fit_id, g_source_remove);

  if (self->settings && self->paned && self->fitted == 0)
    g_settings_set_int (self->settings, "timeline-height",
                        CLAMP (gtk_paned_get_position (self->paned), 100, 4000));
  if (self->paned)
    g_signal_handlers_disconnect_by_data (self->paned, self);
  self->paned = NULL;
}
