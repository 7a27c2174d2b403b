/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of all runs is compared, by names, so that it means the same in each of them (compare.md 1). */

#include "config.h"

#include "ful-compared-view.h"

#include "compare/runs/ful-side-range.h"
#include "threads/ful-time-range.h"

/**
 * ful_compared_view_new:
 * @names: what functions of transforms are rows of
 * @options: what counts
 * @ranges: (nullable elements): of each side
 * @renames: old → new name of functions of BEFORE; it does not change any more
 * @counted_marker: (nullable): name of markers to count
 *
 * Returns: (transfer full): the view
 */
FulComparedView *
ful_compared_view_new (FulComparedNames  *names,
                       FulViewOptions    *options,
                       const char *const  ranges[FUL_N_SIDES],
                       GHashTable        *renames,
                       const char        *counted_marker)
{
  FulComparedView *self = g_atomic_rc_box_new0 (FulComparedView);

  self->names = ful_compared_names_ref (names);
  self->options = ful_view_options_ref (options);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->ranges[side] = g_strdup (ranges[side]);
  self->renames = g_hash_table_ref (renames);
  self->counted_marker = g_strdup (counted_marker);

  return self;
}

FulComparedView *
ful_compared_view_ref (FulComparedView *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulComparedView *self = data;

  ful_compared_names_unref (self->names);
  ful_view_options_unref (self->options);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_free (self->ranges[side]);
  g_hash_table_unref (self->renames);
  g_free (self->counted_marker);
}

void
ful_compared_view_unref (FulComparedView *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_compared_view_resolve:
 * @side: of the run
 * @options: threads and range that the run has whatever the view is
 * @profile: the run
 * @cache: of it
 * @is_found: set for each transform of the view whose subject the run has
 * @cancellable: (nullable)
 * @error: of ful_side_range_resolve()
 *
 * Returns: (transfer full): the view of the run
 */
FulViewOptions *
ful_compared_view_resolve (FulComparedView       *self,
                           FulSide                side,
                           const FulViewOptions  *options,
                           FulProfile            *profile,
                           FulDeriveCache        *cache,
                           guint8                *is_found,
                           GCancellable          *cancellable,
                           GError               **error)
{
  g_autoptr(FulViewOptions) view = ful_view_options_copy (options);

  ful_view_options_set_transforms (view, NULL, 0);
  if (self->ranges[side])
    {
      FulTimeRange range;

      if (!ful_side_range_resolve (self->ranges[side], profile, cache, &range, cancellable, error))
        return NULL;
      ful_view_options_set_range (view, &range);
    }
  view->implementation = self->options->implementation;
  view->strategy = self->options->strategy;
  view->include_idle = self->options->include_idle;
  view->search_highlights = self->options->search_highlights;
  ful_view_options_set_search (view, self->options->search, self->options->search_flags);

  return ful_compared_names_resolve (self->names, side, view, self->options->transforms, self->options->n_transforms, side == FUL_BEFORE ? self->renames : NULL,
                                     profile, is_found);
}
