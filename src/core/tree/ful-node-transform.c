/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transforms of a call node. */

#include "config.h"

#include "ful-node-transform.h"

#include "stacks/transforms/ful-transforms.h"

#include <glib/gi18n-lib.h>

/* Whether the function calls itself: right away if @direct, else by way of others too. */
static gboolean
is_recursive (const FulCallNodeTable *nodes,
              FulFuncIndex            func,
              gboolean                direct)
{
  FulCallNodeIndex covered_until = 0;

  g_assert ((guint) func < nodes->n_funcs);

  for (FulCallNodeIndex i = 0; i < (gint32) nodes->n_nodes; i++)
    {
      if (nodes->func[i] != func)
        continue;

      if (direct ? nodes->prefix[i] != FUL_NONE && nodes->func[nodes->prefix[i]] == func : i < covered_until)
        return TRUE;
      covered_until = MAX (covered_until, nodes->subtree_end[i]);
    }

  return FALSE;
}

/**
 * ful_node_transform_new:
 * @kind: the kind of transform
 * @tree: a call tree
 * @node: a node of it
 * @implementation: which functions the tree shows
 *
 * O(depth of the node); of the recursions O(call nodes).
 *
 * Returns: (transfer full) (nullable): the transform; %NULL if it does not apply to @node
 */
FulTransform *
ful_node_transform_new (const FulTransformKind *kind,
                        FulCallTree            *tree,
                        FulCallNodeIndex        node,
                        FulImplementation       implementation)
{
  g_autoptr(GArray) path = ful_call_tree_get_path (tree, node);
  FulTransform values = { .kind = kind, .enabled = TRUE, .implementation = implementation };
  gint32 subcategory;

  values.inverted = tree->inverted != NULL;
  values.func = ful_call_tree_get_func (tree, node);
  values.resource = tree->profile->funcs->resource[values.func];
  ful_call_tree_get_category (tree, node, &values.category, &subcategory);
  values.path = (FulFuncIndex *) (gpointer) path->data;
  values.n_path = path->len;

  if (kind->parameters & FUL_TRANSFORM_FILTER)
    return NULL;
  if ((kind->parameters & FUL_TRANSFORM_PATH) && values.inverted && !(kind->parameters & FUL_TRANSFORM_INVERTED))
    return NULL;
  if ((kind->parameters & FUL_TRANSFORM_RESOURCE) && values.resource == FUL_NONE)
    return NULL;
  if (kind == &ful_transform_collapse_recursion && !is_recursive (tree->nodes, values.func, FALSE))
    return NULL;
  if (kind == &ful_transform_collapse_direct_recursion && !is_recursive (tree->nodes, values.func, TRUE))
    return NULL;

  return ful_transform_new (&values);
}

/**
 * ful_node_transform_label:
 * @transform: of ful_node_transform_new()
 *
 * Returns: (transfer full): its label in a menu
 */
char *
ful_node_transform_label (const FulTransform *transform,
                          FulCallTree        *tree)
{
  FulProfile *profile = tree->profile;
  const char *action = _(transform->kind->action);

  /* Translators: an action, and what it acts on: “Collapse Library “libc.so”” */
  if (transform->kind->parameters & FUL_TRANSFORM_RESOURCE)
    return g_strdup_printf (_("%s “%s”"), action,
                            ful_profile_get_string (profile, profile->resources->name[transform->resource]));
  if (transform->kind->parameters & FUL_TRANSFORM_CATEGORY)
    return g_strdup_printf (_("%s “%s”"), action, ful_profile_get_category (profile, transform->category)->name);
  /* Translators: an action in the inverted tree, where it keeps the callees */
  if (transform->kind == &ful_transform_focus_function && tree->inverted)
    return g_strdup_printf (_("%s (Inverted)"), action);

  return g_strdup (action);
}
