/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-analysis.h"
#include "document/ful-graph-probe.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulThreadGraph:
 *
 * The activity of one thread over the visible range.
 */
#define FUL_TYPE_THREAD_GRAPH (ful_thread_graph_get_type ())
G_DECLARE_FINAL_TYPE (FulThreadGraph, ful_thread_graph, FUL, THREAD_GRAPH, GtkWidget)

GtkWidget     *ful_thread_graph_new          (FulAnalysis         *analysis,
                                              guint                thread,
                                              double               cpu_reference);
gboolean       ful_thread_graph_get_busy     (FulThreadGraph      *self);
void           ful_thread_graph_probe_async  (FulThreadGraph      *self,
                                              double               x,
                                              double               y,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data);
FulGraphProbe *ful_thread_graph_probe_finish (GAsyncResult        *result);

G_END_DECLS
