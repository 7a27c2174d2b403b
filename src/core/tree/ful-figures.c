/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples are counts or, where their interval is known, times (call-tree.md 6). */

#include "config.h"

#include "ful-figures.h"

#include "base/ful-format.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"

#include <glib/gi18n-lib.h>

/**
 * ful_figures_can_be_times:
 *
 * Returns: whether the weights of @tree are samples of a known interval
 */
gboolean
ful_figures_can_be_times (const FulCallTree *tree)
{
  return tree->weight_type == FUL_WEIGHT_TYPE_SAMPLES && tree->weight_word == NULL && tree->profile->has_times &&
         tree->profile->has_interval;
}

/**
 * ful_figures_of_tree:
 * @tree: a tree
 * @as_times: whether samples are shown as times; others, and those of an unknown interval, are not
 *
 * Returns: how to show the weights of @tree, as long as it exists
 */
FulFigures
ful_figures_of_tree (const FulCallTree *tree,
                     gboolean           as_times)
{
  if (as_times && ful_figures_can_be_times (tree))
    return (FulFigures) { FUL_WEIGHT_TYPE_TRACING_MS, NULL, tree->profile->interval, tree->profile->interval < 1 ? 3 : 1 };

  return (FulFigures) { tree->weight_type, tree->weight_word, 1, tree->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0 };
}

/**
 * ful_figures_format:
 * @weight: a weight of the tree
 *
 * Returns: (transfer full): figure and unit
 */
char *
ful_figures_format (const FulFigures *self,
                    double            weight)
{
  g_autofree char *number = NULL;

  if (self->type != FUL_WEIGHT_TYPE_TRACING_MS)
    return ful_weight_format (weight, self->type, self->word);

  number = ful_format_number (weight * self->factor, 3, self->max_fraction);

  return g_strdup_printf (_("%s ms"), number);
}

/**
 * ful_figures_format_number:
 * @weight: a weight of the tree
 *
 * Returns: (transfer full): the figure without its unit, but for bytes; “—” for none
 */
char *
ful_figures_format_number (const FulFigures *self,
                           double            weight)
{
  if (weight == 0)
    return g_strdup ("—");
  if (self->type == FUL_WEIGHT_TYPE_BYTES)
    return ful_format_bytes (weight);

  return ful_format_number (weight * self->factor, 3, self->max_fraction);
}
