/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The markers on screen: those of the threads, in the range, of the kind, matching
 * the search, then sorted or laid out. */

#include "config.h"

#include "ful-marker-view.h"

#include "markers/find/ful-marker-search.h"
#include "markers/list/ful-marker-list.h"

#include <string.h>

static void
clear (gpointer data)
{
  FulMarkerView *self = data;

  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->lanes, ful_marker_lanes_unref);
  g_clear_pointer (&self->rows, ful_marker_rows_unref);
  g_clear_pointer (&self->fields, g_array_unref);
}

FulMarkerView *
ful_marker_view_ref (FulMarkerView *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_view_unref (FulMarkerView *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static GArray *
filter_requests (const FulMarkerList *list,
                 const GArray        *markers)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);

      if (list->kind[marker] == FUL_MARKER_KIND_NETWORK)
        g_array_append_val (shown, marker);
    }

  return shown;
}

/* The markers for this kind of view that @search finds in @range. */
static GArray *
find (FulMarkerView          *self,
      const FulMarkerSearch  *search,
      const FulTimeRange     *range,
      GCancellable           *cancellable,
      GError                **error)
{
  g_autoptr(GArray) found = ful_marker_search_filter (search, self->list, range, cancellable, error);

  if (found == NULL)
    return NULL;

  switch (self->kind)
    {
    case FUL_MARKER_VIEW_NETWORK:
      return filter_requests (self->list, found);
    case FUL_MARKER_VIEW_CHART:
      return ful_marker_list_filter_by_location (self->list, found, FUL_MARKER_LOCATION_CHART);
    case FUL_MARKER_VIEW_TABLE:
    default:
      return ful_marker_list_filter_by_location (self->list, found, FUL_MARKER_LOCATION_TABLE);
    }
}

/* @found, and how many there would be without a search, or elsewhere. */
static gboolean
fill (FulMarkerView  *self,
      const char     *text,
      GCancellable   *cancellable,
      GError        **error)
{
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new (text);
  g_autoptr(GArray) in_range = find (self, NULL, &self->range, cancellable, error);
  g_autoptr(GArray) any = NULL;

  if (in_range == NULL)
    return FALSE;

  self->n_in_range = in_range->len;
  self->found = *text ? find (self, search, &self->range, cancellable, error) : g_array_ref (in_range);
  if (self->found == NULL)
    return FALSE;
  if (self->kind == FUL_MARKER_VIEW_TABLE)
    self->fields = ful_marker_fields_list (self->list, self->found);
  if (in_range->len > 0)
    return TRUE;

  any = find (self, NULL, NULL, cancellable, error);
  if (any)
    self->n_any = any->len;

  return any != NULL;
}

static gboolean
arrange (FulMarkerView           *self,
         const FulMarkerSortKey  *keys,
         guint                    n_keys,
         GCancellable            *cancellable,
         GError                 **error)
{
  self->markers = self->kind == FUL_MARKER_VIEW_TABLE ? g_array_copy (self->found) : g_array_ref (self->found);
  switch (self->kind)
    {
    case FUL_MARKER_VIEW_CHART:
      self->lanes = ful_marker_lanes_new (self->list, self->markers, TRUE, G_MAXUINT, cancellable, error);
      if (self->lanes == NULL)
        return FALSE;
      self->rows = ful_marker_rows_new (self->lanes, TRUE);
      return TRUE;
    case FUL_MARKER_VIEW_NETWORK:
      self->lanes = ful_marker_lanes_new_single (self->list, self->markers);
      self->rows = ful_marker_rows_new (self->lanes, FALSE);
      return TRUE;
    case FUL_MARKER_VIEW_TABLE:
    default:
      return ful_markers_sort (self->list, self->markers, keys, n_keys, cancellable, error);
    }
}

/**
 * ful_marker_view_new:
 * @profile: the profile
 * @options: threads and ranges
 * @kind: the kind of view
 * @search: in the syntax of markers.md 5
 * @keys: (array length=n_keys) (nullable): the order of a table
 * @cache: (nullable): of @profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * About 0.2 µs a marker, and a sort or the layout.
 *
 * Returns: (transfer full): the markers
 */
FulMarkerView *
ful_marker_view_new (FulProfile              *profile,
                     const FulViewOptions    *options,
                     FulMarkerViewKind        kind,
                     const char              *search,
                     const FulMarkerSortKey  *keys,
                     guint                    n_keys,
                     FulDeriveCache          *cache,
                     GCancellable            *cancellable,
                     GError                 **error)
{
  g_autoptr(FulMarkerView) self = g_atomic_rc_box_new0 (FulMarkerView);
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (profile, options, cache, cancellable, error);
  FulTimeRange root = ful_derive_cache_get_root_range (cache);

  if (threads == NULL)
    return NULL;

  self->kind = kind;
  self->zero = root.start;
  self->range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;
  if (options->has_preview && kind == FUL_MARKER_VIEW_TABLE)
    self->range = ful_time_range_shift (options->preview, root.start);
  self->list = ful_marker_list_derive (threads, cache, cancellable, error);
  if (self->list == NULL || !fill (self, search, cancellable, error) ||
      !arrange (self, keys, n_keys, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

static FulMarkerView *
copy (const FulMarkerView *view)
{
  FulMarkerView *self = g_atomic_rc_box_new0 (FulMarkerView);

  self->kind = view->kind;
  self->list = ful_marker_list_ref (view->list);
  self->zero = view->zero;
  self->range = view->range;
  self->n_in_range = view->n_in_range;

  return self;
}

/**
 * ful_marker_view_new_sorted:
 * @view: the rows of a table
 * @keys: (array length=n_keys): what another is sorted by
 * @cancellable: (nullable): checked before and after the sort
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the same markers in that order
 */
FulMarkerView *
ful_marker_view_new_sorted (const FulMarkerView     *view,
                            const FulMarkerSortKey  *keys,
                            guint                    n_keys,
                            GCancellable            *cancellable,
                            GError                 **error)
{
  g_autoptr(FulMarkerView) self = copy (view);

  self->n_any = view->n_any;
  self->found = g_array_ref (view->found);
  self->fields = g_array_ref (view->fields);

  return arrange (self, keys, n_keys, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * ful_marker_view_new_of_set:
 * @view: the rows of a table
 * @set: some of the markers of its list
 *
 * Returns: (transfer full): the table with those rows only, without a list of their fields
 */
FulMarkerView *
ful_marker_view_new_of_set (const FulMarkerView *view,
                            const FulMarkerSet  *set)
{
  FulMarkerView *self = copy (view);

  self->found = ful_marker_set_filter (set, view->found);
  self->markers = ful_marker_set_filter (set, view->markers);

  return self;
}
