/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The state of a view beyond the inputs of derived results: the stack of committed
 * ranges, the selected call node, the panel, and the state of thread sets that are
 * not selected. Changes are made in a copy; copies are small. */

#include "config.h"

#include "ful-view-state.h"

#include "markers/find/ful-marker-order.h"
#include "markers/list/ful-marker-key.h"
#include "viewtext/ful-panel-ids.h"

G_DEFINE_BOXED_TYPE (FulViewState, ful_view_state, ful_view_state_ref, ful_view_state_unref)

/* The state of a thread set while another one is selected. Counted. */
typedef struct
{
  FulViewOptions *options;   /* has the threads and their transforms */
  guint           n_path;
  FulFuncIndex   *path;
  gboolean        path_is_hot;
  gint32          marker;
  FulMarkerKey    marker_key;
} ThreadView;

static void
thread_view_clear (gpointer data)
{
  ThreadView *view = data;

  ful_view_options_unref (view->options);
  g_free (view->path);
}

static void
thread_view_unref (gpointer view)
{
  g_atomic_rc_box_release_full (view, thread_view_clear);
}

static const char * const *
copy_columns (const char * const *keys)
{
  const char **copied = g_new0 (const char *, g_strv_length ((char **) keys) + 1);

  for (guint i = 0; keys[i]; i++)
    copied[i] = g_intern_string (keys[i]);

  return copied;
}

/**
 * ful_view_state_copy:
 *
 * Returns: (transfer full): a copy, which may be changed until it is shared
 */
FulViewState *
ful_view_state_copy (const FulViewState *self)
{
  FulViewState *out = g_atomic_rc_box_new0 (FulViewState);

  out->options = ful_view_options_ref (self->options);
  out->n_ranges = self->n_ranges;
  out->ranges = g_memdup2 (self->ranges, self->n_ranges * sizeof *self->ranges);
  out->n_path = self->n_path;
  out->path = g_memdup2 (self->path, self->n_path * sizeof *self->path);
  out->path_is_hot = self->path_is_hot;
  out->panel = self->panel;
  out->marker = self->marker;
  out->marker_key = self->marker_key;
  out->marker_search = g_strdup (self->marker_search);
  out->network_search = g_strdup (self->network_search);
  out->marker_columns = copy_columns (self->marker_columns);
  out->marker_sort = g_strdup (self->marker_sort);
  out->tracks = self->tracks ? ful_track_layout_ref (self->tracks) : NULL;
  out->other_threads = self->other_threads ? g_ptr_array_ref (self->other_threads) : NULL;

  return out;
}

/**
 * ful_view_state_new:
 * @options: options to begin with; their range becomes the one committed range
 *
 * Returns: (transfer full): the state
 */
FulViewState *
ful_view_state_new (FulViewOptions *options)
{
  FulViewState *self = g_atomic_rc_box_new0 (FulViewState);

  self->options = ful_view_options_ref (options);
  self->n_ranges = options->has_range ? 1 : 0;
  self->ranges = g_memdup2 (&options->range, self->n_ranges * sizeof *self->ranges);
  self->marker = FUL_NONE;
  self->marker_search = g_strdup ("");
  self->network_search = g_strdup ("");
  self->marker_columns = g_new0 (const char *, 1);
  self->marker_sort = g_strdup ("");

  return self;
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

  ful_view_options_unref (self->options);
  g_free ((gpointer) self->ranges);
  g_free ((gpointer) self->path);
  g_free ((gpointer) self->marker_search);
  g_free ((gpointer) self->network_search);
  g_free ((gpointer) self->marker_columns);
  g_free ((gpointer) self->marker_sort);
  g_clear_pointer (&self->tracks, ful_track_layout_unref);
  g_clear_pointer (&self->other_threads, g_ptr_array_unref);
}

