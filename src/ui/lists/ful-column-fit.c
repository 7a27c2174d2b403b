/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of figures are as wide as the longest figure that they have shown: they grow, and never move back. */

#include "config.h"

#include "ful-column-fit.h"

#include <math.h>

#define KEY "ful-column-fit"

/* px: what the style sheet has around a cell, and that of a level around its text. */
#define PADDING 16
#define LEVEL_PADDING 8

/* Of a column: the longest text, by digits, which have one width, and other characters. */
typedef struct
{
  guint n_digits;
  guint n_others;
  int   width;
  guint idle;    /* source that widens the column */
} Fit;

static void
fit_free (gpointer data)
{
  Fit *fit = data;

  g_clear_handle_id (&fit->idle, g_source_remove);
  g_free (fit);
}

static int
measure (GtkWidget  *widget,
         const char *text)
{
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);

  return width + PADDING + LEVEL_PADDING;
}

static gboolean
widen_cb (gpointer user_data)
{
  GtkColumnViewColumn *column = user_data;
  Fit *fit = g_object_get_data (G_OBJECT (column), KEY);

  fit->idle = 0;
  if (gtk_column_view_column_get_fixed_width (column) < fit->width)
    gtk_column_view_column_set_fixed_width (column, fit->width);

  return G_SOURCE_REMOVE;
}

/**
 * ful_column_fit:
 * @view: the list
 * @column: a column of figures of it, with a fixed width
 * @text: a figure that it shows, or the greatest one that it will
 *
 * Widens the column before the next layout if the figure would be cut.
 */
void
ful_column_fit (GtkColumnView       *view,
                GtkColumnViewColumn *column,
                const char          *text)
{
  Fit *fit = g_object_get_data (G_OBJECT (column), KEY);
  guint n_digits = 0, n_others = 0;

  for (const char *p = text; *p; p = g_utf8_next_char (p))
    g_unichar_isdigit (g_utf8_get_char (p)) ? n_digits++ : n_others++;
  if (fit == NULL)
    {
      fit = g_new0 (Fit, 1);
      g_object_set_data_full (G_OBJECT (column), KEY, fit, fit_free);
    }
  if (n_digits <= fit->n_digits && n_others <= fit->n_others)
    return;

  fit->n_digits = MAX (fit->n_digits, n_digits);
  fit->n_others = MAX (fit->n_others, n_others);
  fit->width = MAX (fit->width, measure (GTK_WIDGET (view), text));
  if (fit->width > gtk_column_view_column_get_fixed_width (column) && fit->idle == 0)
    fit->idle = g_idle_add_full (GTK_PRIORITY_RESIZE - 1, widen_cb, column, NULL);
}

/**
 * ful_column_fit_scale:
 * @ratio: size of the text now, as a multiple of that of before
 *
 * Scales all columns of a fixed width.
 */
void
ful_column_fit_scale (GtkColumnView *view,
                      double         ratio)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      Fit *fit = g_object_get_data (G_OBJECT (column), KEY);
      int width = gtk_column_view_column_get_fixed_width (column);

      if (fit)
        fit->width = (int) ceil (fit->width * ratio);
      if (width > 0)
        gtk_column_view_column_set_fixed_width (column, (int) ceil (width * ratio));
    }
}
