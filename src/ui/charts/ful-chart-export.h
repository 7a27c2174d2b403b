/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart-picture.h"

#include "charts/ful-box-layout.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_chart_export_picture (GtkWidget                    *owner,
                               const char                   *name,
                               FulBoxLayout                 *layout,
                               const FulChartPictureOptions *options);

G_END_DECLS
