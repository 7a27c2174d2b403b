/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How much of a page was to be seen. Semantics: tracks.md 8.5. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot.h"

#include "base/ful-format.h"
#include "tracks/ful-progress-series.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HEIGHT 34
#define LINE_WIDTH 2
#define FILL_ALPHA (0x88 / 255.0)
#define COLOR 0x0a84ff

typedef struct
{
  GArray *points;   /* FulProgressPoint */
} Prepared;

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  Prepared *prepared = g_atomic_rc_box_new0 (Prepared);

  prepared->points = ful_progress_series_new (request->profile, request->track->type);

  return prepared;
}

static void
clear (gpointer data)
{
  g_array_unref (((Prepared *) data)->points);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  GArray *points = ((Prepared *) plot->prepared)->points;
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (request->width);
  FulCanvas canvas;
  double y = 0;

  for (guint i = 0; i < points->len; i++)
    {
      const FulProgressPoint *point = &g_array_index (points, FulProgressPoint, i);
      double x = ful_plot_time_to_x (plot, point->time);

      if (i > 0)
        ful_line_graph_line_to (graph, x, y);
      y = point->percent / 100;
      ful_line_graph_line_to (graph, x, y);
    }
  if (points->len > 0)
    ful_line_graph_line_to (graph, MAX (request->width, graph->x), y);

  ful_canvas_init (&canvas, request->width, request->height);
  ful_canvas_line_graph (&canvas, graph, COLOR, LINE_WIDTH * request->scale, 1, FILL_ALPHA);

  return ful_canvas_finish (&canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  GArray *points = ((Prepared *) plot->prepared)->points;
  double time = ful_plot_x_to_time (plot, point->x);
  double inner = request->height - LINE_WIDTH * request->scale;
  const FulProgressPoint *nearest = NULL;
  FulPlotTip *tip;
  g_autofree char *at = NULL;

  for (guint i = 0; i < points->len; i++)
    {
      const FulProgressPoint *other = &g_array_index (points, FulProgressPoint, i);

      if (!nearest || fabs (other->time - time) < fabs (nearest->time - time))
        nearest = other;
    }
  if (!nearest || nearest->time < request->range.start || nearest->time >= request->range.end)
    return NULL;

  tip = ful_plot_tip_new (request->track->name);
  tip->value = ful_format_percent (nearest->percent / 100);
  tip->dot_x = ful_plot_time_to_x (plot, nearest->time);
  tip->dot_y = inner - inner * nearest->percent / 100 + LINE_WIDTH * request->scale / 2.0;
  tip->dot_color = 0x0060df;
  at = ful_format_timestamp (nearest->time - ful_derive_cache_get_root_range (request->cache).start);
  ful_plot_tip_add (tip, _("Time"), at);

  return tip;
}

const FulPlotKind ful_plot_progress = {
  .height = HEIGHT,
  .prepare = prepare,
  .clear = clear,
  .paint = paint,
  .probe = probe,
};
