/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A counter as a line: sums up to each time, or rates. Semantics: tracks.md 7. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot.h"

#include "io/json/ful-json-document.h"
#include "tracks/ful-counter-curve.h"

#include <math.h>

#define HEIGHT 27
#define LINE_WIDTH 2
#define THIN_LINE_WIDTH 1
#define FILL_ALPHA (0x88 / 255.0)

/* World average of electricity, for files without a value. */
#define GRAMS_PER_KWH 475

typedef struct
{
  FulCounterStyle *style;
  double           grams_per_kwh;
} Prepared;

static FulCounter *
get_counter (const FulPlotRequest *request)
{
  return g_ptr_array_index (request->profile->counters, request->track->counter);
}

static const FulPlotKind line_kind;

/* px of the device */
static guint
get_line_width (const FulPlot *plot)
{
  return (plot->kind == &line_kind ? THIN_LINE_WIDTH : LINE_WIDTH) * plot->request->scale;
}

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  Prepared *prepared = g_atomic_rc_box_new0 (Prepared);
  g_autoptr(JsonObject) meta = ful_json_parse_object (request->profile->meta_json);

  prepared->style = ful_counter_style_new (get_counter (request));
  prepared->grams_per_kwh = ful_json_get_number (meta, "gramsOfCO2ePerKWh");
  if (isnan (prepared->grams_per_kwh))
    prepared->grams_per_kwh = GRAMS_PER_KWH;

  return prepared;
}

static void
clear (gpointer data)
{
  ful_counter_style_free (((Prepared *) data)->style);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const Prepared *prepared = plot->prepared;
  FulCounterCurve *curve = g_new0 (FulCounterCurve, 1);
  g_autoptr(FulLineGraph) graph = NULL;
  FulCanvas canvas;

  plot->shape = curve;
  ful_counter_curve_init (curve, request->profile, get_counter (request), prepared->style->is_accumulated,
                          request->range);
  if (request->peer.profile)
    {
      FulCounterCurve other;

      ful_counter_curve_init (&other, request->peer.profile, g_ptr_array_index (request->peer.profile->counters, request->peer.counter),
                              prepared->style->is_accumulated, ful_time_range_shift (request->range, request->peer.delta));
      ful_counter_curve_share_scale (curve, &other);
    }
  graph = ful_counter_curve_draw (curve, request->width);

  ful_canvas_init (&canvas, request->width, request->height);
  ful_canvas_line_graph (&canvas, graph, prepared->style->color, get_line_width (plot), 1,
                         plot->kind == &line_kind ? 0 : FILL_ALPHA);

  return ful_plot_finish (plot, &canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const Prepared *prepared = plot->prepared;
  const FulCounterCurve *curve = plot->shape;
  gint32 sample = ful_counter_curve_find (curve, request->width, point->x);
  double inner = request->height - get_line_width (plot);
  FulPlotTip *tip;

  if (sample == FUL_NONE)
    return NULL;

  tip = ful_plot_tip_new (prepared->style->label);
  tip->dot_x = ful_plot_time_to_x (plot, curve->counter->samples->time[sample]);
  tip->dot_y = inner - inner * ful_counter_curve_get_share (curve, (guint) sample) + get_line_width (plot) / 2.0;
  tip->dot_color = prepared->style->dot_color;
  if (curve->counter->description && *curve->counter->description)
    tip->subtitle = g_strdup (curve->counter->description);

  for (guint i = 0; i < prepared->style->rows->len; i++)
    {
      const FulCounterRow *row = &g_array_index (prepared->style->rows, FulCounterRow, i);
      double value = ful_counter_curve_get_value (curve, row, (guint) sample, point->preview);
      g_autofree char *text = NULL;

      if (row->source == FUL_COUNTER_SHOWS_SEPARATOR)
        {
          ful_plot_tip_add (tip, NULL, NULL);
          continue;
        }
      if (isnan (value))
        continue;

      text = ful_counter_value_format (row, value, prepared->grams_per_kwh);
      ful_plot_tip_add (tip, row->label, text);
      if (!tip->value)
        tip->value = g_strdup (text);
    }

  return tip;
}

static const FulPlotKind line_kind = {
  .height = HEIGHT,
  .prepare = prepare,
  .clear = clear,
  .paint = paint,
  .free_shape = g_free,
  .probe = probe,
};

const FulPlotKind ful_plot_counter = {
  .height = HEIGHT,
  .prepare = prepare,
  .clear = clear,
  .paint = paint,
  .free_shape = g_free,
  .probe = probe,
  .line = &line_kind,
};
