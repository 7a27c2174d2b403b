/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The toasts of one owner, each in place of the one before. */

#include "config.h"

#include "ful-toast-slot.h"

#include "base/ful-format.h"

#include <adwaita.h>

#define COMING_US (500 * 1000)   /* the longest that a toast of libadwaita takes to come */
#define LOOK_MS   50

struct _FulToastSlot
{
  GtkWidget *widget;    /* (unowned): in the overlay */
  AdwToast  *toast;     /* (nullable): the last one */
  AdwToast  *leaving;   /* (nullable): the one before */
  guint      add_id;    /* until it may be shown */
};

/* A toast until it has come. */
typedef struct
{
  GtkWidget *overlay;        /* (unowned) */
  AdwToast  *toast;          /* (owned) */
  gint64     first_us;       /* frame in which it was seen first, or 0 */
  gboolean   is_dismissed;
} Coming;

#define COMING "ful-toast-coming"

/**
 * ful_toast_slot_new:
 * @widget: the owner, in an AdwToastOverlay when a toast is shown
 *
 * Returns: (transfer full): a slot without a toast
 */
FulToastSlot *
ful_toast_slot_new (GtkWidget *widget)
{
  FulToastSlot *self = g_new0 (FulToastSlot, 1);

  self->widget = widget;

  return self;
}

/**
 * ful_toast_slot_free:
 *
 * A toast without a button stays until its time is over; a button would act on the next document.
 */
void
ful_toast_slot_free (FulToastSlot *self)
{
  if (ful_toast_slot_has_button (self))
    ful_toast_slot_dismiss (self);
  g_clear_handle_id (&self->add_id, g_source_remove);
  g_clear_object (&self->toast);
  g_clear_object (&self->leaving);
  g_free (self);
}

/* Whether it is on the screen, and not in the queue of the overlay. */
static gboolean
is_seen (GtkWidget *overlay,
         AdwToast  *toast)
{
  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child; child = gtk_widget_get_next_sibling (child))
    {
      g_autoptr(GObject) shown = NULL;

      if (!g_str_equal (G_OBJECT_TYPE_NAME (child), "AdwToastWidget"))
        continue;
      g_object_get (child, "toast", &shown, NULL);
      if (shown == G_OBJECT (toast))
        return TRUE;
    }

  return FALSE;
}

static void
coming_free (gpointer data)
{
  Coming *coming = data;

  g_object_set_data (G_OBJECT (coming->toast), COMING, NULL);
  g_object_unref (coming->toast);
  g_free (coming);
}

static gboolean
coming_cb (GtkWidget     *overlay,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  Coming *coming = user_data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (!is_seen (overlay, coming->toast))
    return coming->is_dismissed || coming->first_us > 0 ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
  if (coming->first_us == 0)
    coming->first_us = now;
  if (now < coming->first_us + COMING_US)
    return G_SOURCE_CONTINUE;

  if (coming->is_dismissed)
    adw_toast_dismiss (coming->toast);

  return G_SOURCE_REMOVE;
}

static gboolean
add_cb (gpointer user_data)
{
  FulToastSlot *self = user_data;
  GtkWidget *overlay = gtk_widget_get_ancestor (self->widget, ADW_TYPE_TOAST_OVERLAY);
  Coming *coming;

  if (overlay && self->leaving && is_seen (overlay, self->leaving))
    return G_SOURCE_CONTINUE;

  g_clear_object (&self->leaving);
  self->add_id = 0;
  if (!overlay)
    return G_SOURCE_REMOVE;

  coming = g_new0 (Coming, 1);
  coming->overlay = overlay;
  coming->toast = g_object_ref (self->toast);
  g_object_set_data (G_OBJECT (self->toast), COMING, coming);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), g_object_ref (self->toast));
  gtk_widget_add_tick_callback (overlay, coming_cb, coming, coming_free);

  return G_SOURCE_REMOVE;
}

/* libadwaita 1.2 forgets a toast when it has vanished, also one that still comes, and what ends its coming then uses
 * freed memory: one that is dismissed early, or in a frame that takes long, would end the program. */
static void
dismiss_when_it_has_come (AdwToast *toast)
{
  Coming *coming = g_object_get_data (G_OBJECT (toast), COMING);

  if (coming)
    coming->is_dismissed = TRUE;
  if (coming && is_seen (coming->overlay, toast))
    adw_toast_set_button_label (toast, NULL);
  else
    adw_toast_dismiss (toast);
}

/**
 * ful_toast_slot_show:
 * @text: any text
 * @button: (nullable): label of a button
 * @action: (nullable): name of its action
 * @timeout_s: seconds until it goes, or 0 for none
 *
 * Shows a toast instead of the last one.
 */
void
ful_toast_slot_show (FulToastSlot *self,
                     const char   *text,
                     const char   *button,
                     const char   *action,
                     guint         timeout_s)
{
  g_autofree char *shown = ful_format_label (text, "\n");
  g_autofree char *markup = g_markup_escape_text (shown, -1);
  AdwToast *toast = adw_toast_new (markup);

  if (button)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_action_name (toast, action);
    }
  adw_toast_set_timeout (toast, timeout_s);
  /* One with a priority would end the program: libadwaita 1.2 asserts that the toast that it replaced is no longer
   * seen when this one is dismissed. One that comes while another one vanishes takes longer to come than to vanish. */
  ful_toast_slot_dismiss (self);
  self->toast = toast;
  if (add_cb (self) == G_SOURCE_CONTINUE)
    self->add_id = g_timeout_add (LOOK_MS, add_cb, self);
}

void
ful_toast_slot_dismiss (FulToastSlot *self)
{
  if (self->toast && self->add_id == 0)
    {
      dismiss_when_it_has_come (self->toast);
      g_set_object (&self->leaving, self->toast);
    }
  g_clear_handle_id (&self->add_id, g_source_remove);
  g_clear_object (&self->toast);
}

/**
 * ful_toast_slot_has_button:
 *
 * Returns: whether the last toast has a button, unless it was dismissed
 */
gboolean
ful_toast_slot_has_button (FulToastSlot *self)
{
  return self->toast && adw_toast_get_button_label (self->toast);
}
