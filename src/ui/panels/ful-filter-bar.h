/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulFilterBar:
 *
 * The filters of a panel: frames, summary, direction, idle samples, search. Writes
 * to the document and follows it. Emits "left" when the user leaves the search.
 */
#define FUL_TYPE_FILTER_BAR (ful_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulFilterBar, ful_filter_bar, FUL, FILTER_BAR, GtkWidget)

void ful_filter_bar_set_analysis (FulFilterBar *self,
                                  FulAnalysis  *analysis);
void ful_filter_bar_set_document   (FulFilterBar *self,
                                    FulDocument  *document);
void ful_filter_bar_set_strategies (FulFilterBar *self,
                                    FulThreadSet *threads,
                                    FulStrategy   strategy);
void ful_filter_bar_set_busy     (FulFilterBar *self,
                                  gboolean      busy);
void          ful_filter_bar_set_error    (FulFilterBar *self,
                                           const char   *error);
void ful_filter_bar_add_option   (FulFilterBar *self,
                                  GtkWidget    *option);
void ful_filter_bar_find         (FulFilterBar *self);

G_END_DECLS
