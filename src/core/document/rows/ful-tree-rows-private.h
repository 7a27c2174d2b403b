/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-tree-order.h"
#include "ful-tree-rows.h"

G_BEGIN_DECLS

FulTreeRows     *ful_tree_rows_create         (FulCallTree       *tree,
                                               FulDerivedThread  *thread);
void             ful_tree_rows_set_expanded   (FulTreeRows       *self,
                                               FulCallNodeIndex   node,
                                               gboolean           expanded);
void             ful_tree_rows_expand_above   (FulTreeRows       *self,
                                               FulCallNodeIndex   node);
gboolean         ful_tree_rows_expand_hottest (FulTreeRows       *self,
                                               GCancellable      *cancellable,
                                               GError           **error);
gboolean         ful_tree_rows_append_below   (FulTreeRows       *out,
                                               FulCallNodeIndex   node,
                                               gint32             depth,
                                               FulTreeOrder      *order,
                                               GCancellable      *cancellable,
                                               GError           **error);
FulCallNodeIndex ful_tree_rows_find_shown     (FulCallTree       *tree,
                                               FulCallNodeIndex   node);

G_END_DECLS
