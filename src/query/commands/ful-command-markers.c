/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query markers: the markers of a thread that a search finds.
 *
 * JSON: {"total": n, "counts": {name: [n, of these intervals, of these incomplete], …}, "locations": {place:
 * n, …}, "first": [[name, start, end or null, category, tooltip, table, chart label], …], "chartRowCount":
 * n, "chartRows": [category, [name, instants only, boxes], …]}. Without a range, total, counts and first
 * include markers outside of the root range; locations and rows do not. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-json.h"
#include "ful-query-system.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "export/markers/ful-marker-csv.h"
#include "markers/find/ful-marker-table-column.h"
#include "markers/ful-marker-summary.h"
#include "markers/ful-query-markers.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-list.h"

#include <math.h>

static const FulQueryColumn columns[] = {
  { NULL, "ms", FUL_UNIT_MS },
  { NULL, "duration", FUL_UNIT_MS },
  { "name", "name", FUL_UNIT_TEXT },
  { "start", NULL, FUL_UNIT_MS },
  { "end", NULL, FUL_UNIT_MS },
  { "category", NULL, FUL_UNIT_TEXT },
  { "tooltip", NULL, FUL_UNIT_TEXT },
  { "label", "details", FUL_UNIT_NAME },
  { "chartLabel", NULL, FUL_UNIT_TEXT },
};

typedef struct
{
  FulQueryMarkers  *markers;
  GArray           *rows;      /* guint: in canonical order in JSON, else in that of the window */
  FulMarkerLabeler *labeler;
} Markers;

/* Longer labels are truncated in JSON. */
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
  g_autoptr(GHashTable) places = g_hash_table_new (ful_hash_text, g_str_equal);
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
  ful_query_json_begin_object_member (json, "counts");
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

  ful_query_json_begin_object_member (json, "locations");
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
add_label (Markers            *self,
           guint               marker,
           FulMarkerLabelKind  kind,
           FulQueryRow        *cells)
{
  char *label;

  if (ful_query_row_skip (cells))
    return;

  label = ful_marker_labeler_get (self->labeler, marker, kind);
  if (self->markers->query->json && g_utf8_strlen (label, -1) > LABEL_CHARS)
    *g_utf8_offset_to_pointer (label, LABEL_CHARS) = '\0';
  ful_query_row_take_text (cells, label);
}

static void
add_value (Markers                *self,
           guint                   marker,
           FulMarkerTableColumnId  id,
           FulQueryRow            *cells)
{
  const FulMarkerTableColumn *column = ful_marker_table_column_get (id);
  const FulMarkerList *list = self->markers->list;
  double length = list->end[marker] - list->start[marker];

  if (column->get_text)
    ful_query_row_add_text (cells, column->get_text (list, marker));
  else
    ful_query_row_add_number (cells, column->get_number (list, marker, self->markers->zero));   /* null if there is none */
  if (id == FUL_MARKER_COLUMN_DURATION && list->incomplete[marker] && !isnan (length))
    ful_query_row_take_shown (cells, g_strdup_printf ("%.3f?", length));
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Markers *self = table->data;
  static const FulMarkerTableColumnId values[] = {
    FUL_MARKER_COLUMN_START, FUL_MARKER_COLUMN_DURATION, FUL_MARKER_COLUMN_NAME,
    FUL_MARKER_COLUMN_START, FUL_MARKER_COLUMN_END, FUL_MARKER_COLUMN_CATEGORY,
  };
  guint marker = g_array_index (self->rows, guint, i);

  for (guint k = 0; k < G_N_ELEMENTS (values); k++)
    add_value (self, marker, values[k], cells);
  add_label (self, marker, FUL_MARKER_LABEL_TOOLTIP, cells);
  add_label (self, marker, FUL_MARKER_LABEL_TABLE, cells);
  add_label (self, marker, FUL_MARKER_LABEL_CHART, cells);
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

  ful_query_json_begin_array_member (json, "chartRows");
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

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Markers *self = table->data;
  const FulQueryMarkers *markers = self->markers;
  g_autoptr(GArray) counts = count_names (markers->list, markers->found);

  write_counts (counts, json);
  write_locations (markers->list, markers->in_range, json);
  write_chart (markers->query, markers->list, markers->in_range, json);
}

/* The columns of the window's export. */
static gboolean
write_csv (FulQueryTable  *table,
           const guint    *rows,
           guint           n_rows,
           GError        **error)
{
  Markers *self = table->data;
  g_autoptr(GArray) sorted = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_rows);
  g_autoptr(GOutputStream) stream = ful_query_system_open_output ();

  for (guint i = 0; i < n_rows; i++)
    g_array_append_val (sorted, g_array_index (self->rows, guint, rows[i]));

  return ful_marker_csv_write (self->markers->list, sorted, self->markers->zero, stream, NULL, error);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryMarkers *markers;
  FulQueryTable *table;
  Markers *self;

  if (query->statistics)
    return ful_marker_summary_make_table (query, index, error);
  markers = ful_query_markers_new (query, index, error);
  if (markers == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Markers));
  self = table->data;
  self->markers = ful_query_table_attach (table, markers, (GDestroyNotify) ful_query_markers_free);
  self->rows = ful_query_table_attach (table, g_array_copy (markers->found), (GDestroyNotify) g_array_unref);
  self->labeler = ful_query_table_attach (table, ful_marker_labeler_new (markers->list), (GDestroyNotify) ful_marker_labeler_free);
  if (query->json)
    g_array_sort_with_data (self->rows, compare_markers, &(Order) { markers->list, markers->zero });

  table->n_rows = self->rows->len;
  table->found = self->rows->len > 0;
  table->fill = fill;
  table->count_key = "total";
  table->rows_key = "first";
  table->write_json = write_json;
  table->write_csv = write_csv;

  return table;
}

const FulCommand ful_command_markers = {
  "markers", "the markers of a thread that a search finds",
  FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT | FUL_COMMAND_MARKERS, make_table, NULL,
};
