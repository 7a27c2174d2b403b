/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of markers of one name over time. Semantics: markers.md 10. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot-markers.h"

#include "base/ful-format.h"
#include "markers/find/ful-marker-series.h"

#include <math.h>

#define HEIGHT 27
#define LINE_WIDTH 2
#define FILL_ALPHA (0x88 / 255.0)

/* Share of the height of the greatest value. */
#define REACH 0.85

/* The values on screen. */
typedef struct
{
  guint  begin, end;   /* in the series */
  double min, max;
} Bounds;

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  FulPlotMarkers *prepared = ful_plot_markers_new (request, cancellable, error);

  if (!prepared)
    return NULL;

  prepared->data = ful_marker_series_new (prepared->list, request->track->marker_name, request->track->marker_schema);
  prepared->free_data = (GDestroyNotify) ful_marker_series_free;

  return prepared;
}

static double
get_end (const FulMarkerList *list,
         guint                marker)
{
  return isnan (list->end[marker]) ? list->start[marker] : list->end[marker];
}

static Bounds *
find_bounds (const FulPlot *plot)
{
  const FulPlotRequest *request = plot->request;
  const FulPlotMarkers *prepared = plot->prepared;
  const FulMarkerSeries *series = prepared->data;
  Bounds *bounds = g_new0 (Bounds, 1);
  gboolean is_first = TRUE;

  for (guint i = 0; i < series->markers->len; i++)
    {
      guint marker = g_array_index (series->markers, guint, i);

      if (prepared->list->start[marker] >= request->range.end)
        break;
      if (get_end (prepared->list, marker) < request->range.start)
        continue;

      if (is_first)
        bounds->begin = i;
      bounds->end = i + 1;
      for (guint k = 0; k < series->lines->len; k++)
        {
          double value = g_array_index (series->lines, FulMarkerGraphLine, k).values[i];

          bounds->min = is_first && k == 0 ? value : MIN (bounds->min, value);
          bounds->max = is_first && k == 0 ? value : MAX (bounds->max, value);
        }
      is_first = FALSE;
    }

  return bounds;
}

static double
get_share (const FulMarkerGraphLine *line,
           const Bounds             *bounds,
           guint                     i)
{
  double base = line->type == FUL_MARKER_GRAPH_BAR ? 0 : bounds->min;
  double length = bounds->max - base;

  return length > 0 ? REACH * MAX (line->values[i] - base, 0) / length : 0;
}

static void
paint_bars (const FulPlot            *plot,
            const FulMarkerGraphLine *line,
            FulCanvas                *canvas)
{
  const FulPlotRequest *request = plot->request;
  const FulPlotMarkers *prepared = plot->prepared;
  const FulMarkerSeries *series = prepared->data;
  const Bounds *bounds = plot->shape;
  g_autofree float *tallest = g_new0 (float, request->width);

  for (guint i = bounds->begin; i < bounds->end; i++)
    {
      guint marker = g_array_index (series->markers, guint, i);
      double left = ful_plot_time_to_x (plot, prepared->list->start[marker]);
      double right = MAX (ful_plot_time_to_x (plot, get_end (prepared->list, marker)), left + request->scale);
      float share = (float) get_share (line, bounds, i);

      for (double x = MAX (floor (left), 0); x < right && x < request->width; x++)
        tallest[(guint) x] = MAX (tallest[(guint) x], share);
    }

  for (guint x = 0; x < request->width; x++)
    {
      double top = request->height * (1 - tallest[x]);

      if (tallest[x] > 0)
        {
          ful_canvas_fill (canvas, x, top, x + 1, request->height, line->rgb, FILL_ALPHA);
          ful_canvas_fill (canvas, x, top, x + 1, top + request->scale, line->rgb, 1);
        }
    }
}

static void
paint_line (const FulPlot            *plot,
            const FulMarkerGraphLine *line,
            FulCanvas                *canvas)
{
  const FulPlotRequest *request = plot->request;
  const FulPlotMarkers *prepared = plot->prepared;
  const FulMarkerSeries *series = prepared->data;
  const Bounds *bounds = plot->shape;
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (request->width);
  double last = 0;

  /* The line begins at the marker before the range and ends at the one after. */
  for (guint i = bounds->begin - (bounds->begin > 0); i < MIN (bounds->end + 1, series->markers->len); i++)
    {
      guint marker = g_array_index (series->markers, guint, i);
      double y = get_share (line, bounds, i);

      last = MAX (last, ful_plot_time_to_x (plot, prepared->list->start[marker]));
      ful_line_graph_line_to (graph, last, y);
      last = MAX (last, ful_plot_time_to_x (plot, get_end (prepared->list, marker)));
      ful_line_graph_line_to (graph, last, y);
    }

  ful_canvas_line_graph (canvas, graph, line->rgb, LINE_WIDTH * request->scale, 1,
                         line->type == FUL_MARKER_GRAPH_LINE_FILLED ? FILL_ALPHA : 0);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const FulMarkerSeries *series = ((FulPlotMarkers *) plot->prepared)->data;
  FulCanvas canvas;

  plot->shape = find_bounds (plot);
  ful_canvas_init (&canvas, request->width, request->height);
  for (guint k = 0; k < series->lines->len; k++)
    {
      const FulMarkerGraphLine *line = &g_array_index (series->lines, FulMarkerGraphLine, k);

      if (line->type == FUL_MARKER_GRAPH_BAR)
        paint_bars (plot, line, &canvas);
      else
        paint_line (plot, line, &canvas);
    }

  return ful_plot_finish (plot, &canvas);
}

/* Of the marker that is nearest in time. */
static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotMarkers *prepared = plot->prepared;
  const FulMarkerSeries *series = prepared->data;
  const Bounds *bounds = plot->shape;
  double time = ful_plot_x_to_time (plot, point->x);
  double least = INFINITY;
  guint nearest = 0;
  FulPlotTip *tip;

  for (guint i = bounds->begin; i < bounds->end; i++)
    {
      guint marker = g_array_index (series->markers, guint, i);
      double distance = MAX (MAX (prepared->list->start[marker] - time, time - get_end (prepared->list, marker)), 0);

      if (distance <= least)
        {
          least = distance;
          nearest = i;
        }
    }
  if (isinf (least))
    return NULL;

  tip = ful_plot_markers_tip (plot, g_array_index (series->markers, guint, nearest));
  for (guint k = 0; k < series->lines->len; k++)
    {
      const FulMarkerGraphLine *line = &g_array_index (series->lines, FulMarkerGraphLine, k);
      g_autofree char *text = ful_format_number (line->values[nearest], 3, 3);

      ful_plot_tip_add (tip, line->key, text);
      tip->dot_y = plot->request->height * (1 - get_share (line, bounds, nearest));
      tip->dot_color = line->rgb;
    }
  tip->dot_x = ful_plot_time_to_x (plot, prepared->list->start[g_array_index (series->markers, guint, nearest)]);

  return tip;
}

const FulPlotKind ful_plot_marker_graph = {
  .height = HEIGHT,
  .prepare = prepare,
  .clear = ful_plot_markers_clear,
  .paint = paint,
  .free_shape = g_free,
  .probe = probe,
};
