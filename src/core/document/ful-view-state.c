/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The state of a view beyond what is derived: the stack of committed ranges
 * and the selected call node. Every change makes a new value; the parts that
 * did not change are shared or copied, they are small. */

#include "config.h"

#include "ful-view-state.h"

G_DEFINE_BOXED_TYPE (FulViewState, ful_view_state, ful_view_state_ref, ful_view_state_unref)

/* @ranges and @path are copied. */
static FulViewState *
create (FulDeriveOptions   *options,
        const FulTimeRange *ranges,
        guint               n_ranges,
        const FulFuncIndex *path,
        guint               n_path)
{
  FulViewState *self = g_atomic_rc_box_new0 (FulViewState);

  self->options = ful_derive_options_ref (options);
  self->n_ranges = n_ranges;
  self->ranges = g_memdup2 (ranges, n_ranges * sizeof *ranges);
  self->n_path = n_path;
  self->path = g_memdup2 (path, n_path * sizeof *path);

  return self;
}

/**
 * ful_view_state_new:
 * @options: options to begin with; their range becomes the one committed range
 *
 * Returns: (transfer full): the state
 */
FulViewState *
ful_view_state_new (FulDeriveOptions *options)
{
  return create (options, &options->range, options->has_range ? 1 : 0, NULL, 0);
}

FulViewState *
ful_view_state_ref (FulViewState *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulViewState *self = data;

  ful_derive_options_unref (self->options);
  g_free ((gpointer) self->ranges);
  g_free ((gpointer) self->path);
}

void
ful_view_state_unref (FulViewState *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_view_state_with_options:
 * @options: options with the same committed range
 *
 * Returns: (transfer full): a copy with @options
 */
FulViewState *
ful_view_state_with_options (FulViewState     *self,
                             FulDeriveOptions *options)
{
  return create (options, self->ranges, self->n_ranges, self->path, self->n_path);
}

/**
 * ful_view_state_push_range:
 * @range: relative ms
 *
 * Returns: (transfer full): a copy with one more committed range and no preview
 */
FulViewState *
ful_view_state_push_range (FulViewState *self,
                           FulTimeRange  range)
{
  g_autofree FulTimeRange *ranges = g_new (FulTimeRange, self->n_ranges + 1);
  g_autoptr(FulDeriveOptions) ranged = ful_derive_options_with_range (self->options, &range);
  g_autoptr(FulDeriveOptions) options = ful_derive_options_with_preview (ranged, NULL);

  for (guint i = 0; i < self->n_ranges; i++)
    ranges[i] = self->ranges[i];
  ranges[self->n_ranges] = range;

  return create (options, ranges, self->n_ranges + 1, self->path, self->n_path);
}

/**
 * ful_view_state_pop_ranges:
 * @n_ranges: how many committed ranges stay, not more than there are
 *
 * Returns: (transfer full): a copy with the outermost @n_ranges and no preview
 */
FulViewState *
ful_view_state_pop_ranges (FulViewState *self,
                           guint         n_ranges)
{
  g_autoptr(FulDeriveOptions) ranged = NULL;
  g_autoptr(FulDeriveOptions) options = NULL;

  g_assert (n_ranges <= self->n_ranges);

  ranged = ful_derive_options_with_range (self->options, n_ranges > 0 ? &self->ranges[n_ranges - 1] : NULL);
  options = ful_derive_options_with_preview (ranged, NULL);

  return create (options, self->ranges, n_ranges, self->path, self->n_path);
}

/**
 * ful_view_state_with_path:
 * @path: (array length=n_path) (nullable): functions from the root to the selected node
 *
 * Returns: (transfer full): a copy with another selection
 */
FulViewState *
ful_view_state_with_path (FulViewState       *self,
                          const FulFuncIndex *path,
                          guint               n_path)
{
  return create (self->options, self->ranges, self->n_ranges, path, n_path);
}
