/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-times.h"

#include "compare/change/ful-change.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareCharts:
 *
 * The same chart of both sides, before above after, below a ruler.
 */
#define FUL_TYPE_COMPARE_CHARTS (ful_compare_charts_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareCharts, ful_compare_charts, FUL, COMPARE_CHARTS, GtkWidget)

GtkWidget *ful_compare_charts_new_stacks  (FulCompareTimes *times);
GtkWidget *ful_compare_charts_new_network (FulCompareTimes *times);

G_END_DECLS
