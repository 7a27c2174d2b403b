/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long events would have waited in a thread. Semantics: tracks.md 8.1. */

#include "config.h"

#include "ful-canvas.h"

#include "ful-plot.h"

#include "base/ful-format.h"
#include "model/ful-thread-tables.h"
#include "tracks/ful-event-delay.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HEIGHT 34
#define LINE_WIDTH 2
#define COLOR 0xff0039

typedef struct
{
  double *delay;    /* ms for each sample */
  double  range;    /* between the least and the greatest that is not 0; greater than 0 */
} Prepared;

static FulThread *
get_thread (const FulPlotRequest *request)
{
  return ful_profile_get_thread (request->profile, (guint) request->thread);
}

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  Prepared *prepared = g_atomic_rc_box_new0 (Prepared);
  FulThread *thread = get_thread (request);
  double min = INFINITY, max = -INFINITY;

  prepared->delay = ful_event_delay_compute (thread, request->profile->interval);
  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    if (prepared->delay[i] != 0)
      {
        min = MIN (min, prepared->delay[i]);
        max = MAX (max, prepared->delay[i]);
      }
  prepared->range = max > min ? max - min : 1;

  return prepared;
}

static void
clear (gpointer data)
{
  g_free (((Prepared *) data)->delay);
}

static double
get_share (const Prepared *prepared,
           guint           sample)
{
  return CLAMP (prepared->delay[sample] / prepared->range, 0, 1);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const FulSampleTable *samples = get_thread (request)->samples;
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (request->width);
  FulCanvas canvas;
  guint begin, end;

  ful_time_range_find_rows (request->range, samples->time, samples->table.n_rows, &begin, &end);
  begin -= begin > 0;
  end += end < samples->table.n_rows;
  for (guint i = begin; i < end; i++)
    ful_line_graph_line_to (graph, ful_plot_time_to_x (plot, samples->time[i]), get_share (plot->prepared, i));

  ful_canvas_init (&canvas, request->width, request->height);
  ful_canvas_line_graph (&canvas, graph, COLOR, LINE_WIDTH * request->scale, 0.7, 0.3);

  return ful_canvas_finish (&canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const FulSampleTable *samples = get_thread (request)->samples;
  const Prepared *prepared = plot->prepared;
  double time = ful_plot_x_to_time (plot, point->x);
  double inner = request->height - LINE_WIDTH * request->scale;
  guint n = samples->table.n_rows;
  guint at, end;
  FulPlotTip *tip;

  if (n == 0 || time < samples->time[0] || time > samples->time[n - 1] + request->profile->interval)
    return NULL;

  ful_time_range_find_rows ((FulTimeRange) { time, INFINITY }, samples->time, n, &at, &end);
  if (at == n || (at > 0 && time - samples->time[at - 1] < samples->time[at] - time))
    at--;

  tip = ful_plot_tip_new (_("Event Delay"));
  tip->value = ful_format_duration (prepared->delay[at]);
  tip->dot_x = ful_plot_time_to_x (plot, samples->time[at]);
  tip->dot_y = inner - inner * get_share (prepared, at) + LINE_WIDTH * request->scale / 2.0;
  tip->dot_color = COLOR;

  return tip;
}

const FulPlotKind ful_plot_event_delay = {
  .height = HEIGHT,
  .prepare = prepare,
  .clear = clear,
  .paint = paint,
  .probe = probe,
};
