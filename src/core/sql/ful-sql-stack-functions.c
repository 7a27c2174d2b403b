/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What only depends on stacks (sql.md 3): path() and stack_weights(). */

#include "config.h"

#include "ful-sql-private.h"

#include "base/ful-error.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  guint32 stack;
  guint32 n;
  double  weight;
} Weight;

static void
add_weights (FulSqlProfile *profile,
             guint          thread,
             double         start,
             double         end,
             guint32       *n,
             double        *weights)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile->profile, thread)->samples;

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      double time = samples->time[i] - profile->zero;
      FulStackIndex stack = ful_profile_get_shown_stack (profile->profile, samples->stack[i]);

      if (stack == FUL_NONE || !(time >= start && time < end))
        continue;
      n[stack]++;
      weights[stack] += samples->weight ? samples->weight[i] : 1;
    }
}

static gpointer
run_stack_weights (FulSql             *sql G_GNUC_UNUSED,
                   FulSqlProfile      *profile,
                   const FulSqlValue  *arguments,
                   GError            **error)
{
  g_autoptr(GArray) threads = ful_sql_value_list_threads (&arguments[0], profile->profile->threads->len, error);
  double start = ful_sql_value_get_number (&arguments[1], -INFINITY), end = ful_sql_value_get_number (&arguments[2], INFINITY);
  guint n_stacks = ful_sql_profile_get_stacks (profile)->table.n_rows;
  g_autofree guint32 *n = NULL;
  g_autofree double *weights = NULL;
  GArray *rows;

  if (threads == NULL)
    return NULL;

  n = g_new0 (guint32, MAX (n_stacks, 1));
  weights = g_new0 (double, MAX (n_stacks, 1));
  for (guint i = 0; i < threads->len; i++)
    add_weights (profile, g_array_index (threads, guint, i), start, end, n, weights);
  rows = g_array_new (FALSE, FALSE, sizeof (Weight));
  for (guint i = 0; i < n_stacks; i++)
    if (n[i] > 0)
      g_array_append_val (rows, ((Weight) { i, n[i], weights[i] }));

  return rows;
}

static guint
get_n (gpointer rows)
{
  return ((GArray *) rows)->len;
}

static gsize
get_size (gpointer rows)
{
  return ((GArray *) rows)->len * sizeof (Weight);
}

static void
free_rows (gpointer rows)
{
  g_array_unref (rows);
}

static void
get_weight (gpointer     rows,
            guint        row,
            guint        column,
            FulSqlValue *value)
{
  const Weight *weight = &g_array_index ((GArray *) rows, Weight, row);

  if (column == 3)
    ful_sql_value_set_real (value, weight->weight);
  else
    ful_sql_value_set_integer (value, column == 1 ? weight->stack : weight->n);
}

const FulSqlFunction ful_sql_function_stack_weights = { &ful_sql_info_stack_weights, TRUE, run_stack_weights, get_n, get_size, get_weight, free_rows };

typedef struct
{
  FulSqlProfile *profile;
  GArray        *stacks;   /* FulStackIndex: root first */
} Path;

static gpointer
run_path (FulSql             *sql,
          FulSqlProfile      *profile G_GNUC_UNUSED,
          const FulSqlValue  *arguments,
          GError            **error)
{
  FulSqlProfile *of = ful_sql_get_profile (sql, &arguments[0], error);
  double number = ful_sql_value_get_number (&arguments[1], -1);
  const FulStackTable *stacks;
  Path *path;

  if (of == NULL)
    return NULL;

  path = g_new0 (Path, 1);
  path->profile = of;
  path->stacks = g_array_new (FALSE, FALSE, sizeof (FulStackIndex));
  stacks = ful_sql_profile_get_stacks (of);
  if (!(number >= 0 && number < stacks->table.n_rows))
    return path;

  for (FulStackIndex stack = (FulStackIndex) number; stack != FUL_NONE; stack = stacks->prefix[stack])
    g_array_append_val (path->stacks, stack);
  for (guint i = 0; i < path->stacks->len / 2; i++)
    {
      FulStackIndex *left = &g_array_index (path->stacks, FulStackIndex, i);
      FulStackIndex *right = &g_array_index (path->stacks, FulStackIndex, path->stacks->len - 1 - i), stack = *left;

      *left = *right;
      *right = stack;
    }

  return path;
}

static guint
get_n_of_path (gpointer rows)
{
  return ((Path *) rows)->stacks->len;
}

static gsize
get_size_of_path (gpointer rows)
{
  return ((Path *) rows)->stacks->len * sizeof (FulStackIndex);
}

static void
free_path (gpointer rows)
{
  g_array_unref (((Path *) rows)->stacks);
  g_free (rows);
}

static void
get_of_path (gpointer     rows,
             guint        row,
             guint        column,
             FulSqlValue *value)
{
  static const guint wide[] = { FUL_SQL_WIDE_FUNC, FUL_SQL_WIDE_FUNCTION, FUL_SQL_WIDE_CATEGORY_NAME };
  const Path *path = rows;
  FulStackIndex stack = g_array_index (path->stacks, FulStackIndex, row);

  if (column == 0)
    ful_sql_value_set_integer (value, row);
  else if (column == 1)
    ful_sql_value_set_integer (value, stack);
  else if (column == 2)
    ful_sql_value_set_row (value, ful_sql_profile_get_stacks (path->profile)->frame[stack]);
  else
    ful_sql_value_set_of_stack (value, path->profile, stack, wide[column - 3]);
}

const FulSqlFunction ful_sql_function_path = { &ful_sql_info_path, FALSE, run_path, get_n_of_path, get_size_of_path, get_of_path, free_path };
