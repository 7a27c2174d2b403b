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

/**
 * ful_query_answer_markers:
 * @query: a query
 * @json_func: writes the answer to one view
 * @text_func: prints the answer to one view
 * @error: see ful_query_markers_new()
 *
 * Returns: %FUL_EXIT_NOTHING if no view had an answer
 */
FulExitStatus
ful_query_answer_markers (FulQuery                 *query,
                          FulQueryMarkersJsonFunc   json_func,
                          FulQueryMarkersTextFunc   text_func,
                          GError                  **error)
{
  FulQueryJson json = { NULL };
  gboolean any = query->views->len == 0, ok = TRUE;

  ful_query_json_init (&json, query->answer);
  if (query->views_are_list)
    ful_query_json_begin_array (&json);
  for (guint i = 0; ok && i < query->views->len; i++)
    {
      g_autoptr(FulQueryMarkers) markers = ful_query_markers_new (query, i, error);

      ok = markers != NULL;
      if (!ok)
        break;
      if (query->json)
        any |= json_func (query, markers, &json);
      else
        any |= text_func (query, markers);
    }
  if (query->views_are_list)
    ful_query_json_end_array (&json);
  if (query->json && ok)
    ful_query_json_finish (&json);
  else
    g_string_free (json.buffer, TRUE);

  return any ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}
