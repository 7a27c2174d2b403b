/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-types.h"

G_BEGIN_DECLS

/**
 * FulPrefixNode:
 * @parent: its number, or %FUL_NONE
 * @key: any number
 * @first_child: the head of the list of children, or %FUL_NONE; @next_sibling likewise. Not all of many are in it.
 */
typedef struct
{
  gint32 parent;
  gint32 key;
  gint32 first_child;
  gint32 next_sibling;
} FulPrefixNode;

/**
 * FulPrefixTree:
 *
 * Numbers distinct pairs of a node and a key, which are its children: equal pairs get the same number,
 * new ones the next. Parents have lower numbers. One thread.
 */
typedef struct _FulPrefixTree FulPrefixTree;

FulPrefixTree *ful_prefix_tree_new           (void);
void           ful_prefix_tree_free          (FulPrefixTree *self);
FulPrefixNode *ful_prefix_tree_free_to_nodes (FulPrefixTree *self);
gint32         ful_prefix_tree_get_child     (FulPrefixTree *self,
                                              gint32         parent,
                                              gint32         key);
guint          ful_prefix_tree_get_n         (FulPrefixTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPrefixTree, ful_prefix_tree_free)

G_END_DECLS
