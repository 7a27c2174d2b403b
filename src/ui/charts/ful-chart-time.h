/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart.h"

#include "document/ful-document.h"

G_BEGIN_DECLS

/**
 * FulChartTime:
 *
 * Lies over a chart over time, and draws the time under the pointer and the preview range: while these
 * move, the chart itself is not drawn again.
 */
#define FUL_TYPE_CHART_TIME (ful_chart_time_get_type ())
G_DECLARE_FINAL_TYPE (FulChartTime, ful_chart_time, FUL, CHART_TIME, GtkWidget)

GtkWidget *ful_chart_time_new          (FulChart     *chart);
void       ful_chart_time_set_document (FulChartTime *self,
                                        FulDocument  *document);

G_END_DECLS
