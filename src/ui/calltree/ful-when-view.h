/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree-model.h"

#include "document/analysis/ful-when-strips.h"
#include "document/ful-document.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulWhenView:
 *
 * Lets strips be computed for the rows of a list that are on screen, and sets the
 * preview range from that of the selected row.
 */
typedef struct _FulWhenView FulWhenView;

FulWhenView   *ful_when_view_new          (GtkColumnView    *list,
                                           FulCallTreeModel *model);
void           ful_when_view_free         (FulWhenView      *self);
FulWhenStrips *ful_when_view_get_strips   (FulWhenView      *self);
void           ful_when_view_set_document (FulWhenView      *self,
                                           FulDocument      *document);
void           ful_when_view_set_tree     (FulWhenView      *self,
                                           FulCallTree      *tree,
                                           FulDerivedThread *thread);
void           ful_when_view_set_shown    (FulWhenView      *self,
                                           gboolean          is_shown);
void           ful_when_view_select_range (FulWhenView      *self,
                                           gboolean          whole);

G_END_DECLS
