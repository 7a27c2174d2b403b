/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "plots/ful-time-axis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_range_draw (GtkWidget         *widget,
                                   GtkSnapshot       *snapshot,
                                   FulDocument       *document,
                                   const FulTimeAxis *axis,
                                   double             top,
                                   double             height);

G_END_DECLS
