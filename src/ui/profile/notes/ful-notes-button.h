/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "document/notes/ful-notes.h"
#include "document/tour/ful-tour.h"
#include "profile/ful-job-bar.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulNotesButton:
 *
 * A button with the list of notes on a profile: adds a note on the selection, shows notes, edits, orders and removes
 * them, presents them as a tour, and copies or writes them as Markdown. Its action
 * "notes.pin" adds one to the preview range, else to the selection of the panel.
 */
#define FUL_TYPE_NOTES_BUTTON (ful_notes_button_get_type ())
G_DECLARE_FINAL_TYPE (FulNotesButton, ful_notes_button, FUL, NOTES_BUTTON, GtkWidget)

void ful_notes_button_set_profile (FulNotesButton *self,
                                   FulAnalysis    *analysis,
                                   GFile          *file,
                                   FulJobBar      *bar);
FulTour *ful_notes_button_get_tour
                                  (FulNotesButton *self);

G_END_DECLS