void
ful_view_state_unref (FulViewState *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_view_state_set_options:
 * @self: a state that is not shared yet, as in all functions that set
 * @options: options with the same committed range
 */
void
ful_view_state_set_options (FulViewState   *self,
                            FulViewOptions *options)
{
  ful_view_options_ref (options);
  ful_view_options_unref (self->options);
  self->options = options;
}

/**
 * ful_view_state_set_path:
 * @path: (array length=n_path) (nullable): functions from the root to the selected node
 *
 * Keeps whether it is the hot node.
 */
void
ful_view_state_set_path (FulViewState       *self,
                         const FulFuncIndex *path,
                         guint               n_path)
{
  gpointer old = (gpointer) self->path;

  self->path = g_memdup2 (path, n_path * sizeof *path);
  self->n_path = n_path;
  g_free (old);
}

/**
 * ful_view_state_set_text:
 * @text: (inout): a text of a state
 * @value: the new one
 */
void
ful_view_state_set_text (const char **text,
                         const char  *value)
{
  g_free ((gpointer) *text);
  *text = g_strdup (value);
}

/**
 * ful_view_state_set_ranges:
 * @ranges: (array length=n_ranges): committed ranges, outermost first, relative ms
 *
 * The innermost becomes the range of the options, without a preview.
 */
void
ful_view_state_set_ranges (FulViewState       *self,
                           const FulTimeRange *ranges,
                           guint               n_ranges)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (self->options);
  gpointer old = (gpointer) self->ranges;

  ful_view_options_set_range (options, n_ranges > 0 ? &ranges[n_ranges - 1] : NULL);
  ful_view_options_set_preview (options, NULL);
  ful_view_state_set_options (self, options);
  self->ranges = g_memdup2 (ranges, n_ranges * sizeof *ranges);
  self->n_ranges = n_ranges;
  g_free (old);
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
  FulViewState *out = ful_view_state_copy (self);

  for (guint i = 0; i < self->n_ranges; i++)
    ranges[i] = self->ranges[i];
  ranges[self->n_ranges] = range;

  ful_view_state_set_ranges (out, ranges, self->n_ranges + 1);

  return out;
}

/**
 * ful_view_state_pop_ranges:
 * @n_ranges: how many committed ranges remain, not more than there are
 *
 * Returns: (transfer full): a copy with the outermost @n_ranges and no preview
 */
FulViewState *
ful_view_state_pop_ranges (FulViewState *self,
                           guint         n_ranges)
{
  FulViewState *out;

  g_assert (n_ranges <= self->n_ranges);

  out = ful_view_state_copy (self);
  ful_view_state_set_ranges (out, self->ranges, n_ranges);

  return out;
}

/**
 * ful_view_state_has_path:
 * @path: (array length=n_path) (nullable): functions from the root of the tree
 *
 * Returns: whether that is the path of the selected call node
 */
gboolean
ful_view_state_has_path (FulViewState       *self,
                         const FulFuncIndex *path,
                         guint               n_path)
{
  return self->n_path == n_path && (n_path == 0 || memcmp (self->path, path, n_path * sizeof *path) == 0);
}

/**
 * ful_view_state_has_node:
 *
 * Returns: whether a call node is selected; among functions only one that the user has selected is
 */
gboolean
ful_view_state_has_node (const FulViewState *self)
{
  return self->n_path > 0 && !(self->path_is_hot && g_strcmp0 (self->panel, FUL_PANEL_FUNCTIONS) == 0);
}

/**
 * ful_view_state_with_threads:
 * @threads: (array length=n_threads): the thread set
 *
 * Returns: (transfer full): a copy for another thread set, with the transforms and the selection it had
 */
