/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-plot.h"

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/* The prepared data of plots of markers. */
typedef struct
{
  FulMarkerList *list;
  GArray        *markers;   /* guint: the markers that are shown, ascending */
  gpointer       data;      /* (nullable): what else the kind has */
  GDestroyNotify free_data;
} FulPlotMarkers;

FulPlotMarkers *ful_plot_markers_new   (const FulPlotRequest  *request,
                                        GCancellable          *cancellable,
                                        GError               **error);
void            ful_plot_markers_clear (gpointer               data);
FulPlotTip     *ful_plot_markers_tip   (const FulPlot         *plot,
                                        guint                  marker);

G_END_DECLS
