/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups of rows in the side bar. */

#include "config.h"

#include "ful-details-rows.h"

#include "widgets/ful-swatch.h"
#include "widgets/ful-tooltip.h"

/**
 * ful_details_add_label:
 * @box: gets the label
 * @css_class: (nullable)
 *
 * Returns: (transfer none): a text of as many lines as it needs
 */
GtkWidget *
ful_details_add_label (GtkWidget  *box,
                       const char *text,
                       const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

/**
 * ful_details_add_group:
 * @box: gets the group
 * @title: above it
 *
 * Returns: (transfer none): a list box for rows
 */
GtkWidget *
ful_details_add_group (GtkWidget  *box,
                       const char *title)
{
  GtkWidget *label = ful_details_add_label (box, title, "group-title");
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_box_append (GTK_BOX (box), list);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);

  return list;
}

/**
 * ful_details_add_row:
 * @list: of ful_details_add_group()
 * @color: (nullable): word of a swatch before @name
 * @percent: (nullable)
 * @is_part: whether it is a part of the row above
 * @bar: length of a bar below, or -1 for none
 */
void
ful_details_add_row (GtkWidget  *list,
                     const char *color,
                     const char *name,
                     const char *percent,
                     const char *value,
                     gboolean    is_part,
                     double      bar)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 5);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name_label = gtk_label_new (name);
  GtkWidget *value_label = gtk_label_new (value);

  if (color)
    {
      GtkWidget *swatch = ful_swatch_new ();

      ful_swatch_set_color (FUL_SWATCH (swatch), color);
      gtk_box_append (GTK_BOX (line), swatch);
    }

  gtk_label_set_xalign (GTK_LABEL (name_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name_label), PANGO_ELLIPSIZE_END);
  ful_tooltip_set_text (name_label, name);
  gtk_widget_set_hexpand (name_label, TRUE);
  gtk_box_append (GTK_BOX (line), name_label);

  if (percent)
    {
      GtkWidget *label = gtk_label_new (percent);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "numeric");
      gtk_box_append (GTK_BOX (line), label);
    }

  gtk_label_set_xalign (GTK_LABEL (value_label), 1);
  gtk_label_set_ellipsize (GTK_LABEL (value_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (value_label), percent ? 7 : -1);
  gtk_widget_add_css_class (value_label, "numeric");
  gtk_box_append (GTK_BOX (line), value_label);
  gtk_box_append (GTK_BOX (column), line);

  if (bar >= 0)
    {
      GtkWidget *level = gtk_level_bar_new ();

      gtk_level_bar_add_offset_value (GTK_LEVEL_BAR (level), GTK_LEVEL_BAR_OFFSET_FULL, 1);
      gtk_level_bar_set_value (GTK_LEVEL_BAR (level), CLAMP (bar, 0, 1));
      gtk_accessible_update_property (GTK_ACCESSIBLE (level), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      gtk_box_append (GTK_BOX (column), level);
    }

  gtk_widget_add_css_class (column, is_part ? "detail-part" : "detail-row");
  gtk_list_box_append (GTK_LIST_BOX (list), column);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (gtk_widget_get_last_child (list)), FALSE);
}

/**
 * ful_details_take_fact:
 * @value: (transfer full) (nullable): what there is to say; without it there is no row
 */
void
ful_details_take_fact (GtkWidget  *list,
                       const char *name,
                       char       *value)
{
  g_autofree char *text = value;

  if (text && *text)
    ful_details_add_row (list, NULL, name, NULL, text, FALSE, -1);
}
