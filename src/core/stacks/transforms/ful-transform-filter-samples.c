/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filter samples: by functions in their stacks here; by the time of markers in the
 * derived thread, as that is a filter of rows. */

#include "config.h"

#include "ful-transform-paths.h"
#include "ful-transforms.h"

#include "stacks/ful-search.h"

#include <glib/gi18n-lib.h>

/* Returns: for each function whether the filter matches it */
static guint8 *
list_wanted (const FulTransform  *self,
             FulProfile          *profile,
             GError             **error)
{
  guint n = profile->funcs->table.n_rows;
  g_autofree guint8 *wanted = g_new0 (guint8, MAX (n, 1));
  g_autoptr(GRegex) regex = NULL;

  for (guint i = 0; i < self->n_path; i++)
    wanted[self->path[i]] = TRUE;
  if (!self->regex)
    return g_steal_pointer (&wanted);

  regex = ful_search_compile (self->filter, FALSE, error);
  if (regex == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      gboolean found;

      if (!ful_search_match_regex (regex, ful_profile_get_func_name (profile, (FulFuncIndex) i), &found, error))
        return NULL;
      wanted[i] = found != FALSE;
    }

  return g_steal_pointer (&wanted);
}

static FulFilteredStacks *
apply (const FulTransform  *self,
       FulFilteredStacks   *before,
       GCancellable        *cancellable,
       GError             **error)
{
  guint n = before->stacks->table.n_rows;
  gint32 whole = (gint32) self->n_path;
  g_autofree guint8 *wanted = list_wanted (self, before->profile, error);
  g_autofree gint32 *matched = g_new (gint32, MAX (n, 1));
  g_autofree FulStackIndex *step = g_new (FulStackIndex, MAX (n, 1));

  if (wanted == NULL)
    return NULL;

  FUL_FOR_EACH_STACK (i, before, cancellable, error)
    {
      FulStackIndex prefix = before->stacks->prefix[i];
      FulFuncIndex func = ful_filtered_stacks_get_func (before, i);
      gint32 so_far = prefix == FUL_NONE ? 0 : matched[prefix];
      gboolean passes;

      switch (self->filter_type)
        {
        case FUL_SAMPLE_FILTER_STACK_PREFIX:
          /* Every level has to be the one of the prefix, whatever the implementation. */
          if (so_far >= 0 && so_far < whole)
            so_far = func == self->path[so_far] ? so_far + 1 : FUL_NO_MATCH;
          matched[i] = so_far;
          passes = so_far == whole;
          break;
        case FUL_SAMPLE_FILTER_STACK_SUFFIX:
          passes = wanted[func];
          break;
        case FUL_SAMPLE_FILTER_FUNCTION_INCLUDE:
        default:
          matched[i] = so_far || wanted[func];
          passes = matched[i] != 0;
        }
      step[i] = passes ? i : FUL_NONE;
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
  /* Paths are unchanged: samples are removed, not nodes. */
}

const FulTransformKind ful_transform_filter_samples = {
  .name = "filter-samples",
  .url_key = "fs",
  .accelerator = 0,
  .parameters = FUL_TRANSFORM_FILTER,
  .action = N_("Filter Samples"),
  .crumb = N_("Filter samples: %s"),
  .done = N_("Filtered samples: “%s”"),
  .undo = N_("Undo Filter"),
  .nothing = N_("Nothing to filter: all samples match “%s”"),
  .apply = apply,
  .map_path = map_path,
};
