/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query activity: the activity graph of a thread as numbers. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "threads/ful-cpu-use.h"
#include "tracks/ful-track-graph.h"

#include <math.h>

#define N_FIRST 250

static void
write_graph (FulQuery      *query,
             FulTrackGraph *graph,
             FulQueryJson  *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "widthPixels", graph->width);
  ful_query_json_key (json, "averageCpuPerPixelBeforeSmoothing");
  ful_query_json_begin_array (json);
  for (guint x = 0; x < graph->width; x++)
    ful_query_json_rounded (json, graph->average[x], 4);
  ful_query_json_end_array (json);
  ful_query_json_key (json, "smoothedPercentPerPixelByCategory");
  ful_query_json_begin_object (json);
  for (guint c = 0; c < graph->n_categories; c++)
    {
      gboolean any = FALSE;

      for (guint s = 0; s < FUL_N_SAMPLE_STATES; s++)
        any |= ful_track_graph_get (graph, (FulCategoryIndex) c, s) != NULL;
      if (!any)
        continue;

      ful_query_json_key (json, ful_profile_get_category (query->profile, (FulCategoryIndex) c)->name);
      ful_query_json_begin_array (json);
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

static gboolean
write_json (FulQuery      *query,
            FulQueryView  *view,
            FulQueryJson  *json,
            GError       **error)
{
  guint index = view->derived->threads->threads[0];
  FulThread *thread = ful_profile_get_thread (query->profile, index);
  g_autofree guint8 *cpu = ful_cpu_use_compute (query->profile, thread,
                                                ful_cpu_use_get_reference (query->profile));
  guint n = thread->samples->table.n_rows + 1;
  g_autoptr(FulTrackGraph) graph = ful_track_graph_new (query->profile, thread, cpu, view->derived->range,
                                                        query->width, NULL, NULL, error);
  guint64 sum = 0;
  guint n_non_zero = 0;

  if (graph == NULL)
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      sum += cpu[i];
      n_non_zero += cpu[i] != 0;
    }

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "thread", index);
  ful_query_json_boolean_member (json, "hasCPUDeltas", ful_cpu_use_is_known (query->profile, thread));
  ful_query_json_number_member (json, "length", n);
  ful_query_json_number_member (json, "sum", (double) sum);
  ful_query_json_number_member (json, "nonZero", n_non_zero);
  ful_query_json_key (json, "first");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (n, N_FIRST); i++)
    ful_query_json_number (json, cpu[i]);
  ful_query_json_end_array (json);
  ful_query_json_key (json, "graph");
  write_graph (query, graph, json);
  ful_query_json_end_object (json);

  return TRUE;
}

static gboolean
print_text (FulQuery      *query,
            FulQueryView  *view,
            GError       **error)
{
  static const char *const bars[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  FulThread *thread = ful_profile_get_thread (query->profile, view->derived->threads->threads[0]);
  g_autofree guint8 *cpu = ful_cpu_use_compute (query->profile, thread,
                                                ful_cpu_use_get_reference (query->profile));
  g_autoptr(FulTrackGraph) graph = ful_track_graph_new (query->profile, thread, cpu, view->derived->range,
                                                        query->width, NULL, NULL, error);

  if (graph == NULL)
    return FALSE;

  for (guint x = 0; x < graph->width; x++)
    g_print ("%s", bars[CLAMP ((int) ceil (graph->average[x] * 8), 0, 8)]);
  g_print ("\n");

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_views (query, write_json, print_text, error);
}

const FulCommand ful_command_activity = {
  "activity", "the activity graph of a thread as numbers", FUL_COMMAND_VIEWS | FUL_COMMAND_WIDTH, run,
  "averageCpuPerPixelBeforeSmoothing", "cpu",
};
