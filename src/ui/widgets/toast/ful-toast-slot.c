/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The toasts of one owner, each in place of the one before. */

#include "config.h"

#include "ful-toast-slot.h"

#include "ful-toast.h"

#include "base/ful-format.h"

#define LOOK_MS 50

struct _FulToastSlot
{
  GtkWidget *widget;    /* (unowned): in the overlay */
  AdwToast  *toast;     /* (nullable): the last one */
  AdwToast  *leaving;   /* (nullable): the one before */
  guint      add_id;    /* until it may be shown */
};

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

static gboolean
add_cb (gpointer user_data)
{
  FulToastSlot *self = user_data;
  GtkWidget *overlay = gtk_widget_get_ancestor (self->widget, ADW_TYPE_TOAST_OVERLAY);

  if (overlay && self->leaving && ful_toast_is_seen (overlay, self->leaving))
    return G_SOURCE_CONTINUE;

  g_clear_object (&self->leaving);
  self->add_id = 0;
  if (overlay)
    ful_toast_add (ADW_TOAST_OVERLAY (overlay), g_object_ref (self->toast));

  return G_SOURCE_REMOVE;
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
      adw_toast_dismiss (self->toast);
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
