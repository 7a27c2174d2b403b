/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A counter whose counts are differences of two others: its sums from a common zero, filled from there. The sum is 0 where the range
 * begins. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot.h"

#include "tracks/ful-counter-curve.h"

#include <math.h>

#define HEIGHT 27
#define LINE_WIDTH 2
#define FILL_ALPHA (0x88 / 255.0)
#define ZERO_ALPHA 0.6

static FulCounter *
get_counter (const FulPlotRequest *request)
{
  return g_ptr_array_index (request->profile->counters, request->track->counter);
}

/* px from the top, of the middle of the line. @share: of the height, as FulLineGraph has it */
static double
get_y (const FulPlotRequest *request,
       double                share)
{
  double inner = request->height - LINE_WIDTH * request->scale;

  return inner - inner * share + LINE_WIDTH * request->scale / 2.0;
}

static double
get_zero (const FulCounterCurve *curve)
{
  return curve->max > curve->min ? -curve->min / (curve->max - curve->min) : 0;
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  g_autoptr(FulCounterStyle) style = ful_counter_style_new (get_counter (request));
  FulCounterCurve *curve = g_new0 (FulCounterCurve, 1);
  g_autoptr(FulLineGraph) graph = NULL;
  double zero, half = LINE_WIDTH * request->scale / 2.0;
  FulCanvas canvas;

  plot->shape = curve;
  ful_counter_curve_init (curve, request->profile, get_counter (request), TRUE, request->range);
  graph = ful_counter_curve_draw (curve, request->width);

  ful_canvas_init (&canvas, request->width, request->height);
  zero = get_y (request, get_zero (curve));
  for (guint x = 0; x < request->width; x++)
    {
      double top = get_y (request, graph->high[x]), bottom = get_y (request, graph->low[x]);

      ful_canvas_fill (&canvas, x, bottom, x + 1, zero, style->color, FILL_ALPHA);
      ful_canvas_fill (&canvas, x, zero, x + 1, top, style->color, FILL_ALPHA);
      ful_canvas_fill (&canvas, x, top - half, x + 1, bottom + half, style->color, 1);
    }
  ful_canvas_fill (&canvas, 0, zero - request->scale / 2.0, request->width, zero + request->scale / 2.0, style->dot_color, ZERO_ALPHA);

  return ful_plot_finish (plot, &canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const FulCounterCurve *curve = plot->shape;
  g_autoptr(FulCounterStyle) style = ful_counter_style_new (curve->counter);
  FulCounterRow row = { .unit = g_strcmp0 (style->unit, "bytes") == 0 ? FUL_COUNTER_UNIT_BYTES
                                : g_strcmp0 (style->unit, "pWh") == 0 ? FUL_COUNTER_UNIT_ENERGY : FUL_COUNTER_UNIT_NUMBER };
  gint32 sample = ful_counter_curve_find (curve, request->width, point->x);
  g_autofree char *amount = NULL;
  double sum;
  FulPlotTip *tip;

  if (sample == FUL_NONE)
    return NULL;

  sum = ful_counter_curve_get_sum (curve, (guint) sample);
  tip = ful_plot_tip_new (curve->counter->name);
  tip->dot_x = ful_plot_time_to_x (plot, curve->counter->samples->time[sample]);
  tip->dot_y = get_y (request, ful_counter_curve_get_share (curve, (guint) sample));
  tip->dot_color = style->dot_color;
  tip->subtitle = g_strdup (curve->counter->description);
  amount = ful_counter_value_format (&row, fabs (sum), 0);
  tip->value = g_strconcat (sum < 0 ? "−" : "+", amount, NULL);

  return tip;
}

const FulPlotKind ful_plot_difference = {
  .height = HEIGHT,
  .paint = paint,
  .free_shape = g_free,
  .probe = probe,
};
