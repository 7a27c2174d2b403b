/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Focus on a category: only its nodes are kept, the others are merged into their
 * callers. */

#include "config.h"

#include "ful-transforms.h"

#include "model/ful-profile.h"
#include "stacks/ful-filtered-stacks.h"

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

      if (ful_stack_table_get_category (before->stacks, i) == self->category)
        ful_stack_filter_keep (&kept, i, caller);
      else
        ful_stack_filter_drop (&kept, i, caller);
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
  g_autofree FulCategoryIndex *categories = g_new (FulCategoryIndex, MAX (path->len, 1));
  guint n_kept = 0;

  get_categories ((FulFuncIndex *) (gpointer) path->data, path->len, categories, data);
  for (guint i = 0; i < path->len; i++)
    if (categories[i] == self->category)
      g_array_index (path, FulFuncIndex, n_kept++) = g_array_index (path, FulFuncIndex, i);
  g_array_set_size (path, n_kept);
}

const FulTransformKind ful_transform_focus_category = {
  .name = "focus-category",
  .url_key = "fg",
  .accelerator = 'g',
  .parameters = FUL_TRANSFORM_CATEGORY,
  .action = N_("Focus on Category"),
  .crumb = N_("Focus category: %s"),
  .done = N_("Focused on “%s”"),
  .undo = N_("Undo Focus"),
  .nothing = N_("Nothing to remove: all samples are of “%s”"),
  .apply = apply,
  .map_path = map_path,
};
