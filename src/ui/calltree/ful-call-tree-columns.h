/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree-model.h"

#include "document/analysis/ful-transform-preview.h"
#include "document/analysis/ful-when-strips.h"
#include "document/ful-document.h"
#include "model/ful-profile.h"
#include "stacks/ful-search.h"
#include "tree/ful-call-tree.h"

G_BEGIN_DECLS

/**
 * FulCallTreeColumns:
 *
 * Fills the cells of a call tree. Owned by the panel; its columns hold a
 * pointer to it.
 */
typedef struct _FulCallTreeColumns FulCallTreeColumns;

FulCallTreeColumns *ful_call_tree_columns_new        (GtkColumnView      *view,
                                                      FulCallTreeModel   *model,
                                                      FulWhenStrips      *strips,
                                                      gboolean            has_library_column);
void                ful_call_tree_columns_free       (FulCallTreeColumns *self);
void                ful_call_tree_columns_set_document (FulCallTreeColumns *self,
                                                      FulDocument        *document);
void                ful_call_tree_columns_set_preview (FulCallTreeColumns  *self,
                                                       FulTransformPreview *preview);
void                ful_call_tree_columns_set_search (FulCallTreeColumns *self,
                                                      const FulProfile   *profile,
                                                      const char         *search,
                                                      FulSearchFlags      flags);
void                ful_call_tree_columns_set_tree   (FulCallTreeColumns *self,
                                                      FulCallTree        *tree,
                                                      gboolean            is_js_tracer);
void                ful_call_tree_columns_set_width  (FulCallTreeColumns *self,
                                                      int                 width);
void                ful_call_tree_columns_show_when  (FulCallTreeColumns *self,
                                                      gboolean            show);

G_END_DECLS
