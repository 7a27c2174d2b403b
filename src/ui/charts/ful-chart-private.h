/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart.h"

#include "document/ful-range-drag.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

typedef struct
{
  FulTimeRange   span;         /* that can be seen */
  FulTimeRange   view;         /* that is seen */
  double         narrowest;    /* no view is shorter */
  GArray        *views;        /* FulTimeRange: previous views */
  gboolean       is_new;       /* not drawn since its content changed */
  FulDocument   *document;     /* (nullable): shares its zoom */
  char          *description;  /* (nullable): of the cursor */
  FulLabelCache *labels;
  int            line;         /* px of a line of text; 0 before it was measured */
  int            ascent;
  double         pointer_x;
  double         pointer_y;
  FulRangeDrag   drag;         /* of a chart over time */
  double         drag_start;   /* of the view when another drag began */
  gboolean       is_hit;       /* the press hit an item */
  GtkWidget     *time;         /* over everything else */

  GHashTable    *strips;       /* row → FulChartStrip */
  int            strip_width;  /* device px */
  guint          frame;        /* number of the newest one */
  gint64         deadline;     /* of it, monotonic */
  gboolean       must_reveal;  /* the row of the cursor is not laid out yet */
  guint          reveal_id;
  guint          draw_again_id; /* some strips belong to an earlier view */
} FulChartPrivate;

enum
{
  FUL_CHART_CURSOR_MOVED,
  FUL_CHART_MENU,
  FUL_CHART_HOVERED,
  FUL_N_CHART_SIGNALS,
};

extern guint ful_chart_signals[FUL_N_CHART_SIGNALS];

FulChartPrivate *ful_chart_get_private (FulChart *self);
void             ful_chart_zoom_about  (FulChart *self,
                                        double    at,
                                        double    factor);
void             ful_chart_add_input   (FulChart *self);
GHashTable      *ful_chart_strips_new  (void);

G_END_DECLS
