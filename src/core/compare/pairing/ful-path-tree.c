/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A tree that grows by paths, whose siblings with the same key are one node: the call nodes of one run, or of all runs
 * of a comparison. One thread. */

#include "config.h"

#include "ful-path-tree.h"

#include "base/ful-types.h"

static gint32
append (FulPathTree *self,
        gint32       prefix,
        gint32       key,
        gint32       item,
        gint32       depth)
{
  g_array_append_val (self->prefix, prefix);
  g_array_append_val (self->key, key);
  g_array_append_val (self->item, item);
  g_array_append_val (self->depth, depth);

  return (gint32) self->prefix->len - 1;
}

FulPathTree *
ful_path_tree_new (void)
{
  FulPathTree *self = g_new (FulPathTree, 1);

  self->prefix = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->key = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->item = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->depth = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->interner = ful_interner_new (2);
  append (self, FUL_NONE, FUL_NONE, FUL_PATH_ROOT, 0);

  return self;
}

void
ful_path_tree_free (FulPathTree *self)
{
  g_array_unref (self->prefix);
  g_array_unref (self->key);
  g_array_unref (self->item);
  g_array_unref (self->depth);
  ful_interner_free (self->interner);
  g_free (self);
}

/**
 * ful_path_tree_add:
 * @prefix: a node
 * @key: a function, greater than 0
 *
 * O(depth) for a new node.
 *
 * Returns: the child of @prefix with that function
 */
gint32
ful_path_tree_add (FulPathTree *self,
                   gint32       prefix,
                   gint32       key)
{
  const gint32 pair[] = { prefix, key };
  guint node = ful_interner_intern (self->interner, pair) + 1;
  gint32 above = prefix;

  if (node < self->prefix->len)
    return (gint32) node;

  while (above != FUL_NONE && ful_path_tree_get_key (self, above) != key)
    above = ful_path_tree_get_prefix (self, above);

  return append (self, prefix, key, above == FUL_NONE ? key : FUL_NONE, g_array_index (self->depth, gint32, prefix) + 1);
}

/**
 * ful_path_tree_copy:
 *
 * Returns: (transfer full): the same nodes
 */
FulPathTree *
ful_path_tree_copy (const FulPathTree *self)
{
  FulPathTree *copy = ful_path_tree_new ();

  for (gint32 i = FUL_PATH_ROOT + 1; i < (gint32) self->prefix->len; i++)
    ful_path_tree_add (copy, ful_path_tree_get_prefix (self, i), ful_path_tree_get_key (self, i));

  return copy;
}
