/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-parallel.h"

#define N_PARTS 1000

typedef struct
{
  guint         n_calls[N_PARTS];
  GThread      *first;
  guint         n_elsewhere;     /* atomic */
  GCancellable *cancellable;
} Job;

static void
part (guint    i,
      gpointer data)
{
  Job *self = data;

  self->n_calls[i]++;
  if (g_thread_self () != self->first)
    g_atomic_int_inc (&self->n_elsewhere);
  if (self->cancellable && i == 9)
    g_cancellable_cancel (self->cancellable);
}

static void
test_each_part_once (void)
{
  for (guint run = 0; run < 50; run++)
    {
      Job job = { .first = g_thread_self () };

      ful_parallel_for (N_PARTS, run % 2 ? G_MAXUINT64 : 10, part, &job, NULL);
      for (guint i = 0; i < N_PARTS; i++)
        g_assert_cmpuint (job.n_calls[i], ==, 1);
      if (run % 2 == 0)
        g_assert_cmpuint (job.n_elsewhere, ==, 0);
    }
  ful_parallel_for (0, G_MAXUINT64, part, NULL, NULL);
}

static void
wait_for_other (guint    i,
                gpointer data)
{
  guint *n_here = data;

  g_atomic_int_inc (n_here);
  while (g_atomic_int_get (n_here) < 2)
    g_thread_yield ();
}

/* Neither part ends before the other has begun. */
static void
test_two_at_a_time (void)
{
  guint n_here = 0;

  ful_parallel_for (2, G_MAXUINT64, wait_for_other, &n_here, NULL);
  g_assert_cmpuint (n_here, ==, 2);
}

static void
test_cancel (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  Job job = { .first = g_thread_self (), .cancellable = cancellable };
  guint n = 0;

  ful_parallel_for (N_PARTS, 10, part, &job, cancellable);
  for (guint i = 0; i < N_PARTS; i++)
    n += job.n_calls[i];
  g_assert_cmpuint (n, ==, 10);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/each-part-once", test_each_part_once);
  g_test_add_func ("/parallel/two-at-a-time", test_two_at_a_time);
  g_test_add_func ("/parallel/cancel", test_cancel);

  return g_test_run ();
}
