/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query samples: the filtered samples of a view, one by one.
 *
 * JSON: {"count": n, "rows": [[time, weight, cpu, [function, …]], …]}, where time
 * is in ms relative to the root range, cpu a percentage or null, and the path
 * goes from the root to the leaf. If samples have labels, the member `labels` has
 * a list of "KEY=VALUE" for each row. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "threads/ful-cpu-use.h"
#include "threads/ful-view-options.h"
#include "tree/samples/ful-sample-rows.h"

static const FulQueryColumn columns[] = {
  { "time", "ms", FUL_UNIT_MS },
  { "weight", "weight", FUL_UNIT_NUMBER },
  { "cpu", "cpu %", FUL_UNIT_NUMBER },
  { "stack", "stack", FUL_UNIT_NAME },
};

typedef struct
{
  FulQueryView *view;
  GArray       *rows;   /* guint: those with a stack */
  guint8       *cpu;    /* (nullable): percentages */
} Samples;

/* CPU percentages of the samples of the view, or NULL. */
static guint8 *
compute_cpu (FulQuery     *query,
             FulQueryView *view)
{
  FulThread *thread = ful_profile_get_thread (query->profile, view->derived->threads->threads[0]);

  if (!ful_strategy_is_of_samples (view->derived->strategy) || view->derived->threads->n_threads != 1 ||
      !ful_cpu_use_is_known (query->profile, thread))
    return NULL;

  return ful_cpu_use_compute (query->profile, thread, ful_cpu_use_get_reference (query->profile));
}

/* Returns: (transfer full) (element-type utf8): names from the root to the leaf */
static GPtrArray *
path_of_row (FulQueryView *view,
             guint         row)
{
  GPtrArray *path = g_ptr_array_new ();
  FulCallNodeIndex node = view->nodes->stack_to_node[ful_sample_rows_get_stack (view->rows, row)];

  for (; node != FUL_NONE; node = view->nodes->prefix[node])
    g_ptr_array_add (path, (gpointer) ful_profile_get_func_name (view->query->profile, view->nodes->func[node]));
  for (guint i = 0; i < path->len / 2; i++)
    {
      gpointer last = path->pdata[path->len - 1 - i];

      path->pdata[path->len - 1 - i] = path->pdata[i];
      path->pdata[i] = last;
    }

  return path;
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Samples *samples = table->data;
  FulQueryView *view = samples->view;
  guint row = g_array_index (samples->rows, guint, i);

  ful_query_row_add_number (cells, view->rows->time[row] - view->derived->root_range.start);
  ful_query_row_add_number (cells, view->rows->weight ? view->rows->weight[row] : 1);
  if (samples->cpu)
    ful_query_row_add_number (cells, samples->cpu[&view->rows->time[row] - view->derived->threads->time]);
  else
    ful_query_row_add_null (cells);
  ful_query_row_take_list (cells, path_of_row (view, row));
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Samples *samples = table->data;
  const FulSampleRows *rows = samples->view->rows;

  if (rows->labels == NULL)
    return;

  ful_query_json_begin_array_member (json, "labels");
  for (guint i = 0; i < MIN (table->n_rows, table->limit); i++)
    {
      guint row = g_array_index (samples->rows, guint, i);
      FulStringIndex labels = rows->labels[row];
      const char *text = labels == FUL_NONE ? "" : ful_profile_get_string (samples->view->query->profile, labels);
      g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

      ful_query_json_begin_array (json);
      for (guint l = 0; lines[l]; l++)
        ful_query_json_string (json, lines[l]);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryView *view = ful_query_view_new (query, index, error);
  FulQueryTable *table;
  Samples *samples;

  if (view == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Samples));
  samples = table->data;
  samples->view = ful_query_table_attach (table, view, (GDestroyNotify) ful_query_view_free);
  samples->rows = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (guint)), (GDestroyNotify) g_array_unref);
  samples->cpu = ful_query_table_attach (table, compute_cpu (query, view), g_free);
  for (guint i = 0; i < view->rows->n_rows; i++)
    if (ful_sample_rows_get_stack (view->rows, i) != FUL_NONE)
      g_array_append_val (samples->rows, i);

  table->before = g_strdup_printf ("weights in %s\n\n", ful_query_view_get_unit (view));
  table->n_rows = samples->rows->len;
  table->found = view->tree->root_total != 0;
  table->count_key = "count";
  table->rows_key = "rows";
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_samples = {
  "samples", "the filtered samples of a view, one by one", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, make_table, NULL,
};
