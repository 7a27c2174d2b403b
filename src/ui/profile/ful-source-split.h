/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "source/ful-source-pane.h"
#include "symbols/ful-symbolicator.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulSourceSplit:
 *
 * The panels, and below them, if the user asked for it, the source of a function. Emits "closed" when the user closes it.
 */
#define FUL_TYPE_SOURCE_SPLIT (ful_source_split_get_type ())
G_DECLARE_FINAL_TYPE (FulSourceSplit, ful_source_split, FUL, SOURCE_SPLIT, GtkWidget)

FulSourceSplit *ful_source_split_new      (GtkWidget       *panels,
                                           FulAnalysis     *analysis,
                                           GFile           *file,
                                           GSettings       *settings);
void            ful_source_split_show     (FulSourceSplit  *self,
                                           FulFuncIndex     func,
                                           FulSymbolicator *symbolicator);
void            ful_source_split_close    (FulSourceSplit  *self);
FulSourcePane  *ful_source_split_get_pane (FulSourceSplit  *self);

G_END_DECLS
