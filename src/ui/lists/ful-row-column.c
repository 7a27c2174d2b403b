/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a row model: texts are made for the rows on screen, and again when an
 * item emits "changed". */

#include "config.h"

#include "ful-column-fit.h"
#include "ful-column-title.h"
#include "ful-row-column.h"

#include "base/ful-format.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-em.h"
#include "widgets/ful-tooltip.h"
#include "widgets/marks/ful-swatch.h"

#include <glib/gi18n.h>

/* Bytes of code that have no tooltip. */
#define MAX_SHORT_CODE 50

typedef struct
{
  FulRowCell           kind;
  guint                column;
  FulRowFill           fill;
  gpointer             owner;
  GtkColumnView       *view;
  GtkColumnViewColumn *added;
} Column;

static Column *
get_column (GtkListItemFactory *factory)
{
  return g_object_get_data (G_OBJECT (factory), "column");
}

/* The widget of the row that a cell is in. */
static GtkWidget *
get_row (GtkWidget *cell)
{
  GtkWidget *parent = cell ? gtk_widget_get_parent (cell) : NULL;

  return parent ? gtk_widget_get_parent (parent) : NULL;
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item)
{
  FulRowCell kind = get_column (factory)->kind;
  GtkWidget *label;

  g_object_set_data (G_OBJECT (list_item), "column", get_column (factory));
  /* A click selects the row; a cell that did it too would undo a click with Ctrl. */
  gtk_list_item_set_selectable (list_item, FALSE);
  if (kind == FUL_ROW_CELL_BIN)
    {
      gtk_list_item_set_child (list_item, gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
      return;
    }

  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), kind == FUL_ROW_CELL_NUMBER ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  if (kind == FUL_ROW_CELL_NUMBER)
    gtk_widget_add_css_class (label, "numeric");
  if (kind == FUL_ROW_CELL_DIM)
    gtk_widget_add_css_class (label, "dim-label");
  if (kind == FUL_ROW_CELL_CODE)
    gtk_widget_add_css_class (label, "monospace");
  if (kind == FUL_ROW_CELL_SWATCH)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

      gtk_box_append (GTK_BOX (box), ful_swatch_new ());
      gtk_box_append (GTK_BOX (box), label);
      label = box;
    }
  gtk_list_item_set_child (list_item, label);
}

static void
fill_cell (FulRowItem  *item,
           GtkListItem *list_item)
{
  const Column *column = g_object_get_data (G_OBJECT (list_item), "column");
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  gboolean exists = column->fill (column->owner, column->column, ful_row_item_get_position (item), cell);

  if (exists && column->kind == FUL_ROW_CELL_NUMBER)
    ful_column_fit (column->view, column->added, gtk_label_get_label (GTK_LABEL (cell)));

  /* The row was removed; the item follows in a later step. */
  gtk_widget_set_opacity (cell, exists ? 1 : 0);
  if (exists && column->column == 0)
    ful_row_cell_set_item (cell, item);
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item)
{
  FulRowItem *item = gtk_list_item_get_item (list_item);

  g_signal_connect (item, "changed", G_CALLBACK (fill_cell), list_item);
  fill_cell (item, list_item);
}

static void
unbind_cb (GtkListItemFactory *factory,
           GtkListItem        *list_item)
{
  GtkWidget *row = get_row (gtk_list_item_get_child (list_item));

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), fill_cell, list_item);
  if (row == NULL || get_column (factory)->column != 0)
    return;

  /* The view keeps some for later. */
  ful_row_cell_set_item (gtk_list_item_get_child (list_item), NULL);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/**
 * ful_row_cell_set_item:
 * @item: (nullable): what the row of @cell shows
 *
 * Makes ful_row_row_get_position () work, and marks every other row.
 */
void
ful_row_cell_set_item (GtkWidget  *cell,
                       FulRowItem *item)
{
  GtkWidget *row = get_row (cell);

  if (row == NULL)
    return;

  g_object_set_data_full (G_OBJECT (row), "item", item ? g_object_ref (item) : NULL, g_object_unref);
  if (item && ful_row_item_get_position (item) % 2 == 1)
    gtk_widget_add_css_class (row, "striped");
  else if (item)
    gtk_widget_remove_css_class (row, "striped");
}

/**
 * ful_row_column_append:
 * @view: a list over a #FulRowModel
 * @tooltip: of the title
 * @width: em, or 0 for the remaining width
 * @column: its number for @fill; there is always a column 0
 * @fill: fills its cells
 * @owner: for @fill; lives as long as the column
 *
 * Returns: (transfer none): the new last column
 */
