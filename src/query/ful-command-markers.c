/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query markers: the markers of a thread that a search finds.
 *
 * JSON: {"total": n, "counts": {name: [n, of these intervals, of these incomplete], …}, "locations": {place:
 * n, …}, "first": [[name, start, end or null, category, tooltip, table, chart label], …], "chartRowCount":
 * n, "chartRows": [category, [name, instants only, boxes], …]}. Without a range, total, counts and first
 * include markers outside of the root range; locations and rows do not. */

#include "config.h"

#include "ful-commands.h"
#include "ful-marker-summary.h"
#include "ful-query-markers.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "export/ful-marker-csv.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-list.h"

#include <math.h>
#include <unistd.h>

#ifdef G_OS_UNIX
#include <gio/gunixoutputstream.h>
#endif

/* Longer labels are truncated. */
#define LABEL_CHARS 300

typedef struct
{
  const char *name;
  guint       n;
  guint       n_intervals;
  guint       n_incomplete;
} Count;

/* Counts by name, in the order of first use. */
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

static guint
count_type (FulMarkerList *list,
            GArray        *markers,
            const char    *type)
{
  guint n = 0;

  for (guint i = 0; i < markers->len; i++)
    n += g_strcmp0 (ful_marker_list_get_type (list, g_array_index (markers, guint, i)), type) == 0;

  return n;
}

static void
write_locations (FulMarkerList *list,
                 GArray        *markers,
                 FulQueryJson  *json)
{
  static const struct { const char *name; FulMarkerLocation location; } locations[] = {
    { "markerTable", FUL_MARKER_LOCATION_TABLE }, { "markerChart", FUL_MARKER_LOCATION_CHART },
    { "timelineOverview", FUL_MARKER_LOCATION_OVERVIEW }, { "timelineMemory", FUL_MARKER_LOCATION_MEMORY },
    { "timelineIpc", FUL_MARKER_LOCATION_IPC }, { "timelineFileIo", FUL_MARKER_LOCATION_FILE_IO },
  };

  ful_query_json_key (json, "locations");
  ful_query_json_begin_object (json);
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    {
      g_autoptr(GArray) shown = ful_marker_list_filter_by_location (list, markers, locations[i].location);

      ful_query_json_number_member (json, locations[i].name, shown->len);
    }
  ful_query_json_number_member (json, "network", count_type (list, markers, "Network"));
  ful_query_json_number_member (json, "userTiming", count_type (list, markers, "UserTiming"));
  ful_query_json_number_member (json, "jank", count_type (list, markers, "Jank"));
  ful_query_json_number_member (json, "inRootRange", markers->len);
  ful_query_json_end_object (json);
}

typedef struct
{
  FulMarkerList *list;
  double         zero;
} Order;

/* As it is written. */
static double
round_time (const Order *order,
            double       time)
{
  return floor ((time - order->zero) * 1e6 + 0.5);
}

/* Compares by start, end and name, to be independent of the order in the file. */
static int
compare_markers (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const Order *order = data;
  guint x = *(const guint *) a, y = *(const guint *) b;
  double left = round_time (order, order->list->start[x]), right = round_time (order, order->list->start[y]);

  if (left == right)
    {
      left = isnan (order->list->end[x]) ? -INFINITY : round_time (order, order->list->end[x]);
      right = isnan (order->list->end[y]) ? -INFINITY : round_time (order, order->list->end[y]);
    }
  if (left != right)
    return left < right ? -1 : 1;

  return strcmp (ful_marker_list_get_name (order->list, x), ful_marker_list_get_name (order->list, y));
}

static void
write_label (FulMarkerLabeler   *labeler,
             guint               marker,
             FulMarkerLabelKind  kind,
             FulQueryJson       *json)
{
  g_autofree char *label = ful_marker_labeler_get (labeler, marker, kind);

  if (g_utf8_strlen (label, -1) > LABEL_CHARS)
    *g_utf8_offset_to_pointer (label, LABEL_CHARS) = '\0';
  ful_query_json_string (json, label);
}

