/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of transforms, in the order of menus. */

#include "config.h"

#include "ful-transforms.h"

static const FulTransformKind * const kinds[] = {
  &ful_transform_merge_function,
  &ful_transform_merge_call_node,
  &ful_transform_merge_subtree,
  &ful_transform_focus_function,
  &ful_transform_focus_self,
  &ful_transform_focus_subtree,
  &ful_transform_focus_category,
  &ful_transform_collapse_function_subtree,
  &ful_transform_collapse_resource,
  &ful_transform_collapse_recursion,
  &ful_transform_collapse_direct_recursion,
  &ful_transform_drop_function,
  &ful_transform_drop_call_node,
  &ful_transform_filter_samples,
};

/**
 * ful_transform_kinds_list:
 *
 * Returns: (transfer none) (array length=out_n_kinds): all kinds of transforms
 */
const FulTransformKind * const *
ful_transform_kinds_list (guint *out_n_kinds)
{
  *out_n_kinds = G_N_ELEMENTS (kinds);

  return kinds;
}

/**
 * ful_transform_kind_find:
 * @name: its word in views, or its key in links
 *
 * Returns: (nullable): the kind
 */
const FulTransformKind *
ful_transform_kind_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i]->name, name) || g_strcmp0 (kinds[i]->url_key, name) == 0)
      return kinds[i];

  return NULL;
}
