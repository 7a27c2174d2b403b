/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

/**
 * FulFigures:
 * @type: unit of the figures
 * @word: (nullable): what is counted, if the unit does not say it; never freed
 * @factor: from a weight of the tree to a figure
 * @max_fraction: decimals of a figure at most
 *
 * How the weights of a tree are shown to a user.
 */
typedef struct
{
  FulWeightType  type;
  const char    *word;
  double         factor;
  int            max_fraction;
} FulFigures;

gboolean   ful_figures_can_be_times  (const FulCallTree *tree);
FulFigures ful_figures_of_tree       (const FulCallTree *tree,
                                      gboolean           as_times);
char      *ful_figures_format        (const FulFigures  *self,
                                      double             weight);
char      *ful_figures_format_number (const FulFigures  *self,
                                      double             weight);

G_END_DECLS
