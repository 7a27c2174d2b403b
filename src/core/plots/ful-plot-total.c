/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread of a profile without times: a plain bar with the total. */

#include "config.h"

#include "ful-canvas.h"
#include "ful-plot.h"

#include "base/ful-category-color.h"
#include "base/ful-format.h"
#include "model/ful-sample-type.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-view-options.h"

#define HEIGHT 24
#define BAR_HEIGHT 4

/* The sample type that is chosen, or the default one; %NULL for a thread with a single weight. */
static const FulSampleType *
find_type (FulThread   *thread,
           FulStrategy  strategy)
{
  const char *name = ful_strategy_get_sample_type (strategy);
  const FulSampleType *chosen = name ? ful_sample_types_find (thread->sample_types, name) : NULL;

  return chosen ? chosen : ful_sample_types_get_default (thread->sample_types);
}

static double
sum (FulThread           *thread,
     const FulSampleType *type)
{
  const double *weight = type && !type->is_default ? type->values : thread->samples->weight;
  double total = 0;

  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    total += weight ? weight[i] : 1;

  return total;
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  FulThread *thread = ful_profile_get_thread (request->profile, (guint) request->thread);
  const FulSampleType *type = find_type (thread, request->derived ? request->derived->strategy : FUL_STRATEGY_TIMING);
  FulWeightType unit = type ? type->weight_type : thread->weight_type;
  char *text = unit == FUL_WEIGHT_TYPE_BYTES ? ful_format_bytes (sum (thread, type))
                                             : ful_weight_format (sum (thread, type), unit, type ? ful_sample_type_get_word (type) : NULL);
  FulPlotLabel label = { 0, 0, text };
  FulCanvas canvas;

  ful_canvas_init (&canvas, request->width, request->height);
  ful_canvas_fill (&canvas, 0, 0, request->width, BAR_HEIGHT * request->scale,
                   ful_category_hue_lookup ("blue")->schemes[request->scheme].strong, 1);
  plot->shape = text;
  plot->labels = g_array_new (FALSE, FALSE, sizeof (FulPlotLabel));
  g_array_append_val (plot->labels, label);

  return ful_plot_finish (plot, &canvas);
}

const FulPlotKind ful_plot_total = {
  .height = HEIGHT,
  .filters = FUL_PLOT_FILTERS_ALWAYS,
  .paint = paint,
  .free_shape = g_free,
};