FulViewState *
ful_view_state_with_threads (FulViewState *self,
                             const guint  *threads,
                             guint         n_threads)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (self->options);
  GPtrArray *others = g_ptr_array_new_with_free_func (thread_view_unref);
  ThreadView *now = g_atomic_rc_box_new0 (ThreadView);
  ThreadView *then = NULL;
  FulViewState *out = ful_view_state_copy (self);

  for (guint i = 0; self->other_threads && i < self->other_threads->len; i++)
    {
      ThreadView *view = g_ptr_array_index (self->other_threads, i);

      if (ful_view_options_has_threads (view->options, threads, n_threads))
        then = view;
      else if (!ful_view_options_has_threads (view->options, self->options->threads, self->options->n_threads))
        g_ptr_array_add (others, g_atomic_rc_box_acquire (view));
    }
  now->options = ful_view_options_ref (self->options);
  now->n_path = self->n_path;
  now->path = g_memdup2 (self->path, self->n_path * sizeof *self->path);
  now->path_is_hot = self->path_is_hot;
  now->marker = self->marker;
  now->marker_key = self->marker_key;
  g_ptr_array_add (others, now);

  ful_view_options_set_threads (options, threads, n_threads);
  ful_view_options_set_transforms (options, then ? then->options->transforms : NULL,
                                   then ? then->options->n_transforms : 0);
  ful_view_state_set_options (out, options);
  ful_view_state_set_path (out, then ? then->path : NULL, then ? then->n_path : 0);
  out->path_is_hot = then && then->path_is_hot;
  out->marker = then ? then->marker : FUL_NONE;
  out->marker_key = then ? then->marker_key : (FulMarkerKey) { FALSE };
  g_clear_pointer (&out->other_threads, g_ptr_array_unref);
  out->other_threads = others;

  return out;
}

/* @of_func: whether the path identifies its last function */
static GArray *
map_path (const FulFuncIndex *path,
          guint               n_path,
          gboolean            inverted,
          gboolean            of_func,
          FulProfile         *profile)
{
  GArray *mapped = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  g_array_append_vals (mapped, path, n_path);
  if (of_func && n_path > 0 && !inverted)
    g_array_index (mapped, FulFuncIndex, n_path - 1) = ful_profile_map_func (profile, path[n_path - 1]);
  ful_profile_map_path (profile, mapped, inverted);

  return mapped;
}

static ThreadView *
map_thread_view (ThreadView *view,
                 FulProfile *profile)
{
  g_autoptr(GArray) path = map_path (view->path, view->n_path, view->options->invert, FALSE, profile);
  ThreadView *mapped = g_atomic_rc_box_new0 (ThreadView);

  mapped->options = ful_view_options_with_symbols (view->options, profile);
  mapped->n_path = path->len;
  mapped->path = (FulFuncIndex *) (gpointer) g_array_free (g_steal_pointer (&path), FALSE);
  mapped->path_is_hot = view->path_is_hot;
  mapped->marker = view->marker;
  mapped->marker_key = view->marker_key;

  return mapped;
}

/**
 * ful_view_state_with_symbols:
 * @self: a state of a view of @profile, or of one with fewer symbols
 *
 * Returns: (transfer full): the state, with paths and transforms of the functions of @profile
 */
FulViewState *
ful_view_state_with_symbols (FulViewState *self,
                             FulProfile   *profile)
{
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(GArray) path = NULL;
  FulViewState *out;

  if (profile->first_replacement == NULL)
    return ful_view_state_ref (self);

  options = ful_view_options_with_symbols (self->options, profile);
  path = map_path (self->path, self->n_path, self->options->invert,
                   g_strcmp0 (self->panel, FUL_PANEL_FUNCTIONS) == 0, profile);
  out = ful_view_state_copy (self);
  ful_view_state_set_options (out, options);
  ful_view_state_set_path (out, (FulFuncIndex *) (gpointer) path->data, path->len);
  if (out->other_threads)
    {
      g_ptr_array_unref (out->other_threads);
      out->other_threads = g_ptr_array_new_with_free_func (thread_view_unref);
      for (guint i = 0; i < self->other_threads->len; i++)
        g_ptr_array_add (out->other_threads, map_thread_view (g_ptr_array_index (self->other_threads, i), profile));
    }

  return out;
}

/**
 * ful_view_state_with_end:
 * @end: relative ms
 * @new_end: relative ms
 *
 * Returns: (transfer full): the state, with those committed ranges that end at @end ending at @new_end
 */
