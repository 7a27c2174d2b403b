/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-box-chart.h"
#include "ful-label-cache.h"

#include "derive/markers/ful-marker-label.h"

G_BEGIN_DECLS

/* Height of a row, px, design.md. */
#define FUL_BOX_CHART_ROW_HEIGHT 20

enum
{
  FUL_BOX_CHART_CURSOR_MOVED,
  FUL_BOX_CHART_MENU,
  FUL_BOX_CHART_HOVERED,
  FUL_N_BOX_CHART_SIGNALS,
};

extern guint ful_box_chart_signals[FUL_N_BOX_CHART_SIGNALS];

struct _FulBoxChart
{
  GtkWidget         parent_instance;

  FulBoxLayout     *layout;        /* (nullable) */
  FulBoxChartFlags  flags;
  guint             n_rows;        /* rows with boxes */
  FulMarkerLanes   *timings;       /* (nullable): rows before those, with the same times */
  FulMarkerLabeler *labeler;       /* of their markers */
  double            view_start;    /* in the unit of the layout */
  double            view_end;
  GArray           *views;         /* double pairs to go back to */

  GPtrArray        *strips;        /* GdkTexture or NULL, for each row */
  int               strip_width;   /* device px */
  FulLabelCache    *labels;
  guint8           *matches;       /* (nullable): for each function whether it is found */

  gint64            cursor_row;    /* -1: none */
  gint64            cursor_box;
  gint64            cursor_lane;   /* -1: the cursor is on a box, else on this row of markers, */
  guint             cursor_marker; /* on the one with this place in it */
  gint64            hovered_row;
  gint64            hovered_box;
  gint64            hovered_timing; /* a marker, or -1 */
  double            pointer_x;
  double            pointer_y;
  double            drag_start;    /* of the view when a drag began */
  double            drag_y;
};

/* Places: x in the unit of the layout, px of the widget. */
void ful_box_chart_drop_strips (FulBoxChart *self);
void ful_box_chart_set_view (FulBoxChart *self,
                             double start,
                             double end);
double ful_box_chart_to_px (FulBoxChart *self,
                            double x);
double ful_box_chart_from_px (FulBoxChart *self,
                              double px);
int ful_box_chart_get_row_y (FulBoxChart *self,
                             guint row);
gint64 ful_box_chart_find_row (FulBoxChart *self,
                               double y);
void ful_box_chart_get_visible_y (FulBoxChart *self,
                                  double *out_top,
                                  double *out_bottom);
void ful_box_chart_scroll_to_cursor (FulBoxChart *self);
void ful_box_chart_zoom_about (FulBoxChart *self,
                               double at,
                               double factor);
int ful_box_chart_get_timings_height (FulBoxChart *self);

/* Drawing and input, of the class and of an instance. */
void ful_box_chart_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot);
void ful_box_chart_add_input (FulBoxChart *self);

G_END_DECLS
