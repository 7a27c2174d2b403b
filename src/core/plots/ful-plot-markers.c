/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Common parts of plots of markers: the list, and the tooltip. */

#include "config.h"

#include "ful-plot-markers.h"

#include "base/ful-format.h"
#include "markers/find/ful-marker-details.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Limit on fields in a tooltip; the side bar has all. */
#define MAX_FACTS 10

/**
 * ful_plot_markers_new:
 * @request: for which thread
 *
 * Returns: (transfer full) (nullable): a box with the markers of the thread, all of them shown
 */
FulPlotMarkers *
ful_plot_markers_new (const FulPlotRequest  *request,
                      GCancellable          *cancellable,
                      GError               **error)
{
  guint thread = (guint) request->thread;
  g_autoptr(FulThreadSet) set = ful_thread_set_new (request->profile, &thread, 1, cancellable, error);
  g_autoptr(FulMarkerList) list = set ? ful_marker_list_derive (set, request->cache, cancellable, error) : NULL;
  FulPlotMarkers *self;

  if (!list)
    return NULL;

  self = g_atomic_rc_box_new0 (FulPlotMarkers);
  self->list = g_steal_pointer (&list);
  self->markers = g_array_sized_new (FALSE, FALSE, sizeof (guint), self->list->n_markers);
  for (guint i = 0; i < self->list->n_markers; i++)
    g_array_append_val (self->markers, i);

  return self;
}

void
ful_plot_markers_clear (gpointer data)
{
  FulPlotMarkers *self = data;

  ful_marker_list_unref (self->list);
  g_array_unref (self->markers);
  if (self->data)
    self->free_data (self->data);
}

/**
 * ful_plot_markers_tip:
 * @plot: with #FulPlotMarkers
 * @marker: one of its list
 *
 * Returns: (transfer full): its tooltip; a click selects its time range
 */
FulPlotTip *
ful_plot_markers_tip (const FulPlot *plot,
                      guint          marker)
{
  const FulPlotRequest *request = plot->request;
  FulMarkerList *list = ((FulPlotMarkers *) plot->prepared)->list;
  g_autoptr(FulMarkerDetails) details = ful_marker_details_new (list, marker);
  FulPlotTip *tip = ful_plot_tip_new (ful_marker_list_get_name (list, marker));
  double start = list->start[marker], end = list->end[marker];
  g_autofree char *at = ful_format_timestamp (start - ful_derive_cache_get_root_range (request->cache).start);

  if (*details->title && !g_str_equal (details->title, tip->title))
    tip->subtitle = g_strdup (details->title);
  ful_plot_tip_add (tip, _("Start"), at);
  ful_plot_tip_add (tip, _("Thread"), request->tracks->thread_names[list->thread[marker]]);
  for (guint i = 0; i < MIN (details->facts->len, MAX_FACTS); i++)
    {
      const FulMarkerFact *fact = &g_array_index (details->facts, FulMarkerFact, i);

      ful_plot_tip_add (tip, fact->label, fact->text);
    }
  if (isnan (end))
    return tip;

  tip->value = ful_format_duration (end - start);
  tip->range = (FulTimeRange) { MAX (start, request->range.start), MIN (end, request->range.end) };
  tip->has_range = tip->range.end > tip->range.start;

  return tip;
}
