/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-job.h"

typedef struct
{
  GObject       parent_instance;

  GCancellable *job;       /* (nullable): the newest one */
  guint         n_ready;   /* results, of whatever job */
  guint         n_taken;   /* results that were not out of date */
  int           number;    /* of the last of these */
} Owner;

typedef GObjectClass OwnerClass;

GType owner_get_type (void);

G_DEFINE_TYPE (Owner, owner, G_TYPE_OBJECT)

static void
owner_init (Owner *self)
{
  self->number = -1;
}

static void
owner_class_init (OwnerClass *klass)
{
}

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
  g_autoptr(GObject) object = user_data;
  Owner *owner = (Owner *) object;
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
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;

  start (owner, 1);
  start (owner, 3);
  start (owner, 4);
  wait (owner, 3);
  g_assert_cmpuint (owner->n_taken, ==, 1);
  g_assert_cmpint (owner->number, ==, 4);
  g_assert_null (owner->job);
}

static void
test_stop (void)
{
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;

  start (owner, 1);
  ful_job_stop (&owner->job);
  g_assert_null (owner->job);
  ful_job_stop (&owner->job);
  /* A later one is not the one that was stopped. */
  start (owner, 2);
  wait (owner, 2);
  g_assert_cmpuint (owner->n_taken, ==, 1);
  g_assert_cmpint (owner->number, ==, 2);
}

/* Without a place for it a job runs to its end. */
static void
test_unwatched (void)
{
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;
  int numbers[] = { 2, 4 };

  for (guint i = 0; i < 2; i++)
    ful_job_start (NULL, worker, g_memdup2 (&numbers[i], sizeof numbers[i]), g_free, ready_cb, owner);
  wait (owner, 2);
  g_assert_cmpuint (owner->n_taken, ==, 2);
}

static void
gone_ready_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_assert_not_reached ();
}

static void
counting_worker (GTask        *task,
                 gpointer      source,
                 gpointer      input,
                 GCancellable *cancellable)
{
  g_task_return_boolean (task, TRUE);
}

/* On whichever thread is the last to hold a task. */
static void
count_cb (gpointer data)
{
  g_atomic_int_inc ((gint *) data);
}

/* Nobody gets what was made for an owner that has gone; the job is taken down all the same. */
static void
test_owner_goes (void)
{
  GObject *object = g_object_new (owner_get_type (), NULL);
  gint n_freed = 0;
  gint n_gone = 0;

  ful_job_start (NULL, worker, g_memdup2 (&(int) { 2 }, sizeof (int)), g_free, gone_ready_cb, object);
  ful_job_start (NULL, counting_worker, &n_freed, count_cb, gone_ready_cb, object);
  g_object_weak_ref (object, (GWeakNotify) (void *) count_cb, &n_gone);
  g_object_unref (object);
  g_assert_cmpint (n_gone, ==, 1);
  while (g_atomic_int_get (&n_freed) == 0)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job/newest-counts", test_newest_counts);
  g_test_add_func ("/job/stop", test_stop);
  g_test_add_func ("/job/unwatched", test_unwatched);
  g_test_add_func ("/job/owner-goes", test_owner_goes);

  return g_test_run ();
}