GtkColumnViewColumn *
ful_row_column_append (GtkColumnView *view,
                       const char    *title,
                       const char    *tooltip,
                       double         width,
                       FulRowCell     kind,
                       guint          column,
                       FulRowFill     fill,
                       gpointer       owner)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) added = gtk_column_view_column_new (title, factory);
  Column *data = g_new (Column, 1);

  *data = (Column) { kind, column, fill, owner, view, added };
  g_object_set_data_full (G_OBJECT (factory), "column", data, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  gtk_column_view_column_set_resizable (added, TRUE);
  if (width > 0)
    gtk_column_view_column_set_fixed_width (added, ful_em (GTK_WIDGET (view), width));
  else
    gtk_column_view_column_set_expand (added, TRUE);
  ful_column_title_set_tooltip (added, tooltip);
  gtk_column_view_append_column (view, added);
  if (kind == FUL_ROW_CELL_NUMBER)
    ful_column_title_align_end (view, added);

  return added;
}

/**
 * ful_row_cell_set:
 * @color: (nullable): word of the colour of a %FUL_ROW_CELL_SWATCH
 * @text: text of the cell, and of its tooltip; see ful_format_label()
 */
void
ful_row_cell_set (GtkWidget  *cell,
                  const char *color,
                  const char *text)
{
  GtkWidget *label = color ? gtk_widget_get_last_child (cell) : cell;
  g_autofree char *shown = ful_format_label (text, "");

  if (color)
    ful_swatch_set_color (FUL_SWATCH (gtk_widget_get_first_child (cell)), color);
  ful_data_label_set (label, shown);
  if (!gtk_widget_has_css_class (label, "numeric"))
    ful_tooltip_set_text (label, shown);
}

/**
 * ful_row_cell_set_code:
 * @cell: a %FUL_ROW_CELL_CODE
 * @text: a line without tabs
 * @attributes: (nullable): its colours
 *
 * A line too long for most views has a tooltip.
 */
void
ful_row_cell_set_code (GtkWidget     *cell,
                       const char    *text,
                       PangoAttrList *attributes)
{
  g_autofree char *shown = ful_format_label (text, "");
  PangoAttrList *old = gtk_label_get_attributes (GTK_LABEL (cell));

  gtk_label_set_label (GTK_LABEL (cell), shown);
  if (!g_str_equal (shown, text))
    attributes = NULL;
  /* GTK lays the text out again for each list. */
  if (old != attributes && (old == NULL || attributes == NULL || !pango_attr_list_equal (old, attributes)))
    gtk_label_set_attributes (GTK_LABEL (cell), attributes);
  ful_tooltip_set_text (cell, strlen (text) > MAX_SHORT_CODE ? shown : NULL);
}

/**
 * ful_row_cell_mark:
 * @cell: of column 0
 * @mark: a class of the style sheet
 *
 * Marks the row of a cell, or takes the mark off.
 */
void
ful_row_cell_mark (GtkWidget  *cell,
                   const char *mark,
                   gboolean    is_marked)
{
  GtkWidget *row = get_row (cell);

  if (row && is_marked)
    gtk_widget_add_css_class (row, mark);
  else if (row)
    gtk_widget_remove_css_class (row, mark);
}

/**
 * ful_row_cell_set_note:
 * @cell: a %FUL_ROW_CELL_SWATCH after ful_row_cell_set()
 * @note: (nullable): title of a note on the row
 */
void
ful_row_cell_set_note (GtkWidget  *cell,
                       const char *note)
{
  GtkWidget *label = gtk_widget_get_last_child (cell);
  g_autofree char *shown = note ? ful_format_label (note, "") : NULL;
  g_autofree char *tooltip = note ? g_strdup_printf (_("%s\nNote: %s"), gtk_label_get_label (GTK_LABEL (label)), shown) : NULL;

  ful_swatch_set_noted (FUL_SWATCH (gtk_widget_get_first_child (cell)), note != NULL);
  if (note)
    ful_tooltip_set_text (label, tooltip);
}

/**
 * ful_row_cell_describe:
 * @name: of the row
 * @description: the texts of its cells
 *
 * Assistive tools focus the row.
 */
void
ful_row_cell_describe (GtkWidget  *cell,
                       const char *name,
                       const char *description)
{
  GtkWidget *row = get_row (cell);
  g_autofree char *shown_name = ful_format_label (name, "");
  g_autofree char *shown_description = ful_format_label (description, "");

  if (row)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, shown_name,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, shown_description,
                                    -1);
}

/**
 * ful_row_row_get_position:
 * @row: a widget
 *
 * Returns: where the row is that @row shows; -1 if it is no such row
 */
gint64
ful_row_row_get_position (GtkWidget *row)
{
  FulRowItem *item = g_object_get_data (G_OBJECT (row), "item");

  return item ? (gint64) ful_row_item_get_position (item) : -1;
}
