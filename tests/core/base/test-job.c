/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-job.h"

typedef struct
{
  GObject       parent_instance;

  FulJob       *job;           /* (nullable): the newest one */
  guint         n_delivered;
  int           number;        /* of the last one that was delivered */
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

static gboolean
compute (gpointer       input,
         GCancellable  *cancellable,
         GError       **error)
{
  int *number = input;

  if (*number < 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%d", *number);
      return FALSE;
    }

  /* Jobs with an odd number wait until they are stopped. */
  while (*number % 2 && !g_cancellable_is_cancelled (cancellable))
    g_thread_yield ();

  return TRUE;
}

static void
deliver (gpointer      object,
         gpointer      input,
         const GError *error)
{
  Owner *owner = object;

  g_assert_cmpint (error != NULL, ==, *(int *) input < 0);
  owner->n_delivered++;
  owner->number = *(int *) input;
}

/* On whichever thread is the last to hold a task. */
static gint n_freed;

static void
free_number (gpointer number)
{
  g_free (number);
  g_atomic_int_inc (&n_freed);
}

static void
start (Owner   *owner,
       FulJob **job,
       int      number)
{
  ful_job_start (job, compute, g_memdup2 (&number, sizeof number), free_number, deliver, owner);
}

/* Until all jobs are over. */
static void
wait (gint n_jobs)
{
  while (g_atomic_int_get (&n_freed) < n_jobs)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_atomic_int_set (&n_freed, 0);
}

static void
test_newest_counts (void)
{
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;

  start (owner, &owner->job, 1);
  start (owner, &owner->job, 3);
  start (owner, &owner->job, 4);
  g_assert_nonnull (owner->job);
  wait (3);
  g_assert_cmpuint (owner->n_delivered, ==, 1);
  g_assert_cmpint (owner->number, ==, 4);
  g_assert_null (owner->job);
}

static void
test_stop (void)
{
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;

  start (owner, &owner->job, 1);
  ful_job_stop (&owner->job);
  g_assert_null (owner->job);
  ful_job_stop (&owner->job);
  /* A later one is not the one that was stopped. */
  start (owner, &owner->job, 2);
  wait (2);
  g_assert_cmpuint (owner->n_delivered, ==, 1);
  g_assert_cmpint (owner->number, ==, 2);
}

/* Its owner is not busy for ever. */
static void
test_failure (void)
{
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;

  start (owner, &owner->job, -1);
  wait (1);
  g_assert_cmpuint (owner->n_delivered, ==, 1);
  g_assert_null (owner->job);
}

/* Without a place for it a job runs to its end. */
static void
test_unwatched (void)
{
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;

  start (owner, NULL, 2);
  start (owner, NULL, 4);
  wait (2);
  g_assert_cmpuint (owner->n_delivered, ==, 2);
}

static void
deliver_to_nobody (gpointer      owner,
                   gpointer      input,
                   const GError *error)
{
  g_assert_not_reached ();
}

/* The input is freed all the same. */
static void
test_owner_goes (void)
{
  GObject *object = g_object_new (owner_get_type (), NULL);

  ful_job_start (NULL, compute, g_new0 (int, 1), free_number, deliver_to_nobody, object);
  g_object_add_weak_pointer (object, (gpointer *) &object);
  g_object_unref (object);
  g_assert_null (object);
  wait (1);
}

/* GTask has at most 330 threads. */
#define N_WAITING 400

static gint may_end;

static gboolean
wait_for_end (gpointer       input,
              GCancellable  *cancellable,
              GError       **error)
{
  while (!g_atomic_int_get (&may_end))
    g_usleep (1000);

  return TRUE;
}

static gboolean
late_cb (gpointer user_data)
{
  g_error ("A job waits for jobs that wait");

  return G_SOURCE_REMOVE;
}

/* However many jobs wait for others, one that computes is not delayed. */
static void
test_blocking (void)
{
  g_autoptr(GObject) waiting = g_object_new (owner_get_type (), NULL);
  g_autoptr(GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *owner = (Owner *) object;
  guint watch = g_timeout_add_seconds (20, late_cb, NULL);

  for (guint i = 0; i < N_WAITING; i++)
    ful_job_start_blocking (NULL, wait_for_end, g_memdup2 (&(int) { 0 }, sizeof (int)), free_number, deliver, waiting);
  start (owner, &owner->job, 2);
  while (owner->n_delivered == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (((Owner *) waiting)->n_delivered, ==, 0);

  g_source_remove (watch);
  g_atomic_int_set (&may_end, TRUE);
  wait (N_WAITING + 1);
  g_assert_cmpuint (((Owner *) waiting)->n_delivered, ==, N_WAITING);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job/newest-counts", test_newest_counts);
  g_test_add_func ("/job/stop", test_stop);
  g_test_add_func ("/job/failure", test_failure);
  g_test_add_func ("/job/unwatched", test_unwatched);
  g_test_add_func ("/job/owner-goes", test_owner_goes);
  g_test_add_func ("/job/blocking", test_blocking);

  return g_test_run ();
}
