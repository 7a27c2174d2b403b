/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-canvas.h"
#include "ful-graph-pixels.h"

#include "base/ful-category-color.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

typedef struct _FulPlot FulPlot;
typedef struct _FulPlotKind FulPlotKind;

/**
 * FulPlotTipRow:
 * @label: (nullable): the label; %NULL for a separator
 * @text: (nullable): the value, in one line
 * @color: (nullable): colour word of a category
 */
typedef struct
{
  char *label;
  char *text;
  char *color;
} FulPlotTipRow;

/**
 * FulPlotTip:
 * @title: the title
 * @value: (nullable): its number
 * @subtitle: (nullable): where it is from
 * @rows: (element-type FulPlotTipRow): more about it
 * @dot_x: px of the point in the plot that it describes, or NaN
 * @dot_y: px
 * @dot_color: 0xRRGGBB
 * @has_range: whether a click sets @range as preview range
 * @range: absolute
 * @n_path: length of @path; 0 unless a click selects a call node
 * @path: (array length=n_path): functions from the root to it
 * @picture: (nullable): a picture to show
 *
 * The tooltip of a point of a plot.
 */
typedef struct
{
  char           *title;
  char           *value;
  char           *subtitle;
  GArray         *rows;
  double          dot_x, dot_y;
  guint32         dot_color;
  gboolean        has_range;
  FulTimeRange    range;
  guint           n_path;
  FulFuncIndex   *path;
  FulGraphPixels *picture;
} FulPlotTip;

/**
 * FulPlotLabel:
 * @x: px of the device
 * @rgb: 0xRRGGBB
 * @text: lives as long as the plot
 *
 * A name for a place of a plot.
 */
typedef struct
{
  double      x;
  guint32     rgb;
  const char *text;
} FulPlotLabel;

/**
 * FulPlotPeer:
 * @profile: (nullable): another recording; %NULL for no peer
 * @counter: number of the counter in it
 * @delta: ms from a time of this recording to the one of @profile that is drawn at the same place
 *
 * The same counter of another recording, which a counter is drawn to the scale of as well.
 */
typedef struct
{
  FulProfile *profile;
  gint32      counter;
  double      delta;
} FulPlotPeer;

/**
 * FulPlotRequest:
 * @profile: where the track is from
 * @tracks: the list that @track is in
 * @track: the track
 * @thread: number of the thread that the plot is about, or %FUL_NONE
 * @cache: for derived results
 * @cpu_reference: from ful_cpu_use_get_reference()
 * @range: the range that is drawn, absolute; within the range of @derived
 * @width: px of the device
 * @height: px of the device
 * @scale: px of the device in one of the design
 * @scheme: the colour scheme
 * @derived: (nullable): the filters that are set; see FulPlotKind
 * @tree: (nullable): their call tree
 * @node: the selected call node, or %FUL_NONE
 * @peer: of a counter; always the same of a track
 *
 * All that a plot depends on.
 */
typedef struct
{
  FulProfile       *profile;
  FulTrackList     *tracks;
  const FulTrack   *track;
  gint32            thread;
  FulDeriveCache   *cache;
  double            cpu_reference;
  FulTimeRange      range;
  guint             width;
  guint             height;
  guint             scale;
  FulColorScheme    scheme;
  FulDerivedThread *derived;
  FulCallTree      *tree;
  FulCallNodeIndex  node;
  FulPlotPeer       peer;
} FulPlotRequest;

/**
 * FulPlotPoint:
 * @x: px of the device from the left of the plot
 * @y: px from its top
 * @preview: (nullable): the preview range, absolute
 * @derived: (nullable): the filters that are set now
 * @tree: (nullable): their call tree
 */
typedef struct
{
  double              x, y;
  const FulTimeRange *preview;
  FulDerivedThread   *derived;
  FulCallTree        *tree;
} FulPlotPoint;

/* Which plots change with the filters and the selected call node. */
typedef enum
{
  FUL_PLOT_FILTERS_NONE,
  FUL_PLOT_FILTERS_OF_SELECTED,   /* those of selected threads, unless they include all samples */
  FUL_PLOT_FILTERS_ALWAYS,
} FulPlotFilters;

