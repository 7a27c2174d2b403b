/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which rows make one sample of a file of pprof: those of a thread that end in the same stack. */

#include "config.h"

#include "ful-pprof-cells.h"

#include <string.h>

/* The rows in the order of their threads: of each thread those from @begins on. */
static guint *
order_rows (const FulSampleRows *rows,
            guint               *begins)
{
  guint *order = g_new (guint, MAX (rows->n_rows, 1));
  guint n = 0;

  for (guint i = 0; rows->thread && i < rows->n_rows; i++)
    begins[rows->thread[i]]++;
  for (guint t = 0; t < rows->n_threads; t++)
    {
      guint of_thread = begins[t];

      begins[t] = n;
      n += of_thread;
    }
  for (guint i = 0; i < rows->n_rows; i++)
    order[rows->thread ? begins[rows->thread[i]]++ : i] = i;

  return order;
}

static int
compare_stacks (gconstpointer a,
                gconstpointer b)
{
  FulStackIndex left = *(const FulStackIndex *) a, right = *(const FulStackIndex *) b;

  return (left > right) - (left < right);
}

/**
 * ful_pprof_cells_new:
 * @n_stacks: number of stacks that @rows may refer to
 * @out_cell_of_row: (out) (transfer full) (array): the cell of each row; %FUL_NONE without a stack
 *
 * O(stacks + rows · log rows), whatever the number of threads.
 *
 * Returns: (transfer full) (element-type FulPprofCell): by thread, then stack
 */
GArray *
ful_pprof_cells_new (const FulSampleRows  *rows,
                     guint                 n_stacks,
                     gint32              **out_cell_of_row)
{
  guint begin = 0;
  g_autofree guint *ends = g_new0 (guint, MAX (rows->n_threads, 1));
  g_autofree guint *order = order_rows (rows, ends);
  g_autofree gint32 *cell_of_stack = g_new (gint32, MAX (n_stacks, 1));
  g_autoptr(GArray) used = g_array_new (FALSE, FALSE, sizeof (FulStackIndex));
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (FulPprofCell));
  gint32 *cell_of_row = g_new (gint32, MAX (rows->n_rows, 1));

  memset (cell_of_stack, 0xff, n_stacks * sizeof *cell_of_stack);
  for (guint t = 0; t < MAX (rows->n_threads, 1); t++)
    {
      guint end = rows->thread ? ends[t] : rows->n_rows;

      for (guint i = begin; i < end; i++)
        {
          FulStackIndex stack = ful_sample_rows_get_stack (rows, order[i]);

          if (stack == FUL_NONE || cell_of_stack[stack] != FUL_NONE)
            continue;
          cell_of_stack[stack] = 0;
          g_array_append_val (used, stack);
        }
      g_array_sort (used, compare_stacks);
      for (guint i = 0; i < used->len; i++)
        {
          FulPprofCell cell = { t, g_array_index (used, FulStackIndex, i) };

          cell_of_stack[cell.stack] = (gint32) cells->len;
          g_array_append_val (cells, cell);
        }
      for (guint i = begin; i < end; i++)
        {
          FulStackIndex stack = ful_sample_rows_get_stack (rows, order[i]);

          cell_of_row[order[i]] = stack == FUL_NONE ? FUL_NONE : cell_of_stack[stack];
        }
      for (guint i = 0; i < used->len; i++)
        cell_of_stack[g_array_index (used, FulStackIndex, i)] = FUL_NONE;
      g_array_set_size (used, 0);
      begin = end;
    }
  *out_cell_of_row = cell_of_row;

  return cells;
}
