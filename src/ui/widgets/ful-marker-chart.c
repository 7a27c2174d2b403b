/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart as a widget: what it shows and where. It is drawn in
 * ful-marker-chart-draw.c, and ful-marker-chart-input.c listens to the user. */

#include "config.h"

#include "ful-marker-chart-private.h"

#include <adwaita.h>
#include <math.h>

/* ms; the front-end's limit as well. */
#define NARROWEST_VIEW 1e-6

/* As wide as the headers of tracks, which are narrower in narrow windows. */
#define HEAD_WIDTH 208
#define HEAD_WIDTH_NARROW 140
#define NARROW 900

G_DEFINE_FINAL_TYPE (FulMarkerChart, ful_marker_chart, GTK_TYPE_WIDGET)

guint ful_marker_chart_signals[FUL_N_MARKER_CHART_SIGNALS];

int
ful_marker_chart_get_head_width (FulMarkerChart *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root && gtk_widget_get_width (GTK_WIDGET (root)) < NARROW ? HEAD_WIDTH_NARROW : HEAD_WIDTH;
}

int
ful_marker_chart_get_body_width (FulMarkerChart *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - ful_marker_chart_get_head_width (self) -
              FUL_MARKER_CHART_MARGIN, 1);
}

/* Px of the widget. */
double
ful_marker_chart_to_px (FulMarkerChart *self,
                        double          time)
{
  return ful_marker_chart_get_head_width (self) + (time - self->view.start) / (self->view.end - self->view.start) *
                                                    ful_marker_chart_get_body_width (self);
}

double
ful_marker_chart_from_px (FulMarkerChart *self,
                          double          px)
{
  return self->view.start + (px - ful_marker_chart_get_head_width (self)) / ful_marker_chart_get_body_width (self) *
                              (self->view.end - self->view.start);
}

const FulMarkerChartRow *
ful_marker_chart_get_row (FulMarkerChart *self,
                          gint64          row)
{
  return &g_array_index (self->rows, FulMarkerChartRow, row);
}

/* The row at @y, the first one above all, the last one below; -1 if there is none. */
gint64
ful_marker_chart_find_row (FulMarkerChart *self,
                           double          y)
{
  gint64 low = 0, high = self->rows->len;

  while (high - low > 1)
    {
      gint64 middle = low + (high - low) / 2;

      if (ful_marker_chart_get_row (self, middle)->y > y)
        high = middle;
      else
        low = middle;
    }

  return low < self->rows->len ? low : -1;
}

guint
ful_marker_chart_get_marker (FulMarkerChart *self,
                             gint64          row,
                             guint           place)
{
  return self->lanes->lanes[ful_marker_chart_get_row (self, row)->lane].markers[place];
}

static void
drop_strips (FulMarkerChart *self)
{
  g_hash_table_remove_all (self->strips);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ful_marker_chart_set_view (FulMarkerChart *self,
                           double          start,
                           double          end)
{
  double whole = self->range.end - self->range.start;
  double length = CLAMP (end - start, MIN (NARROWEST_VIEW, whole), whole);

  start = CLAMP (start, self->range.start, self->range.end - length);
  if (self->view.start == start && self->view.end == start + length)
    return;

  self->view = (FulTimeRange) { start, start + length };
  drop_strips (self);
}

/* The part of the widget that is on screen, from the scrolled window around it. */
void
ful_marker_chart_get_visible_y (FulMarkerChart *self,
                                double         *out_top,
                                double         *out_bottom)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = scrolled ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)) : NULL;

  *out_top = adjustment ? gtk_adjustment_get_value (adjustment) : 0;
  *out_bottom = adjustment ? *out_top + gtk_adjustment_get_page_size (adjustment)
                           : gtk_widget_get_height (GTK_WIDGET (self));
}

