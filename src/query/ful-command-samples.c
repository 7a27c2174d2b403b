/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query samples: the filtered samples of a view, one by one.
 *
 * JSON: {"count": n, "rows": [[time, weight, cpu, [function, …]], …]}, where time
 * is in ms relative to the root range, cpu a percentage or null, and the path
 * goes from the root to the leaf. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "threads/ful-cpu-use.h"
#include "threads/ful-view-options.h"
#include "tree/ful-sample-rows.h"

/* CPU percentages of the samples of the view, or NULL. */
static guint8 *
compute_cpu (FulQuery     *query,
             FulQueryView *view)
{
  FulThread *thread = ful_profile_get_thread (query->profile, view->derived->threads->threads[0]);

  if (view->derived->strategy != FUL_STRATEGY_TIMING || view->derived->threads->n_threads != 1 ||
      !ful_cpu_use_is_known (query->profile, thread))
    return NULL;

  return ful_cpu_use_compute (query->profile, thread, ful_cpu_use_get_reference (query->profile));
}

static GArray *
path_of_row (FulQueryView *view,
             guint         row)
{
  g_autoptr(GArray) upward = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  GArray *path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  FulCallNodeIndex node = view->nodes->stack_to_node[ful_sample_rows_get_stack (view->rows, row)];

  for (; node != FUL_NONE; node = view->nodes->prefix[node])
    g_array_append_val (upward, view->nodes->func[node]);
  for (guint i = upward->len; i > 0; i--)
    g_array_append_val (path, g_array_index (upward, FulFuncIndex, i - 1));

  return path;
}

static guint
count_rows (FulQueryView *view)
{
  guint n = 0;

  for (guint i = 0; i < view->rows->n_rows; i++)
    n += ful_sample_rows_get_stack (view->rows, i) != FUL_NONE;

  return n;
}

static gboolean
write_json (FulQuery      *query,
            FulQueryView  *view,
            FulQueryJson  *json,
            GError       **error)
{
  g_autofree guint8 *cpu = compute_cpu (query, view);
  guint left = query->limit;

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "count", count_rows (view));
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < view->rows->n_rows && left > 0; i++)
    {
      g_autoptr(GArray) path = NULL;

      if (ful_sample_rows_get_stack (view->rows, i) == FUL_NONE)
        continue;

      left--;
      path = path_of_row (view, i);
      ful_query_json_begin_array (json);
      ful_query_json_number (json, view->rows->time[i] - view->derived->root_range.start);
      ful_query_json_number (json, view->rows->weight ? view->rows->weight[i] : 1);
      if (cpu)
        ful_query_json_number (json, cpu[&view->rows->time[i] - view->derived->threads->time]);
      else
        ful_query_json_null (json);
      ful_query_json_begin_array (json);
      for (guint k = 0; k < path->len; k++)
        ful_query_json_string (json, ful_profile_get_func_name (query->profile, g_array_index (path, FulFuncIndex, k)));
      ful_query_json_end_array (json);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_views (query, write_json, NULL, error);
}

const FulCommand ful_command_samples = {
  "samples", "the filtered samples of a view, one by one", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
  "rows", "time,weight,cpu,stack",
};
