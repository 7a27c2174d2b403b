/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sample-page.h"

#include "derive/ful-call-tree.h"
#include "derive/ful-derived-thread.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTreeWing:
 *
 * A call tree under a title, beside something else. Emits "selected" when the
 * user selects a row.
 */
#define FUL_TYPE_TREE_WING (ful_tree_wing_get_type ())
G_DECLARE_FINAL_TYPE (FulTreeWing, ful_tree_wing, FUL, TREE_WING, GtkWidget)

FulTreeWing      *ful_tree_wing_new          (const char       *title);
void              ful_tree_wing_set_page     (FulTreeWing      *self,
                                              FulSamplePage    *page);
GtkColumnView    *ful_tree_wing_get_view     (FulTreeWing      *self);
void              ful_tree_wing_set_tree     (FulTreeWing      *self,
                                              FulCallTree      *tree,
                                              FulDerivedThread *thread,
                                              gboolean          afresh);
FulCallTree      *ful_tree_wing_get_tree     (FulTreeWing      *self);
FulCallNodeIndex  ful_tree_wing_get_selected (FulTreeWing      *self);
void              ful_tree_wing_reveal       (FulTreeWing      *self,
                                              FulCallNodeIndex  node);

G_END_DECLS
