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

  if (text == NULL || !ful_tooltip_is_allowed (widget))
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);

  return TRUE;
}

/**
 * ful_tooltip_is_allowed:
 * @widget: a widget with a tooltip
 *
 * Returns: whether no menu or popover is open that it would cover; an open one has the focus
 */
gboolean
ful_tooltip_is_allowed (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GtkWidget *popover = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  return !popover || !gtk_widget_get_mapped (popover) || gtk_widget_is_ancestor (widget, popover);
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