FulViewState *
ful_view_state_with_end (FulViewState *self,
                         double        end,
                         double        new_end)
{
  g_autofree FulTimeRange *ranges = g_memdup2 (self->ranges, self->n_ranges * sizeof *ranges);
  FulTimeRange preview = self->options->preview;
  g_autoptr(FulViewOptions) options = NULL;
  FulViewState *out;

  /* An inner range that ends there is in outer ones that do. */
  if (self->n_ranges == 0 || ranges[0].end != end)
    return ful_view_state_ref (self);

  for (guint i = 0; i < self->n_ranges; i++)
    if (ranges[i].end == end)
      ranges[i].end = new_end;
  out = ful_view_state_copy (self);
  ful_view_state_set_ranges (out, ranges, self->n_ranges);
  if (self->options->has_preview)
    {
      options = ful_view_options_copy (out->options);
      ful_view_options_set_preview (options, &preview);
      ful_view_state_set_options (out, options);
    }

  return out;
}

static void
map_marker (gint32       *marker,
            FulMarkerKey *key,
            FulProfile   *before,
            FulProfile   *profile)
{
  ful_marker_key_map (key, before, profile);
  if (!key->is_set)
    *marker = FUL_NONE;
}

/**
 * ful_view_state_with_rows:
 * @before: the profile of @self
 * @profile: another one with its numbers, see ful_profile_take_numbers()
 *
 * Returns: (transfer full): the state with the same markers, as far as there are any
 */
FulViewState *
ful_view_state_with_rows (FulViewState *self,
                          FulProfile   *before,
                          FulProfile   *profile)
{
  FulViewState *out = ful_view_state_copy (self);

  map_marker (&out->marker, &out->marker_key, before, profile);
  if (out->other_threads == NULL)
    return out;

  g_ptr_array_unref (out->other_threads);
  out->other_threads = g_ptr_array_new_with_free_func (thread_view_unref);
  for (guint i = 0; i < self->other_threads->len; i++)
    {
      ThreadView *view = g_ptr_array_index (self->other_threads, i);
      ThreadView *mapped = g_atomic_rc_box_dup (sizeof *view, view);

      ful_view_options_ref (mapped->options);
      mapped->path = g_memdup2 (view->path, view->n_path * sizeof *view->path);
      map_marker (&mapped->marker, &mapped->marker_key, before, profile);
      g_ptr_array_add (out->other_threads, mapped);
    }

  return out;
}

/**
 * ful_view_state_without_rows:
 * @n_threads: of another profile
 *
 * Returns: (transfer full): the state without what names rows of the profile: selection, transforms, threads that the
 *   other profile does not have
 */
FulViewState *
ful_view_state_without_rows (FulViewState *self,
                             guint         n_threads)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (self->options);
  FulViewState *out = ful_view_state_copy (self);
  gboolean has_all = TRUE;

  for (guint i = 0; i < options->n_threads; i++)
    has_all &= options->threads[i] < n_threads;
  if (!has_all)
    ful_view_options_set_threads (options, NULL, 0);
  ful_view_options_set_transforms (options, NULL, 0);
  ful_view_state_set_options (out, options);
  ful_view_state_set_path (out, NULL, 0);
  out->marker = FUL_NONE;
  out->marker_key = (FulMarkerKey) { FALSE };
  g_clear_pointer (&out->other_threads, g_ptr_array_unref);

  return out;
}

/**
 * ful_view_state_set_marker_columns:
 * @keys: (array zero-terminated=1): keys of fields
 *
 * Fields that are no columns any more are removed from the order.
 */
void
ful_view_state_set_marker_columns (FulViewState       *self,
                                   const char * const *keys)
{
  g_autoptr(GArray) sort = ful_marker_sort_parse (self->marker_sort);
  g_autofree char *text = NULL;
  guint n_before = sort->len;
  gpointer old = (gpointer) self->marker_columns;

  self->marker_columns = copy_columns (keys);
  g_free (old);

  for (guint i = sort->len; i-- > 0;)
    {
      const char *field = g_array_index (sort, FulMarkerSortKey, i).field;

      if (field && !g_strv_contains (keys, field))
        g_array_remove_index (sort, i);
    }
  if (sort->len < n_before)
    {
      text = ful_marker_sort_to_text (sort);
      ful_view_state_set_text (&self->marker_sort, text);
    }
}
