/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-exporters.h"

#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

/**
 * FulExportWeight:
 * @name: (nullable): of the sample type; %NULL if the samples have a single weight without name
 * @unit: the file's own word for the unit; "" if it has none
 * @weight_type: what the weights are
 * @weight: (nullable): one for each row of the view; %NULL means all 1
 * @is_chosen: whether they are those of the view
 *
 * One of the weights of the rows of a view.
 */
typedef struct
{
  const char    *name;
  const char    *unit;
  FulWeightType  weight_type;
  const double  *weight;
  gboolean       is_chosen;
} FulExportWeight;

GArray *ful_export_list_weights (const FulExportView *view);

G_END_DECLS
