/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bins as the preview range of a document. */

#include "config.h"

#include "ful-when-range.h"

#include "document/ful-document-private.h"
#include "tree/times/ful-when-runs.h"

#include <math.h>

/**
 * ful_when_range_select:
 * @range: of the bins
 * @begin: the first bin
 * @end: one past the last bin
 *
 * Makes the time of bins the preview range.
 */
void
ful_when_range_select (FulDocument  *document,
                       FulTimeRange  range,
                       guint         begin,
                       guint         end)
{
  ful_document_set_preview (document, &(FulTimeRange) { ful_when_bins_get_edge (range, begin),
                                                        ful_when_bins_get_edge (range, end) });
}

static gboolean
is_selected (FulDocument      *document,
             FulTimeRange      range,
             const FulWhenRun *run)
{
  const FulViewOptions *options = ful_document_get_options (document);

  return options->has_preview &&
         fabs (options->preview.start - ful_when_bins_get_edge (range, run->begin)) < FUL_SHORTEST_RANGE &&
         fabs (options->preview.end - ful_when_bins_get_edge (range, run->end)) < FUL_SHORTEST_RANGE;
}

/**
 * ful_when_range_step:
 * @strip: of a node
 * @whole: whether to select all from its first to its last bin, instead of a run
 *
 * Selects the densest run of the node; if the preview range is one of its runs, the next one.
 */
void
ful_when_range_step (FulDocument        *document,
                     const FulWhenStrip *strip,
                     gboolean            whole)
{
  g_autoptr(GArray) runs = ful_when_runs_new (strip->bins);
  FulWhenRun run;
  guint next = 0;

  if (runs->len == 0)
    return;

  if (whole)
    {
      ful_when_range_select (document, strip->range, g_array_index (runs, FulWhenRun, 0).begin,
                             g_array_index (runs, FulWhenRun, runs->len - 1).end);
      return;
    }

  ful_when_runs_sort (runs);
  for (guint i = 0; i < runs->len; i++)
    if (is_selected (document, strip->range, &g_array_index (runs, FulWhenRun, i)))
      next = (i + 1) % runs->len;
  run = g_array_index (runs, FulWhenRun, next);
  ful_when_range_select (document, strip->range, run.begin, run.end);
}
