/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulCategoryLegend:
 *
 * A line with the categories of the samples in view and their shares, as many as fit. A press on one focuses on it.
 */
#define FUL_TYPE_CATEGORY_LEGEND (ful_category_legend_get_type ())
G_DECLARE_FINAL_TYPE (FulCategoryLegend, ful_category_legend, FUL, CATEGORY_LEGEND, GtkWidget)

void ful_category_legend_set_analysis (FulCategoryLegend *self,
                                       FulAnalysis       *analysis);

G_END_DECLS
