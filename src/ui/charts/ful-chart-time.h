/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart.h"

#include "document/ful-document.h"

G_BEGIN_DECLS

/**
 * FulChartTime:
 *
 * An overlay of a chart over time that draws the time under the pointer and the preview range, so that
 * the chart itself is not redrawn while these move.
 */
#define FUL_TYPE_CHART_TIME (ful_chart_time_get_type ())
G_DECLARE_FINAL_TYPE (FulChartTime, ful_chart_time, FUL, CHART_TIME, GtkWidget)

GtkWidget *ful_chart_time_new          (FulChart     *chart);
void       ful_chart_time_set_document (FulChartTime *self,
                                        FulDocument  *document);

G_END_DECLS
