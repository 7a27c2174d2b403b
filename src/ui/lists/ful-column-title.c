/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK 4.8 has neither tooltips nor an alignment for the titles of columns, and creates the widget of a title each
 * time its column is inserted: the header finds the column under the pointer. */

#include "config.h"

#include "ful-column-title.h"

#include "widgets/ful-tooltip.h"

#define KEY "ful-column-title"

static GtkWidget *
find_label (GtkWidget *widget)
{
  GtkWidget *label = GTK_IS_LABEL (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && label == NULL; child = gtk_widget_get_next_sibling (child))
    label = find_label (child);

  return label;
}

/* Titles are in the order in which their columns were inserted, not in that of the columns.
 * Returns: (transfer full) (nullable) */
static GtkColumnViewColumn *
find_column (GtkColumnView *view,
             GtkWidget     *title)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *label = find_label (title);

  for (guint i = 0; label && i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_strcmp0 (gtk_column_view_column_get_title (column), gtk_label_get_label (GTK_LABEL (label))) == 0)
        return g_steal_pointer (&column);
    }

  return NULL;
}

static gboolean
query_cb (GtkWidget     *header,
          int            x,
          int            y,
          gboolean       keyboard,
          GtkTooltip    *tooltip,
          GtkColumnView *view)
{
  if (!ful_tooltip_is_allowed (header))
    return FALSE;

  for (GtkWidget *title = gtk_widget_get_first_child (header); title; title = gtk_widget_get_next_sibling (title))
    {
      g_autoptr(GtkColumnViewColumn) column = find_column (view, title);
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
 * ful_column_title_align_end:
 * @view: a list
 * @column: one of its columns, with numbers; when it is inserted again its title has to be aligned again
 *
 * Puts the title over the numbers, at the end of the column.
 */
void
ful_column_title_align_end (GtkColumnView       *view,
                            GtkColumnViewColumn *column)
{
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (view)));
  GtkWidget *label = NULL;

  for (; title && label == NULL; title = gtk_widget_get_next_sibling (title))
    {
      g_autoptr(GtkColumnViewColumn) at = find_column (view, title);

      if (at == column)
        label = find_label (title);
    }

  if (label == NULL)
    return;
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
}

/**
 * ful_column_title_set_tooltip:
 * @column: a column of a list of ful_column_title_install_tooltips()
 * @text: description of the column, for the tooltip of its title
 */
void
ful_column_title_set_tooltip (GtkColumnViewColumn *column,
                        const char          *text)
{
  g_object_set_data_full (G_OBJECT (column), KEY, g_strdup (text), g_free);
}

/**
 * ful_column_title_install_tooltips:
 * @view: a list
 *
 * Shows the tooltips of its columns.
 */
void
ful_column_title_install_tooltips (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));

  gtk_widget_set_has_tooltip (header, TRUE);
  g_signal_connect (header, "query-tooltip", G_CALLBACK (query_cb), view);
}
