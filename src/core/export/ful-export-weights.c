/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The weights that a view can show, for formats that have room for all of them. */

#include "config.h"

#include "ful-export-weights.h"

#include "model/ful-sample-type.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

/**
 * ful_export_list_weights:
 * @view: the view to export
 *
 * Returns: (transfer full) (element-type FulExportWeight): all sample types of its threads; if they have none, or the
 *   view is of allocations, the weight of the view alone
 */
GArray *
ful_export_list_weights (const FulExportView *view)
{
  const FulThreadSet *threads = view->derived->threads;
  const FulSampleRows *rows = view->rows;
  const char *chosen = ful_strategy_get_sample_type (view->derived->strategy);
  GArray *weights = g_array_new (FALSE, FALSE, sizeof (FulExportWeight));
  FulExportWeight weight = { NULL, "", rows->weight_type, rows->weight, TRUE };

  if (chosen == NULL)
    return g_array_append_val (weights, weight);

  for (guint i = 0; i < threads->sample_types->len; i++)
    {
      const FulSampleType *type = g_ptr_array_index (threads->sample_types, i);
      const double *values = type->is_default ? threads->weight : type->values;

      weight = (FulExportWeight) { type->name, type->unit, type->weight_type,
                                   values ? values + (rows->time - threads->time) : NULL,
                                   g_str_equal (type->name, chosen) };
      g_array_append_val (weights, weight);
    }

  return weights;
}
