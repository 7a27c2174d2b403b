/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collapse direct recursion: where a function calls itself, with only functions in
 * between that the implementation filter hides, the innermost call replaces all. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "base/ful-buffer.h"
#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"

#include <glib/gi18n-lib.h>

/* Not in a chain of calls. A caller, or %FUL_NONE: the caller of the chain. */
#define NO_CHAIN (-2)

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  guint n = before->stacks->table.n_rows;
  g_autofree guint8 *shown = ful_list_implementation_funcs (before->profile, self->implementation);
  g_autofree FulStackIndex *chain = g_new (FulStackIndex, MAX (n, 1));
  g_autoptr(FulBuffer) callers = ful_buffer_new (FUL_TYPE_I32, n);
  FulStackIndex *caller = callers->data;

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];
      FulFuncIndex func = ful_filtered_stacks_get_func (before, i);

      caller[i] = prefix;
      if (prefix == FUL_NONE || chain[prefix] == NO_CHAIN)
        {
          chain[i] = func == self->func ? prefix : NO_CHAIN;
        }
      else if (!ful_is_shown (shown, func, prefix))
        {
          chain[i] = chain[prefix];
        }
      else if (func == self->func)
        {
          chain[i] = chain[prefix];
          caller[i] = chain[prefix];
        }
      else
        {
          chain[i] = NO_CHAIN;
        }
    }

  return ful_filtered_stacks_with_prefix (before, g_steal_pointer (&callers), NULL);
}

static void
map_path (const FulTransform  *self,
          GArray              *path,
          FulProfile          *profile,
          FulPathCategoryFunc  get_categories,
          gpointer             data)
{
  ful_path_remove_repeats (path, self->func);
}

const FulTransformKind ful_transform_collapse_direct_recursion = {
  .name = "collapse-direct-recursion",
  .url_key = "drec",
  .accelerator = 'R',
  .parameters = FUL_TRANSFORM_FUNC | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Collapse Direct Recursion Only"),
  .crumb = N_("Collapse direct recursion only: %s"),
  .done = N_("Collapsed direct recursion of “%s”"),
  .undo = N_("Undo Collapse"),
  .nothing = N_("Nothing to collapse: “%s” does not call itself directly here"),
  .apply = apply,
  .map_path = map_path,
};
