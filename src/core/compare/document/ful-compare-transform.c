/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transforms of what a comparison shows, for the view of all its runs: nodes of an answer have the numbers of its items, a
 * view those of all functions that any answer had. */

#include "config.h"

#include "ful-compare-transform.h"

#include "tree/ful-node-transform.h"

/* Returns: the library with that name in @names, or FUL_NONE */
static FulResourceIndex
find_resource (const FulProfile *names,
               const char       *name)
{
  for (guint i = 0; i < names->resources->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_string ((FulProfile *) names, names->resources->name[i]), name))
      return (FulResourceIndex) i;

  return FUL_NONE;
}

/**
 * ful_compare_transform_new:
 * @kind: what to do
 * @tree: a tree of @answer
 * @node: a node of it
 * @implementation: which frames are shown
 *
 * O(depth of the node + libraries); of the recursions O(nodes).
 *
 * Returns: (transfer full) (nullable): the transform, of the functions of the answer's names; %NULL if it does not apply
 */
FulTransform *
ful_compare_transform_new (const FulCompareAnswer *answer,
                           const FulTransformKind *kind,
                           FulCallTree            *tree,
                           FulCallNodeIndex        node,
                           FulImplementation       implementation)
{
  g_autoptr(FulTransform) of_items = NULL;
  g_autoptr(FulTransform) mapped = NULL;
  FulTransform values;

  /* Comparisons do not know categories. */
  if (kind->parameters & FUL_TRANSFORM_CATEGORY)
    return NULL;
  of_items = ful_node_transform_new (kind, tree, node, implementation);
  mapped = of_items ? ful_transform_with_mapped_funcs (of_items, answer->row_of_item, tree->profile->funcs->table.n_rows) : NULL;
  if (mapped == NULL || !(kind->parameters & FUL_TRANSFORM_RESOURCE))
    return g_steal_pointer (&mapped);

  values = *mapped;
  values.resource = find_resource (answer->names, ful_profile_get_string (tree->profile, tree->profile->resources->name[of_items->resource]));

  return ful_transform_new (&values);
}
