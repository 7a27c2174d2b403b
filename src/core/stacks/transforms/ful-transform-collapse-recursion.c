/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collapse recursion: everything from the outermost call of a function to the
 * innermost one is replaced with the innermost. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "base/ful-buffer.h"
#include "model/ful-profile.h"

#include <glib/gi18n-lib.h>

/* Outside of the function. */
#define OUTSIDE (-2)

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  guint n = before->stacks->table.n_rows;
  g_autofree FulStackIndex *outermost = g_new (FulStackIndex, MAX (n, 1));
  g_autoptr(FulBuffer) callers = ful_buffer_new (FUL_TYPE_I32, n);
  FulStackIndex *caller = callers->data;

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];
      gboolean is_func = ful_filtered_stacks_get_func (before, i) == self->func;

      caller[i] = prefix;
      if (prefix == FUL_NONE || outermost[prefix] == OUTSIDE)
        {
          outermost[i] = is_func ? prefix : OUTSIDE;
          continue;
        }

      outermost[i] = outermost[prefix];
      if (is_func)
        caller[i] = outermost[prefix];
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
  gint first = ful_path_find (path, self->func);
  guint last = path->len;

  if (first < 0)
    return;

  while (g_array_index (path, FulFuncIndex, last - 1) != self->func)
    last--;
  g_array_remove_range (path, (guint) first, last - 1 - (guint) first);
}

const FulTransformKind ful_transform_collapse_recursion = {
  .name = "collapse-recursion",
  .url_key = "rec",
  .accelerator = 'r',
  .parameters = FUL_TRANSFORM_FUNC,
  .action = N_("Collapse Recursion"),
  .crumb = N_("Collapse recursion: %s"),
  .done = N_("Collapsed recursion of “%s”"),
  .undo = N_("Undo Collapse"),
  .nothing = N_("Nothing to collapse: “%s” does not call itself here"),
  .apply = apply,
  .map_path = map_path,
};