void
ful_marker_chart_reveal_cursor (FulMarkerChart *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  const FulMarkerList *list = self->lanes->list;
  double length = self->view.end - self->view.start, start, end;
  guint marker;
  int y;

  if (self->cursor_row < 0)
    return;

  marker = ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place);
  start = list->start[marker];
  end = fmax (start, list->end[marker]);
  if (end < self->view.start || start > self->view.end)
    ful_marker_chart_set_view (self, (start + end - length) / 2, (start + end + length) / 2);
  y = ful_marker_chart_get_row (self, self->cursor_row)->y;
  if (scrolled)
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                               y - FUL_MARKER_CHART_HEAD, y + 2 * FUL_MARKER_CHART_LANE);
}

static void
ful_marker_chart_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? FUL_MARKER_CHART (widget)->height : 0;
}

static void
ful_marker_chart_css_changed (GtkWidget         *widget,
                              GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ful_marker_chart_parent_class)->css_changed (widget, change);
  ful_label_cache_clear (FUL_MARKER_CHART (widget)->labels);
}

static void
ful_marker_chart_dispose (GObject *object)
{
  FulMarkerChart *self = FUL_MARKER_CHART (object);

  g_hash_table_remove_all (self->strips);
  g_clear_pointer (&self->lanes, ful_marker_lanes_unref);
  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->labels, ful_label_cache_free);

  G_OBJECT_CLASS (ful_marker_chart_parent_class)->dispose (object);
}

static void
ful_marker_chart_finalize (GObject *object)
{
  FulMarkerChart *self = FUL_MARKER_CHART (object);

  g_hash_table_unref (self->strips);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (ful_marker_chart_parent_class)->finalize (object);
}

