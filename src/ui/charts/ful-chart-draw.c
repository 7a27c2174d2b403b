/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drawing of charts. Rows are textures that are rendered once for a view and cached
 * while only the cursor moves. A frame renders as many as it has time for; other rows
 * show the texture of an earlier view, stretched. */

#include "config.h"

#include "ful-chart-private.h"

#include "ful-label-cache.h"

#include "draw/ful-color-scheme.h"
#include "widgets/marks/ful-note-dot.h"

#include <math.h>

/* Budget of a frame for textures of a new view. */
#define BUDGET_US 5000

#define TEXT_PADDING 5

/* px; narrow boxes have smaller corners. */
#define BOX_RADIUS 3
#define NARROW_BOX 8

/* Of slanted lines: px from one to the next along an axis, share that a line has, and its opacity. */
#define HATCH_STEP 4
#define HATCH_LINE 0.3f
#define HATCH_ALPHA 0.2f

/* Limit on cached textures, in addition to those on screen. */
#define MAX_STRIPS 400

static void
strip_free (gpointer data)
{
  FulChartStrip *strip = data;

  g_object_unref (strip->texture);
  g_array_unref (strip->wide);
  g_clear_pointer (&strip->texts, g_ptr_array_unref);
  g_free (strip);
}

GHashTable *
ful_chart_strips_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, strip_free);
}

/**
 * ful_chart_drop_strips:
 *
 * Call it when contents or colours of rows change.
 */
void
ful_chart_drop_strips (FulChart *self)
{
  g_hash_table_remove_all (ful_chart_get_private (self)->strips);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
is_out_of_view (gpointer key,
                gpointer value,
                gpointer user_data)
{
  FulChartPrivate *priv = user_data;

  return ((FulChartStrip *) value)->frame != priv->frame;
}

/**
 * ful_chart_begin_frame:
 *
 * Call it at the start of a snapshot, before ful_chart_draw_strip().
 */
void
ful_chart_begin_frame (FulChart *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  int width = ful_chart_get_body_width (self) * gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (width != priv->strip_width)
    g_hash_table_remove_all (priv->strips);
  else if (g_hash_table_size (priv->strips) > MAX_STRIPS)
    g_hash_table_foreach_remove (priv->strips, is_out_of_view, priv);
  priv->is_new = FALSE;
  priv->strip_width = width;
  priv->frame++;
  priv->deadline = g_get_monotonic_time () + BUDGET_US;
}

static gboolean
draw_again_cb (gpointer user_data)
{
  FulChart *self = user_data;

  ful_chart_get_private (self)->draw_again_id = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  return G_SOURCE_REMOVE;
}

static FulChartStrip *
get_strip (FulChart *self,
           guint     row)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  FulChartStrip *strip = g_hash_table_lookup (priv->strips, GUINT_TO_POINTER (row));

  if (strip && strip->view.start == priv->view.start && strip->view.end == priv->view.end)
    return strip;

  if (strip && g_get_monotonic_time () >= priv->deadline)
    {
      if (priv->draw_again_id == 0)
        priv->draw_again_id = g_idle_add (draw_again_cb, self);
      return strip;
    }

  strip = g_new0 (FulChartStrip, 1);
  strip->view = priv->view;
  strip->wide = g_array_new (FALSE, FALSE, sizeof (guint));
  FUL_CHART_GET_CLASS (self)->fill_strip (self, row, (guint) priv->strip_width, strip);
  g_hash_table_replace (priv->strips, GUINT_TO_POINTER (row), strip);

  return strip;
}

/**
 * ful_chart_draw_strip:
 * @row: number of a row
 * @y: top of the row
 * @height: height of the row
 *
 * Returns: (transfer none): the strip, valid until the next call
 */
const FulChartStrip *
ful_chart_draw_strip (FulChart    *self,
                      GtkSnapshot *snapshot,
                      guint        row,
                      double       y,
                      int          height)
{
  FulChartStrip *strip = get_strip (self, row);
  double left = ful_chart_to_px (self, strip->view.start);
  double right = ful_chart_to_px (self, strip->view.end);

  strip->frame = ful_chart_get_private (self)->frame;
  gtk_snapshot_append_texture (snapshot, strip->texture,
                               &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), (float) height));

  return strip;
}

/**
 * ful_chart_draw_dot:
 * @left: left edge of a box, px
 * @y: its top
 *
 * Draws the note sign on a box, if it is visible.
 */
void
ful_chart_draw_dot (FulChart    *self,
                    GtkSnapshot *snapshot,
                    double       left,
                    double       y)
{
  double head = ful_chart_get_head_width (self);

  if (left >= head - FUL_NOTE_DOT_SIZE && left <= head + ful_chart_get_body_width (self))
    ful_note_dot_draw (snapshot, left, y);
}

/**
 * ful_chart_draw_time:
 *
 * Call it at the end of a snapshot.
 */
void
ful_chart_draw_time (FulChart    *self,
                     GtkSnapshot *snapshot)
{
  gtk_widget_snapshot_child (GTK_WIDGET (self), ful_chart_get_private (self)->time, snapshot);
}

