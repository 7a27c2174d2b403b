/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart as a widget: its content and geometry. ful-marker-chart-draw.c draws
 * it, ful-marker-chart-input.c handles input. */

#include "config.h"

#include "ful-marker-chart-private.h"

#include "base/ful-bisect.h"

#include <math.h>

G_DEFINE_FINAL_TYPE (FulMarkerChart, ful_marker_chart, FUL_TYPE_CHART)

#define FEW_REQUESTS 12

static guint activate_signal;

static gboolean
ful_marker_chart_is_aligned (FulChart *chart)
{
  return TRUE;
}

/* Rows are higher where few have the room. */
int
ful_marker_chart_get_box_height (FulMarkerChart *self)
{
  gboolean has_few = self->is_network && self->rows && self->rows->n_rows <= FEW_REQUESTS;

  return ful_chart_get_line (FUL_CHART (self), NULL) + (has_few ? 10 : 4);
}

int
ful_marker_chart_get_lane_height (FulMarkerChart *self)
{
  return ful_marker_chart_get_box_height (self) + 4;
}

int
ful_marker_chart_get_head_height (FulMarkerChart *self)
{
  return ful_marker_chart_get_box_height (self) + 6;
}

const FulMarkerLane *
ful_marker_chart_get_lane (FulMarkerChart *self,
                           guint           row)
{
  return &self->rows->lanes->lanes[self->rows->rows[row].lane];
}

/* The top of a row; for the number of rows the height of all. */
int
ful_marker_chart_get_y (FulMarkerChart *self,
                        guint           row)
{
  guint n_headings = 0;

  if (row < self->rows->n_rows)
    n_headings = self->rows->rows[row].n_headings;
  else if (row > 0)
    n_headings = self->rows->rows[row - 1].n_headings;

  return (int) row * ful_marker_chart_get_lane_height (self) +
         (int) n_headings * (ful_marker_chart_get_head_height (self) - ful_marker_chart_get_lane_height (self));
}

/* The row at @y, the first one above all, the last one below; -1 if there is none. */
gint64
ful_marker_chart_find_row (FulMarkerChart *self,
                           double          y)
{
  guint n_rows = self->rows->n_rows;

  return n_rows > 0 ? (gint64) FUL_BISECT (1, n_rows, i, ful_marker_chart_get_y (self, i) > y) - 1 : -1;
}

guint
ful_marker_chart_get_marker (FulMarkerChart *self,
                             gint64          row,
                             guint           place)
{
  return ful_marker_chart_get_lane (self, (guint) row)->markers[place];
}

/* Absolute ms; an instant ends where it starts. */
void
ful_marker_chart_get_box (FulMarkerChart *self,
                          gint64          row,
                          guint           place,
                          double         *out_start,
                          double         *out_end)
{
  const FulMarkerList *list = self->rows->lanes->list;
  guint marker = ful_marker_chart_get_marker (self, row, place);

  *out_start = list->start[marker];
  *out_end = fmax (list->start[marker], list->end[marker]);
}

