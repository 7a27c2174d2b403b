/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups of rows in the side bar. Each result reuses the widgets: children of the
 * same kinds in the same order only get other texts. Rebuilding all takes most of a
 * frame, mainly for styles. */

#include "config.h"

#include "ful-details-rows.h"

#include "base/ful-format.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-tooltip.h"
#include "widgets/marks/ful-share-bar.h"
#include "widgets/marks/ful-swatch.h"

/* Bytes of a text that has many lines, and characters of a line that the side bar always has room for. */
#define LONG_TEXT 100
#define LEAST_CHARS 16
/* Of a figure with its unit. */
#define FIGURE_CHARS 26

/* Of a box or list while it is filled. */
typedef struct
{
  GtkWidget *next;   /* (nullable): the child to be filled again */
} Cursor;

static Cursor *
get_cursor (GtkWidget *parent)
{
  return g_object_get_data (G_OBJECT (parent), "cursor");
}

/* Removes children that were not reused, up to @end, or to the last child. */
static void
drop (GtkWidget *parent,
      Cursor    *cursor,
      GtkWidget *end)
{
  while (cursor->next != end)
    {
      GtkWidget *child = cursor->next;

      cursor->next = gtk_widget_get_next_sibling (child);
      if (GTK_IS_LIST_BOX (parent))
        gtk_list_box_remove (GTK_LIST_BOX (parent), child);
      else
        gtk_box_remove (GTK_BOX (parent), child);
    }
}

/**
 * ful_details_begin:
 * @parent: a box or list
 *
 * Fills it from the beginning; until ful_details_end().
 */
void
ful_details_begin (GtkWidget *parent)
{
  Cursor *cursor = g_new (Cursor, 1);

  cursor->next = gtk_widget_get_first_child (parent);
  g_object_set_data_full (G_OBJECT (parent), "cursor", cursor, g_free);
}

/**
 * ful_details_end:
 * @parent: of ful_details_begin()
 *
 * Removes children that were not reused, here and in inner lists.
 */
void
ful_details_end (GtkWidget *parent)
{
  drop (parent, get_cursor (parent), NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child; child = gtk_widget_get_next_sibling (child))
    if (get_cursor (child))
      ful_details_end (child);
  g_object_set_data (G_OBJECT (parent), "cursor", NULL);
}

/**
 * ful_details_take:
 * @parent: a box or list
 * @kind: of ful_details_add()
 *
 * Returns: (transfer none) (nullable): the next child of that kind, in a list its row; those before it are
 *   removed
 */
GtkWidget *
ful_details_take (GtkWidget  *parent,
                  const char *kind)
{
  Cursor *cursor = get_cursor (parent);
  GtkWidget *child = cursor ? cursor->next : NULL;

  while (child && g_strcmp0 (g_object_get_data (G_OBJECT (child), "kind"), kind) != 0)
    child = gtk_widget_get_next_sibling (child);
  if (child)
    {
      drop (parent, cursor, child);
      cursor->next = gtk_widget_get_next_sibling (child);
    }

  return child;
}

/**
 * ful_details_add:
 * @parent: a box or list
 * @child: the next child
 * @kind: (nullable): the kind to reuse it by, or %NULL if it is rebuilt each time
 *
 * Returns: (transfer none): the child of @parent: @child, or its row
 */
GtkWidget *
ful_details_add (GtkWidget  *parent,
                 GtkWidget  *child,
                 const char *kind)
{
  Cursor *cursor = get_cursor (parent);
  GtkWidget *next = cursor ? cursor->next : NULL;

  if (GTK_IS_LIST_BOX (parent))
    {
      gtk_list_box_insert (GTK_LIST_BOX (parent), child, next ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (next)) : -1);
      child = gtk_widget_get_parent (child);
    }
  else
    {
      gtk_box_insert_child_after (GTK_BOX (parent), child,
                                  next ? gtk_widget_get_prev_sibling (next) : gtk_widget_get_last_child (parent));
    }
  g_object_set_data_full (G_OBJECT (child), "kind", g_strdup (kind), g_free);

  return child;
}

