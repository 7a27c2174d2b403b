/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Categories of functions, for lists of them. They are those of the table, whatever the range: found once, when they are asked
 * for. */

#include "config.h"

#include "ful-func-categories.h"

#include <string.h>

static FulCategoryIndex *
make (const FulCallNodeTable *nodes)
{
  FulCategoryIndex *categories = g_new (FulCategoryIndex, MAX (nodes->n_funcs, 1));

  memset (categories, 0xff, nodes->n_funcs * sizeof *categories);
  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulCategoryIndex *known = &categories[nodes->func[i]];
      FulCategoryIndex own = ful_call_node_table_get_category (nodes, (FulCallNodeIndex) i);

      if (*known == FUL_NONE)
        *known = own;
      else if (*known != own)
        *known = nodes->profile->default_category;
    }

  return categories;
}

/**
 * ful_call_node_table_get_func_categories:
 *
 * O(call nodes) the first time. Any thread may ask.
 *
 * Returns: (transfer none) (array): for each function the category of its nodes, or the default one if they differ; %FUL_NONE
 *   without a node; lives as long as @self
 */
const FulCategoryIndex *
ful_call_node_table_get_func_categories (FulCallNodeTable *self)
{
  FulCategoryIndex *categories = g_atomic_pointer_get (&self->func_categories);

  if (categories)
    return categories;

  categories = make (self);
  if (g_atomic_pointer_compare_and_exchange (&self->func_categories, NULL, categories))
    return categories;

  g_free (categories);

  return g_atomic_pointer_get (&self->func_categories);
}
