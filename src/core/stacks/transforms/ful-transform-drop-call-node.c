/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drop the samples that pass through a node. */

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
  g_autofree gint32 *matched = ful_transform_match_path (self, before, cancellable, error);
  g_autofree FulStackIndex *step = NULL;

  if (matched == NULL)
    return NULL;

  step = g_new (FulStackIndex, MAX (n, 1));
  for (FulStackIndex i = 0; i < (gint32) n; i++)
    step[i] = matched[i] == (gint32) self->n_path ? FUL_NONE : i;

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
    g_array_set_size (path, 0);
}

const FulTransformKind ful_transform_drop_call_node = {
  .name = "drop-call-node",
  .url_key = NULL,
  .accelerator = 'D',
  .parameters = FUL_TRANSFORM_PATH | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Drop Samples Through This Node"),
  .crumb = N_("Drop Node: %s"),
  .done = N_("Dropped samples through “%s”"),
  .undo = N_("Undo Drop"),
  .nothing = N_("Nothing to drop: no sample has “%s”"),
  .apply = apply,
  .map_path = map_path,
};
