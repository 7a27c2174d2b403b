/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Focus on a node: samples through it, with it as the root. In an inverted tree the
 * samples are kept whose stack ends with the path; the nodes below are removed. */

#include "config.h"

#include "ful-transforms.h"

#include "ful-transform-paths.h"

#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"

#include <glib/gi18n-lib.h>

/* For each stack the nearest one, itself or a caller, that can match or end a
 * match: hidden functions in between are skipped. */
static FulStackIndex *
skip_hidden (const FulTransform *self,
             FulFilteredStacks  *stacks)
{
  guint n = stacks->stacks->table.n_rows;
  const FulStackIndex *prefix = stacks->stacks->prefix;
  g_autofree guint8 *counts = ful_list_implementation_funcs (stacks->profile, self->implementation);
  FulStackIndex *next = g_new (FulStackIndex, MAX (n, 1));

  for (guint i = 0; i < self->n_path; i++)
    counts[self->path[i]] = FUL_SHOWN_ALWAYS;
  for (FulStackIndex i = 0; i < (gint32) n; i++)
    next[i] = ful_is_shown (counts, ful_filtered_stacks_get_func (stacks, i), prefix[i]) ? i
              : prefix[i] == FUL_NONE ? FUL_NONE : next[prefix[i]];

  return next;
}

static FulFilteredStacks *
apply_inverted (const FulTransform  *self,
                FulFilteredStacks   *before,
                GCancellable        *cancellable,
                GError             **error)
{
  guint n = before->stacks->table.n_rows;
  const FulStackIndex *prefix = before->stacks->prefix;
  g_autofree guint8 *shown = ful_list_implementation_funcs (before->profile, self->implementation);
  g_autofree FulStackIndex *next = skip_hidden (self, before);
  g_autofree FulStackIndex *step = g_new (FulStackIndex, MAX (n, 1));

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex at = next[i];
      guint k = 0;

      step[i] = FUL_NONE;
      while (at != FUL_NONE)
        {
          FulFuncIndex func = ful_filtered_stacks_get_func (before, at);

          if (func == self->path[k])
            k++;
          else if (ful_is_shown (shown, func, prefix[at]))
            break;
          if (k == self->n_path)
            {
              step[i] = at;
              break;
            }
          at = prefix[at] == FUL_NONE ? FUL_NONE : next[prefix[at]];
        }
    }

  return ful_filtered_stacks_with_map (before, g_steal_pointer (&step));
}

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  g_autofree gint32 *matched = NULL;
  g_auto(FulStackFilter) kept = { NULL };

  if (self->inverted)
    return apply_inverted (self, before, cancellable, error);

  matched = ful_transform_match_path (self, before, cancellable, error);
  if (matched == NULL)
    return NULL;

  ful_stack_filter_init (&kept, before);
  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      if (matched[i] == (gint32) self->n_path)
        ful_stack_filter_keep (&kept, i, ful_stack_filter_get (&kept, before->stacks->prefix[i]));
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
  if (ful_path_starts_with (path, self))
    g_array_remove_range (path, 0, self->n_path - 1);
  else
    g_array_set_size (path, 0);
}

const FulTransformKind ful_transform_focus_subtree = {
  .name = "focus-subtree",
  .url_key = "f",
  .accelerator = 'F',
  .parameters = FUL_TRANSFORM_PATH | FUL_TRANSFORM_INVERTED | FUL_TRANSFORM_IMPLEMENTATION,
  .action = N_("Focus on Subtree Only"),
  .crumb = N_("Focus Node: %s"),
  .done = N_("Focused on the node “%s”"),
  .undo = N_("Undo Focus"),
  .nothing = N_("Nothing to remove: “%s” is the root of all rows"),
  .apply = apply,
  .map_path = map_path,
};
