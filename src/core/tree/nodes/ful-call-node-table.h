/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-filtered-stacks.h"

G_BEGIN_DECLS

enum
{
  FUL_INLINED_DIVERGENT = -1,   /* some of the node's frames were inlined, or into different symbols */
  FUL_INLINED_NEVER     = -2,
};

enum
{
  FUL_DIFFERS_CATEGORY    = 1 << 0,
  FUL_DIFFERS_SUBCATEGORY = 1 << 1,
};

/**
 * FulCallNodeTable:
 * @n_nodes: number of call nodes, and the length of the columns
 * @prefix: calling node, or %FUL_NONE for a root
 * @func: function of the node
 * @subtree_end: the nodes below a node are those from the next row to before this one
 * @depth: 0 for a root
 * @first_stack: the first stack of the node, whose category is the node's unless others differ
 * @differs: in what its other stacks differ from that: FUL_DIFFERS_…
 * @inlined_into: (nullable): the native symbol that all frames of the node are inlined into, or a FUL_INLINED_…;
 *   %NULL if no frame is inlined
 * @stack_to_node: for each row of the stack table its node
 * @n_stacks: length of @stack_to_node
 * @n_funcs: number of functions of the profile
 * @max_depth: greatest depth, or -1 without a node
 *
 * Stacks joined by function: a tree in depth-first order, siblings ascending by function. All
 * stacks have a node, whether a sample uses them or not, so the table depends on the filtered
 * stacks only and is kept when ranges change. Immutable, counted.
 */
typedef struct
{
  guint                    n_nodes;
  const FulCallNodeIndex  *prefix;
  const FulFuncIndex      *func;
  const FulCallNodeIndex  *subtree_end;
  const gint32            *depth;
  const FulStackIndex     *first_stack;
  const guint8            *differs;
  const gint32            *inlined_into;
  const FulCallNodeIndex  *stack_to_node;
  guint                    n_stacks;
  guint                    n_funcs;
  int                      max_depth;

  /*< private >*/
  FulProfile              *profile;
  FulStackTable           *stacks;
  FulFrameTable           *frames;
  gpointer                 columns;
  guint32                 *name_ranks;       /* (nullable): see ful_call_node_table_get_name_ranks() */
  FulCategoryIndex        *func_categories;  /* (nullable): see ful_call_node_table_get_func_categories() */
} FulCallNodeTable;

FulCallNodeTable *ful_call_node_table_new       (FulFilteredStacks      *stacks,
                                                 GCancellable           *cancellable,
                                                 GError                **error);
FulCallNodeTable *ful_call_node_table_new_roots (FulProfile             *profile,
                                                 const FulFuncIndex     *funcs,
                                                 const FulCategoryIndex *categories,
                                                 guint                   n_funcs);
FulCallNodeTable *ful_call_node_table_ref       (FulCallNodeTable       *self);
void              ful_call_node_table_unref     (FulCallNodeTable       *self);
gsize             ful_call_node_table_get_size  (const FulCallNodeTable *self);
FulCallNodeIndex  ful_call_node_table_find_path (const FulCallNodeTable *self,
                                                 const FulFuncIndex     *path,
                                                 guint                   n_funcs);

/* The category of the node's stacks, or the default category if they differ. */
static inline FulCategoryIndex
ful_call_node_table_get_category (const FulCallNodeTable *self,
                                  FulCallNodeIndex        node)
{
  if (self->differs[node] & FUL_DIFFERS_CATEGORY)
    return self->profile->default_category;

  return ful_stack_table_get_category (self->stacks, self->first_stack[node]);
}

/* Likewise; 0 if they differ. */
static inline gint32
ful_call_node_table_get_subcategory (const FulCallNodeTable *self,
                                     FulCallNodeIndex        node)
{
  if (self->differs[node] & (FUL_DIFFERS_CATEGORY | FUL_DIFFERS_SUBCATEGORY))
    return 0;

  return ful_stack_table_get_subcategory (self->stacks, self->first_stack[node]);
}

/* The native symbol that all frames of the node are inlined into, or a FUL_INLINED_… */
static inline gint32
ful_call_node_table_get_inlined_into (const FulCallNodeTable *self,
                                      FulCallNodeIndex        node)
{
  return self->inlined_into ? self->inlined_into[node] : FUL_INLINED_NEVER;
}

/* The first child of a node (FUL_NONE: the first root), or FUL_NONE. */
static inline FulCallNodeIndex
ful_call_node_table_first_child (const FulCallNodeTable *self,
                                 FulCallNodeIndex        node)
{
  if (node == FUL_NONE)
    return self->n_nodes > 0 ? 0 : FUL_NONE;

  return self->subtree_end[node] > node + 1 ? node + 1 : FUL_NONE;
}

/* The next sibling of a node, or FUL_NONE. */
static inline FulCallNodeIndex
ful_call_node_table_next_sibling (const FulCallNodeTable *self,
                                  FulCallNodeIndex        node)
{
  FulCallNodeIndex next = self->subtree_end[node];
  FulCallNodeIndex end = self->prefix[node] == FUL_NONE ? (FulCallNodeIndex) self->n_nodes
                                                        : self->subtree_end[self->prefix[node]];

  return next < end ? next : FUL_NONE;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulCallNodeTable, ful_call_node_table_unref)

G_END_DECLS
