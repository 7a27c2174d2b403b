/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Maps the path of a call node when the view changes: a transform is pushed
 * (transforms.md 3.3), another implementation is chosen (4), or functions without
 * names are folded. */

#include "config.h"

#include "ful-path-map.h"

#include "stacks/ful-unnamed.h"
#include "stacks/transforms/ful-transform-paths.h"

static void
get_categories (const FulFuncIndex *path,
                guint               n_path,
                FulCategoryIndex   *categories,
                gpointer            data)
{
  FulCallTree *tree = data;
  FulCallNodeIndex node = ful_call_tree_find_path (tree, path, n_path);
  gint32 subcategory;

  for (guint i = n_path; i > 0; i--)
    {
      categories[i - 1] = FUL_NONE;
      if (node == FUL_NONE)
        continue;

      ful_call_tree_get_category (tree, node, &categories[i - 1], &subcategory);
      node = ful_call_tree_get_parent (tree, node);
    }
}

/**
 * ful_call_node_path_map_transform:
 * @path: (inout) (element-type FulFuncIndex): path of a node of @before; empty afterwards if the node does
 *   not exist any more
 * @transform: the transform that is pushed
 * @before: the tree before the transform
 */
void
ful_call_node_path_map_transform (GArray             *path,
                                  const FulTransform *transform,
                                  FulCallTree        *before)
{
  transform->kind->map_path (transform, path, before->profile, get_categories, before);
}

/* Whether @after has the transforms of @before, and perhaps one more. */
static gboolean
is_push (FulViewOptions *before,
         FulViewOptions *after)
{
  if (after->n_transforms != before->n_transforms && after->n_transforms != before->n_transforms + 1)
    return FALSE;

  for (guint i = 0; i < before->n_transforms; i++)
    if (before->transforms[i] != after->transforms[i] &&
        !ful_transform_equal (before->transforms[i], after->transforms[i]))
      return FALSE;

  return TRUE;
}

/**
 * ful_call_node_path_can_map:
 *
 * Returns: whether paths of @before have a meaning in @after: the same threads, and no transform fewer
 */
gboolean
ful_call_node_path_can_map (FulDerivedThread *before,
                            FulDerivedThread *after)
{
  g_autoptr(FulViewOptions) mapped = ful_view_options_with_symbols (before->options, after->profile);

  return ful_thread_set_has_threads_of (before->threads, after->threads) && is_push (mapped, after->options);
}

static void
keep_shown (GArray            *path,
            FulProfile        *profile,
            gboolean           from_root,
            FulImplementation  implementation)
{
  guint n = 0;

  for (guint i = 0; i < path->len; i++)
    {
      FulFuncIndex func = g_array_index (path, FulFuncIndex, i);

      if (ful_func_matches_implementation (profile, func, from_root && i == 0 ? FUL_NONE : 0, implementation))
        g_array_index (path, FulFuncIndex, n++) = func;
    }
  g_array_set_size (path, n);
}

/* Adds the functions that @implementation hid: those of the first stack with that path. */
static void
restore_hidden (GArray            *path,
                FulFilteredStacks *stacks,
                FulImplementation  implementation)
{
  FulTransform values = { .implementation = implementation, .n_path = path->len,
                          .path = (FulFuncIndex *) (gpointer) path->data };
  g_autofree gint32 *matched = path->len > 0 ? ful_transform_match_path (&values, stacks, NULL, NULL) : NULL;
  g_autoptr(GArray) leaf_first = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  FulStackIndex stack = 0;

  while (matched && stack < (gint32) stacks->stacks->table.n_rows && matched[stack] != (gint32) path->len)
    stack++;
  if (matched && stack < (gint32) stacks->stacks->table.n_rows)
    for (; stack != FUL_NONE; stack = stacks->stacks->prefix[stack])
      {
        FulFuncIndex func = ful_filtered_stacks_get_func (stacks, stack);

        g_array_append_val (leaf_first, func);
      }

  g_array_set_size (path, 0);
  for (guint i = leaf_first->len; i > 0; i--)
    g_array_append_val (path, g_array_index (leaf_first, FulFuncIndex, i - 1));
}

/**
 * ful_call_node_path_map:
 * @path: (inout) (element-type FulFuncIndex): path of a node of @tree_before
 * @before: the derived thread of the old tree
 * @tree_before: the tree
 * @after: the derived thread of the new tree; see ful_call_node_path_can_map()
 *
 * Changes the path to that of the same node in the tree of @after, in the same
 * direction, with the symbols of @after; it is empty if the node does not exist any
 * more. O(stacks) when a narrower implementation is left, else O(path).
 */
void
ful_call_node_path_map (GArray           *path,
                        FulDerivedThread *before,
                        FulCallTree      *tree_before,
                        FulDerivedThread *after)
{
  FulImplementation from = before->options->implementation;
  FulImplementation to = after->options->implementation;

  ful_profile_map_path (after->profile, path, tree_before->inverted != NULL);
  if (after->options->fold_unnamed && !before->options->fold_unnamed)
    ful_unnamed_fold_path (after->profile, path);
  if (after->options->n_transforms > before->options->n_transforms)
    ful_call_node_path_map_transform (path, after->options->transforms[before->options->n_transforms], tree_before);
  if (from == to)
    return;

  /* A path from a leaf may have lost its leaf, so it cannot be restored. */
  if (from != FUL_IMPLEMENTATION_COMBINED && !tree_before->inverted)
    restore_hidden (path, after->transformed, from);
  keep_shown (path, after->profile, tree_before->inverted == NULL, to);
}
