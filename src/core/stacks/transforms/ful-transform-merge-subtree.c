/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Merge a node and all below it: their time becomes the self time of the caller. */

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
  gint32 whole = (gint32) self->n_path;
  g_autofree gint32 *matched = ful_transform_match_path (self, before, cancellable, error);
  g_autofree FulStackIndex *step = NULL;

  if (matched == NULL)
    return NULL;

  step = g_new (FulStackIndex, MAX (n, 1));
  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];

      if (matched[i] != whole)
        step[i] = i;
      else
        step[i] = prefix == FUL_NONE ? FUL_NONE : step[prefix];
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
  if (ful_path_starts_with (path, self))
    g_array_set_size (path, self->n_path - 1);
}

const FulTransformKind ful_transform_merge_subtree = {
  .name = "merge-subtree",
  .url_key = NULL,
  .accelerator = 'b',
  .parameters = FUL_TRANSFORM_PATH | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Merge Node and All Below"),
  .crumb = N_("Merge Node and All Below: %s"),
  .done = N_("Merged “%s” and all below"),
  .undo = N_("Undo Merge"),
  .nothing = N_("Nothing to merge: no row is of “%s”"),
  .apply = apply,
  .map_path = map_path,
};
