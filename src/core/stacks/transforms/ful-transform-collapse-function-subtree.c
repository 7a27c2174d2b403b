/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collapse a function: all below it becomes its self time. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "model/ful-profile.h"

#include <glib/gi18n-lib.h>

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  guint n = before->stacks->table.n_rows;
  g_autofree FulStackIndex *step = g_new (FulStackIndex, MAX (n, 1));

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];

      /* Whoever is called by it, or by one that collapsed into it, collapses into the same. */
      step[i] = i;
      if (prefix != FUL_NONE && ful_filtered_stacks_get_func (before, step[prefix]) == self->func)
        step[i] = step[prefix];
    }

  return ful_filtered_stacks_with_map (before, g_steal_pointer (&step));
}

static void
map_path (const FulTransform  *self,
          GArray              *path,
          FulProfile          *profile,
          FulPathCategoryFunc  get_categories,
          gpointer             data)
{
  gint at = ful_path_find (path, self->func);

  if (at >= 0)
    g_array_set_size (path, (guint) at + 1);
}

const FulTransformKind ful_transform_collapse_function_subtree = {
  .name = "collapse-function-subtree",
  .url_key = "cfs",
  .accelerator = 'c',
  .parameters = FUL_TRANSFORM_FUNC,
  .action = N_("Collapse Function"),
  .crumb = N_("Collapse subtree: %s"),
  .done = N_("Collapsed “%s”"),
  .undo = N_("Undo Collapse"),
  .nothing = N_("Nothing to collapse: “%s” has no calls below"),
  .apply = apply,
  .map_path = map_path,
};
