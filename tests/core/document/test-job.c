/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "document/ful-job.h"

typedef struct
{
  GCancellable *job;       /* (nullable): the newest one */
  guint         n_ready;   /* results, of whatever job */
  guint         n_taken;   /* results that were not out of date */
  int           number;    /* of the last of these */
} Owner;

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      input,
        GCancellable *cancellable)
{
  int *number = input;

  /* Jobs with an odd number wait until they are stopped. */
  while (*number % 2 && !g_cancellable_is_cancelled (cancellable))
    g_thread_yield ();
  g_task_return_int (task, *number);
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Owner *owner = user_data;
  g_autoptr(GError) error = NULL;
  int number = (int) g_task_propagate_int (G_TASK (result), &error);

  owner->n_ready++;
  if (g_task_get_cancellable (G_TASK (result)) != owner->job)
    return;

  g_clear_object (&owner->job);
  owner->n_taken++;
  owner->number = number;
}

static void
start (Owner *owner,
       int    number)
{
  ful_job_start (&owner->job, worker, g_memdup2 (&number, sizeof number), g_free, ready_cb, owner);
}

static void
wait (Owner *owner,
      guint  n_ready)
{
  while (owner->n_ready < n_ready)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_newest_counts (void)
{
  Owner owner = { NULL, 0, 0, -1 };

  start (&owner, 1);
  start (&owner, 3);
  start (&owner, 4);
  wait (&owner, 3);
  g_assert_cmpuint (owner.n_taken, ==, 1);
  g_assert_cmpint (owner.number, ==, 4);
  g_assert_null (owner.job);
}

static void
test_stop (void)
{
  Owner owner = { NULL, 0, 0, -1 };

  start (&owner, 1);
  ful_job_stop (&owner.job);
  g_assert_null (owner.job);
  ful_job_stop (&owner.job);
  /* A later one is not the one that was stopped. */
  start (&owner, 2);
  wait (&owner, 2);
  g_assert_cmpuint (owner.n_taken, ==, 1);
  g_assert_cmpint (owner.number, ==, 2);
}

/* Without a place for it a job runs to its end. */
static void
test_unwatched (void)
{
  Owner owner = { NULL, 0, 0, -1 };
  int numbers[] = { 2, 4 };

  for (guint i = 0; i < 2; i++)
    ful_job_start (NULL, worker, g_memdup2 (&numbers[i], sizeof numbers[i]), g_free, ready_cb, &owner);
  wait (&owner, 2);
  g_assert_cmpuint (owner.n_taken, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job/newest-counts", test_newest_counts);
  g_test_add_func ("/job/stop", test_stop);
  g_test_add_func ("/job/unwatched", test_unwatched);

  return g_test_run ();
}
