/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query activity: the activity graph of a thread as numbers. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "threads/ful-cpu-use.h"
#include "tracks/ful-track-graph.h"

#include <math.h>

#define N_FIRST 250

/* A row is a pixel; text output is a line of bars. */
static const FulQueryColumn columns[] = {
  { "cpu", NULL, FUL_UNIT_NUMBER },
};

typedef struct
{
  FulQueryView  *view;
  FulThread     *thread;
  guint8        *cpu;      /* percentages: one for each sample, and one more */
  FulTrackGraph *graph;
} Activity;

static void
write_graph (FulProfile    *profile,
             FulTrackGraph *graph,
             FulQueryJson  *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "widthPixels", graph->width);
  ful_query_json_begin_array_member (json, "averageCpuPerPixelBeforeSmoothing");
  for (guint x = 0; x < graph->width; x++)
    ful_query_json_rounded (json, graph->average[x], 4);
  ful_query_json_end_array (json);
  ful_query_json_begin_object_member (json, "smoothedPercentPerPixelByCategory");
  for (guint c = 0; c < graph->n_categories; c++)
    {
      gboolean any = FALSE;

      for (guint s = 0; s < FUL_N_SAMPLE_STATES; s++)
        any |= ful_track_graph_get (graph, (FulCategoryIndex) c, s) != NULL;
      if (!any)
        continue;

      ful_query_json_begin_array_member (json, ful_profile_get_category (profile, (FulCategoryIndex) c)->name);
      for (guint x = 0; x < graph->width; x++)
        {
          double sum = 0;

          for (guint s = 0; s < FUL_N_SAMPLE_STATES; s++)
            {
              const float *values = ful_track_graph_get (graph, (FulCategoryIndex) c, s);

              sum += values ? values[x] : 0;
            }
          ful_query_json_rounded (json, 100 * sum, 2);
        }
      ful_query_json_end_array (json);
    }
  ful_query_json_end_object (json);
  ful_query_json_end_object (json);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Activity *self = table->data;
  FulProfile *profile = self->view->query->profile;
  guint n = self->thread->samples->table.n_rows + 1;
  guint64 sum = 0;
  guint n_non_zero = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += self->cpu[i];
      n_non_zero += self->cpu[i] != 0;
    }

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "thread", self->view->derived->threads->threads[0]);
  ful_query_json_boolean_member (json, "hasCPUDeltas", ful_cpu_use_is_known (profile, self->thread));
  ful_query_json_number_member (json, "length", n);
  ful_query_json_number_member (json, "sum", (double) sum);
  ful_query_json_number_member (json, "nonZero", n_non_zero);
  ful_query_json_begin_array_member (json, "first");
  for (guint i = 0; i < MIN (n, N_FIRST); i++)
    ful_query_json_number (json, self->cpu[i]);
  ful_query_json_end_array (json);
  ful_query_json_key (json, "graph");
  write_graph (profile, self->graph, json);
  ful_query_json_end_object (json);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  ful_query_row_add_number (cells, ((Activity *) table->data)->graph->average[i]);
}

static char *
dup_bars (FulTrackGraph *graph)
{
  static const char *const bars[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  GString *text = g_string_new (NULL);

  for (guint x = 0; x < graph->width; x++)
    g_string_append (text, bars[CLAMP ((int) ceil (graph->average[x] * 8), 0, 8)]);
  g_string_append_c (text, '\n');

  return g_string_free (text, FALSE);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryView *view = ful_query_view_new (query, index, error);
  g_autoptr(FulQueryTable) table = NULL;
  Activity *self;

  if (view == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Activity));
  self = table->data;
  self->view = ful_query_table_attach (table, view, (GDestroyNotify) ful_query_view_free);
  self->thread = ful_profile_get_thread (query->profile, view->derived->threads->threads[0]);
  self->cpu = ful_cpu_use_compute (query->profile, self->thread, ful_cpu_use_get_reference (query->profile));
  ful_query_table_attach (table, self->cpu, g_free);
  self->graph = ful_track_graph_new (query->profile, self->thread, self->cpu, view->derived->range, query->width, NULL,
                                     NULL, error);
  ful_query_table_attach (table, self->graph, (GDestroyNotify) ful_track_graph_unref);
  if (self->graph == NULL)
    return NULL;

  table->n_rows = query->width;
  table->found = view->tree->root_total != 0;
  table->before = dup_bars (self->graph);
  table->is_nested = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return g_steal_pointer (&table);
}

const FulCommand ful_command_activity = {
  "activity", "the activity graph of a thread as numbers", FUL_COMMAND_VIEWS | FUL_COMMAND_WIDTH, make_table, NULL,
};
