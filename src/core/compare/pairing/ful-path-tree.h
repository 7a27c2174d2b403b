/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-interner.h"

G_BEGIN_DECLS

#define FUL_PATH_ROOT 0

/**
 * FulPathTree:
 * @prefix: (element-type gint32): node of the caller; %FUL_NONE for the root
 * @key: (element-type gint32): function of the node
 * @item: (element-type gint32): likewise, but %FUL_NONE if a node above has the same function
 * @depth: (element-type gint32): 0 for the root
 *
 * Paths of functions. Node 0 is the root, which has no function and item 0; others come after their prefix.
 */
typedef struct
{
  GArray      *prefix;
  GArray      *key;
  GArray      *item;
  GArray      *depth;

  /*< private >*/
  FulInterner *interner;
} FulPathTree;

FulPathTree *ful_path_tree_new     (void);
FulPathTree *ful_path_tree_copy    (const FulPathTree *self);
void         ful_path_tree_free    (FulPathTree *self);
gint32       ful_path_tree_add     (FulPathTree *self,
                                    gint32       prefix,
                                    gint32       key);

static inline gint32
ful_path_tree_get_prefix (const FulPathTree *self,
                          gint32             node)
{
  return g_array_index (self->prefix, gint32, node);
}

static inline gint32
ful_path_tree_get_key (const FulPathTree *self,
                       gint32             node)
{
  return g_array_index (self->key, gint32, node);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPathTree, ful_path_tree_free)

G_END_DECLS
