/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stacks and call nodes: pairs of a node and a key, each once. A hash table of all of them
 * misses the caches of the processor with every look-up, while most nodes have few children
 * and are looked up soon after their parents: so the first children of a node are in a list,
 * and only more than that in a hash table. O(1) for each look-up. */

#include "config.h"

#include "ful-prefix-tree.h"

#include "ful-interner.h"

/* Children of a node that are in its list. */
#define LIST_LENGTH 8

struct _FulPrefixTree
{
  FulPrefixNode *nodes;
  guint          n;
  guint          capacity;
  gint32         first_root;
  FulInterner   *others;         /* parent, key: of children that are in no list */
  GArray        *other_nodes;    /* gint32: their nodes */
};

/**
 * ful_prefix_tree_new:
 *
 * Returns: (transfer full): a tree without nodes
 */
FulPrefixTree *
ful_prefix_tree_new (void)
{
  FulPrefixTree *self = g_new0 (FulPrefixTree, 1);

  self->first_root = FUL_NONE;
  self->others = ful_interner_new (2);
  self->other_nodes = g_array_new (FALSE, FALSE, sizeof (gint32));

  return self;
}

void
ful_prefix_tree_free (FulPrefixTree *self)
{
  g_free (ful_prefix_tree_free_to_nodes (self));
}

/**
 * ful_prefix_tree_free_to_nodes:
 * @self: (transfer full): a tree
 *
 * Returns: (transfer full) (nullable): its nodes
 */
FulPrefixNode *
ful_prefix_tree_free_to_nodes (FulPrefixTree *self)
{
  FulPrefixNode *nodes = self->nodes;

  ful_interner_free (self->others);
  g_array_unref (self->other_nodes);
  g_free (self);

  return nodes;
}

static gint32
add_node (FulPrefixTree *self,
          gint32         parent,
          gint32         key)
{
  if (self->n == self->capacity)
    {
      self->capacity = MAX (64, self->capacity * 2);
      self->nodes = g_renew (FulPrefixNode, self->nodes, self->capacity);
    }
  self->nodes[self->n] = (FulPrefixNode) { parent, key, FUL_NONE, FUL_NONE };

  return (gint32) self->n++;
}

static gint32
get_other_child (FulPrefixTree *self,
                 gint32         parent,
                 gint32         key)
{
  guint other = ful_interner_intern (self->others, (gint32[]) { parent, key });
  gint32 node;

  if (other < self->other_nodes->len)
    return g_array_index (self->other_nodes, gint32, other);

  node = add_node (self, parent, key);
  g_array_append_val (self->other_nodes, node);

  return node;
}

/**
 * ful_prefix_tree_get_child:
 * @self: a tree
 * @parent: a node, or %FUL_NONE
 * @key: any number
 *
 * Returns: the child of that key; its number is equal to the count before the call if it is new
 */
gint32
ful_prefix_tree_get_child (FulPrefixTree *self,
                           gint32         parent,
                           gint32         key)
{
  gint32 *first = parent == FUL_NONE ? &self->first_root : &self->nodes[parent].first_child;
  gint32 node = *first, last = FUL_NONE;

  for (guint i = 0; node != FUL_NONE; i++)
    {
      FulPrefixNode *at = &self->nodes[node];

      if (at->key == key)
        {
          /* The next one looked up is most often the same. */
          if (last != FUL_NONE)
            {
              self->nodes[last].next_sibling = at->next_sibling;
              at->next_sibling = *first;
              *first = node;
            }
          return node;
        }
      if (i == LIST_LENGTH - 1)
        return get_other_child (self, parent, key);
      last = node;
      node = at->next_sibling;
    }

  node = add_node (self, parent, key);
  first = parent == FUL_NONE ? &self->first_root : &self->nodes[parent].first_child;
  self->nodes[node].next_sibling = *first;
  *first = node;

  return node;
}

guint
ful_prefix_tree_get_n (FulPrefixTree *self)
{
  return self->n;
}
