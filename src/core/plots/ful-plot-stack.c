/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How deep the stack of each sample is, for threads without categories.
 * Semantics: tracks.md 6.3. */

#include "config.h"

#include "ful-canvas.h"

#include "ful-plot.h"

#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"
#include "tree/ful-sample-states.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HEIGHT 28
#define LINE_WIDTH 1

/* Colours of samples that are selected, others, and idle ones. */
static const guint32 light_colors[] = { 0x0b3f91, 0x3e8ee0, 0xbcd7f5 };
static const guint32 dark_colors[] = { 0x8ec5ff, 0x3b7cc4, 0x1d3a5c };

static const FulPlotKind line_kind;

/* For each pixel column the sample that reaches highest there, or FUL_NONE. */
typedef struct
{
  gint32           *samples;
  FulCallNodeIndex *nodes;
} Shape;

static void
shape_free (gpointer data)
{
  Shape *shape = data;

  g_free (shape->samples);
  g_free (shape->nodes);
  g_free (shape);
}

static Shape *
find_shape (const FulPlot  *plot,
            FulSampleRows  *rows,
            guint           begin,
            guint           end)
{
  const FulPlotRequest *request = plot->request;
  const FulSampleTable *samples = ful_profile_get_thread (request->profile, (guint) request->thread)->samples;
  const FulCallNodeTable *nodes = request->tree->nodes;
  double px_per_ms = request->width / (request->range.end - request->range.start);
  double w = MAX (request->profile->interval * px_per_ms, 0.8);
  Shape *shape = g_new0 (Shape, 1);

  shape->samples = g_new (gint32, request->width);
  shape->nodes = g_new (FulCallNodeIndex, request->width);
  for (guint x = 0; x < request->width; x++)
    shape->samples[x] = shape->nodes[x] = FUL_NONE;

  for (guint i = begin; i < end; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i - begin);
      FulCallNodeIndex node = stack == FUL_NONE ? FUL_NONE : nodes->stack_to_node[stack];
      double left = floor ((samples->time[i] - request->range.start) * px_per_ms);

      if (node == FUL_NONE)
        continue;
      for (double x = MAX (left, 0); (x == left || x < left + w) && x < request->width; x++)
        if (shape->nodes[(guint) x] == FUL_NONE || nodes->depth[shape->nodes[(guint) x]] < nodes->depth[node])
          {
            shape->nodes[(guint) x] = node;
            shape->samples[(guint) x] = (gint32) i;
          }
    }

  return shape;
}

static const guint32 *
get_colors (const FulPlotRequest *request)
{
  return request->scheme == FUL_COLOR_SCHEME_DARK || request->scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK ? dark_colors : light_colors;
}

static void
paint_columns (const FulPlot *plot,
               const guint8  *states,
               guint          begin,
               FulCanvas     *canvas)
{
  const FulPlotRequest *request = plot->request;
  const FulSampleTable *samples = ful_profile_get_thread (request->profile, (guint) request->thread)->samples;
  const FulCallNodeTable *nodes = request->tree->nodes;
  const Shape *shape = plot->shape;
  const guint32 *colors = get_colors (request);
  double depth = MAX (nodes->max_depth, 1);

  for (guint x = 0; x < request->width; x++)
    {
      gint32 sample = shape->samples[x];
      FulStackIndex stack = sample == FUL_NONE ? FUL_NONE : samples->stack[sample];
      gboolean is_idle = stack != FUL_NONE &&
                         ful_stack_table_get_category (request->profile->stacks, stack) == request->profile->idle_category;
      gboolean is_selected = sample != FUL_NONE && request->node != FUL_NONE &&
                             states[(guint) sample - begin] == FUL_SAMPLE_SELECTED;

      if (sample != FUL_NONE)
        ful_canvas_fill (canvas, x, request->height * (1 - nodes->depth[shape->nodes[x]] / depth), x + 1,
                         request->height, colors[is_selected ? 0 : is_idle ? 2 : 1], 1);
    }
}

/* It is interrupted where there is no sample. */
static void
paint_line (const FulPlot *plot,
            FulCanvas     *canvas)
{
  const FulPlotRequest *request = plot->request;
  const FulCallNodeTable *nodes = request->tree->nodes;
  const Shape *shape = plot->shape;
  double depth = MAX (nodes->max_depth, 1);
  g_autoptr(FulLineGraph) line = ful_line_graph_new (request->width);

  for (guint x = 0; x < request->width; x++)
    if (shape->nodes[x] == FUL_NONE)
      {
        ful_line_graph_move_to (line, NAN, NAN);
      }
    else
      {
        ful_line_graph_line_to (line, x, nodes->depth[shape->nodes[x]] / depth);
        ful_line_graph_line_to (line, x + 1, nodes->depth[shape->nodes[x]] / depth);
      }
  ful_canvas_line_graph (canvas, line, get_colors (request)[1], LINE_WIDTH * request->scale, 1, 0);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const FulSampleTable *samples = ful_profile_get_thread (request->profile, (guint) request->thread)->samples;
  g_autoptr(FulDerivedThread) alone = NULL;
  g_autoptr(FulSampleRows) rows = NULL;
  g_autofree guint8 *states = NULL;
  FulCanvas canvas;
  guint begin, end;

  ful_canvas_init (&canvas, request->width, request->height);
  if (request->derived)
    alone = ful_derived_thread_new_for_thread (request->derived, request->cache, (guint) request->thread, request->range);
  if (!alone || alone->stacks->table_serial != request->derived->stacks->table_serial)
    return ful_canvas_finish (&canvas);

  rows = ful_derived_thread_get_rows (alone, NULL);
  states = ful_sample_states_new (request->tree->nodes, request->tree->inverted, rows, request->node, cancellable,
                                  error);
  if (!states)
    {
      g_free (canvas.pixels);
      return NULL;
    }

  ful_time_range_find_rows (alone->range, samples->time, samples->table.n_rows, &begin, &end);
  plot->shape = find_shape (plot, rows, begin, end);
  if (plot->kind == &line_kind)
    paint_line (plot, &canvas);
  else
    paint_columns (plot, states, begin, &canvas);

  return ful_canvas_finish (&canvas);
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const Shape *shape = plot->shape;
  guint x = (guint) CLAMP (point->x, 0, request->width - 1);
  const FulCallNodeTable *nodes;
  FulPlotTip *tip;
  g_autofree char *depth = NULL;

  if (!shape || shape->nodes[x] == FUL_NONE)
    return NULL;

  nodes = request->tree->nodes;
  tip = ful_plot_tip_new (ful_profile_get_shown_name (request->profile, nodes->func[shape->nodes[x]]));
  tip->n_path = (guint) nodes->depth[shape->nodes[x]] + 1;
  tip->path = g_new (FulFuncIndex, tip->n_path);
  for (FulCallNodeIndex node = shape->nodes[x]; node != FUL_NONE; node = nodes->prefix[node])
    tip->path[nodes->depth[node]] = nodes->func[node];
  depth = g_strdup_printf ("%u", tip->n_path);
  ful_plot_tip_add (tip, _("Depth"), depth);

  return tip;
}

static const FulPlotKind line_kind = {
  .height = HEIGHT,
  .filters = FUL_PLOT_FILTERS_ALWAYS,
  .paint = paint,
  .free_shape = shape_free,
  .probe = probe,
};

const FulPlotKind ful_plot_stack = {
  .height = HEIGHT,
  .filters = FUL_PLOT_FILTERS_ALWAYS,
  .paint = paint,
  .free_shape = shape_free,
  .probe = probe,
  .line = &line_kind,
};
