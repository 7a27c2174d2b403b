/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of results: icon, name with the words that were found, place, figure. */

#include "config.h"

#include "ful-palette-row.h"

#include "base/ful-format.h"
#include "widgets/ful-data-label.h"

#include <string.h>

#define SPACING 10
/* Fewer characters are not shown of a name where there is no room, and of a place. */
#define LEAST_NAME 10
#define LEAST_PLACE 6

static const char *const icons[FUL_N_FIND_KINDS] = {
  [FUL_FIND_FUNCTIONS] = "text-x-generic-symbolic",
  [FUL_FIND_MARKERS] = "mark-location-symbolic",
  [FUL_FIND_FIELDS] = "view-list-symbolic",
  [FUL_FIND_REQUESTS] = "network-wired-symbolic",
  [FUL_FIND_THREADS] = "view-continuous-symbolic",
  [FUL_FIND_TRACKS] = "preferences-system-time-symbolic",
  [FUL_FIND_FILES] = "folder-symbolic",
  [FUL_FIND_NOTES] = "user-bookmarks-symbolic",
  [FUL_FIND_COMMANDS] = "system-run-symbolic",
  [FUL_FIND_SETTINGS] = "preferences-system-symbolic",
  [FUL_FIND_VALUES] = "go-next-symbolic",
};

/* The words of the query, bold. */
static PangoAttrList *
create_attributes (const char         *name,
                   const FulFindQuery *query)
{
  PangoAttrList *list = pango_attr_list_new ();
  gsize start = 0, end;

  while (query && ful_find_query_find (query, name, &start, &end))
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

      bold->start_index = (guint) start;
      bold->end_index = (guint) end;
      pango_attr_list_insert (list, bold);
      start = end;
    }

  return list;
}

static GtkWidget *
add_label (GtkWidget  *box,
           const char *text,
           int         n_chars,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  ful_data_label_set (label, text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (n_chars > 0)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), MIN (n_chars, (int) g_utf8_strlen (text, -1)));
    }
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_visible (label, *text != '\0');
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

/**
 * ful_palette_row_new:
 * @line: its texts, as files have them
 * @query: (nullable): whose words are bold
 * @position: where it is, for assistive tools
 *
 * Returns: (transfer floating): a row; its data "spoken" is its accessible name
 */
GtkWidget *
ful_palette_row_new (FulFindKind         kind,
                     const FulFindLine  *line,
                     const FulFindQuery *query,
                     const char         *position)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING), *label;
  g_autofree char *name = ful_format_label (line->name, "");
  g_autofree char *place = ful_format_label (line->place, "");
  g_autofree char *figure = ful_format_label (line->figure, "");
  g_autofree char *spoken = g_strjoin (", ", name, *place ? place : position, *place ? position : NULL, NULL);
  g_autofree char *whole = *figure ? g_strconcat (spoken, ", ", figure, NULL) : g_strdup (spoken);
  PangoAttrList *attributes = create_attributes (name, query);

  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_IMAGE, "icon-name", icons[kind],
                                               "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  label = add_label (box, name, LEAST_NAME, NULL);
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
  label = add_label (box, place, LEAST_PLACE, "palette-place");
  label = add_label (box, figure, 0, "numeric");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_halign (label, GTK_ALIGN_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  gtk_widget_add_css_class (row, "palette-row");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, whole, -1);
  g_object_set_data_full (G_OBJECT (row), "spoken", g_steal_pointer (&whole), g_free);

  return row;
}

/**
 * ful_palette_row_new_title:
 *
 * Returns: (transfer floating): what is above the rows of a kind
 */
GtkWidget *
ful_palette_row_new_title (const char *title,
                           const char *count)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING), *label;

  add_label (box, title, 0, NULL);
  label = add_label (box, count, 0, "numeric");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_halign (label, GTK_ALIGN_END);
  gtk_widget_add_css_class (box, "palette-title");

  return box;
}
