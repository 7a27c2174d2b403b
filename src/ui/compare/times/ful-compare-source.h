/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-times.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareSource:
 *
 * Source and instructions of the selected function on both sides, and what each line costs on either.
 */
#define FUL_TYPE_COMPARE_SOURCE (ful_compare_source_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareSource, ful_compare_source, FUL, COMPARE_SOURCE, GtkWidget)

GtkWidget *ful_compare_source_new (FulCompareTimes *times);

G_END_DECLS
