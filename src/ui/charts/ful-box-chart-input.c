/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Moves the cursor from box to box. */

#include "config.h"

#include "ful-box-chart-private.h"

#include "ful-chart.h"

#include "charts/ful-box-layout.h"
#include "markers/layout/ful-marker-lanes.h"
#include "tree/ful-call-tree.h"

#include <math.h>

static void
set_cursor (FulBoxChart *self,
            gint64       row,
            gint64       box,
            gboolean     by_key)
{
  self->cursor_row = row;
  self->cursor_box = box;
  self->cursor_lane = -1;
  ful_chart_move_cursor (FUL_CHART (self), by_key);
}

static void
take_cursor (FulBoxChart *self,
             gint64       row,
             gint64       box)
{
  if (row >= 0 && box >= 0)
    set_cursor (self, row, box, TRUE);
}

/* Moves the cursor to a marker. */
static void
take_timing (FulBoxChart *self,
             gint64       lane,
             guint        marker,
             gboolean     by_key)
{
  self->cursor_lane = lane;
  self->cursor_marker = marker;
  ful_chart_move_cursor (FUL_CHART (self), by_key);
}

/* The marker of a row at @time, else the next one, else the last one. */
static void
take_timing_at (FulBoxChart *self,
                gint64       lane,
                double       time)
{
  guint marker = ful_marker_lanes_find_first (self->timings, (guint) lane, time);

  take_timing (self, lane, MIN (marker, self->timings->lanes[lane].n_markers - 1), TRUE);
}

/* The widest box of the next row within the box of the cursor, the first of equal ones. */
static void
move_to_child (FulBoxChart *self)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  double start = ful_box_row_get_start (row, self->cursor_box), end = ful_box_row_get_end (row, self->cursor_box);
  const FulBoxRow *next;
  gint64 widest = -1;

  if (self->cursor_row + 1 >= self->n_rows)
    return;

  next = &self->layout->rows[self->cursor_row + 1];
  for (guint i = ful_box_row_find_first (next, start); i < next->n_boxes && ful_box_row_get_start (next, i) < end; i++)
    if (widest < 0 || ful_box_row_get_end (next, i) - ful_box_row_get_start (next, i) > ful_box_row_get_end (next, widest) - ful_box_row_get_start (next, widest))
      widest = i;
  take_cursor (self, self->cursor_row + 1, widest);
}

static void
move_to_parent (FulBoxChart *self)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  double middle = (ful_box_row_get_start (row, self->cursor_box) + ful_box_row_get_end (row, self->cursor_box)) / 2;

  if (self->cursor_row == 0 && self->timings && self->timings->n_lanes > 0)
    take_timing_at (self, self->timings->n_lanes - 1, middle);
  else if (self->cursor_row > 0)
    take_cursor (self, self->cursor_row - 1, ful_box_row_find (&self->layout->rows[self->cursor_row - 1], middle));
}

static void
move_to_sibling (FulBoxChart *self,
                 int          direction)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  gint64 box = self->cursor_box + direction;

  if (box < 0 || box >= row->n_boxes)
    return;

  if (!(self->flags & FUL_BOX_CHART_OVER_TIME) &&
      ful_call_tree_get_parent (self->layout->tree, row->boxes[box].node) !=
      ful_call_tree_get_parent (self->layout->tree, row->boxes[self->cursor_box].node))
    return;
  take_cursor (self, self->cursor_row, box);
}

