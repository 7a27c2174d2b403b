/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-box-chart.h"

#include "base/ful-category-color.h"
#include "document/notes/ful-note-index.h"
#include "markers/list/ful-marker-label.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

struct _FulBoxChart
{
  FulChart          parent_instance;

  FulBoxLayout     *layout;        /* (nullable) */
  FulBoxChartFlags  flags;
  guint             n_rows;        /* rows with boxes */
  FulMarkerLanes   *timings;       /* (nullable): rows before those, with the same times */
  FulMarkerLabeler *labeler;       /* of their markers */

  guint32          *column_edges;  /* (nullable): of charts over time, for a view */
  FulTimeRange      edges_view;
  guint             n_columns;
  guint8           *matches;       /* (nullable): for each function whether it matches the search */
  FulTransformEffect *effect;      /* (nullable): what a transform would do to the boxes */
  guint8           *gone;          /* (nullable): of each node whether a transform would remove its box */

  FulBoxPaint       paint;         /* (nullable): colours that are not those of categories */
  gpointer          painter;
  FulNoteIndex     *notes;         /* (nullable): boxes of functions with a note are marked */

  gint64            cursor_row;    /* -1: none */
  gint64            cursor_box;
  gint64            cursor_lane;   /* -1: the cursor is on a box, else on this row of markers, */
  guint             cursor_marker; /* on the one with this place in it */
  gint64            hovered_row;
  gint64            hovered_box;
  gint64            hovered_timing; /* a marker, or -1 */
};

void                    ful_box_chart_fill_strip (FulChart         *chart,
                                                  guint             row,
                                                  guint             width,
                                                  FulChartStrip    *strip);
FulFuncIndex            ful_box_chart_get_func   (FulBoxChart      *self,
                                                  FulCallNodeIndex  node);
float                   ful_box_chart_get_opacity (FulBoxChart      *self,
                                                   FulCallNodeIndex  node);
const FulCategoryColor *ful_box_chart_get_color  (FulBoxChart      *self,
                                                  FulCallNodeIndex  node);

/* Coordinates are widget px. A row has a gap of one below its boxes. */
int    ful_box_chart_get_row_height     (FulBoxChart *self);
int    ful_box_chart_get_row_y          (FulBoxChart *self,
                                         guint        row);
gint64 ful_box_chart_find_row           (FulBoxChart *self,
                                         double       y);
int    ful_box_chart_get_timings_height (FulBoxChart *self);

/* Drawing and input. */
void     ful_box_chart_snapshot  (GtkWidget   *widget,
                                  GtkSnapshot *snapshot);
gboolean ful_box_chart_point     (FulChart    *chart,
                                  double       x,
                                  double       y);
gboolean ful_box_chart_press     (FulChart    *chart,
                                  double       x,
                                  double       y,
                                  int          n_press,
                                  guint        button);
gboolean ful_box_chart_press_key (FulChart    *chart,
                                  guint        keyval);

G_END_DECLS
