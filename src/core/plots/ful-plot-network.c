/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests as lines in seven rows, further ones over them, and the moments of
 * page loads across. Semantics: tracks.md 8.4 and 9. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot-markers.h"

#include "markers/layout/ful-marker-lanes.h"
#include "markers/network/ful-page-event.h"

#include <math.h>

#define N_ROWS 7
#define ROW_HEIGHT 5
#define THICKNESS 3.75

/* The strong blue; a lighter one has too little contrast on a dark background. */
#define LIGHT_OPACITY 0.6
#define DARK_OPACITY 0.9

/* Distance from a moment at which the pointer still hits it, px of the design. */
#define REACH 2

/* The least length of a line for the pointer, px of the design. */
#define LEAST_LENGTH 5

typedef struct
{
  FulMarkerLanes *lanes;
  GArray         *events;   /* FulPageEvent */
} Network;

static void
network_free (gpointer data)
{
  Network *network = data;

  g_clear_pointer (&network->lanes, ful_marker_lanes_unref);
  g_array_unref (network->events);
  g_free (network);
}

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  FulPlotMarkers *prepared = ful_plot_markers_new (request, cancellable, error);
  Network *network;

  if (!prepared)
    return NULL;

  network = g_new0 (Network, 1);
  network->events = ful_page_events_find (prepared->list);
  prepared->data = network;
  prepared->free_data = network_free;

  g_array_set_size (prepared->markers, 0);
  for (guint i = 0; i < prepared->list->n_markers; i++)
    if (g_strcmp0 (ful_marker_list_get_type (prepared->list, i), "Network") == 0)
      g_array_append_val (prepared->markers, i);
  network->lanes = ful_marker_lanes_new (prepared->list, prepared->markers, FALSE, FUL_MARKER_LANES_MAX_OF_REFERENCE,
                                         cancellable, error);
  if (!network->lanes)
    {
      g_atomic_rc_box_release_full (prepared, ful_plot_markers_clear);
      return NULL;
    }

  return prepared;
}

static const Network *
get_network (const FulPlot *plot)
{
  return ((FulPlotMarkers *) plot->prepared)->data;
}

static double
get_end (const FulMarkerList *list,
         guint                marker)
{
  return isnan (list->end[marker]) ? list->start[marker] : list->end[marker];
}

/* A line with round ends. */
static void
paint_line (FulCanvas            *canvas,
            const FulPlotRequest *request,
            double                left,
            double                right,
            double                middle)
{
  double radius = THICKNESS * request->scale / 2;
  gboolean is_dark = request->scheme == FUL_COLOR_SCHEME_DARK || request->scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK;
  guint32 color = ful_category_hue_lookup ("blue")->schemes[request->scheme].strong;

  left -= radius;
  right += radius;
  for (double y = floor (middle - radius); y < middle + radius; y++)
    {
      double from_middle = CLAMP (y + 0.5 - middle, -radius, radius);
      double inset = radius - sqrt (radius * radius - from_middle * from_middle);

      ful_canvas_fill (canvas, left + inset, MAX (y, middle - radius), right - inset, MIN (y + 1, middle + radius),
                       color, is_dark ? DARK_OPACITY : LIGHT_OPACITY);
    }
}

static int
compare_labels (gconstpointer a,
                gconstpointer b)
{
  const FulPlotLabel *x = a, *y = b;

  return (x->x > y->x) - (x->x < y->x);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const FulMarkerLanes *lanes = get_network (plot)->lanes;
  GArray *events = get_network (plot)->events;
  double scale = request->scale;
  FulCanvas canvas;

  ful_canvas_init (&canvas, request->width, request->height);
  for (guint lane = 0; lane < lanes->n_lanes; lane++)
    for (guint i = ful_marker_lanes_find_first (lanes, lane, request->range.start); i < lanes->lanes[lane].n_markers; i++)
      {
        guint marker = lanes->lanes[lane].markers[i];

        if (lanes->list->start[marker] >= request->range.end)
          break;
        paint_line (&canvas, request, ful_plot_time_to_x (plot, lanes->list->start[marker]),
                    ful_plot_time_to_x (plot, get_end (lanes->list, marker)),
                    (lane % N_ROWS + 0.5) * ROW_HEIGHT * scale);
      }

  plot->labels = g_array_new (FALSE, FALSE, sizeof (FulPlotLabel));
  for (guint i = 0; i < events->len; i++)
    {
      const FulPageEvent *event = &g_array_index (events, FulPageEvent, i);
      FulPlotLabel label = { floor (ful_plot_time_to_x (plot, event->time)), event->rgb, event->label };

      if (event->time < request->range.start || event->time >= request->range.end)
        continue;
      ful_canvas_fill (&canvas, label.x, 0, label.x + scale, request->height, label.rgb, 1);
      g_array_append_val (plot->labels, label);
    }
  g_array_sort (plot->labels, compare_labels);

  return ful_plot_finish (plot, &canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const FulMarkerLanes *lanes = get_network (plot)->lanes;
  GArray *events = get_network (plot)->events;
  double time = ful_plot_x_to_time (plot, point->x);
  double px = (request->range.end - request->range.start) / request->width * request->scale;
  guint row = (guint) CLAMP (point->y / request->scale / ROW_HEIGHT, 0, N_ROWS - 1);
  gint32 found = FUL_NONE;

  for (guint i = 0; i < events->len; i++)
    {
      const FulPageEvent *event = &g_array_index (events, FulPageEvent, i);

      if (fabs (event->time - time) <= REACH * px)
        {
          FulPlotTip *tip = ful_plot_markers_tip (plot, event->marker);

          tip->dot_x = ful_plot_time_to_x (plot, event->time);
          tip->dot_y = request->height / 2.0;
          tip->dot_color = event->rgb;
          return tip;
        }
    }

  for (guint lane = row; lane < lanes->n_lanes; lane += N_ROWS)
    for (guint i = ful_marker_lanes_find_first (lanes, lane, time - LEAST_LENGTH * px);
         i < lanes->lanes[lane].n_markers; i++)
      {
        guint marker = lanes->lanes[lane].markers[i];
        double start = lanes->list->start[marker];

        if (start > time)
          break;
        if (MAX (get_end (lanes->list, marker), start + LEAST_LENGTH * px) >= time &&
            (found == FUL_NONE || start >= lanes->list->start[found]))
          found = (gint32) marker;
      }

  return found == FUL_NONE ? NULL : ful_plot_markers_tip (plot, (guint) found);
}

const FulPlotKind ful_plot_network = {
  .height = N_ROWS * ROW_HEIGHT,
  .prepare = prepare,
  .clear = ful_plot_markers_clear,
  .paint = paint,
  .probe = probe,
};
