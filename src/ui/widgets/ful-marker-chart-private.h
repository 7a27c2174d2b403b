/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-label-cache.h"
#include "ful-marker-chart.h"

#include "derive/markers/ful-marker-label.h"

G_BEGIN_DECLS

/* Measures of design.md, px. */
#define FUL_MARKER_CHART_LANE 22
#define FUL_MARKER_CHART_HEAD 24
#define FUL_MARKER_CHART_BOX 18
#define FUL_MARKER_CHART_MARGIN 12

/* A lane, or a heading before it. */
typedef struct
{
  int      y;
  guint    lane;         /* of a heading the first one below it */
  gboolean is_heading;
  gboolean is_first;     /* of the lanes of its name */
  guint    n_markers;    /* of the category, or of all lanes of the name */
} FulMarkerChartRow;

struct _FulMarkerChart
{
  GtkWidget         parent_instance;

  FulMarkerLanes   *lanes;        /* (nullable) */
  FulMarkerLabeler *labeler;      /* (nullable) */
  FulTimeRange      range;        /* that can be seen, absolute ms */
  FulTimeRange      view;         /* that is seen */
  GArray           *rows;         /* FulMarkerChartRow */
  int               height;

  GHashTable       *strips;       /* row → GdkTexture, of the view */
  int               strip_width;  /* device px */
  FulLabelCache    *labels;

  gint64            cursor_row;   /* -1: none */
  guint             cursor_place; /* in its lane */
  gint64            hovered_row;
  guint             hovered_place;
  double            pointer_x;
  double            pointer_y;
  double            drag_start;   /* of the view when a drag began */
};

enum
{
  FUL_MARKER_CHART_CURSOR_MOVED,
  FUL_MARKER_CHART_ACTIVATE,
  FUL_MARKER_CHART_MENU,
  FUL_MARKER_CHART_HOVERED,
  FUL_N_MARKER_CHART_SIGNALS,
};

extern guint ful_marker_chart_signals[FUL_N_MARKER_CHART_SIGNALS];

int                      ful_marker_chart_get_head_width (FulMarkerChart *self);
int                      ful_marker_chart_get_body_width (FulMarkerChart *self);
double                   ful_marker_chart_to_px          (FulMarkerChart *self,
                                                          double          time);
double                   ful_marker_chart_from_px        (FulMarkerChart *self,
                                                          double          px);
const FulMarkerChartRow *ful_marker_chart_get_row        (FulMarkerChart *self,
                                                          gint64          row);
gint64                   ful_marker_chart_find_row       (FulMarkerChart *self,
                                                          double          y);
guint                    ful_marker_chart_get_marker     (FulMarkerChart *self,
                                                          gint64          row,
                                                          guint           place);
void                     ful_marker_chart_set_view       (FulMarkerChart *self,
                                                          double          start,
                                                          double          end);
void                     ful_marker_chart_get_visible_y  (FulMarkerChart *self,
                                                          double         *out_top,
                                                          double         *out_bottom);
void                     ful_marker_chart_reveal_cursor  (FulMarkerChart *self);
void                     ful_marker_chart_snapshot       (GtkWidget      *widget,
                                                          GtkSnapshot    *snapshot);
void                     ful_marker_chart_add_input      (FulMarkerChart *self);

G_END_DECLS
