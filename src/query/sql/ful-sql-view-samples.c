/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of a view, and its activity (sql.md 3). */

#include "config.h"

#include "ful-sql-view-rows.h"

#include "base/ful-error.h"
#include "sql/ful-sql-functions.h"
#include "stacks/ful-filtered-stacks.h"
#include "threads/ful-cpu-use.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"
#include "tree/ful-sample-states.h"
#include "tree/samples/ful-sample-rows.h"

/* Argument of activity. */
#define SLOTS FUL_SQL_N_VIEW_ARGUMENTS
#define DEFAULT_SLOTS 200
#define MAX_SLOTS 65536

/* A row of the view that has a stack. */
typedef struct
{
  guint  row;
  gint64 sample;   /* of its thread; -1: of an allocation */
} Sample;

/* Rows of samples are a part of those of the thread set. */
static GArray *
list_samples (const FulQueryView *view)
{
  const FulSampleRows *rows = view->rows;
  const FulThreadSet *threads = view->derived->threads;
  gboolean are_samples = ful_strategy_is_of_samples (view->derived->strategy);
  guint before = are_samples && rows->n_rows > 0 ? (guint) (rows->time - threads->time) : 0;
  g_autofree guint *next = g_new0 (guint, threads->n_threads);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Sample));

  for (guint i = 0; i < before; i++)
    next[threads->thread ? threads->thread[i] : 0]++;
  for (guint i = 0; i < rows->n_rows; i++)
    {
      Sample sample = { i, are_samples ? (gint64) next[rows->thread ? rows->thread[i] : 0]++ : -1 };

      if (ful_sample_rows_get_stack (rows, i) != FUL_NONE)
        g_array_append_val (list, sample);
    }

  return list;
}

static gpointer
run_filtered_samples (FulSql             *sql G_GNUC_UNUSED,
                      FulSqlProfile      *profile,
                      const FulSqlValue  *arguments,
                      GError            **error)
{
  g_autoptr(FulSqlViewRows) self = ful_sql_view_rows_new_of_tree (profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->list = list_samples (self->view);

  return g_steal_pointer (&self);
}

static void
get_sample (gpointer     data,
            guint        row,
            guint        column,
            FulSqlValue *value)
{
  FulSqlViewRows *self = data;
  const FulSampleRows *rows = self->view->rows;
  const FulThreadSet *threads = self->view->derived->threads;
  const Sample *sample = &g_array_index (self->list, Sample, row);
  FulFuncIndex func = ful_filtered_stacks_get_func (self->view->derived->stacks, ful_sample_rows_get_stack (rows, sample->row));

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, threads->threads[rows->thread ? rows->thread[sample->row] : 0]);
      break;
    case 2:
      if (sample->sample >= 0)
        ful_sql_value_set_integer (value, sample->sample);
      break;
    case 3:
      ful_sql_value_set_real (value, rows->time[sample->row] - self->of->zero);
      break;
    case 4:
      ful_sql_value_set_row (value, ful_profile_get_shown_stack (self->query.profile, rows->recorded_stack[sample->row]));
      break;
    case 5:
      ful_sql_value_set_real (value, rows->weight ? rows->weight[sample->row] : 1);
      break;
    case 6:
      ful_sql_value_set_integer (value, func);
      break;
    case 7:
    default:
      ful_sql_value_set_text (value, ful_profile_get_func_name (self->query.profile, func));
      break;
    }
}

const FulSqlFunction ful_sql_view_filtered_samples = {
  &ful_sql_info_filtered_samples, TRUE, run_filtered_samples, ful_sql_view_rows_get_n, ful_sql_view_rows_get_size, get_sample, ful_sql_view_rows_free,
};

/* The share of a category in a slot of time. */
typedef struct
{
  guint  slot;
  guint  category;
  double percent;
} Share;

static GArray *
list_shares (FulTrackGraph *graph)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Share));

  for (guint slot = 0; slot < graph->width; slot++)
    for (guint category = 0; category < graph->n_categories; category++)
      {
        double sum = 0;

        for (guint state = 0; state < FUL_N_SAMPLE_STATES; state++)
          {
            const float *values = ful_track_graph_get (graph, (FulCategoryIndex) category, state);

            sum += values ? values[slot] : 0;
          }
        if (sum != 0)
          g_array_append_val (list, ((Share) { slot, category, 100 * sum }));
      }

  return list;
}

static gpointer
run_activity (FulSql             *sql G_GNUC_UNUSED,
              FulSqlProfile      *profile,
              const FulSqlValue  *arguments,
              GError            **error)
{
  g_autoptr(FulSqlViewRows) self = NULL;
  double n_slots = ful_sql_value_get_number (&arguments[SLOTS], DEFAULT_SLOTS);
  g_autofree guint8 *cpu = NULL;
  FulThread *thread;

  if (!(n_slots >= 1 && n_slots <= MAX_SLOTS))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "slots must be from 1 to %d", MAX_SLOTS);
      return NULL;
    }
  self = ful_sql_view_rows_new_of_tree (profile, arguments, error);
  if (self == NULL)
    return NULL;

  thread = ful_profile_get_thread (self->query.profile, self->view->derived->threads->threads[0]);
  cpu = ful_cpu_use_compute (self->query.profile, thread, ful_cpu_use_get_reference (self->query.profile));
  self->graph = ful_track_graph_new (self->query.profile, thread, cpu, self->view->derived->range, (guint) n_slots, NULL, NULL, error);
  if (self->graph == NULL)
    return NULL;
  self->list = list_shares (self->graph);

  return g_steal_pointer (&self);
}

static void
get_share (gpointer     data,
           guint        row,
           guint        column,
           FulSqlValue *value)
{
  FulSqlViewRows *self = data;
  const Share *share = &g_array_index (self->list, Share, row);
  FulTimeRange range = self->graph->range;
  double length = (range.end - range.start) / self->graph->width;

  if (column == 1)
    ful_sql_value_set_integer (value, share->slot);
  else if (column == 2 || column == 3)
    ful_sql_value_set_real (value, range.start - self->of->zero + (share->slot + (column == 3)) * length);
  else if (column == 4)
    ful_sql_value_set_integer (value, share->category);
  else if (column == 5)
    ful_sql_value_set_text (value, ful_profile_get_category (self->query.profile, (FulCategoryIndex) share->category)->name);
  else
    ful_sql_value_set_real (value, share->percent);
}

const FulSqlFunction ful_sql_view_activity = {
  &ful_sql_info_activity, TRUE, run_activity, ful_sql_view_rows_get_n, ful_sql_view_rows_get_size, get_share, ful_sql_view_rows_free,
};
