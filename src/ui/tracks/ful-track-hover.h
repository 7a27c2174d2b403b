/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-plot-view.h"

#include "document/ful-document.h"

G_BEGIN_DECLS

/**
 * FulTrackHover:
 *
 * Hit tests in the plots of the tracks: shows a tooltip for the pointer, and
 * selects the item of a click in the document.
 */
#define FUL_TYPE_TRACK_HOVER (ful_track_hover_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackHover, ful_track_hover, FUL, TRACK_HOVER, GObject)

FulTrackHover *ful_track_hover_new    (FulDocument    *document);
void           ful_track_hover_move   (FulTrackHover  *self,
                                       FulPlotView    *view,
                                       double          x,
                                       double          y);
void           ful_track_hover_leave  (FulTrackHover  *self);
void           ful_track_hover_select (FulTrackHover  *self,
                                       FulPlotView    *view,
                                       gint32          thread,
                                       double          x,
                                       double          y);

G_END_DECLS
