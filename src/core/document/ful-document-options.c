/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes of the options of a document: ranges, filters and transforms. */

#include "config.h"

#include "ful-document-private.h"

#include "ful-view-state.h"

#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

/* A copy of the options, for take_options () */
static FulViewOptions *
copy_options (FulDocument *self)
{
  return ful_view_options_copy (ful_document_get_options (self));
}

/* Sets the selection too, which is a path in the old tree. */
static void
take_options_with_path (FulDocument        *self,
                        FulViewOptions     *changed,
                        FulDocumentChange   change,
                        const FulFuncIndex *path,
                        guint               n_path)
{
  g_autoptr(FulViewOptions) options = changed;
  FulViewState *state = ful_document_get_view_state (self);

  if (ful_view_options_equal (options, state->options))
    return;

  state = ful_view_state_copy (state);
  ful_view_state_set_options (state, options);
  state->path_is_hot &= ful_view_state_has_path (state, path, n_path);
  ful_view_state_set_path (state, path, n_path);
  ful_document_take_state (self, state, change);
}

static void
take_options (FulDocument       *self,
              FulViewOptions    *changed,
              FulDocumentChange  change)
{
  FulViewState *state = ful_document_get_view_state (self);

  take_options_with_path (self, changed, change, state->path, state->n_path);
}

/**
 * ful_document_set_preview:
 * @preview: (nullable): relative ms; %NULL for none
 *
 * Sets the preview range. It is cut at the visible range. A profile without times has none.
 */
void
ful_document_set_preview (FulDocument        *self,
                          const FulTimeRange *preview)
{
  FulTimeRange visible, cut;
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (!ful_document_get_profile (self)->has_times)
    preview = NULL;
  if (preview)
    {
      visible = ful_document_get_visible_range (self);
      cut.start = CLAMP (preview->start, visible.start, visible.end);
      cut.end = CLAMP (preview->end, visible.start, visible.end);
      if (cut.end - cut.start < FUL_SHORTEST_RANGE)
        preview = NULL;
      else
        preview = &cut;
    }

  options = copy_options (self);
  ful_view_options_set_preview (options, preview);
  take_options (self, options, FUL_CHANGE_PREVIEW);
}

/**
 * ful_document_commit_preview:
 *
 * Commits the preview range, if there is one, as the innermost range.
 */
void
ful_document_commit_preview (FulDocument *self)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  state = ful_document_get_view_state (self);
  if (state->options->has_preview)
    ful_document_take_state (self, ful_view_state_push_range (state, state->options->preview), FUL_CHANGE_STEP);
}

/**
 * ful_document_pop_ranges:
 * @n_ranges: number of committed ranges to keep
 *
 * Goes back to an outer range; 0 is all of the profile.
 */
void
ful_document_pop_ranges (FulDocument *self,
                         guint        n_ranges)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  state = ful_document_get_view_state (self);
  if (n_ranges < state->n_ranges || state->options->has_preview)
    ful_document_take_state (self, ful_view_state_pop_ranges (state, MIN (n_ranges, state->n_ranges)), FUL_CHANGE_STEP);
}

void
ful_document_set_implementation (FulDocument       *self,
                                 FulImplementation  implementation)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  options->implementation = implementation;
  take_options (self, options, FUL_CHANGE_STEP);
}

void
ful_document_set_strategy (FulDocument *self,
                           FulStrategy  strategy)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  options->strategy = strategy;
  take_options (self, options, FUL_CHANGE_STEP);
}

void
ful_document_set_invert (FulDocument *self,
                         gboolean     invert)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  options->invert = invert;
  take_options_with_path (self, options, FUL_CHANGE_STEP, NULL, 0);
}

void
ful_document_set_fold_unnamed (FulDocument *self,
                               gboolean     fold_unnamed)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  options->fold_unnamed = fold_unnamed;
  take_options (self, options, FUL_CHANGE_STEP);
}

void
ful_document_set_include_idle (FulDocument *self,
                               gboolean     include_idle)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  options->include_idle = include_idle;
  take_options (self, options, FUL_CHANGE_STEP);
}

void
ful_document_set_search (FulDocument    *self,
                         const char     *search,
                         FulSearchFlags  flags)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  ful_view_options_set_search (options, search, flags);
  take_options (self, options,
                g_str_equal (ful_document_get_options (self)->search, search) ? FUL_CHANGE_STEP : FUL_CHANGE_SEARCH);
}

void
ful_document_set_search_highlights (FulDocument *self,
                                    gboolean     highlights)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  options->search_highlights = highlights;
  take_options (self, options, FUL_CHANGE_STEP);
}

/**
 * ful_document_push_transform:
 * @transform: appended to the others
 * @path: (array length=n_path) (nullable): the selected path, mapped by the transform; see
 *   ful_call_node_path_map_transform()
 *
 * Changes the call tree of the selected threads.
 */
void
ful_document_push_transform (FulDocument        *self,
                             FulTransform       *transform,
                             const FulFuncIndex *path,
                             guint               n_path)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_options_with_path (self, ful_view_options_push_transform (ful_document_get_options (self), transform),
                          FUL_CHANGE_STEP, path, n_path);
}

/**
 * ful_document_set_transforms:
 * @transforms: (array length=n_transforms): the new list, for example with some removed, switched or
 *   moved
 *
 * Resets selection and expansion.
 */
void
ful_document_set_transforms (FulDocument          *self,
                             FulTransform * const *transforms,
                             guint                 n_transforms)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  ful_view_options_set_transforms (options, transforms, n_transforms);
  take_options_with_path (self, options, FUL_CHANGE_STEP, NULL, 0);
}
