/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-source-list.h"

#include "document/analysis/ful-analysis.h"
#include "symbols/ful-symbolicator.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulSourcePane:
 *
 * Source and instructions of a function, and what they cost in the results of an analysis. Emits "closed" when the user
 * closes it, and notifies "busy".
 */
#define FUL_TYPE_SOURCE_PANE (ful_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (FulSourcePane, ful_source_pane, FUL, SOURCE_PANE, GtkWidget)

FulSourcePane *ful_source_pane_new              (FulAnalysis     *analysis,
                                                 GFile           *file,
                                                 GSettings       *settings);
void           ful_source_pane_set_symbolicator (FulSourcePane   *self,
                                                 FulSymbolicator *symbolicator);
void           ful_source_pane_show             (FulSourcePane   *self,
                                                 FulFuncIndex     func);
FulSourceList *ful_source_pane_get_source       (FulSourcePane   *self);
GArray        *ful_source_pane_get_costs        (FulSourcePane   *self);
gboolean       ful_source_pane_get_busy         (FulSourcePane   *self);

G_END_DECLS
