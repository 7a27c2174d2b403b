/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "document/analysis/ful-transform-preview.h"
#include "document/ful-document.h"
#include "tree/ful-call-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulSelectionReveal:
 * @panel: a panel
 *
 * Scrolls to the selected row or box if none of it is on screen.
 *
 * Returns: whether it was on screen, or there is none
 */
typedef gboolean (*FulSelectionReveal) (gpointer panel);

/**
 * FulSamplePage:
 *
 * What all panels that show samples have around them: the chips of transforms,
 * the filters, the reason when nothing is left, the menu and the keys of the
 * selected call node.
 */
#define FUL_TYPE_SAMPLE_PAGE (ful_sample_page_get_type ())
G_DECLARE_FINAL_TYPE (FulSamplePage, ful_sample_page, FUL, SAMPLE_PAGE, GtkWidget)

FulSamplePage *ful_sample_page_new         (FulAnalysis   *analysis,
                                            GtkWidget     *body);
FulDocument   *ful_sample_page_get_document (FulSamplePage *self);
FulTransformPreview *ful_sample_page_get_preview (FulSamplePage *self);
GSettings     *ful_sample_page_get_settings (FulSamplePage *self);
void           ful_sample_page_set_settings (FulSamplePage *self,
                                            GSettings     *settings);
void           ful_sample_page_add_control (FulSamplePage *self,
                                            GtkWidget     *control);
void           ful_sample_page_set_busy    (FulSamplePage *self,
                                            gboolean       busy);
void           ful_sample_page_set_reveal  (FulSamplePage      *self,
                                            FulSelectionReveal  reveal,
                                            gpointer            panel);
void           ful_sample_page_add_pending (FulSamplePage *self,
                                            int            n);
void           ful_sample_page_popup       (FulSamplePage *self,
                                            GtkWidget     *over,
                                            double         x,
                                            double         y);
void           ful_sample_page_popup_func  (FulSamplePage    *self,
                                            FulCallTree      *tree,
                                            FulCallNodeIndex  node,
                                            GtkWidget        *over,
                                            double            x,
                                            double            y);
void           ful_sample_page_set_hovered (FulSamplePage *self,
                                            const char    *text);
void           ful_sample_page_set_menu    (FulSamplePage *self,
                                            GMenuModel    *menu);

G_END_DECLS
