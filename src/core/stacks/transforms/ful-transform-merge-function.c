/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Merge a function: it is removed everywhere, its time is added to its callers. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "base/ful-buffer.h"
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
  g_autoptr(FulBuffer) callers = ful_buffer_new (FUL_TYPE_I32, n);
  FulStackIndex *caller = callers->data;

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];

      caller[i] = prefix == FUL_NONE ? FUL_NONE : step[prefix];
      step[i] = ful_filtered_stacks_get_func (before, i) == self->func ? caller[i] : i;
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
  ful_path_remove (path, self->func);
}

const FulTransformKind ful_transform_merge_function = {
  .name = "merge-function",
  .url_key = "mf",
  .accelerator = 'm',
  .parameters = FUL_TRANSFORM_FUNC,
  .action = N_("Merge Function"),
  .crumb = N_("Merge: %s"),
  .done = N_("Merged “%s”"),
  .undo = N_("Undo Merge"),
  .nothing = N_("Nothing to merge: no row is of “%s”"),
  .apply = apply,
  .map_path = map_path,
};
