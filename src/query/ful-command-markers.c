/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query markers: the markers of a thread that a search finds.
 *
 * JSON: {"total": n, "counts": {name: [n, of these intervals, of these incomplete], …}}. Without a range,
 * markers outside of the root range count as well. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "derive/markers/ful-marker-search.h"

#include <math.h>

typedef struct
{
  const char *name;
  guint       n;
  guint       n_intervals;
  guint       n_incomplete;
} Count;

/* Counts by name, in the order the names are met. */
static GArray *
count_names (FulMarkerList *list,
             GArray        *found)
{
  g_autoptr(GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (Count));

  for (guint i = 0; i < found->len; i++)
    {
      guint marker = g_array_index (found, guint, i);
      const char *name = ful_marker_list_get_name (list, marker);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, name));
      Count *count;

      if (place == 0)
        {
          Count none = { name, 0, 0, 0 };

          g_array_append_val (counts, none);
          place = counts->len;
          g_hash_table_insert (places, (gpointer) name, GUINT_TO_POINTER (place));
        }
      count = &g_array_index (counts, Count, place - 1);
      count->n++;
      count->n_intervals += !isnan (list->end[marker]);
      count->n_incomplete += list->incomplete[marker];
    }

  return counts;
}

static void
write_counts (GArray       *counts,
              FulQueryJson *json)
{
  ful_query_json_key (json, "counts");
  ful_query_json_begin_object (json);
  for (guint i = 0; i < counts->len; i++)
    {
      const Count *count = &g_array_index (counts, Count, i);

      ful_query_json_key (json, count->name);
      ful_query_json_begin_array (json);
      ful_query_json_number (json, count->n);
      ful_query_json_number (json, count->n_intervals);
      ful_query_json_number (json, count->n_incomplete);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_object (json);
}

static void
write_json (FulMarkerList *list,
            GArray        *found,
            FulQueryJson  *json)
{
  g_autoptr(GArray) counts = count_names (list, found);

  ful_query_json_begin_object (json);
  ful_query_json_key (json, "total");
  ful_query_json_number (json, found->len);
  write_counts (counts, json);
  ful_query_json_end_object (json);
}

static void
print_text (FulQuery      *query,
            FulMarkerList *list,
            GArray        *found,
            double         zero)
{
  g_print ("%12s %12s  %s\n", "ms", "duration", "name");
  for (guint i = 0; i < MIN (found->len, query->limit); i++)
    {
      guint marker = g_array_index (found, guint, i);

      g_print ("%12.3f ", list->start[marker] - zero);
      if (isnan (list->end[marker]))
        g_print ("%12s ", "");
      else
        g_print ("%12.3f%s", list->end[marker] - list->start[marker], list->incomplete[marker] ? "?" : " ");
      g_print (" %s\n", ful_marker_list_get_name (list, marker));
    }
}

static gboolean
answer (FulQuery          *query,
        FulDeriveOptions  *options,
        FulQueryJson      *json,
        gboolean          *any,
        GError           **error)
{
  FulTimeRange root = ful_derive_cache_get_root_range (query->reader.cache);
  FulTimeRange range = ful_time_range_shift (options->range, root.start);
  g_autoptr(FulThreadSet) threads = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerSearch) search = NULL;
  g_autoptr(GArray) found = NULL;

  if (options->search_is_regex)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                           "The search for markers cannot be a regular expression");
      return FALSE;
    }
  threads = ful_thread_set_derive (query->profile, options, query->reader.cache, NULL, error);
  if (threads == NULL)
    return FALSE;

  list = ful_marker_list_derive (threads, query->reader.cache, NULL, NULL);
  search = ful_marker_search_new (options->search);
  found = ful_marker_search_filter (search, list, options->has_range ? &range : NULL, NULL, NULL);
  *any |= found->len > 0;
  if (query->json)
    write_json (list, found, json);
  else
    print_text (query, list, found, root.start);

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  FulQueryJson json = { NULL };
  gboolean any = query->views->len == 0, ok = TRUE;

  ful_query_json_init (&json);
  if (query->views_are_list)
    ful_query_json_begin_array (&json);
  for (guint i = 0; ok && i < query->views->len; i++)
    ok = answer (query, g_ptr_array_index (query->views, i), &json, &any, error);
  if (query->views_are_list)
    ful_query_json_end_array (&json);
  if (query->json && ok)
    ful_query_json_finish (&json);
  else
    g_string_free (json.buffer, TRUE);

  return any ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}

const FulCommand ful_command_markers = {
  "markers", "the markers of a thread that a search finds", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
};
