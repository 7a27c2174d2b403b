/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Focus on the self samples of a function: those where nothing but functions
 * that the implementation filter hides runs below it. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"

#include <glib/gi18n-lib.h>

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  g_autofree guint8 *shown = ful_list_implementation_funcs (before->profile, self->implementation);
  g_auto(FulStackFilter) kept = { NULL };

  ful_stack_filter_init (&kept, before);
  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex caller = ful_stack_filter_get (&kept, before->stacks->prefix[i]);
      FulFuncIndex func = ful_filtered_stacks_get_func (before, i);

      if (func == self->func)
        ful_stack_filter_keep (&kept, i, FUL_NONE);
      else if (caller != FUL_NONE && !ful_is_shown (shown, func, before->stacks->prefix[i]))
        ful_stack_filter_keep (&kept, i, caller);
      else
        ful_stack_filter_drop (&kept, i, FUL_NONE);
    }

  return ful_stack_filter_finish (&kept);
}

static void
map_path (const FulTransform  *self,
          GArray              *path,
          FulProfile          *profile,
          FulPathCategoryFunc  get_categories,
          gpointer             data)
{
  gboolean found = ful_path_find (path, self->func) >= 0;

  g_array_set_size (path, 0);
  if (found)
    g_array_append_val (path, self->func);
}

const FulTransformKind ful_transform_focus_self = {
  .name = "focus-self",
  .url_key = "ffs",
  .accelerator = 'S',
  .parameters = FUL_TRANSFORM_FUNC | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Focus on Self Only"),
  .crumb = N_("Focus Self: %s"),
  .done = N_("Focused on “%s” itself"),
  .undo = N_("Undo Focus"),
  .nothing = N_("Nothing to remove: all samples are in “%s” itself"),
  .apply = apply,
  .map_path = map_path,
};