static gboolean
ful_marker_chart_get_place (FulChart      *chart,
                            FulChartPlace *out_place)
{
  FulMarkerChart *self = FUL_MARKER_CHART (chart);

  if (self->cursor_row < 0)
    return FALSE;

  ful_marker_chart_get_box (self, self->cursor_row, self->cursor_place, &out_place->start, &out_place->end);
  out_place->y = ful_marker_chart_get_y (self, (guint) self->cursor_row);
  out_place->height = ful_marker_chart_get_lane_height (self);

  return TRUE;
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
  FulMarkerChart *self = FUL_MARKER_CHART (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL && self->rows
                          ? ful_marker_chart_get_y (self, self->rows->n_rows)
                          : 0;
}

static void
ful_marker_chart_dispose (GObject *object)
{
  FulMarkerChart *self = FUL_MARKER_CHART (object);

  g_clear_pointer (&self->rows, ful_marker_rows_unref);
  g_clear_pointer (&self->labeler, ful_marker_labeler_free);
  g_clear_pointer (&self->reader, ful_payload_reader_free);

  G_OBJECT_CLASS (ful_marker_chart_parent_class)->dispose (object);
}

static void
ful_marker_chart_class_init (FulMarkerChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  FulChartClass *chart_class = FUL_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_marker_chart_dispose;
  widget_class->measure = ful_marker_chart_measure;
  widget_class->snapshot = ful_marker_chart_snapshot;
  chart_class->is_aligned = ful_marker_chart_is_aligned;
  chart_class->get_cursor = ful_marker_chart_get_place;
  chart_class->point = ful_marker_chart_point;
  chart_class->press = ful_marker_chart_press;
  chart_class->press_key = ful_marker_chart_press_key;
  chart_class->fill_strip = ful_marker_chart_fill_strip;

  activate_signal = g_signal_new ("activate", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_css_name (widget_class, "markerchart");
}

static void
ful_marker_chart_init (FulMarkerChart *self)
{
  self->reader = ful_network_payload_reader_new ();
  self->cursor_row = self->hovered_row = -1;
}

/**
 * ful_marker_chart_new:
 * @kind: of the rows: %FUL_MARKER_VIEW_CHART or %FUL_MARKER_VIEW_NETWORK
 *
 * Returns: (transfer floating): an empty chart
 */
GtkWidget *
ful_marker_chart_new (FulMarkerViewKind kind)
{
  FulMarkerChart *self = g_object_new (FUL_TYPE_MARKER_CHART, NULL);

  self->is_network = kind == FUL_MARKER_VIEW_NETWORK;

  return GTK_WIDGET (self);
}

/* Emits that the user selected @marker. */
void
ful_marker_chart_activate (FulMarkerChart *self,
                           guint           marker)
{
  g_signal_emit (self, activate_signal, 0, marker);
}

/**
 * ful_marker_chart_set_rows:
 * @rows: the rows
 * @range: the time that it spans, absolute ms
 *
 * The view is kept if the range is the same.
 */
void
ful_marker_chart_set_rows (FulMarkerChart     *self,
                           FulMarkerRows      *rows,
                           const FulTimeRange *range)
{
  g_return_if_fail (FUL_IS_MARKER_CHART (self));

  if (self->rows == NULL || self->rows->lanes->list != rows->lanes->list)
    {
      g_clear_pointer (&self->labeler, ful_marker_labeler_free);
      self->labeler = ful_marker_labeler_new (rows->lanes->list);
    }
  ful_marker_rows_ref (rows);
  g_clear_pointer (&self->rows, ful_marker_rows_unref);
  self->rows = rows;
  self->cursor_row = self->hovered_row = -1;
  ful_chart_set_span (FUL_CHART (self), range->start, range->end, FUL_CHART_NARROWEST_MS);
  ful_chart_drop_strips (FUL_CHART (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ful_marker_chart_select:
 * @marker: a marker of the list, or -1
 * @reveal: whether to scroll to it
 *
 * Moves the cursor, if the marker is in the chart.
 */
void
ful_marker_chart_select (FulMarkerChart *self,
                         gint64          marker,
                         gboolean        reveal)
{
  guint lane, place;

  if (self->rows == NULL || ful_marker_chart_get_cursor (self, &lane, &place) == marker)
    return;

  self->cursor_row = -1;
  if (marker >= 0 && ful_marker_lanes_find_marker (self->rows->lanes, (guint) marker, &lane, &place))
    {
      self->cursor_row = ful_marker_rows_find_lane (self->rows, lane);
      self->cursor_place = place;
      if (reveal)
        ful_chart_reveal_cursor (FUL_CHART (self));
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

  *out_lane = self->rows->rows[self->cursor_row].lane;
  *out_place = self->cursor_place;

  return ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place);
}

/**
 * ful_marker_chart_get_hovered:
 *
 * Returns: the marker under the pointer, or -1
 */
gint64
ful_marker_chart_get_hovered (FulMarkerChart *self)
{
  return self->hovered_row >= 0 ? (gint64) ful_marker_chart_get_marker (self, self->hovered_row, self->hovered_place) : -1;
}
