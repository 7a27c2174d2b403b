/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareOverview:
 *
 * What a comparison has found: the total, then what is slower, faster, new and gone, the strongest first. Rows activate
 * "compare.show-function" (item).
 */
#define FUL_TYPE_COMPARE_OVERVIEW (ful_compare_overview_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareOverview, ful_compare_overview, FUL, COMPARE_OVERVIEW, GtkWidget)

GtkWidget *ful_compare_overview_new (FulCompareDocument *document);

G_END_DECLS
