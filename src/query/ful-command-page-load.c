/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query page-load: page loads of a thread, and when it did not process events.
 *
 * JSON: {"pages": [{"innerWindowID", "url", "navigationStart", "navigationStartIsGuessed", "events":
 * [{"name", "time", "sinceStart"}, …]}, …], "jankCount": n, "jankDuration": ms, "janks": [{"start",
 * "duration"}, …]}, the longest janks first; null means unknown. Times are ms. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-markers.h"

#include "base/ful-format.h"
#include "markers/network/ful-page-load.h"

#include <math.h>

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
  ful_query_json_key (json, "events");
  ful_query_json_begin_array (json);
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

static gboolean
write_json (FulQuery              *query,
            const FulQueryMarkers *markers,
            FulQueryJson          *json)
{
  g_autoptr(GPtrArray) pages = ful_page_loads_find (markers->list, markers->found);
  g_autoptr(GArray) janks = find_janks (markers);

  ful_query_json_begin_object (json);
  ful_query_json_key (json, "pages");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < pages->len; i++)
    write_page (g_ptr_array_index (pages, i), markers->zero, json);
  ful_query_json_end_array (json);
  ful_query_json_number_member (json, "jankCount", janks->len);
  ful_query_json_number_member (json, "jankDuration", sum_up (markers->list, janks));
  ful_query_json_key (json, "janks");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (janks->len, query->limit); i++)
    {
      guint marker = g_array_index (janks, guint, i);

      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "start", markers->list->start[marker] - markers->zero);
      ful_query_json_number_member (json, "duration", get_duration (markers->list, marker));
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);

  return pages->len > 0 || janks->len > 0;
}

static void
print_page (const FulPageLoad *page,
            double             zero)
{
  g_autofree char *url = ful_format_visible (page->url ? page->url : "(page not known)", "");

  g_print ("%s\n", url);
  if (!isnan (page->start))
    g_print ("%12.3f %12s  Navigation%s\n", page->start - zero, "", page->start_is_guessed ? " (guessed)" : "");
  for (guint i = 0; i < page->events->len; i++)
    {
      const FulPageEvent *event = &g_array_index (page->events, FulPageEvent, i);

      g_print ("%12.3f ", event->time - zero);
      if (isnan (page->start))
        g_print ("%12s", "");
      else
        g_print ("%+12.3f", event->time - page->start);
      g_print ("  %s\n", event->label);
    }
}

static gboolean
print_text (FulQuery              *query,
            const FulQueryMarkers *markers)
{
  g_autoptr(GPtrArray) pages = ful_page_loads_find (markers->list, markers->found);
  g_autoptr(GArray) janks = find_janks (markers);

  g_print ("%12s %12s\n", "ms", "since start");
  for (guint i = 0; i < pages->len; i++)
    print_page (g_ptr_array_index (pages, i), markers->zero);
  g_print ("\n%12s %12s\n", "ms", "duration");
  for (guint i = 0; i < MIN (janks->len, query->limit); i++)
    {
      guint marker = g_array_index (janks, guint, i);

      g_print ("%12.3f %12.3f  Jank\n", markers->list->start[marker] - markers->zero,
               get_duration (markers->list, marker));
    }
  if (janks->len > query->limit)
    g_print ("…\n");
  g_print ("%12s %12.3f  %u in all\n", "", sum_up (markers->list, janks), janks->len);

  return pages->len > 0 || janks->len > 0;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_markers (query, write_json, print_text, error);
}

const FulCommand ful_command_page_load = {
  "page-load", "how the pages of a thread were loaded, and its longest janks", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
  "events", "^innerWindowID,^url,name,time,sinceStart",
};
