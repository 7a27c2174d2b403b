/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Work in independent parts, done by two threads. */

#include "config.h"

#include "ful-pair.h"

/* Fewer rows are done before a second thread has started. */
#define MIN_ROWS 200000

typedef struct
{
  FulPairFunc   func;
  gpointer      user_data;
  GCancellable *cancellable;
  guint         n;
  guint         next;   /* atomic */
} Pair;

static gpointer
run (gpointer data)
{
  Pair *self = data;
  guint i;

  while ((i = (guint) g_atomic_int_add (&self->next, 1)) < self->n
         && !g_cancellable_is_cancelled (self->cancellable))
    self->func (i, self->user_data);

  return NULL;
}

/**
 * ful_pair_run:
 * @n: number of parts
 * @n_rows: rows that all parts look at together, to see whether a thread is worth it
 * @func: (scope call): does a part; called in either thread, once for each part
 * @user_data: for @func
 * @cancellable: (nullable): looked at before each part; parts are left out when cancelled
 *
 * Returns when all is done.
 */
void
ful_pair_run (guint         n,
              guint64       n_rows,
              FulPairFunc   func,
              gpointer      user_data,
              GCancellable *cancellable)
{
  Pair self = { func, user_data, cancellable, n, 0 };
  GThread *second = NULL;

  if (n > 1 && n_rows >= MIN_ROWS)
    second = g_thread_try_new ("second", run, &self, NULL);
  run (&self);
  if (second)
    g_thread_join (second);
}
