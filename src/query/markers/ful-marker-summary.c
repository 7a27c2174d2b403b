/* SPDX-License-Identifier: GPL-3.0-or-later */

/* markers --statistics: durations and numeric fields, summed up by name.
 *
 * JSON: {"total": n, "names": n, "rows": [{"name", "category", "count", "duration": figures or null,
 * "fields": [figures with "key" and "format", …]}, …]}, figures being {"count", "sum", "mean", "median",
 * "p95", "min", "max"}: durations in ms, the others in the unit of the format. */

#include "config.h"

#include "ful-marker-summary.h"

#include "markers/find/ful-marker-statistics.h"
#include "markers/list/ful-marker-format.h"

/* A row without a field is of the durations. */
static const FulQueryColumn columns[] = {
  { "name", "name", FUL_UNIT_NAME },
  { "category", NULL, FUL_UNIT_TEXT },
  { "field", "field", FUL_UNIT_TEXT },
  { "format", NULL, FUL_UNIT_TEXT },
  { "count", "count", FUL_UNIT_NUMBER },
  { "sum", "sum", FUL_UNIT_NUMBER },
  { "mean", "mean", FUL_UNIT_NUMBER },
  { "median", "median", FUL_UNIT_NUMBER },
  { "p95", "p95", FUL_UNIT_NUMBER },
  { "min", NULL, FUL_UNIT_NUMBER },
  { "max", "max", FUL_UNIT_NUMBER },
};

typedef struct
{
  const FulMarkerSummary *summary;
  const FulMarkerFigures *figures;   /* (nullable) */
} Row;

typedef struct
{
  FulQueryMarkers     *markers;
  FulMarkerStatistics *statistics;
  GArray              *rows;   /* Row */
} Summaries;

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
  ful_query_json_begin_array_member (json, "fields");
  for (guint i = durations ? 1 : 0; i < row->figures->len; i++)
    write_figures (&g_array_index (row->figures, FulMarkerFigures, i), json);
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Summaries *self = table->data;
  const GArray *summaries = self->statistics->rows;

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "total", self->markers->found->len);
  ful_query_json_number_member (json, "names", summaries->len);
  ful_query_json_begin_array_member (json, "rows");
  for (guint i = 0; i < MIN (summaries->len, table->limit); i++)
    write_row (self->markers->list, &g_array_index (summaries, FulMarkerSummary, i), json);
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
add_figure (FulQueryRow            *cells,
            const FulMarkerFigures *figures,
            double                  number)
{
  FulBytes text = { NULL };

  if (ful_query_row_skip (cells))
    return;

  ful_query_row_add_number (cells, number);
  ful_marker_number_append (figures->format, number, &text);
  ful_query_row_take_shown (cells, g_strndup (text.data, text.n));
  ful_bytes_clear (&text);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Summaries *self = table->data;
  const Row *row = &g_array_index (self->rows, Row, i);
  const FulMarkerFigures *figures = row->figures;

  ful_query_row_add_text (cells, row->summary->name);
  ful_query_row_add_text (cells, ful_profile_get_category (self->markers->list->profile, row->summary->category)->name);
  ful_query_row_add_text (cells, figures ? figures->key : NULL);
  ful_query_row_add_text (cells, figures ? ful_marker_format_to_string (figures->format) : NULL);
  ful_query_row_add_number (cells, figures && figures->key ? figures->n : row->summary->n_markers);
  for (guint k = 0; figures == NULL && k < 6; k++)
    ful_query_row_add_null (cells);
  if (figures == NULL)
    return;

  add_figure (cells, figures, figures->sum);
  add_figure (cells, figures, figures->mean);
  add_figure (cells, figures, figures->median);
  add_figure (cells, figures, figures->p95);
  add_figure (cells, figures, figures->min);
  add_figure (cells, figures, figures->max);
}

/* A row with the durations of the markers of each name, and a row for each field below it. */
FulQueryTable *
ful_marker_summary_make_table (FulQuery  *query,
                               guint      index,
                               GError   **error)
{
  FulQueryMarkers *markers = ful_query_markers_new (query, index, error);
  FulQueryTable *table;
  Summaries *self;

  if (markers == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Summaries));
  self = table->data;
  self->markers = ful_query_table_attach (table, markers, (GDestroyNotify) ful_query_markers_free);
  self->statistics = ful_query_table_attach (table, ful_marker_statistics_new (markers->list, markers->found, NULL, NULL),
                                             (GDestroyNotify) ful_marker_statistics_unref);
  self->rows = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (Row)), (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < self->statistics->rows->len; i++)
    {
      const FulMarkerSummary *summary = &g_array_index (self->statistics->rows, FulMarkerSummary, i);
      const FulMarkerFigures *durations = ful_marker_summary_get_durations (summary);
      Row row = { summary, durations };

      g_array_append_val (self->rows, row);
      for (guint k = durations ? 1 : 0; k < summary->figures->len; k++)
        {
          row.figures = &g_array_index (summary->figures, FulMarkerFigures, k);
          g_array_append_val (self->rows, row);
        }
    }

  table->n_rows = self->rows->len;
  table->found = markers->found->len > 0;
  table->is_nested = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}
