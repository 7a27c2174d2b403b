/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes of the view of a document: threads, ranges, filters, transforms, the selected node and the panel. */

#include "config.h"

#include "ful-document-private.h"

#include "document/view/ful-view-state.h"

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

  g_assert (path || n_path == 0);

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
 * ful_document_set_threads:
 * @threads: (array length=n_threads): at least one thread
 *
 * Selects threads, with the transforms and the selected call node they had.
 */
void
ful_document_set_threads (FulDocument *self,
                          const guint *threads,
                          guint        n_threads)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (n_threads > 0);

  if (!ful_view_options_has_threads (ful_document_get_view_state (self)->options, threads, n_threads))
    ful_document_take_state (self, ful_view_state_with_threads (ful_document_get_view_state (self), threads, n_threads), FUL_CHANGE_STEP);
}

/**
 * ful_document_keep_threads:
 * @threads: (array length=n_threads): those that are selected by default
 *
 * They stay selected when a profile grows and others would be the default. No step in the history.
 */
void
ful_document_keep_threads (FulDocument *self,
                           const guint *threads,
                           guint        n_threads)
{
  g_autoptr(FulViewOptions) options = NULL;
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (ful_document_get_view_state (self)->options->n_threads > 0)
    return;

  options = ful_view_options_copy (ful_document_get_view_state (self)->options);
  ful_view_options_set_threads (options, threads, n_threads);
  state = ful_view_state_copy (ful_document_get_view_state (self));
  ful_view_state_set_options (state, options);
  ful_document_amend_state (self, state);
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

/**
 * ful_document_set_option:
 * @value: of the type of the field of #FulViewOptions
 *
 * Sets an option that is a number. Of another tree, from the leaves, no node is selected.
 */
void
ful_document_set_option (FulDocument       *self,
                         FulDocumentOption  option,
                         int                value)
{
  FulViewOptions *options;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  options = copy_options (self);
  switch (option)
    {
    case FUL_OPTION_IMPLEMENTATION:
      options->implementation = (FulImplementation) value;
      break;
    case FUL_OPTION_STRATEGY:
      options->strategy = (FulStrategy) value;
      break;
    case FUL_OPTION_INVERT:
      options->invert = value;
      break;
    case FUL_OPTION_FOLD_UNNAMED:
      options->fold_unnamed = value;
      break;
    case FUL_OPTION_INCLUDE_IDLE:
      options->include_idle = value;
      break;
    case FUL_OPTION_SEARCH_HIGHLIGHTS:
      options->search_highlights = value;
      break;
    default:
      g_assert_not_reached ();
    }
  if (option == FUL_OPTION_INVERT)
    take_options_with_path (self, options, FUL_CHANGE_STEP, NULL, 0);
  else
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

static void
select_path (FulDocument        *self,
             const FulFuncIndex *path,
             guint               n_path,
             gboolean            is_hot)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (ful_view_state_has_path (ful_document_get_view_state (self), path, n_path) && ful_document_get_view_state (self)->path_is_hot == is_hot)
    return;

  state = ful_view_state_copy (ful_document_get_view_state (self));
  ful_view_state_set_path (state, path, n_path);
  state->path_is_hot = is_hot;
  ful_document_amend_state (self, state);
}

/**
 * ful_document_select_path:
 * @path: (array length=n_path) (nullable): functions from the root of the tree
 *
 * Selects a call node by its path. No step in the history.
 */
void
ful_document_select_path (FulDocument        *self,
                          const FulFuncIndex *path,
                          guint               n_path)
{
  select_path (self, path, n_path, FALSE);
}

/**
 * ful_document_select_hot_path:
 * @path: (array length=n_path): of the hot node of the tree
 *
 * The same, until the user has selected one.
 */
void
ful_document_select_hot_path (FulDocument        *self,
                              const FulFuncIndex *path,
                              guint               n_path)
{
  select_path (self, path, n_path, TRUE);
}

/**
 * ful_document_set_panel:
 * @panel: id of a panel
 *
 * The first one that is shown is no step in the history.
 */
void
ful_document_set_panel (FulDocument *self,
                        const char  *panel)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (ful_document_get_view_state (self)->panel && g_str_equal (ful_document_get_view_state (self)->panel, panel))
    return;

  state = ful_view_state_copy (ful_document_get_view_state (self));
  state->panel = g_intern_string (panel);
  if (ful_document_get_view_state (self)->panel)
    ful_document_take_state (self, state, FUL_CHANGE_STEP);
  else
    ful_document_amend_state (self, state);
}
