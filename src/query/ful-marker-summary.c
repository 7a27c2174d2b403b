/* SPDX-License-Identifier: GPL-3.0-or-later */

/* markers --statistics: durations and numeric fields, summed up by name.
 *
 * JSON: {"total": n, "names": n, "rows": [{"name", "category", "count", "duration": figures or null,
 * "fields": [figures with "key" and "format", …]}, …]}, figures being {"count", "sum", "mean", "median",
 * "p95", "min", "max"}: durations in ms, the others in the unit of the format. */

#include "config.h"

#include "ful-marker-summary.h"

#include "base/ful-format.h"
#include "markers/find/ful-marker-statistics.h"
#include "markers/list/ful-marker-format.h"

#define COLUMN_CHARS 11

static void
write_figures (const FulMarkerFigures *figures,
               FulQueryJson           *json)
{
  ful_query_json_begin_object (json);
  if (figures->key)
    {
      ful_query_json_string_member (json, "key", figures->key);
      ful_query_json_string_member (json, "format", ful_marker_format_to_string (figures->format));
    }
  ful_query_json_number_member (json, "count", figures->n);
  ful_query_json_number_member (json, "sum", figures->sum);
  ful_query_json_number_member (json, "mean", figures->mean);
  ful_query_json_number_member (json, "median", figures->median);
  ful_query_json_number_member (json, "p95", figures->p95);
  ful_query_json_number_member (json, "min", figures->min);
  ful_query_json_number_member (json, "max", figures->max);
  ful_query_json_end_object (json);
}

static void
write_row (FulMarkerList          *list,
           const FulMarkerSummary *row,
           FulQueryJson           *json)
{
  const FulMarkerFigures *durations = ful_marker_summary_get_durations (row);

  ful_query_json_begin_object (json);
  ful_query_json_string_member (json, "name", row->name);
  ful_query_json_string_member (json, "category", ful_profile_get_category (list->profile, row->category)->name);
  ful_query_json_number_member (json, "count", row->n_markers);
  ful_query_json_key (json, "duration");
  if (durations)
    write_figures (durations, json);
  else
    ful_query_json_null (json);
  ful_query_json_key (json, "fields");
  ful_query_json_begin_array (json);
  for (guint i = durations ? 1 : 0; i < row->figures->len; i++)
    write_figures (&g_array_index (row->figures, FulMarkerFigures, i), json);
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

/* See ful_query_answer_markers(). */
gboolean
ful_marker_summary_write_json (FulQuery              *query,
                               const FulQueryMarkers *markers,
                               FulQueryJson          *json)
{
  g_autoptr(FulMarkerStatistics) statistics = ful_marker_statistics_new (markers->list, markers->found, NULL, NULL);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "total", markers->found->len);
  ful_query_json_number_member (json, "names", statistics->rows->len);
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (statistics->rows->len, query->limit); i++)
    write_row (markers->list, &g_array_index (statistics->rows, FulMarkerSummary, i), json);
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);

  return markers->found->len > 0;
}

static void
print_cell (const char *text)
{
  g_print (" %*s%s", (int) MAX (COLUMN_CHARS - g_utf8_strlen (text, -1), 0), "", text);
}

static void
print_number (FulMarkerFormat format,
              double          number)
{
  FulBytes text = { NULL };

  ful_marker_number_append (format, number, &text);
  ful_bytes_append_c (&text, '\0');
  print_cell (text.data);
  ful_bytes_clear (&text);
}

/* @figures: (nullable): without them only the count is printed */
static void
print_line (const char             *what,
            guint                   n,
            const FulMarkerFigures *figures)
{
  g_autofree char *visible = ful_format_visible (what, "");

  print_number (FUL_MARKER_FORMAT_INTEGER, n);
  if (figures)
    {
      print_number (figures->format, figures->sum);
      print_number (figures->format, figures->mean);
      print_number (figures->format, figures->median);
      print_number (figures->format, figures->p95);
      print_number (figures->format, figures->max);
    }
  else
    g_print ("%*s", 5 * (1 + COLUMN_CHARS), "");
  g_print ("  %s\n", visible);
}

/* A line with the durations of the markers of each name, and a line for each field below it. */
gboolean
ful_marker_summary_print (FulQuery              *query,
                          const FulQueryMarkers *markers)
{
  static const char *const headings[] = { "count", "sum", "mean", "median", "p95", "max" };

  g_autoptr(FulMarkerStatistics) statistics = ful_marker_statistics_new (markers->list, markers->found, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    print_cell (headings[i]);
  g_print ("  name\n");
  for (guint i = 0; i < MIN (statistics->rows->len, query->limit); i++)
    {
      const FulMarkerSummary *row = &g_array_index (statistics->rows, FulMarkerSummary, i);
      const FulMarkerFigures *durations = ful_marker_summary_get_durations (row);

      print_line (row->name, row->n_markers, durations);
      for (guint k = durations ? 1 : 0; k < row->figures->len; k++)
        {
          const FulMarkerFigures *figures = &g_array_index (row->figures, FulMarkerFigures, k);
          g_autofree char *what = g_strconcat ("  ", figures->key, NULL);

          print_line (what, figures->n, figures);
        }
    }
  if (statistics->rows->len > query->limit)
    g_print ("…\n");

  return markers->found->len > 0;
}
