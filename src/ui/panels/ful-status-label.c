/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is under the pointer, in a corner over a panel while there is something to say:
 * a line of its own would take the place of a row all the time. */

#include "config.h"

#include "ful-status-label.h"

#include "base/ful-format.h"

/**
 * ful_status_label_new:
 * @body: (transfer floating): the panel
 * @label: (out) (transfer none): the label over it; hidden without a text
 *
 * Returns: (transfer floating): the panel with the label
 */
GtkWidget *
ful_status_label_new (GtkWidget  *body,
                      GtkLabel  **label)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *text = gtk_label_new (NULL);

  gtk_overlay_set_child (GTK_OVERLAY (overlay), body);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (text, "status-label");
  gtk_widget_set_halign (text, GTK_ALIGN_START);
  gtk_widget_set_valign (text, GTK_ALIGN_END);
  gtk_widget_set_can_target (text, FALSE);
  gtk_widget_hide (text);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), text);
  *label = GTK_LABEL (text);

  return overlay;
}

/**
 * ful_status_label_set_text:
 * @label: of ful_status_label_new()
 * @text: (nullable): description of what is under the pointer
 */
void
ful_status_label_set_text (GtkLabel   *label,
                           const char *text)
{
  g_autofree char *shown = text ? ful_format_label (text, "") : NULL;

  gtk_label_set_label (label, shown ? shown : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}
