/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define FUL_TYPE_MATCH_BAR (ful_match_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulMatchBar, ful_match_bar, FUL, MATCH_BAR, GtkWidget)

FulMatchBar *ful_match_bar_new  (FulAnalysis *analysis);
void         ful_match_bar_step (FulMatchBar *self,
                                 gboolean     forward);

G_END_DECLS
