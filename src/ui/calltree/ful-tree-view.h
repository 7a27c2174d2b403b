/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree-model.h"

#include "panels/ful-sample-page.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTreeView:
 *
 * A call tree with full keyboard control. Emits "busy-changed" when rows are
 * pending, and "selected" when a row is selected.
 */
#define FUL_TYPE_TREE_VIEW (ful_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (FulTreeView, ful_tree_view, FUL, TREE_VIEW, GtkWidget)

FulTreeView      *ful_tree_view_new        (const char       *name,
                                            const char       *title,
                                            gboolean          has_library_column);
void              ful_tree_view_set_page   (FulTreeView      *self,
                                            FulSamplePage    *page,
                                            gboolean          of_document);
GtkColumnView    *ful_tree_view_get_list   (FulTreeView      *self);
FulCallTreeModel *ful_tree_view_get_model  (FulTreeView      *self);
void              ful_tree_view_set_tree   (FulTreeView      *self,
                                            FulCallTree      *tree,
                                            FulDerivedThread *thread,
                                            gboolean          reset);
void              ful_tree_view_go_to_row  (FulTreeView      *self,
                                            gint64            position);
gboolean          ful_tree_view_reveal_selected (FulTreeView *self);
void              ful_tree_view_expand_all (FulTreeView      *self);

G_END_DECLS
