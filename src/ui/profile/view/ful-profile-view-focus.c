/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The focus of a panel whose rows come later: at first there is nothing that takes it. */

#include "config.h"

#include "ful-profile-view-private.h"

/* Once nothing is computed, rows come within a few seconds, or never. */
#define MAX_SETTLED_FRAMES 300
/* What takes longer to compute has lost the focus. */
#define MAX_FRAMES 3600

/* Whether the focus is nowhere, or where GTK leaves it if what had it goes: on the handle beside the panels. */
static gboolean
is_focus_lost (FulProfileView *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return !focus || !gtk_widget_get_mapped (focus) || GTK_IS_PANED (focus);
}

static gboolean
rows_awaited_cb (GtkWidget     *widget,
                 GdkFrameClock *frame_clock,
                 gpointer       user_data)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);

  if (!is_focus_lost (self) || self->n_focus_frames++ > MAX_FRAMES)
    return G_SOURCE_REMOVE;
  if (!ful_profile_view_is_settled (self))
    return G_SOURCE_CONTINUE;

  return gtk_widget_grab_focus (ful_profile_view_get_panel (self)) || self->n_settled_frames++ > MAX_SETTLED_FRAMES ?
         G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/**
 * ful_profile_view_pass_focus:
 *
 * After another panel was shown: it gets the focus if the one before had it, as soon as it has rows.
 */
void
ful_profile_view_pass_focus (FulProfileView *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (!is_focus_lost (self) && !gtk_widget_is_ancestor (GTK_WIDGET (self->panels), focus))
    return;
  if (gtk_widget_grab_focus (ful_profile_view_get_panel (self)))
    return;

  self->n_focus_frames = self->n_settled_frames = 0;
  gtk_widget_add_tick_callback (GTK_WIDGET (self), rows_awaited_cb, NULL, NULL);
}

/* The rows that were there before the tour come with a later frame. */
static gboolean
tour_left_cb (GtkWidget     *widget,
              GdkFrameClock *frame_clock,
              gpointer       user_data)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);

  if (!gtk_widget_get_visible (GTK_WIDGET (self->card)) &&
      (!ful_profile_view_is_settled (self) || !gtk_widget_grab_focus (ful_profile_view_get_panel (self))) &&
      self->n_settled_frames++ < MAX_SETTLED_FRAMES)
    return G_SOURCE_CONTINUE;

  return G_SOURCE_REMOVE;
}

/**
 * ful_profile_view_take_focus:
 *
 * After a tour: gives the panel the focus, and again when its rows are back.
 */
void
ful_profile_view_take_focus (FulProfileView *self)
{
  self->n_settled_frames = 0;
  gtk_widget_grab_focus (ful_profile_view_get_panel (self));
  gtk_widget_add_tick_callback (GTK_WIDGET (self), tour_left_cb, NULL, NULL);
}
