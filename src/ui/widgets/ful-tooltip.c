/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tooltips of widgets that are made or filled by the dozen. gtk_widget_set_tooltip_text()
 * asks the display where the pointer is and waits for the answer, each time. */

#include "config.h"

#include "ful-tooltip.h"

#define KEY "ful-tooltip"

static gboolean
query_cb (GtkWidget  *widget,
          int         x,
          int         y,
          gboolean    keyboard,
          GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, g_object_get_data (G_OBJECT (widget), KEY));

  return TRUE;
}

/**
 * ful_tooltip_set_text:
 * @widget: a widget without another tooltip
 * @text: what to show from now on; one that is on screen stays as it is
 */
void
ful_tooltip_set_text (GtkWidget  *widget,
                      const char *text)
{
  if (!gtk_widget_get_has_tooltip (widget))
    {
      gtk_widget_set_has_tooltip (widget, TRUE);
      g_signal_connect (widget, "query-tooltip", G_CALLBACK (query_cb), NULL);
    }
  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (text), g_free);
}
