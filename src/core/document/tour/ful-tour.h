/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "document/notes/ful-note.h"

G_BEGIN_DECLS

/**
 * FulTour:
 *
 * Shows what notes show: one, as a step of the history, or one after the other, after which view and history are as
 * before. Where the tree does not have the call node of a view, the nearest ancestor is selected once there is a tree.
 * Emits "changed" with another step, and when it is known that something is not in the profile. Main thread only.
 */
#define FUL_TYPE_TOUR (ful_tour_get_type ())
G_DECLARE_FINAL_TYPE (FulTour, ful_tour, FUL, TOUR, GObject)

FulTour       *ful_tour_new         (FulAnalysis     *analysis);
void           ful_tour_show        (FulTour         *self,
                                     const FulNote   *note);
void           ful_tour_begin       (FulTour         *self,
                                     const GPtrArray *notes);
void           ful_tour_go          (FulTour         *self,
                                     guint            step);
gboolean       ful_tour_follow      (FulTour         *self,
                                     const char      *link,
                                     GError         **error);
void           ful_tour_end         (FulTour         *self);
const FulNote *ful_tour_get_note    (FulTour         *self);
guint          ful_tour_get_step    (FulTour         *self);
guint          ful_tour_get_n_steps (FulTour         *self);
gboolean       ful_tour_is_whole    (FulTour         *self);

G_END_DECLS