/* Sets the part of @text that a label shows. Setting the same text would lay out the label again, and clear its selection. */
static void
set_text (GtkWidget  *label,
          const char *text)
{
  g_autofree char *shown = ful_format_label (text, "\t\n");
  const char *mark = ful_data_label_get_mark (label, shown), *old = gtk_label_get_text (GTK_LABEL (label));

  if (!g_str_has_prefix (old, mark) || !g_str_equal (old + strlen (mark), shown))
    ful_data_label_set (label, shown);
}

/* Of long texts GTK is not asked for the least width, which it finds by layouts with lines of a character each. */
static void
set_wrapped_text (GtkWidget  *label,
                  const char *text)
{
  set_text (label, text);
  gtk_label_set_width_chars (GTK_LABEL (label), strlen (gtk_label_get_text (GTK_LABEL (label))) > LONG_TEXT ? LEAST_CHARS : -1);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *bin)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* GTK asks for the width at a height too, and a label finds it by many layouts, each of which grows with the square of
 * the length of a word. */
static void
measure (GtkWidget      *bin,
         GtkOrientation  orientation,
         int             for_size,
         int            *minimum,
         int            *natural,
         int            *minimum_baseline,
         int            *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (bin), orientation, orientation == GTK_ORIENTATION_VERTICAL ? for_size : -1,
                      minimum, natural, minimum_baseline, natural_baseline);
}

static void
allocate (GtkWidget *bin,
          int        width,
          int        height,
          int        baseline)
{
  gtk_widget_size_allocate (gtk_widget_get_first_child (bin), &(GtkAllocation) { 0, 0, width, height }, baseline);
}

/* Returns: (transfer none): a label of that kind, in a bin. */
static GtkWidget *
take_label (GtkWidget  *box,
            const char *text,
            const char *css_class,
            const char *kind)
{
  GtkWidget *bin = ful_details_take (box, kind);
  GtkWidget *label;

  if (bin)
    {
      label = gtk_widget_get_first_child (bin);
      set_wrapped_text (label, text);
      return label;
    }

  bin = adw_bin_new ();
  gtk_widget_set_layout_manager (bin, gtk_custom_layout_new (get_request_mode, measure, allocate));
  label = gtk_label_new (NULL);
  adw_bin_set_child (ADW_BIN (bin), label);
  set_wrapped_text (label, text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  ful_details_add (box, bin, kind);

  return label;
}

/**
 * ful_details_add_label:
 * @box: gets the label
 * @css_class: (nullable)
 *
 * Returns: (transfer none): the beginning of @text, in as many lines as it needs
 */
GtkWidget *
ful_details_add_label (GtkWidget  *box,
                       const char *text,
                       const char *css_class)
{
  return take_label (box, text, css_class, css_class ? css_class : "label");
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
  return ful_details_add_titled_group (box, title, title);
}

/**
 * ful_details_add_titled_group:
 * @box: gets the group
 * @id: what it is reused by, where @title changes
 * @title: above it
 *
 * Returns: (transfer none): a list box for rows
 */
GtkWidget *
ful_details_add_titled_group (GtkWidget  *box,
                              const char *id,
                              const char *title)
{
  g_autofree char *kind = g_strconcat ("list ", id, NULL);
  GtkWidget *label = take_label (box, title, "group-title", id);
  GtkWidget *list = ful_details_take (box, kind);

  if (list == NULL)
    {
      list = ful_details_add (box, gtk_list_box_new (), kind);
      gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
      gtk_widget_add_css_class (list, "boxed-list");
      gtk_accessible_update_relation (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
    }
  ful_details_begin (list);

  return list;
}

typedef struct
{
  GtkWidget *swatch;    /* (nullable) */
  GtkWidget *name;
  GtkWidget *percent;   /* (nullable) */
  GtkWidget *value;
  GtkWidget *bar;       /* (nullable) */
} Parts;

static GtkWidget *
make_row (Parts      *parts,
          const char *color,
          const char *percent,
          gboolean    is_part,
          double      bar)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 5);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  if (color)
    {
      parts->swatch = ful_swatch_new ();
      gtk_box_append (GTK_BOX (line), parts->swatch);
    }

  parts->name = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (parts->name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (parts->name), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (parts->name), TRUE);
  gtk_widget_set_hexpand (parts->name, TRUE);
  gtk_box_append (GTK_BOX (line), parts->name);

  if (percent)
    {
      parts->percent = gtk_label_new (NULL);
      gtk_widget_add_css_class (parts->percent, "dim-label");
      gtk_widget_add_css_class (parts->percent, "numeric");
      gtk_box_append (GTK_BOX (line), parts->percent);
    }

  parts->value = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (parts->value), 1);
  gtk_label_set_ellipsize (GTK_LABEL (parts->value), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (parts->value), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (parts->value), percent ? 7 : -1);
  gtk_widget_add_css_class (parts->value, "numeric");
  gtk_box_append (GTK_BOX (line), parts->value);
  gtk_box_append (GTK_BOX (column), line);

  if (bar >= 0)
    {
      parts->bar = ful_share_bar_new ();
      gtk_box_append (GTK_BOX (column), parts->bar);
    }
  gtk_widget_add_css_class (column, is_part ? "detail-part" : "detail-row");

  return column;
}