/**
 * FulPlotKind:
 * @height: px of the design
 * @filters: the filters it depends on
 * @prepare: (nullable): computes the data that all pictures of one track share, a box of
 *   g_atomic_rc_box_alloc(); %NULL with an error only when cancelled
 * @clear: clears that box; set if @prepare is
 * @paint: paints the picture, and may set the plot's shape
 * @free_shape: (nullable): frees the shape
 * @probe: (nullable): makes the tooltip of a point
 * @line: (nullable): the same as a thin line without filling
 *
 * A kind of graph. All functions are called on workers.
 */
struct _FulPlotKind
{
  guint             height;
  FulPlotFilters    filters;
  gpointer        (*prepare)    (const FulPlotRequest *request,
                                 GCancellable         *cancellable,
                                 GError              **error);
  GDestroyNotify    clear;
  FulGraphPixels *(*paint)      (FulPlot              *plot,
                                 GCancellable         *cancellable,
                                 GError              **error);
  GDestroyNotify    free_shape;
  FulPlotTip     *(*probe)      (const FulPlot        *plot,
                                 const FulPlotPoint   *point);
  const FulPlotKind *line;
};

/**
 * FulPlot:
 * @kind: its kind
 * @request: the request it was made for
 * @prepared: (nullable): see FulPlotKind
 * @pixels: the picture
 * @labels: (nullable) (element-type FulPlotLabel): to write over it, ascending by place
 * @shape: (nullable): data for hit tests
 *
 * A picture of a track and its numbers. Immutable, counted, usable from any thread.
 */
struct _FulPlot
{
  const FulPlotKind *kind;
  FulPlotRequest    *request;
  gpointer           prepared;
  FulGraphPixels    *pixels;
  GArray            *labels;
  gpointer           shape;
};

extern const FulPlotKind ful_plot_activity;
extern const FulPlotKind ful_plot_stack;
extern const FulPlotKind ful_plot_counter;
extern const FulPlotKind ful_plot_counter_strip;
extern const FulPlotKind ful_plot_difference;
extern const FulPlotKind ful_plot_event_delay;
extern const FulPlotKind ful_plot_progress;
extern const FulPlotKind ful_plot_marker_graph;
extern const FulPlotKind ful_plot_network;
extern const FulPlotKind ful_plot_ipc;
extern const FulPlotKind ful_plot_memory;
extern const FulPlotKind ful_plot_file_io;
extern const FulPlotKind ful_plot_jank;
extern const FulPlotKind ful_plot_overview;
extern const FulPlotKind ful_plot_total;

FulPlot        *ful_plot_new            (const FulPlotKind    *kind,
                                         const FulPlotRequest *request,
                                         FulPlot              *before,
                                         GCancellable         *cancellable,
                                         GError              **error);
FulPlot        *ful_plot_ref            (FulPlot              *self);
void            ful_plot_unref          (FulPlot              *self);
FulGraphPixels *ful_plot_finish         (const FulPlot        *self,
                                         FulCanvas            *canvas);
FulPlotTip     *ful_plot_probe          (const FulPlot        *self,
                                         const FulPlotPoint   *point);
double          ful_plot_x_to_time      (const FulPlot        *self,
                                         double                x);
double          ful_plot_time_to_x      (const FulPlot        *self,
                                         double                time);

FulPlotRequest *ful_plot_request_copy   (const FulPlotRequest *self);
void            ful_plot_request_free   (FulPlotRequest       *self);
gboolean        ful_plot_request_equal  (const FulPlotRequest *a,
                                         const FulPlotRequest *b);

FulPlotTip     *ful_plot_tip_new        (const char           *title);
void            ful_plot_tip_add        (FulPlotTip           *self,
                                         const char           *label,
                                         const char           *text);
void            ful_plot_tip_free       (FulPlotTip           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPlot, ful_plot_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPlotRequest, ful_plot_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPlotTip, ful_plot_tip_free)

G_END_DECLS
