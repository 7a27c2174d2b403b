/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Time runs from left to right in any text direction, as in the tracks. Colours are those of
 * the style sheet. */

#include "config.h"

#include "ful-when-cell.h"

#include <math.h>

/* px */
#define HEIGHT 14
#define BIN_WIDTH 2
#define MIN_BAR 1.5f

/* Opacity of what the preview range leaves out. */
#define OUTSIDE 0.3f

struct _FulWhenCell
{
  GtkWidget    parent_instance;

  FulFuncIndex func;                        /* of the row, or FUL_NONE */
  gboolean     has_bars;
  guint        serial;                      /* of the strip that they are of, or 0 */
  const double *place;                       /* of its bins; only compared */
  FulTimeRange range;                       /* of the bars */
  float        heights[FUL_WHEN_N_BINS];    /* px */
  gboolean     has_preview;
  FulTimeRange preview;
  guint        frame_begin;                 /* bins with a frame around them; none if empty */
  guint        frame_end;
};

G_DEFINE_FINAL_TYPE (FulWhenCell, ful_when_cell, GTK_TYPE_WIDGET)

static gboolean
is_outside (FulWhenCell *self,
            guint        bin)
{
  double middle = (ful_when_bins_get_edge (self->range, bin) + ful_when_bins_get_edge (self->range, bin + 1)) / 2;

  return self->has_preview && (middle < self->preview.start || middle > self->preview.end);
}

/* Neighbours of one height are one bar. */
static void
snapshot_bars (FulWhenCell   *self,
               GtkSnapshot   *snapshot,
               const GdkRGBA *color)
{
  guint end;

  for (guint begin = 0; begin < FUL_WHEN_N_BINS; begin = end)
    {
      float height = self->heights[begin];
      gboolean outside = is_outside (self, begin);
      GdkRGBA shown = *color;

      for (end = begin + 1; end < FUL_WHEN_N_BINS && self->heights[end] == height && is_outside (self, end) == outside; end++)
        ;
      if (height == 0)
        continue;
      if (outside)
        shown.alpha *= OUTSIDE;
      gtk_snapshot_append_color (snapshot, &shown, &GRAPHENE_RECT_INIT (BIN_WIDTH * begin, HEIGHT - height,
                                                                        BIN_WIDTH * (end - begin), height));
    }
}

static void
ful_when_cell_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulWhenCell *self = FUL_WHEN_CELL (widget);
  GdkRGBA color;

  if (!self->has_bars)
    return;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  snapshot_bars (self, snapshot, &color);
  if (self->frame_begin < self->frame_end)
    {
      GskRoundedRect box;

      color.alpha = 1;
      gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (BIN_WIDTH * self->frame_begin - 1, -1,
                                                                  BIN_WIDTH * (self->frame_end - self->frame_begin) + 2,
                                                                  HEIGHT + 2), 2);
      gtk_snapshot_append_border (snapshot, &box, (float[4]) { 1, 1, 1, 1 },
                                  (GdkRGBA[4]) { color, color, color, color });
    }
}

static void
ful_when_cell_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? FUL_WHEN_CELL_WIDTH : HEIGHT;
}

static void
ful_when_cell_class_init (FulWhenCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = ful_when_cell_snapshot;
  widget_class->measure = ful_when_cell_measure;
  gtk_widget_class_set_css_name (widget_class, "whencell");
  /* The description of the row says it in words. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_when_cell_init (FulWhenCell *self)
{
  self->func = FUL_NONE;
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
ful_when_cell_new (void)
{
  return g_object_new (FUL_TYPE_WHEN_CELL, NULL);
}

/**
 * ful_when_cell_set:
 * @strip: (nullable): of the row; %NULL while it is computed: bars of the same function stay until then
 * @func: function of the row
 *
 * Returns: whether that may change what the cell shows
 */
gboolean
ful_when_cell_set (FulWhenCell        *self,
                   const FulWhenStrip *strip,
                   FulFuncIndex        func)
{
  if (strip && self->func == func && self->serial == strip->serial && self->place == strip->bins)
    return FALSE;

  self->has_bars = strip || (self->has_bars && self->func == func);
  self->func = func;
  self->serial = strip ? strip->serial : 0;
  self->place = strip ? strip->bins : NULL;
  for (guint bin = 0; strip && bin < FUL_WHEN_N_BINS; bin++)
    self->heights[bin] = strip->bins[bin] == 0 ? 0
                         : MAX (MIN_BAR, (float) (fmin (strip->bins[bin] / strip->all[bin], 1) * HEIGHT));
  if (strip)
    self->range = strip->range;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  return TRUE;
}

/**
 * ful_when_cell_set_preview:
 * @preview: (nullable): what is outside is dimmed
 */
void
ful_when_cell_set_preview (FulWhenCell        *self,
                           const FulTimeRange *preview)
{
  if (self->has_preview == (preview != NULL) && (!preview || ful_time_range_equal (self->preview, *preview)))
    return;

  self->has_preview = preview != NULL;
  if (preview)
    self->preview = *preview;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_when_cell_set_frame:
 * @begin: the first bin that has a frame around it
 * @end: one past the last one; @begin for no frame
 */
void
ful_when_cell_set_frame (FulWhenCell *self,
                         guint        begin,
                         guint        end)
{
  if (self->frame_begin == begin && self->frame_end == end)
    return;

  self->frame_begin = begin;
  self->frame_end = end;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_when_cell_get_bin:
 * @x: px in the cell; may be outside
 *
 * Returns: the nearest bin
 */
guint
ful_when_cell_get_bin (FulWhenCell *self,
                       double       x)
{
  return (guint) CLAMP (floor (x / BIN_WIDTH), 0, FUL_WHEN_N_BINS - 1);
}
