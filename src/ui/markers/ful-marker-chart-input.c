/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the cursor walks along lanes and from lane to lane. */

#include "config.h"

#include "ful-marker-chart-private.h"

#include "charts/ful-chart.h"
#include "threads/ful-time-range.h"

#include <math.h>

/* px next to a marker that still hit it. */
#define REACH 3

static void
take_cursor (FulMarkerChart *self,
             gint64          row,
             guint           place,
             gboolean        by_key)
{
  self->cursor_row = row;
  self->cursor_place = place;
  ful_chart_move_cursor (FUL_CHART (self), by_key);
}

/* The marker of a lane at @time, or the next one, or the last. */
static void
take_nearest (FulMarkerChart *self,
              gint64          row,
              double          time)
{
  guint lane = self->rows->rows[row].lane;

  take_cursor (self, row, MIN (ful_marker_lanes_find_first (self->rows->lanes, lane, time),
                               self->rows->lanes->lanes[lane].n_markers - 1), TRUE);
}

static void
move_rows (FulMarkerChart *self,
           int             direction)
{
  const FulTimeRange *view = ful_chart_get_view (FUL_CHART (self));
  gint64 row = self->cursor_row + direction;
  double start, end;

  ful_marker_chart_get_box (self, self->cursor_row, self->cursor_place, &start, &end);
  while (row >= 0 && row < self->rows->n_rows && self->rows->rows[row].is_heading)
    row += direction;
  if (row >= 0 && row < self->rows->n_rows)
    take_nearest (self, row, (fmax (start, view->start) + fmin (end, view->end)) / 2);
}

static void
move_along (FulMarkerChart *self,
            int             direction)
{
  gint64 place = (gint64) self->cursor_place + direction;

  if (place >= 0 && place < ful_marker_chart_get_lane (self, (guint) self->cursor_row)->n_markers)
    take_cursor (self, self->cursor_row, (guint) place, TRUE);
}

/* Keys that need a cursor. */
static gboolean
act_on_cursor (FulMarkerChart *self,
               guint           keyval)
{
  double start, end;

  switch (keyval)
    {
    case GDK_KEY_Up:
      move_rows (self, -1);
      return TRUE;
    case GDK_KEY_Down:
      move_rows (self, 1);
      return TRUE;
    case GDK_KEY_Left:
      move_along (self, -1);
      return TRUE;
    case GDK_KEY_Right:
      move_along (self, 1);
      return TRUE;
    case GDK_KEY_space:
      ful_marker_chart_get_box (self, self->cursor_row, self->cursor_place, &start, &end);
      if (end > start)
        ful_chart_push_view (FUL_CHART (self), start, end);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      ful_marker_chart_activate (self, ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place));
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
ful_marker_chart_press_key (FulChart *chart,
                            guint     keyval)
{
  FulMarkerChart *self = FUL_MARKER_CHART (chart);

  if (self->cursor_row >= 0)
    return act_on_cursor (self, keyval);
  if (self->rows->n_rows == 0 || (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down && keyval != GDK_KEY_Left &&
                                  keyval != GDK_KEY_Right))
    return FALSE;

  take_nearest (self, self->rows->rows[0].is_heading ? 1 : 0, ful_chart_get_view (chart)->start);

  return TRUE;
}

/* Whether a marker is within a few pixels of a point. */
static gboolean
find_at (FulMarkerChart *self,
         double          x,
         double          y,
         gint64         *out_row,
         guint          *out_place)
{
  FulChart *chart = FUL_CHART (self);
  const FulMarkerLanes *lanes = self->rows ? self->rows->lanes : NULL;
  const FulMarkerLane *lane;
  guint number;
  double reach;

  if (lanes == NULL || isnan (x) || y >= ful_marker_chart_get_y (self, self->rows->n_rows) ||
      x < ful_chart_get_head_width (chart))
    return FALSE;

  *out_row = ful_marker_chart_find_row (self, y);
  if (*out_row < 0 || self->rows->rows[*out_row].is_heading)
    return FALSE;

  number = self->rows->rows[*out_row].lane;
  lane = &lanes->lanes[number];
  reach = lane->is_instant ? ful_marker_chart_get_box_height (self) / 3 : REACH;
  *out_place = ful_marker_lanes_find_first (lanes, number, ful_chart_from_px (chart, x));
  if (*out_place >= lane->n_markers || lanes->list->start[lane->markers[*out_place]] > ful_chart_from_px (chart, x))
    *out_place = ful_marker_lanes_find_first (lanes, number, ful_chart_from_px (chart, x - reach));

  return *out_place < lane->n_markers &&
         lanes->list->start[lane->markers[*out_place]] <= ful_chart_from_px (chart, x + reach);
}

gboolean
ful_marker_chart_point (FulChart *chart,
                        double    x,
                        double    y)
{
  FulMarkerChart *self = FUL_MARKER_CHART (chart);
  gint64 row = -1;
  guint place = 0;
  gboolean is_other;

  if (!find_at (self, x, y, &row, &place))
    row = -1;
  is_other = row != self->hovered_row || (row >= 0 && place != self->hovered_place);
  self->hovered_row = row;
  self->hovered_place = place;

  return is_other;
}

gboolean
ful_marker_chart_press (FulChart *chart,
                        double    x,
                        double    y,
                        int       n_press,
                        guint     button)
{
  FulMarkerChart *self = FUL_MARKER_CHART (chart);
  gint64 row;
  guint place;

  if (!find_at (self, x, y, &row, &place))
    return FALSE;

  take_cursor (self, row, place, FALSE);
  if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    ful_marker_chart_activate (self, ful_marker_chart_get_marker (self, row, place));

  return TRUE;
}
