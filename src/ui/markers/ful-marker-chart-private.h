/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-chart.h"

#include "markers/layout/ful-marker-lanes.h"
#include "markers/layout/ful-marker-rows.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-payload-reader.h"
#include "markers/network/ful-network-bar.h"

G_BEGIN_DECLS

struct _FulMarkerChart
{
  FulChart          parent_instance;

  gboolean          is_network;
  FulPayloadReader *reader;       /* of requests */
  FulMarkerRows    *rows;         /* (nullable) */
  FulMarkerLabeler *labeler;      /* (nullable) */

  gint64            cursor_row;   /* -1: none */
  guint             cursor_place; /* in its lane */
  gint64            hovered_row;
  guint             hovered_place;
};

/* px: of a box, of the lane around it, of a heading. */
int                  ful_marker_chart_get_box_height  (FulMarkerChart *self);
int                  ful_marker_chart_get_lane_height (FulMarkerChart *self);
int                  ful_marker_chart_get_head_height (FulMarkerChart *self);

const FulMarkerLane *ful_marker_chart_get_lane    (FulMarkerChart *self,
                                                   guint           row);
int                  ful_marker_chart_get_y       (FulMarkerChart *self,
                                                   guint           row);
gint64               ful_marker_chart_find_row    (FulMarkerChart *self,
                                                   double          y);
guint                ful_marker_chart_get_marker  (FulMarkerChart *self,
                                                   gint64          row,
                                                   guint           place);
void                 ful_marker_chart_get_box     (FulMarkerChart *self,
                                                   gint64          row,
                                                   guint           place,
                                                   double         *out_start,
                                                   double         *out_end);
void                 ful_marker_chart_activate    (FulMarkerChart *self,
                                                   guint           marker);

/* Drawing and input, of the class. */
void                 ful_marker_chart_snapshot    (GtkWidget      *widget,
                                                   GtkSnapshot    *snapshot);
void                 ful_marker_chart_fill_strip  (FulChart       *chart,
                                                   guint           row,
                                                   guint           width,
                                                   FulChartStrip  *strip);
gboolean             ful_marker_chart_point       (FulChart       *chart,
                                                   double          x,
                                                   double          y);
gboolean             ful_marker_chart_press       (FulChart       *chart,
                                                   double          x,
                                                   double          y,
                                                   int             n_press,
                                                   guint           button);
gboolean             ful_marker_chart_press_key   (FulChart       *chart,
                                                   guint           keyval);

G_END_DECLS
