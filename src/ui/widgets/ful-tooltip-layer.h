/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTooltipLayer:
 *
 * A container of charts that shows one tooltip above them, near the pointer. A
 * chart in it sets position and content.
 */
#define FUL_TYPE_TOOLTIP_LAYER (ful_tooltip_layer_get_type ())
G_DECLARE_FINAL_TYPE (FulTooltipLayer, ful_tooltip_layer, FUL, TOOLTIP_LAYER, GtkWidget)

void ful_tooltip_layer_point (GtkWidget *chart,
                              double     x,
                              double     y);
void ful_tooltip_layer_fill  (GtkWidget *chart,
                              GtkWidget *content);
void ful_tooltip_layer_leave (GtkWidget *chart);

G_END_DECLS
