/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart.h"

#include "base/ful-category-color.h"
#include "charts/ful-box-layout.h"
#include "document/notes/ful-note-index.h"
#include "markers/layout/ful-marker-lanes.h"
#include "threads/ful-time-range.h"
#include "tree/ful-transform-effect.h"

G_BEGIN_DECLS

/**
 * FulBoxChart:
 *
 * A chart of a #FulBoxLayout. Its cursor is a box, moved by the pointer and arrow keys.
 */
#define FUL_TYPE_BOX_CHART (ful_box_chart_get_type ())
G_DECLARE_FINAL_TYPE (FulBoxChart, ful_box_chart, FUL, BOX_CHART, FulChart)

/* Position of the root, and cursor movement among siblings. */
typedef enum
{
  FUL_BOX_CHART_ROOT_AT_BOTTOM = 1 << 0,
  FUL_BOX_CHART_OVER_TIME      = 1 << 1,   /* left and right move from box to box, independent of callers */
  FUL_BOX_CHART_ALIGNED        = 1 << 2,   /* below the tracks, with a column of heads */
} FulBoxChartFlags;

/**
 * FulBoxChartPlace:
 * @level: row of the cursor, from 1; of rows of markers and rows of boxes each
 * @position: the box in its row, from 1
 * @size: boxes of the row
 */
typedef struct
{
  guint level;
  guint position;
  guint size;
} FulBoxChartPlace;

/**
 * FulBoxPaint:
 * @owner: who paints the boxes
 * @node: of the layout
 * @sign: (out): what is drawn before the name; ""
 * @is_hatched: (out): whether it is drawn with lines
 *
 * Returns: (transfer none): its colours
 */
typedef const FulCategoryColor *(*FulBoxPaint) (gpointer          owner,
                                                FulCallNodeIndex  node,
                                                const char      **sign,
                                                gboolean         *is_hatched);

GtkWidget        *ful_box_chart_new           (void);
void              ful_box_chart_set_layout    (FulBoxChart      *self,
                                               FulBoxLayout     *layout,
                                               const FulTimeRange *range,
                                               FulBoxChartFlags  flags);
void              ful_box_chart_set_timings   (FulBoxChart      *self,
                                               FulMarkerLanes   *timings);
gint64            ful_box_chart_get_hovered_timing (FulBoxChart *self);
gint64            ful_box_chart_get_timing    (FulBoxChart      *self);
FulBoxChartPlace  ful_box_chart_get_place     (FulBoxChart      *self);
void              ful_box_chart_set_effect    (FulBoxChart        *self,
                                               FulTransformEffect *effect);
void              ful_box_chart_set_gone      (FulBoxChart        *self,
                                               guint8             *gone);
void              ful_box_chart_set_matches   (FulBoxChart      *self,
                                               const guint8     *matches);
void              ful_box_chart_set_paint     (FulBoxChart      *self,
                                               FulBoxPaint       paint,
                                               gpointer          owner);
void              ful_box_chart_set_notes     (FulBoxChart      *self,
                                               FulNoteIndex     *notes);
void              ful_box_chart_select_node   (FulBoxChart      *self,
                                               FulCallNodeIndex  node,
                                               gboolean          reveal);
FulCallNodeIndex  ful_box_chart_get_node      (FulBoxChart      *self);
gboolean          ful_box_chart_get_cursor    (FulBoxChart      *self,
                                               double           *out_start,
                                               double           *out_end);
gboolean          ful_box_chart_get_hovered   (FulBoxChart      *self,
                                               FulCallNodeIndex *out_node,
                                               double           *out_start,
                                               double           *out_end);
void              ful_box_chart_describe      (FulBoxChart      *self,
                                               const char       *name,
                                               const char       *description,
                                               const char       *value);

G_END_DECLS
