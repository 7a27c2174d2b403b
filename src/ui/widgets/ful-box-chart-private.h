/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-box-chart.h"
#include "ful-label-cache.h"

#include "base/ful-category-color.h"
#include "derive/markers/ful-marker-label.h"

G_BEGIN_DECLS

/* Height of a row, px, design.md. */
#define FUL_BOX_CHART_ROW_HEIGHT 20

/* Boxes from this width on have a label, px. */
#define FUL_BOX_CHART_TEXT_MIN_WIDTH 24

/* What a frame may spend on strips for a new view. */
#define FUL_BOX_CHART_BUDGET_US 5000

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

  GPtrArray        *strips;        /* for each row how it looks, or NULL */
  guint             draw_again_id; /* some strips are of an earlier view */
  guint32          *column_edges;  /* (nullable): of charts over time, for the view */
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

/* A row as it is seen in a view. */
typedef struct
{
  GdkTexture *texture;
  GArray     *wide;        /* guint: the boxes that have a label */
  double      view_start;
  double      view_end;
} FulBoxStrip;

void               ful_box_chart_drop_strips    (FulBoxChart *self);
void               ful_box_chart_prepare_strips (FulBoxChart *self,
                                                 int          width);
const FulBoxStrip *ful_box_chart_get_strip      (FulBoxChart *self,
                                                 guint        row,
                                                 gint64       deadline);

FulFuncIndex            ful_box_chart_get_func  (FulBoxChart      *self,
                                                 FulCallNodeIndex  node);
const FulCategoryColor *ful_box_chart_get_color (FulBoxChart      *self,
                                                 FulCallNodeIndex  node);

/* Places: x in the unit of the layout, px of the widget. */
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
