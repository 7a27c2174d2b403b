/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * FulCallTreeItem:
 *
 * A position of a #FulCallTreeModel, made only for rows on screen. Emits
 * "changed" when what stands at the position did.
 */
#define FUL_TYPE_CALL_TREE_ITEM (ful_call_tree_item_get_type ())
G_DECLARE_FINAL_TYPE (FulCallTreeItem, ful_call_tree_item, FUL, CALL_TREE_ITEM, GObject)

FulCallTreeItem *ful_call_tree_item_new          (guint            position);
guint            ful_call_tree_item_get_position (FulCallTreeItem *self);
void             ful_call_tree_item_move         (FulCallTreeItem *self,
                                                  guint            position);
void             ful_call_tree_item_emit_changed (FulCallTreeItem *self);

G_END_DECLS
