/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "plots/ful-plot.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPlotView:
 *
 * A plot of a track over the visible range.
 */
#define FUL_TYPE_PLOT_VIEW (ful_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (FulPlotView, ful_plot_view, FUL, PLOT_VIEW, GtkWidget)

GtkWidget         *ful_plot_view_new             (FulAnalysis        *analysis,
                                                  const FulPlotKind  *kind,
                                                  FulTrackList       *tracks,
                                                  const FulTrack     *track,
                                                  double              cpu_reference);
void               ful_plot_view_set_track   (FulPlotView       *self,
                                              FulTrackList      *tracks,
                                              const FulTrack    *track,
                                              double             cpu_reference);
void               ful_plot_view_set_peer         (FulPlotView       *self,
                                                   const FulPlotPeer *peer);
const FulPlotKind *ful_plot_view_get_kind        (FulPlotView        *self);
gboolean           ful_plot_view_get_busy        (FulPlotView        *self);
void               ful_plot_view_set_in_viewport (FulPlotView        *self,
                                                  gboolean            is_in_viewport);
void               ful_plot_view_set_dot         (FulPlotView        *self,
                                                  const FulPlotTip   *tip);
void               ful_plot_view_probe_async     (FulPlotView        *self,
                                                  double              x,
                                                  double              y,
                                                  GAsyncReadyCallback callback,
                                                  gpointer            user_data);
FulPlotTip        *ful_plot_view_probe_finish    (GAsyncResult       *result);

G_END_DECLS
