/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulDetailsBar:
 *
 * The side bar: the numbers of the selected call node or marker, or facts about the
 * profile.
 */
#define FUL_TYPE_DETAILS_BAR (ful_details_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulDetailsBar, ful_details_bar, FUL, DETAILS_BAR, GtkWidget)

void ful_details_bar_set_analysis (FulDetailsBar *self,
                                   FulAnalysis   *analysis,
                                   gboolean     (*shows_markers) (const char *panel));
gboolean       ful_details_bar_get_busy     (FulDetailsBar *self);

G_END_DECLS