static void
ful_marker_chart_class_init (FulMarkerChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = ful_marker_chart_dispose;
  object_class->finalize = ful_marker_chart_finalize;
  widget_class->measure = ful_marker_chart_measure;
  widget_class->snapshot = ful_marker_chart_snapshot;
  widget_class->css_changed = ful_marker_chart_css_changed;

  ful_marker_chart_signals[FUL_MARKER_CHART_CURSOR_MOVED] =
    g_signal_new ("cursor-moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  ful_marker_chart_signals[FUL_MARKER_CHART_ACTIVATE] =
    g_signal_new ("activate", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  ful_marker_chart_signals[FUL_MARKER_CHART_MENU] =
    g_signal_new ("menu", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  ful_marker_chart_signals[FUL_MARKER_CHART_HOVERED] =
    g_signal_new ("hovered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "markerchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ful_marker_chart_init (FulMarkerChart *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->rows = g_array_new (FALSE, FALSE, sizeof (FulMarkerChartRow));
  self->strips = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->labels = ful_label_cache_new (GTK_WIDGET (self));
  self->cursor_row = self->hovered_row = -1;

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  ful_marker_chart_add_input (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (drop_strips), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (drop_strips), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
}

GtkWidget *
ful_marker_chart_new (void)
{
  return g_object_new (FUL_TYPE_MARKER_CHART, NULL);
}

static void
add_row (FulMarkerChart *self,
         guint           lane,
         gboolean        is_heading,
         gboolean        is_first)
{
  FulMarkerChartRow row = { self->height, lane, is_heading, is_first, 0 };

  g_array_append_val (self->rows, row);
  self->height += is_heading ? FUL_MARKER_CHART_HEAD : FUL_MARKER_CHART_LANE;
}

static void
make_rows (FulMarkerChart *self,
           gboolean        by_category)
{
  FulMarkerLanes *lanes = self->lanes;
  gint64 heading = -1, first = -1;

  g_array_set_size (self->rows, 0);
  self->height = 0;
  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      const FulMarkerLane *lane = &lanes->lanes[i];
      gboolean is_new = i == 0 || lanes->lanes[i - 1].category != lane->category;

      if (by_category && is_new)
        {
          heading = self->rows->len;
          add_row (self, i, TRUE, FALSE);
        }
      if (!by_category || is_new || !g_str_equal (lanes->lanes[i - 1].name, lane->name))
        {
          first = self->rows->len;
          add_row (self, i, FALSE, TRUE);
        }
      else
        {
          add_row (self, i, FALSE, FALSE);
        }
      if (heading >= 0)
        g_array_index (self->rows, FulMarkerChartRow, heading).n_markers += lane->n_markers;
      g_array_index (self->rows, FulMarkerChartRow, first).n_markers += lane->n_markers;
    }
}

/**
 * ful_marker_chart_set_lanes:
 * @lanes: what to draw
 * @range: the time that it spans, absolute ms
 * @by_category: whether categories have headings
 *
 * The view stays if the range does.
 */
void
ful_marker_chart_set_lanes (FulMarkerChart     *self,
                            FulMarkerLanes     *lanes,
                            const FulTimeRange *range,
                            gboolean            by_category)
{
  g_return_if_fail (FUL_IS_MARKER_CHART (self));

  if (self->lanes == NULL || self->lanes->list != lanes->list)
    {
      g_clear_pointer (&self->labeler, ful_marker_labeler_free);
      self->labeler = ful_marker_labeler_new (lanes->list);
    }
  ful_marker_lanes_ref (lanes);
  g_clear_pointer (&self->lanes, ful_marker_lanes_unref);
  self->lanes = lanes;
  self->cursor_row = self->hovered_row = -1;
  if (self->range.start != range->start || self->range.end != range->end)
    self->range = self->view = *range;
  make_rows (self, by_category);
  drop_strips (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ful_marker_chart_select:
 * @marker: a marker of the list, or -1
 *
 * Moves the cursor, if the marker is in the chart.
 */
void
ful_marker_chart_select (FulMarkerChart *self,
                         gint64          marker)
{
  gint64 was = self->cursor_row >= 0 ? (gint64) ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place)
                                     : -1;

  if (was == marker || self->lanes == NULL)
    return;

  self->cursor_row = -1;
  for (guint i = 0; marker >= 0 && i < self->rows->len; i++)
    {
      const FulMarkerChartRow *row = ful_marker_chart_get_row (self, i);
      const FulMarkerLane *lane = &self->lanes->lanes[row->lane];
      guint low = 0, high = lane->n_markers;

      /* Ascending by start, and so by number. */
      while (!row->is_heading && low < high)
        {
          guint middle = low + (high - low) / 2;

          if (lane->markers[middle] >= marker)
            high = middle;
          else
            low = middle + 1;
        }
      if (!row->is_heading && low < lane->n_markers && lane->markers[low] == marker)
        {
          self->cursor_row = i;
          self->cursor_place = low;
          ful_marker_chart_reveal_cursor (self);
          break;
        }
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_marker_chart_get_cursor:
 * @out_lane: (out): lane of the marker
 * @out_place: (out): its place there
 *
 * Returns: the marker at the cursor, or -1
 */
gint64
ful_marker_chart_get_cursor (FulMarkerChart *self,
                             guint          *out_lane,
                             guint          *out_place)
{
  if (self->cursor_row < 0)
    return -1;

  *out_lane = ful_marker_chart_get_row (self, self->cursor_row)->lane;
  *out_place = self->cursor_place;

  return ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place);
}

/**
 * ful_marker_chart_get_hovered:
 * @out_x: (out): where the pointer is
 * @out_y: (out): alike
 *
 * Returns: the marker under the pointer, or -1
 */
gint64
ful_marker_chart_get_hovered (FulMarkerChart *self,
                              double         *out_x,
                              double         *out_y)
{
  *out_x = self->pointer_x;
  *out_y = self->pointer_y;

  return self->hovered_row >= 0 ? (gint64) ful_marker_chart_get_marker (self, self->hovered_row, self->hovered_place) : -1;
}

/**
 * ful_marker_chart_zoom:
 * @factor: above 1 zooms in
 *
 * Zooms about the cursor, or the middle.
 */
void
ful_marker_chart_zoom (FulMarkerChart *self,
                       double          factor)
{
  double at = (self->view.start + self->view.end) / 2;

  if (self->cursor_row >= 0)
    {
      guint marker = ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place);
      double start = self->lanes->list->start[marker], end = fmax (start, self->lanes->list->end[marker]);

      if (start <= self->view.end && end >= self->view.start)
        at = CLAMP ((start + end) / 2, self->view.start, self->view.end);
    }
  ful_marker_chart_set_view (self, at - (at - self->view.start) / factor, at + (self->view.end - at) / factor);
}
