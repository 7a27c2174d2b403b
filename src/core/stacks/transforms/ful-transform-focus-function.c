/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Focus on a function: samples that contain it, with its outermost occurrence
 * as the root. */

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
  g_auto(FulStackFilter) kept = { NULL };

  ful_stack_filter_init (&kept, before);
  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex caller = ful_stack_filter_get (&kept, before->stacks->prefix[i]);

      if (caller != FUL_NONE || ful_filtered_stacks_get_func (before, i) == self->func)
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
  gint at = ful_path_find (path, self->func);

  g_array_remove_range (path, 0, at >= 0 ? (guint) at : path->len);
}

const FulTransformKind ful_transform_focus_function = {
  .name = "focus-function",
  .url_key = "ff",
  .accelerator = 'f',
  .parameters = FUL_TRANSFORM_FUNC,
  .action = N_("Focus on Function"),
  .crumb = N_("Focus: %s"),
  .done = N_("Focused on “%s”"),
  .undo = N_("Undo Focus"),
  .nothing = N_("Nothing to remove: “%s” is the root of all rows"),
  .apply = apply,
  .map_path = map_path,
};
