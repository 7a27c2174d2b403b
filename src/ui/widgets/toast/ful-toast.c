/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Toasts that vanish only when they have come. libadwaita 1.2 forgets a toast when it has vanished, also one that
 * still comes, and what ends its coming then uses freed memory: one that is dismissed at once, and a frame that takes
 * long, would end the program. */

#include "config.h"

#include "ful-toast.h"

#define COMING_US (500 * 1000)   /* the longest that a toast takes to come */

/* A toast until it has come. */
typedef struct
{
  GtkWidget *overlay;        /* (unowned) */
  AdwToast  *toast;          /* (owned) */
  gulong     dismissed_id;
  gint64     first_us;       /* frame in which it was seen first, or 0 */
  gboolean   is_dismissed;
} Coming;

static void
coming_free (gpointer data)
{
  Coming *self = data;

  g_signal_handler_disconnect (self->toast, self->dismissed_id);
  g_object_unref (self->toast);
  g_free (self);
}

/* Before the overlay hears of it: by its button, by a key, by whoever has shown it. */
static void
dismissed_cb (Coming *self)
{
  self->is_dismissed = TRUE;
  if (!ful_toast_is_seen (self->overlay, self->toast))
    return;

  adw_toast_set_button_label (self->toast, NULL);
  g_signal_stop_emission_by_name (self->toast, "dismissed");
}

static gboolean
coming_cb (GtkWidget     *overlay,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  Coming *self = user_data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (!ful_toast_is_seen (overlay, self->toast))
    return self->is_dismissed ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
  if (self->first_us == 0)
    self->first_us = now;
  if (now < self->first_us + COMING_US)
    return G_SOURCE_CONTINUE;

  if (self->is_dismissed)
    {
      /* It counts as dismissed, but the overlay does not know. */
      g_signal_handler_block (self->toast, self->dismissed_id);
      g_signal_emit_by_name (self->toast, "dismissed");
    }

  return G_SOURCE_REMOVE;
}

/**
 * ful_toast_add:
 * @toast: (transfer full): a new one
 *
 * Shows @toast, or lets it wait until those before have gone.
 */
void
ful_toast_add (AdwToastOverlay *overlay,
               AdwToast        *toast)
{
  Coming *self = g_new0 (Coming, 1);

  self->overlay = GTK_WIDGET (overlay);
  self->toast = g_object_ref (toast);
  self->dismissed_id = g_signal_connect_swapped (toast, "dismissed", G_CALLBACK (dismissed_cb), self);
  adw_toast_overlay_add_toast (overlay, toast);
  gtk_widget_add_tick_callback (self->overlay, coming_cb, self, coming_free);
}

/**
 * ful_toast_is_seen:
 * @overlay: an #AdwToastOverlay
 *
 * Returns: whether @toast is on the screen and does not wait; also while it vanishes
 */
gboolean
ful_toast_is_seen (GtkWidget *overlay,
                   AdwToast  *toast)
{
  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child; child = gtk_widget_get_next_sibling (child))
    {
      g_autoptr(AdwToast) shown = NULL;

      if (!g_str_equal (G_OBJECT_TYPE_NAME (child), "AdwToastWidget"))
        continue;
      g_object_get (child, "toast", &shown, NULL);
      if (shown == toast)
        return TRUE;
    }

  return FALSE;
}
