/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What several transforms do with call node paths. */

#include "config.h"

#include "ful-transform-paths.h"

#include <string.h>

/**
 * ful_transform_match_path:
 * @self: a transform with a path from the root
 * @stacks: the stage before
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Follows the path in all stacks at once. Functions that the implementation filter of the transform hides
 * may be in between. O(stacks + functions).
 *
 * Returns: (transfer full) (array): for each stack the length of the path that matches: all of it in the
 *   node and below, %FUL_NO_MATCH elsewhere
 */
gint32 *
ful_transform_match_path (const FulTransform  *self,
                          FulFilteredStacks   *stacks,
                          GCancellable        *cancellable,
                          GError             **error)
{
  gint32 n = (gint32) self->n_path;
  const FulStackIndex *prefix = stacks->stacks->prefix;
  g_autofree guint8 *shown = ful_list_implementation_funcs (stacks->profile, self->implementation);
  g_autofree gint32 *matched = g_new (gint32, MAX (stacks->stacks->table.n_rows, 1));

  FUL_FOR_EACH_STACK (i, stacks, cancellable, error)
    {
      gint32 before = prefix[i] == FUL_NONE ? 0 : matched[prefix[i]];
      FulFuncIndex func = ful_filtered_stacks_get_func (stacks, i);

      if (before == n || before == FUL_NO_MATCH)
        matched[i] = before;
      else if (func == self->path[before])
        matched[i] = before + 1;
      else
        matched[i] = ful_is_shown (shown, func, prefix[i]) ? FUL_NO_MATCH : before;
    }

  return g_steal_pointer (&matched);
}

/**
 * ful_path_starts_with:
 *
 * Returns: whether the node of @path is that of the path of @transform or below it
 */
gboolean
ful_path_starts_with (const GArray       *path,
                      const FulTransform *transform)
{
  return path->len >= transform->n_path &&
         memcmp (path->data, transform->path, transform->n_path * sizeof *transform->path) == 0;
}

/**
 * ful_path_find:
 *
 * Returns: where @func is first, or -1
 */
gint
ful_path_find (const GArray *path,
               FulFuncIndex  func)
{
  for (guint i = 0; i < path->len; i++)
    if (g_array_index (path, FulFuncIndex, i) == func)
      return (gint) i;

  return -1;
}

/* Removes @func everywhere, or only after itself. */
static void
take_out (GArray       *path,
          FulFuncIndex  func,
          gboolean      only_repeats)
{
  guint n = 0;

  for (guint i = 0; i < path->len; i++)
    {
      FulFuncIndex at = g_array_index (path, FulFuncIndex, i);

      if (at == func && (!only_repeats || (n > 0 && g_array_index (path, FulFuncIndex, n - 1) == func)))
        continue;
      g_array_index (path, FulFuncIndex, n++) = at;
    }
  g_array_set_size (path, n);
}

void
ful_path_remove (GArray       *path,
                 FulFuncIndex  func)
{
  take_out (path, func, FALSE);
}

void
ful_path_remove_repeats (GArray       *path,
                         FulFuncIndex  func)
{
  take_out (path, func, TRUE);
}
