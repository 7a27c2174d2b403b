/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tooltips of widgets that are created or changed often. gtk_widget_set_tooltip_text() queries
 * the position of the pointer with a round trip to the display each time. */

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
  const char *text = g_object_get_data (G_OBJECT (widget), KEY);
  GtkPopover *popover = GTK_IS_MENU_BUTTON (widget) ? gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) : NULL;

  /* It would cover an open popover. */
  if (popover && gtk_widget_get_visible (GTK_WIDGET (popover)))
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);

  return text != NULL;
}

/**
 * ful_tooltip_set_text:
 * @widget: a widget without another tooltip
 * @text: (nullable): the new text; a visible tooltip is unchanged
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

/**
 * ful_tooltip_describe:
 * @widget: a widget without another tooltip
 * @text: (nullable): the new text
 *
 * Like ful_tooltip_set_text(), and sets the accessible description too: for
 * controls.
 */
void
ful_tooltip_describe (GtkWidget  *widget,
                      const char *text)
{
  ful_tooltip_set_text (widget, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text ? text : "", -1);
}
