/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An item stands for a place in the list, not for a call node: when numbers
 * change their order, nothing moves, the places just show something else. */

#include "config.h"

#include "ful-call-tree-item.h"

struct _FulCallTreeItem
{
  GObject parent_instance;

  guint   position;
};

G_DEFINE_FINAL_TYPE (FulCallTreeItem, ful_call_tree_item, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
ful_call_tree_item_class_init (FulCallTreeItemClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_call_tree_item_init (FulCallTreeItem *self)
{
}

FulCallTreeItem *
ful_call_tree_item_new (guint position)
{
  FulCallTreeItem *self = g_object_new (FUL_TYPE_CALL_TREE_ITEM, NULL);

  self->position = position;

  return self;
}

guint
ful_call_tree_item_get_position (FulCallTreeItem *self)
{
  return self->position;
}

/**
 * ful_call_tree_item_move:
 *
 * Places above the item are gone.
 */
void
ful_call_tree_item_move (FulCallTreeItem *self,
                         guint            position)
{
  self->position = position;
}

void
ful_call_tree_item_emit_changed (FulCallTreeItem *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}
