/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Merge one node: its callees move to its caller, and so does its own time. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "base/ful-buffer.h"
#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"

#include <glib/gi18n-lib.h>

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  guint n = before->stacks->table.n_rows;
  g_autofree guint8 *shown = ful_list_implementation_funcs (before->profile, self->implementation);
  g_autofree gint32 *matched = g_new (gint32, MAX (n, 1));
  g_autofree FulStackIndex *step = g_new (FulStackIndex, MAX (n, 1));
  g_autoptr(FulBuffer) callers = ful_buffer_new (FUL_TYPE_I32, n);
  FulStackIndex *caller = callers->data;

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];
      FulFuncIndex func = ful_filtered_stacks_get_func (before, i);
      gint32 so_far = prefix == FUL_NONE ? 0 : matched[prefix];

      caller[i] = prefix == FUL_NONE ? FUL_NONE : step[prefix];
      step[i] = i;
      matched[i] = FUL_NO_MATCH;
      if (so_far == FUL_NO_MATCH)
        continue;

      if (func != self->path[so_far])
        matched[i] = ful_is_shown (shown, func, prefix) ? FUL_NO_MATCH : so_far;
      else if (so_far + 1 < (gint32) self->n_path)
        matched[i] = so_far + 1;
      else
        step[i] = caller[i];
    }

  return ful_filtered_stacks_with_prefix (before, g_steal_pointer (&callers), g_steal_pointer (&step));
}

static void
map_path (const FulTransform  *self,
          GArray              *path,
          FulProfile          *profile,
          FulPathCategoryFunc  get_categories,
          gpointer             data)
{
  if (ful_path_starts_with (path, self))
    g_array_remove_index (path, self->n_path - 1);
}

const FulTransformKind ful_transform_merge_call_node = {
  .name = "merge-call-node",
  .url_key = "mcn",
  .accelerator = 'M',
  .parameters = FUL_TRANSFORM_PATH | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Merge Node Only"),
  .crumb = N_("Merge Node: %s"),
  .done = N_("Merged “%s”"),
  .undo = N_("Undo Merge"),
  .nothing = N_("Nothing to merge: no row is of “%s”"),
  .apply = apply,
  .map_path = map_path,
};
