/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Work in independent parts, done by as many threads as there are processors. */

#include "config.h"

#include "ful-parallel.h"

/* Fewer rows are done before another thread has started. */
#define MIN_ROWS 200000

typedef struct
{
  FulParallelFunc  func;
  gpointer         user_data;
  GCancellable    *cancellable;
  guint            n;
  guint            next;   /* atomic */
} Parts;

static void
run (gpointer data,
     gpointer user_data)
{
  Parts *self = data;
  guint i;

  while ((i = (guint) g_atomic_int_add (&self->next, 1)) < self->n
         && !g_cancellable_is_cancelled (self->cancellable))
    self->func (i, self->user_data);
}

/**
 * ful_parallel_for:
 * @n: number of parts
 * @n_rows: rows of all parts together; few rows need no threads
 * @func: (scope call): does a part; called in any thread, once for each part
 * @user_data: for @func
 * @cancellable: (nullable): checked before each part; parts are left out when cancelled
 *
 * Returns when all is done.
 */
void
ful_parallel_for (guint            n,
                  guint64          n_rows,
                  FulParallelFunc  func,
                  gpointer         user_data,
                  GCancellable    *cancellable)
{
  Parts self = { func, user_data, cancellable, n, 0 };
  guint n_threads = n_rows < MIN_ROWS ? 1 : MIN (n, MAX (g_get_num_processors (), 2));
  GThreadPool *pool = n_threads > 1 ? g_thread_pool_new (run, NULL, (gint) n_threads - 1, FALSE, NULL) : NULL;

  for (guint i = 1; i < n_threads; i++)
    g_thread_pool_push (pool, &self, NULL);
  run (&self, NULL);

  /* All parts have begun, so threads that have not are of no use. */
  if (pool)
    g_thread_pool_free (pool, TRUE, TRUE);
}
