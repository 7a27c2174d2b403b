/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK 4.8 has no tooltips for columns, and makes the widget of a title each time its column is inserted: the header
 * finds the column under the pointer instead. */

#include "config.h"

#include "ful-column-tooltip.h"

#define KEY "ful-column-tooltip"

static gboolean
query_cb (GtkWidget     *header,
          int            x,
          int            y,
          gboolean       keyboard,
          GtkTooltip    *tooltip,
          GtkColumnView *view)
{
  guint i = 0;

  for (GtkWidget *title = gtk_widget_get_first_child (header); title; title = gtk_widget_get_next_sibling (title), i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (view), i);
      const char *text = column ? g_object_get_data (G_OBJECT (column), KEY) : NULL;
      GdkRectangle area;
      graphene_rect_t bounds;

      if (!text || !gtk_widget_compute_bounds (title, header, &bounds) ||
          !graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
        continue;

      area = (GdkRectangle) { (int) graphene_rect_get_x (&bounds), (int) graphene_rect_get_y (&bounds),
                              (int) graphene_rect_get_width (&bounds), (int) graphene_rect_get_height (&bounds) };
      gtk_tooltip_set_text (tooltip, text);
      gtk_tooltip_set_tip_area (tooltip, &area);
      return TRUE;
    }

  return FALSE;
}

/**
 * ful_column_tooltip_set:
 * @column: a column of a list of ful_column_tooltip_install()
 * @text: what is in it, for the tooltip of its title
 */
void
ful_column_tooltip_set (GtkColumnViewColumn *column,
                        const char          *text)
{
  g_object_set_data_full (G_OBJECT (column), KEY, g_strdup (text), g_free);
}

/**
 * ful_column_tooltip_install:
 * @view: a list
 *
 * Shows the tooltips of its columns.
 */
void
ful_column_tooltip_install (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));

  gtk_widget_set_has_tooltip (header, TRUE);
  g_signal_connect (header, "query-tooltip", G_CALLBACK (query_cb), view);
}
