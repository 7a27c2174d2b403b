/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-times.h"

#include "compare/change/ful-change.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareStacks:
 *
 * The stack chart of a side. Its boxes select functions of the comparison.
 */
#define FUL_TYPE_COMPARE_STACKS (ful_compare_stacks_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareStacks, ful_compare_stacks, FUL, COMPARE_STACKS, GtkWidget)

GtkWidget *ful_compare_stacks_new (FulCompareTimes *times,
                                   FulSide          side);

G_END_DECLS
