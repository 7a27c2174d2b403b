/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by the commands about markers: the markers of each view. */

#include "config.h"

#include "ful-query-markers.h"

#include "base/ful-error.h"
#include "markers/find/ful-marker-search.h"
#include "stacks/ful-search.h"
#include "threads/ful-view-options.h"

/**
 * ful_query_markers_new:
 * @query: a query
 * @index: which of its views
 * @error: %FUL_ERROR_ARGUMENT for a thread that does not exist, or a regular expression
 *
 * Returns: (transfer full): the markers of that view
 */
FulQueryMarkers *
ful_query_markers_new (FulQuery  *query,
                       guint      index,
                       GError   **error)
{
  FulViewOptions *options = g_ptr_array_index (query->views, index);
  FulTimeRange root = ful_derive_cache_get_root_range (query->reader.cache);
  FulTimeRange range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;
  g_autoptr(FulThreadSet) threads = NULL;
  g_autoptr(FulMarkerSearch) search = NULL;
  FulQueryMarkers *self;

  if (options->search_flags != FUL_SEARCH_DEFAULT)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                           "The search for markers cannot be a regular expression, nor match case");
      return NULL;
    }
  threads = ful_thread_set_derive (query->profile, options, query->reader.cache, NULL, error);
  if (threads == NULL)
    return NULL;

  search = ful_marker_search_new (options->search);
  self = g_new0 (FulQueryMarkers, 1);
  self->query = query;
  self->zero = root.start;
  self->list = ful_marker_list_derive (threads, query->reader.cache, NULL, NULL);
  self->in_range = ful_marker_search_filter (search, self->list, &range, NULL, NULL);
  self->found = options->has_range ? g_array_ref (self->in_range)
                                   : ful_marker_search_filter (search, self->list, NULL, NULL, NULL);

  return self;
}

void
ful_query_markers_free (FulQueryMarkers *self)
{
  ful_marker_list_unref (self->list);
  g_array_unref (self->found);
  g_array_unref (self->in_range);
  g_free (self);
}