/* Markers are above the boxes: up and down move from row to row, and to the boxes. */
static gboolean
move_among_timings (FulBoxChart *self,
                    guint        keyval)
{
  const FulMarkerLane *lane = &self->timings->lanes[self->cursor_lane];
  guint at = lane->markers[self->cursor_marker];
  double start = self->timings->list->start[at];
  double end = fmax (start, self->timings->list->end[at]);
  const FulTimeRange *view = ful_chart_get_view (FUL_CHART (self));
  double middle = (MAX (start, view->start) + MIN (end, view->end)) / 2;

  switch (keyval)
    {
    case GDK_KEY_Up:
      if (self->cursor_lane > 0)
        take_timing_at (self, self->cursor_lane - 1, middle);
      return TRUE;
    case GDK_KEY_Down:
      if (self->cursor_lane + 1 < self->timings->n_lanes)
        take_timing_at (self, self->cursor_lane + 1, middle);
      else if (self->n_rows > 0)
        take_cursor (self, 0, MIN (ful_box_row_find_first (&self->layout->rows[0], middle),
                                   self->layout->rows[0].n_boxes - 1));
      return TRUE;
    case GDK_KEY_Left:
      if (self->cursor_marker > 0)
        take_timing (self, self->cursor_lane, self->cursor_marker - 1, TRUE);
      return TRUE;
    case GDK_KEY_Right:
      if (self->cursor_marker + 1 < lane->n_markers)
        take_timing (self, self->cursor_lane, self->cursor_marker + 1, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
zoom_into_box (FulBoxChart *self,
               gint64       row,
               gint64       box)
{
  const FulBoxRow *boxes = &self->layout->rows[row];

  ful_chart_push_view (FUL_CHART (self), ful_box_row_get_start (boxes, box), ful_box_row_get_end (boxes, box));
}

gboolean
ful_box_chart_press_key (FulChart *chart,
                         guint     keyval)
{
  FulBoxChart *self = FUL_BOX_CHART (chart);
  gboolean up_is_child = (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM) != 0;

  if (self->cursor_lane >= 0 && keyval == GDK_KEY_space)
    {
      guint marker = (guint) ful_box_chart_get_timing (self);

      ful_chart_push_view (chart, self->timings->list->start[marker],
                           fmax (self->timings->list->start[marker], self->timings->list->end[marker]));
      return TRUE;
    }
  if (self->cursor_lane >= 0 && move_among_timings (self, keyval))
    return TRUE;
  if (self->n_rows == 0)
    return FALSE;

  if (self->cursor_row < 0)
    {
      if (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down && keyval != GDK_KEY_Left && keyval != GDK_KEY_Right)
        return FALSE;
      take_cursor (self, 0, self->layout->rows[0].n_boxes > 0 ? 0 : -1);
      return TRUE;
    }

  switch (keyval)
    {
    case GDK_KEY_Up:
      (up_is_child ? move_to_child : move_to_parent) (self);
      return TRUE;
    case GDK_KEY_Down:
      (up_is_child ? move_to_parent : move_to_child) (self);
      return TRUE;
    case GDK_KEY_Left:
      move_to_sibling (self, -1);
      return TRUE;
    case GDK_KEY_Right:
      move_to_sibling (self, 1);
      return TRUE;
    case GDK_KEY_space:
      zoom_into_box (self, self->cursor_row, self->cursor_box);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      gtk_widget_activate_action (GTK_WIDGET (self), "panel.show-source", NULL);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Nothing is before and after the picture. */
static gboolean
is_in_picture (FulBoxChart *self,
               double       x)
{
  double left = ful_chart_get_head_width (FUL_CHART (self));

  return x >= left && x < left + ful_chart_get_body_width (FUL_CHART (self));
}

static void
find_at (FulBoxChart *self,
         double       x,
         double       y,
         gint64      *out_row,
         gint64      *out_box)
{
  *out_row = self->layout && is_in_picture (self, x) ? ful_box_chart_find_row (self, y) : -1;
  *out_box = *out_row >= 0 ? ful_box_row_find (&self->layout->rows[*out_row], ful_chart_from_px (FUL_CHART (self), x)) : -1;
  if (*out_box < 0)
    *out_row = -1;
}

/* Whether a marker is within a pixel of a point. */
static gboolean
find_timing (FulBoxChart *self,
             double       x,
             double       y,
             guint       *out_lane,
             guint       *out_marker)
{
  const FulMarkerLane *lane;

  if (!self->timings || !is_in_picture (self, x) || y < 0 || y >= ful_box_chart_get_timings_height (self))
    return FALSE;

  *out_lane = (guint) (y / ful_box_chart_get_row_height (self));
  lane = &self->timings->lanes[*out_lane];
  *out_marker = ful_marker_lanes_find_first (self->timings, *out_lane, ful_chart_from_px (FUL_CHART (self), x - 1));

  return *out_marker < lane->n_markers &&
         self->timings->list->start[lane->markers[*out_marker]] <= ful_chart_from_px (FUL_CHART (self), x + 1);
}

gboolean
ful_box_chart_point (FulChart *chart,
                     double    x,
                     double    y)
{
  FulBoxChart *self = FUL_BOX_CHART (chart);
  gint64 row = -1, box = -1, timing = -1;
  guint lane, marker;

  if (!isnan (x))
    {
      find_at (self, x, y, &row, &box);
      if (find_timing (self, x, y, &lane, &marker))
        timing = (gint64) self->timings->lanes[lane].markers[marker];
    }
  if (row == self->hovered_row && box == self->hovered_box && timing == self->hovered_timing)
    return FALSE;

  self->hovered_timing = timing;
  self->hovered_row = row;
  self->hovered_box = box;

  return TRUE;
}

gboolean
ful_box_chart_press (FulChart *chart,
                     double    x,
                     double    y,
                     int       n_press,
                     guint     button)
{
  FulBoxChart *self = FUL_BOX_CHART (chart);
  gint64 row, box;
  guint lane, marker;

  find_at (self, x, y, &row, &box);
  if (row >= 0)
    set_cursor (self, row, box, FALSE);
  else if (find_timing (self, x, y, &lane, &marker))
    take_timing (self, lane, marker, FALSE);
  if (button == GDK_BUTTON_PRIMARY && n_press == 2 && row >= 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "panel.show-source", NULL);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    ful_chart_pop_view (chart);

  return row >= 0;
}