static void
write_first (FulQuery      *query,
             FulMarkerList *list,
             GArray        *found,
             double         zero,
             FulQueryJson  *json)
{
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);
  g_autoptr(GArray) sorted = g_array_copy (found);
  Order order = { list, zero };

  g_array_sort_with_data (sorted, compare_markers, &order);
  ful_query_json_key (json, "first");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (sorted->len, query->limit); i++)
    {
      guint marker = g_array_index (sorted, guint, i);

      ful_query_json_begin_array (json);
      ful_query_json_string (json, ful_marker_list_get_name (list, marker));
      ful_query_json_number (json, list->start[marker] - zero);
      ful_query_json_number (json, list->end[marker] - zero);   /* null for an instant */
      ful_query_json_string (json, ful_profile_get_category (list->profile, list->category[marker])->name);
      for (guint kind = 0; kind < FUL_N_MARKER_LABELS; kind++)
        write_label (labeler, marker, (FulMarkerLabelKind) kind, json);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
}

/* Lanes, with a heading where the category changes. */
static void
write_chart (FulQuery      *query,
             FulMarkerList *list,
             GArray        *markers,
             FulQueryJson  *json)
{
  g_autoptr(GArray) shown = ful_marker_list_filter_by_location (list, markers, FUL_MARKER_LOCATION_CHART);
  g_autoptr(FulMarkerLanes) lanes = ful_marker_lanes_new (list, shown, TRUE, FUL_MARKER_LANES_MAX_OF_REFERENCE, NULL, NULL);
  const char *heading = NULL;
  guint n = 0;

  ful_query_json_key (json, "chartRows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      const FulMarkerLane *lane = &lanes->lanes[i];
      const char *category = ful_profile_get_category (list->profile, lane->category)->name;

      if (g_strcmp0 (heading, category) != 0 && n++ < query->limit)
        ful_query_json_string (json, category);
      heading = category;
      if (n++ >= query->limit)
        continue;

      ful_query_json_begin_array (json);
      ful_query_json_string (json, lane->name);
      ful_query_json_boolean (json, lane->is_instant);
      ful_query_json_number (json, lane->n_markers);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_number_member (json, "chartRowCount", n);
}

static gboolean
write_json (FulQuery              *query,
            const FulQueryMarkers *markers,
            FulQueryJson          *json)
{
  g_autoptr(GArray) counts = count_names (markers->list, markers->found);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "total", markers->found->len);
  write_counts (counts, json);
  write_locations (markers->list, markers->in_range, json);
  write_first (query, markers->list, markers->found, markers->zero, json);
  write_chart (query, markers->list, markers->in_range, json);
  ful_query_json_end_object (json);

  return markers->found->len > 0;
}

static gboolean
print_text (FulQuery              *query,
            const FulQueryMarkers *markers)
{
  FulMarkerList *list = markers->list;
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);

  g_print ("%12s %12s  %s\n", "ms", "duration", "name");
  for (guint i = 0; i < MIN (markers->found->len, query->limit); i++)
    {
      guint marker = g_array_index (markers->found, guint, i);
      g_autofree char *name = ful_format_visible (ful_marker_list_get_name (list, marker), "");
      g_autofree char *label = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TABLE);
      g_autofree char *visible = ful_format_visible (label, "");

      g_print ("%12.3f ", list->start[marker] - markers->zero);
      if (isnan (list->end[marker]))
        g_print ("%12s ", "");
      else
        g_print ("%12.3f%s", list->end[marker] - list->start[marker], list->incomplete[marker] ? "?" : " ");
      g_print (" %s%s%s\n", name, *visible ? "  " : "", visible);
    }
  if (markers->found->len > query->limit)
    g_print ("…\n");

  return markers->found->len > 0;
}

static gboolean
write_csv (FulQuery               *query,
           const FulQueryMarkers  *markers,
           GError                **error)
{
  g_autoptr(GArray) first = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_vals (first, markers->found->data, MIN (markers->found->len, query->limit));
#ifdef G_OS_UNIX
  {
    g_autoptr(GOutputStream) stream = g_unix_output_stream_new (STDOUT_FILENO, FALSE);

    return ful_marker_csv_write (markers->list, first, markers->zero, stream, NULL, error);
  }
#else
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is no --csv on this system");

  return FALSE;
#endif
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(FulQueryMarkers) markers = NULL;

  if (query->statistics)
    return ful_query_answer_markers (query, ful_marker_summary_write_json, ful_marker_summary_print, error);
  if (!query->csv || query->sort)
    return ful_query_answer_markers (query, write_json, print_text, error);

  markers = ful_query_markers_new (query, 0, error);
  if (markers == NULL || !write_csv (query, markers, error))
    return FUL_EXIT_USAGE;

  return markers->found->len > 0 ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}

const FulCommand ful_command_markers = {
  "markers", "the markers of a thread that a search finds",
  FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT | FUL_COMMAND_MARKERS, run,
  "first", "name,start,end,category,tooltip,label,chartLabel",
};