/* Assistive tools focus the row. */
static void
describe_row (GtkWidget  *row,
              const char *name,
              const char *percent,
              const char *value)
{
  g_autofree char *shown_name = ful_format_label (name, "\t\n");
  g_autofree char *shown_value = ful_format_label (value, "\t\n");
  g_autofree char *text = percent ? g_strdup_printf ("%s: %s, %s", shown_name, percent, shown_value)
                                  : g_strdup_printf ("%s: %s", shown_name, shown_value);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static GtkWidget *
add_row (GtkWidget  *list,
         const char *type,
         const char *color,
         const char *name,
         const char *percent,
         const char *value,
         gboolean    is_part,
         double      bar)
{
  g_autofree char *kind = g_strdup_printf ("%s%s%s%s%s", type, color ? " color" : "", percent ? " percent" : "",
                                           is_part ? " part" : "", bar >= 0 ? " bar" : "");
  GtkWidget *row = ful_details_take (list, kind);
  Parts *parts;

  if (row == NULL)
    {
      parts = g_new0 (Parts, 1);
      row = ful_details_add (list, make_row (parts, color, percent, is_part, bar), kind);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_widget_set_focusable (row, FALSE);
      g_object_set_data_full (G_OBJECT (row), "parts", parts, g_free);
    }

  parts = g_object_get_data (G_OBJECT (row), "parts");
  describe_row (row, name, percent, value);
  set_text (parts->name, name);
  ful_tooltip_set_text (parts->name, gtk_label_get_text (GTK_LABEL (parts->name)));
  set_text (parts->value, value);
  /* A figure is not cut: the name is, or a unit of many letters. */
  if (percent)
    gtk_label_set_ellipsize (GTK_LABEL (parts->value),
                             g_utf8_strlen (gtk_label_get_text (GTK_LABEL (parts->value)), -1) <= FIGURE_CHARS ? PANGO_ELLIPSIZE_NONE
                                                                                                              : PANGO_ELLIPSIZE_END);
  if (color)
    ful_swatch_set_color (FUL_SWATCH (parts->swatch), color);
  if (percent)
    set_text (parts->percent, percent);
  if (bar >= 0)
    ful_share_bar_set (FUL_SHARE_BAR (parts->bar), color, bar);

  return row;
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
  add_row (list, "row", color, name, percent, value, is_part, bar);
}

/**
 * ful_details_add_link:
 * @list: of ful_details_add_group()
 * @color: (nullable): word of a swatch before @name
 * @percent: (nullable)
 * @action: what a press does
 * @target: (transfer floating): its parameter
 *
 * Returns: (transfer none): the row
 */
GtkWidget *
ful_details_add_link (GtkWidget  *list,
                      const char *color,
                      const char *name,
                      const char *percent,
                      const char *value,
                      const char *action,
                      GVariant   *target)
{
  GtkWidget *row = add_row (list, "link", color, name, percent, value, FALSE, -1);

  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (row), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_widget_set_focusable (row, TRUE);

  return row;
}

/**
 * ful_details_take_fact:
 * @value: (transfer full) (nullable): the value; %NULL for no row
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
