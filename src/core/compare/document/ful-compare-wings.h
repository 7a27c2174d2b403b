/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-answer.h"

#include "compare/ful-comparison-tree.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_WING_CALLERS,
  FUL_WING_CALLEES,
  FUL_N_WINGS,
} FulWing;

/**
 * FulCompareWings:
 * @answer: what it is of
 * @item: a function
 * @trees: (nullable): who called it, and what it called, each with @item as the only root; %NULL if no run has it on a stack
 *
 * Callers and callees of a function on both sides. Immutable, counted.
 */
typedef struct
{
  FulCompareAnswer  *answer;
  gint32             item;
  FulComparisonTree *trees[FUL_N_WINGS];
} FulCompareWings;

FulCompareWings *ful_compare_wings_new   (FulCompareAnswer  *answer,
                                          gint32             item,
                                          GCancellable      *cancellable,
                                          GError           **error);
FulCompareWings *ful_compare_wings_ref   (FulCompareWings   *self);
void             ful_compare_wings_unref (FulCompareWings   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulCompareWings, ful_compare_wings_unref)

G_END_DECLS