/**
 * ful_chart_draw_text:
 * @color: of the text
 * @left: left edge of the box it is in, px
 * @right: right edge of it
 * @baseline: y of the base line
 *
 * Draws a text in the visible part of the box, if it fits.
 */
void
ful_chart_draw_text (FulChart      *self,
                     GtkSnapshot   *snapshot,
                     const char    *text,
                     const GdkRGBA *color,
                     double         left,
                     double         right,
                     double         baseline)
{
  int head = ful_chart_get_head_width (self);

  left = MAX (left, head);
  right = MIN (right, head + ful_chart_get_body_width (self));
  if (right - left >= FUL_CHART_TEXT_MIN_WIDTH && *text)
    ful_label_cache_draw (ful_chart_get_private (self)->labels, snapshot, text, color, left + TEXT_PADDING, baseline,
                          right - left - 2 * TEXT_PADDING);
}

/* An edge out of view is not drawn. */
static gboolean
clip_box (FulChart       *self,
          double          left,
          double          right,
          double          y,
          int             height,
          GskRoundedRect *out_outline)
{
  int head = ful_chart_get_head_width (self);
  float radius = right - left < NARROW_BOX ? 1 : BOX_RADIUS;

  left = MAX (left, head - BOX_RADIUS);
  right = MIN (right, head + ful_chart_get_body_width (self) + BOX_RADIUS);
  gsk_rounded_rect_init_from_rect (out_outline, &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), (float) height),
                                   radius);

  return right > left;
}

/* A border that leaves nothing inside: one shape, while a clip needs a mask. */
static void
fill_outline (GtkSnapshot          *snapshot,
              const GskRoundedRect *outline,
              const GdkRGBA        *color)
{
  float half = outline->bounds.size.height / 2;

  gtk_snapshot_append_border (snapshot, outline, (float[4]) { half, 0, half, 0 }, (GdkRGBA[4]) { *color, *color, *color, *color });
}

/**
 * ful_chart_draw_box:
 * @left: left edge, px
 * @right: right edge, px; one px before it is left free
 * @y: top, px
 * @height: px
 *
 * Draws a box with round corners, its edges on device pixels.
 */
void
ful_chart_draw_box (FulChart      *self,
                    GtkSnapshot   *snapshot,
                    const GdkRGBA *color,
                    double         left,
                    double         right,
                    double         y,
                    int            height)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  GskRoundedRect outline;

  left = floor (left * scale) / scale;
  right = round (right * scale) / scale;
  if (clip_box (self, left, right - left > 3 ? right - 1 : right, y, height, &outline))
    fill_outline (snapshot, &outline, color);
}

/**
 * ful_chart_draw_hatch:
 * @color: of a text over the box
 *
 * Draws slanted lines over a box of ful_chart_draw_box().
 */
void
ful_chart_draw_hatch (FulChart      *self,
                      GtkSnapshot   *snapshot,
                      const GdkRGBA *color,
                      double         left,
                      double         right,
                      double         y,
                      int            height)
{
  GskRoundedRect outline;
  GdkRGBA line = *color, clear = *color;
  GskColorStop stops[] = { { 0, line }, { HATCH_LINE, line }, { HATCH_LINE, clear }, { 1, clear } };

  stops[0].color.alpha = stops[1].color.alpha = color->alpha * HATCH_ALPHA;
  stops[2].color.alpha = stops[3].color.alpha = 0;
  if (clip_box (self, left, right - 1, y, height, &outline))
    gtk_snapshot_append_repeating_linear_gradient (snapshot, &outline.bounds, &GRAPHENE_POINT_INIT (0, 0),
                                                   &GRAPHENE_POINT_INIT (HATCH_STEP, HATCH_STEP), stops, G_N_ELEMENTS (stops));
}

/**
 * ful_chart_draw_strong:
 * @color: of the box
 * @left: left edge, px
 * @right: right edge, px
 * @y: top, px
 * @height: px
 * @is_cursor: whether it is the cursor, else it is hovered
 *
 * Draws a box in its strong colour, with a focus ring for the cursor of a focused chart.
 */
void
ful_chart_draw_strong (FulChart               *self,
                       GtkSnapshot            *snapshot,
                       const FulCategoryColor *color,
                       double                  left,
                       double                  right,
                       double                  y,
                       int                     height,
                       gboolean                is_cursor)
{
  float width = is_cursor && gtk_widget_has_focus (GTK_WIDGET (self)) ? 2 : 1;
  GdkRGBA fill = ful_color_scheme_to_rgba (color->strong);
  GdkRGBA line = ful_color_scheme_to_rgba (is_cursor ? color->text_on_strong : color->border);
  GskRoundedRect outline;

  if (!clip_box (self, left, right, y, height, &outline))
    return;

  fill_outline (snapshot, &outline, &fill);
  if (right - left > 4)
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { width, width, width, width },
                                (GdkRGBA[4]) { line, line, line, line });
}
