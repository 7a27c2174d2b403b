/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drop the samples that contain a function. */

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
      gboolean dropped = prefix != FUL_NONE && step[prefix] == FUL_NONE;

      step[i] = dropped || ful_filtered_stacks_get_func (before, i) == self->func ? FUL_NONE : i;
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
  if (ful_path_find (path, self->func) >= 0)
    g_array_set_size (path, 0);
}

const FulTransformKind ful_transform_drop_function = {
  .name = "drop-function",
  .url_key = "df",
  .accelerator = 'd',
  .parameters = FUL_TRANSFORM_FUNC,
  .action = N_("Drop Samples with This Function"),
  .crumb = N_("Drop: %s"),
  .done = N_("Dropped samples with “%s”"),
  .undo = N_("Undo Drop"),
  .nothing = N_("Nothing to drop: no sample has “%s”"),
  .apply = apply,
  .map_path = map_path,
};
