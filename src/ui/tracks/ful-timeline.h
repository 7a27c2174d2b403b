/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "document/rows/ful-track-visibility.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulTimeline:
 *
 * The threads of a profile over time: select threads, brush a preview range.
 * Emits "resized" when it has other tracks, and with them another height.
 */
#define FUL_TYPE_TIMELINE (ful_timeline_get_type ())
G_DECLARE_FINAL_TYPE (FulTimeline, ful_timeline, FUL, TIMELINE, GtkWidget)

void     ful_timeline_set_analysis (FulTimeline *self,
                                    FulAnalysis *analysis);
int      ful_timeline_fit          (FulTimeline *self,
                                    int          height);
gboolean ful_timeline_get_busy     (FulTimeline *self);
void     ful_timeline_show_counter (FulTimeline *self,
                                    guint        counter);
void     ful_timeline_show_track   (FulTimeline *self,
                                    guint        track);
FulTrackVisibility *
         ful_timeline_get_tracks   (FulTimeline *self);

G_END_DECLS
