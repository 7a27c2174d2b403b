/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query page-load: page loads of a thread, and when it did not process events.
 *
 * JSON: {"pages": [{"innerWindowID", "url", "navigationStart", "navigationStartIsGuessed", "events":
 * [{"name", "time", "sinceStart"}, …]}, …], "jankCount": n, "jankDuration": ms, "janks": [{"start",
 * "duration"}, …]}, the longest janks first; null means unknown. Times are ms.
 *
 * The table has the navigation and the events of each page, then the janks. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "markers/ful-query-markers.h"
#include "markers/network/ful-page-load.h"
#include "threads/ful-page-list.h"

#include <math.h>

static const FulQueryColumn columns[] = {
  { "innerWindowID", NULL, FUL_UNIT_NUMBER },
  { "name", "event", FUL_UNIT_TEXT },
  { "time", "ms", FUL_UNIT_MS },
  { "sinceStart", "since start", FUL_UNIT_MS },
  { "duration", "duration", FUL_UNIT_MS },
  { "url", "url", FUL_UNIT_NAME },
};

typedef struct
{
  const FulPageLoad *page;    /* (nullable): %NULL for a jank */
  const char        *name;
  double             time;
  double             duration;
} Row;

typedef struct
{
  FulQueryMarkers *markers;
  GPtrArray       *pages;   /* FulPageLoad */
  GArray          *janks;   /* guint: the longest first */
  GArray          *rows;    /* Row */
} PageLoads;

static double
get_duration (const FulMarkerList *list,
              guint                marker)
{
  return list->end[marker] - list->start[marker];
}

static int
compare_janks (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  guint x = *(const guint *) a, y = *(const guint *) b;
  double left = get_duration (data, x), right = get_duration (data, y);

  if (left != right)
    return left < right ? 1 : -1;

  return x < y ? -1 : x > y;
}

/* (element-type guint): the longest first */
static GArray *
find_janks (const FulQueryMarkers *markers)
{
  GArray *janks = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < markers->found->len; i++)
    {
      guint marker = g_array_index (markers->found, guint, i);

      if (markers->list->kind[marker] == FUL_MARKER_KIND_JANK)
        g_array_append_val (janks, marker);
    }
  g_array_sort_with_data (janks, compare_janks, markers->list);

  return janks;
}

static double
sum_up (const FulMarkerList *list,
        const GArray        *janks)
{
  double sum = 0;

  for (guint i = 0; i < janks->len; i++)
    sum += get_duration (list, g_array_index (janks, guint, i));

  return sum;
}

static void
write_page (const FulPageLoad *page,
            double             zero,
            FulQueryJson      *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "innerWindowID", page->window);
  ful_query_json_string_member (json, "url", page->url);
  ful_query_json_number_member (json, "navigationStart", page->start - zero);
  ful_query_json_boolean_member (json, "navigationStartIsGuessed", page->start_is_guessed);
  ful_query_json_begin_array_member (json, "events");
  for (guint i = 0; i < page->events->len; i++)
    {
      const FulPageEvent *event = &g_array_index (page->events, FulPageEvent, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", event->label);
      ful_query_json_number_member (json, "time", event->time - zero);
      ful_query_json_number_member (json, "sinceStart", event->time - page->start);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  PageLoads *self = table->data;
  FulQueryMarkers *markers = self->markers;

  ful_query_json_begin_object (json);
  ful_query_json_begin_array_member (json, "pages");
  for (guint i = 0; i < self->pages->len; i++)
    write_page (g_ptr_array_index (self->pages, i), markers->zero, json);
  ful_query_json_end_array (json);
  ful_query_json_number_member (json, "jankCount", self->janks->len);
  ful_query_json_number_member (json, "jankDuration", sum_up (markers->list, self->janks));
  ful_query_json_begin_array_member (json, "janks");
  for (guint i = 0; i < MIN (self->janks->len, table->limit); i++)
    {
      guint marker = g_array_index (self->janks, guint, i);

      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "start", markers->list->start[marker] - markers->zero);
      ful_query_json_number_member (json, "duration", get_duration (markers->list, marker));
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  PageLoads *self = table->data;
  const Row *row = &g_array_index (self->rows, Row, i);

  ful_query_row_add_number (cells, row->page ? (double) row->page->window : NAN);
  ful_query_row_add_text (cells, row->name);
  ful_query_row_add_number (cells, row->time - self->markers->zero);
  ful_query_row_add_number (cells, row->page ? row->time - row->page->start : NAN);
  ful_query_row_add_number (cells, row->duration);
  ful_query_row_add_text (cells, row->page ? row->page->url : NULL);
  if (row->page && row->page->url == NULL)
    ful_query_row_take_shown (cells, g_strdup ("(page not known)"));
}

static void
add_row (PageLoads         *self,
         const FulPageLoad *page,
         const char        *name,
         double             time,
         double             duration)
{
  Row row = { page, name, time, duration };

  g_array_append_val (self->rows, row);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryMarkers *markers = ful_query_markers_new (query, index, error);
  g_autoptr(GHashTable) addresses = NULL;
  FulQueryTable *table;
  PageLoads *self;

  if (markers == NULL)
    return NULL;

  addresses = ful_pages_read_addresses (markers->list->profile);
  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (PageLoads));
  self = table->data;
  self->markers = ful_query_table_attach (table, markers, (GDestroyNotify) ful_query_markers_free);
  self->pages = ful_query_table_attach (table, ful_page_loads_find (markers->list, markers->found, addresses), (GDestroyNotify) g_ptr_array_unref);
  self->janks = ful_query_table_attach (table, find_janks (markers), (GDestroyNotify) g_array_unref);
  self->rows = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (Row)), (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < self->pages->len; i++)
    {
      const FulPageLoad *page = g_ptr_array_index (self->pages, i);

      if (!isnan (page->start))
        add_row (self, page, page->start_is_guessed ? "Navigation (guessed)" : "Navigation", page->start, NAN);
      for (guint k = 0; k < page->events->len; k++)
        {
          const FulPageEvent *event = &g_array_index (page->events, FulPageEvent, k);

          add_row (self, page, event->label, event->time, NAN);
        }
    }
  for (guint i = 0; i < self->janks->len; i++)
    {
      guint marker = g_array_index (self->janks, guint, i);

      add_row (self, NULL, "Jank", markers->list->start[marker], get_duration (markers->list, marker));
    }

  table->n_rows = self->rows->len;
  table->found = table->n_rows > 0;
  table->after = g_strdup_printf ("%u janks, %.3f ms\n", self->janks->len, sum_up (markers->list, self->janks));
  table->is_nested = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_page_load = {
  "page-load", "how the pages of a thread were loaded, and its longest janks", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT,
  make_table, NULL,
};
