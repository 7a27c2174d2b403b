/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU use of a thread by category, and the strip of samples below it.
 * Semantics: tracks.md 6.1, 6.2, 6.4. */

#include "config.h"

#include "ful-graph-probe.h"
#include "ful-plot.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "threads/ful-cpu-use.h"
#include "tracks/ful-track-graph.h"
#include "tree/ful-sample-states.h"

#include <glib/gi18n-lib.h>

#define HEIGHT 33
#define STRIP_HEIGHT 4
#define LINE_WIDTH 1

/* Callers that a tooltip lists. */
#define MAX_CALLERS 20

typedef struct
{
  guint8 *cpu_percent;
} Prepared;

static const FulPlotKind line_kind;

static gpointer
prepare (const FulPlotRequest  *request,
         GCancellable          *cancellable,
         GError               **error)
{
  Prepared *prepared = g_atomic_rc_box_new0 (Prepared);

  prepared->cpu_percent = ful_cpu_use_compute (request->profile,
                                               ful_profile_get_thread (request->profile, (guint) request->thread),
                                               request->cpu_reference);

  return prepared;
}

static void
clear (gpointer data)
{
  g_free (((Prepared *) data)->cpu_percent);
}

/* Returns: (transfer full) (nullable): the relations of the samples to the selected call node; %NULL if all are
 * the same */
static guint8 *
compute_states (const FulPlotRequest  *request,
                GCancellable          *cancellable,
                GError               **error)
{
  g_autoptr(FulDerivedThread) alone = NULL;
  g_autoptr(FulSampleRows) rows = NULL;

  if (!request->derived)
    return NULL;

  alone = ful_derived_thread_new_for_thread (request->derived, request->cache, (guint) request->thread, request->range);
  if (!alone || alone->stacks->table_serial != request->derived->stacks->table_serial)
    return NULL;

  rows = ful_derived_thread_get_rows (alone, NULL);

  return ful_sample_states_new (request->tree->nodes, request->tree->inverted, rows, request->node, cancellable,
                                error);
}

static FulGraphPixels *
paint (FulPlot       *plot,
       GCancellable  *cancellable,
       GError       **error)
{
  const FulPlotRequest *request = plot->request;
  const Prepared *prepared = plot->prepared;
  FulThread *thread = ful_profile_get_thread (request->profile, (guint) request->thread);
  GError *failure = NULL;
  g_autofree guint8 *states = compute_states (request, cancellable, &failure);
  guint strip_height = STRIP_HEIGHT * request->scale;

  if (failure)
    {
      g_propagate_error (error, failure);
      return NULL;
    }

  plot->shape = ful_track_graph_new (request->profile, thread, prepared->cpu_percent, request->range, request->width,
                                     states, cancellable, error);
  if (!plot->shape)
    return NULL;

  return ful_graph_pixels_new (request->profile, thread, plot->shape, states, request->scheme,
                               request->height - strip_height - 1, strip_height,
                               plot->kind == &line_kind ? LINE_WIDTH * request->scale : 0);
}

static void
add_category_row (FulPlotTip    *tip,
                  const char    *label,
                  const char    *text,
                  FulCategory   *category)
{
  ful_plot_tip_add (tip, label, text);
  g_array_index (tip->rows, FulPlotTipRow, tip->rows->len - 1).color = g_strdup (category->color);
}

/* The innermost caller first, each in a separate row. */
static void
add_callers (FulPlotTip          *tip,
             const FulGraphProbe *probe)
{
  guint n_callers = probe->n_path - 1;

  for (guint i = 0; i < MIN (n_callers, MAX_CALLERS); i++)
    {
      guint at = n_callers - 1 - i;

      add_category_row (tip, i == 0 ? _("Called by") : "", ful_profile_get_shown_name (probe->profile, probe->path[at]),
                        ful_profile_get_category (probe->profile, probe->categories[at]));
    }
  if (n_callers > MAX_CALLERS)
    {
      guint n_more = n_callers - MAX_CALLERS;
      g_autofree char *text = g_strdup_printf (ngettext ("%u more", "%u more", n_more), n_more);

      ful_plot_tip_add (tip, "", text);
    }
}

static FulPlotTip *
describe (const FulGraphProbe *probe)
{
  FulFuncIndex func = probe->n_path > 0 ? probe->path[probe->n_path - 1] : FUL_NONE;
  FulPlotTip *tip = ful_plot_tip_new (func == FUL_NONE ? _("CPU Use")
                                                       : ful_profile_get_shown_name (probe->profile, func));
  g_autofree char *percent = ful_format_percent (probe->hit.cpu_share);

  if (func != FUL_NONE)
    {
      tip->subtitle = ful_func_get_origin (probe->profile, func);
      tip->n_path = probe->n_path;
      tip->path = g_memdup2 (probe->path, probe->n_path * sizeof *probe->path);
    }
  if (probe->cpu_is_known)
    tip->value = g_strdup (percent);

  if (probe->hit.category != FUL_NONE)
    {
      FulCategory *category = ful_profile_get_category (probe->profile, probe->hit.category);

      add_category_row (tip, _("Category"), category->name, category);
    }
  if (probe->cpu_is_known)
    {
      g_autofree char *covered = ful_format_duration (probe->hit.covered_ms);
      /* Translators: a share of the CPU, and how long the time is that it was measured over */
      g_autofree char *text = g_strdup_printf (_("%s, average over %s"), percent, covered);

      ful_plot_tip_add (tip, _("CPU"), text);
    }
  if (probe->n_path > 1)
    add_callers (tip, probe);

  return tip;
}

static FulPlotTip *
probe (const FulPlot      *plot,
       const FulPlotPoint *point)
{
  const FulPlotRequest *request = plot->request;
  const Prepared *prepared = plot->prepared;
  double strip_y = request->height - STRIP_HEIGHT * request->scale;
  g_autoptr(FulGraphProbe) found = NULL;

  if (!point->derived || !point->tree)
    return NULL;

  found = ful_graph_probe_new (plot->shape, (guint) request->thread, prepared->cpu_percent, point->derived,
                               request->cache, point->tree, point->x,
                               point->y >= strip_y ? -1 : 1 - point->y / (strip_y - 1));
  if (!found || (found->hit.category == FUL_NONE && (!found->cpu_is_known || found->hit.covered_ms <= 0)))
    return NULL;

  return describe (found);
}

static const FulPlotKind line_kind = {
  .height = HEIGHT,
  .filters = FUL_PLOT_FILTERS_OF_SELECTED,
  .prepare = prepare,
  .clear = clear,
  .paint = paint,
  .free_shape = (GDestroyNotify) ful_track_graph_unref,
  .probe = probe,
};

const FulPlotKind ful_plot_activity = {
  .height = HEIGHT,
  .filters = FUL_PLOT_FILTERS_OF_SELECTED,
  .prepare = prepare,
  .clear = clear,
  .paint = paint,
  .free_shape = (GDestroyNotify) ful_track_graph_unref,
  .probe = probe,
  .line = &line_kind,
};
