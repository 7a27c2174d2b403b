/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sizes that depend on the size of the text. Tracks and charts over time use the
 * same edges of their axis, so that they are aligned to the pixel. */

#include "config.h"

#include "ful-em.h"

#include <math.h>

/* em: of the columns before the axis. */
#define HEAD_WIDTH 14.2
#define HEAD_WIDTH_NARROW 9.5
#define TAIL_WIDTH 0.8

/* em */
#define WIDE 61

/**
 * ful_em:
 * @widget: a widget in a window
 * @n: how many
 *
 * Returns: @n times the size of the text of the window, px; at least 1
 */
int
ful_em (GtkWidget *widget,
        double     n)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  PangoContext *context = gtk_widget_get_pango_context (root ? GTK_WIDGET (root) : widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = (double) pango_font_description_get_size (font) / PANGO_SCALE;

  if (!pango_font_description_get_size_is_absolute (font))
    size *= pango_cairo_context_get_resolution (context) / 72;

  return MAX ((int) lround (size * n), 1);
}

/**
 * ful_em_is_wide:
 * @width: px of a window, or of a part of it
 *
 * Returns: whether columns fit side by side
 */
gboolean
ful_em_is_wide (GtkWidget *widget,
                int        width)
{
  return width >= ful_em (widget, WIDE);
}

/**
 * ful_em_head_width:
 * @width: px of the time line, or of a chart below it
 *
 * Returns: px before the time axis
 */
int
ful_em_head_width (GtkWidget *widget,
                   int        width)
{
  return ful_em (widget, ful_em_is_wide (widget, width) ? HEAD_WIDTH : HEAD_WIDTH_NARROW);
}

/* Px after the time axis. */
int
ful_em_tail_width (GtkWidget *widget)
{
  return ful_em (widget, TAIL_WIDTH);
}
