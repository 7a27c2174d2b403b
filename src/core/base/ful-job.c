/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs on worker threads: starting a job stops the previous one in the same place. Those that compute share the threads
 * of GTask, those that wait for others have one each, so that no tree waits for a server. */

#include "config.h"

#include "ful-job.h"

#include "ful-trace.h"

struct _FulJob
{
  FulJobCompute   compute;
  gpointer        input;
  GDestroyNotify  free_input;
  FulJobDeliver   deliver;
  GWeakRef        owner;
  GType           owner_type;
  FulJob        **job;           /* (nullable): where @owner keeps it; main thread only */
  gboolean        is_stopped;    /* main thread only */
  GCancellable   *cancellable;
  GError         *error;         /* (nullable): of @compute */
};

static void
job_free (gpointer data)
{
  FulJob *self = data;

  self->free_input (self->input);
  g_weak_ref_clear (&self->owner);
  g_object_unref (self->cancellable);
  g_clear_error (&self->error);
  g_free (self);
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  FulJob *self = data;
  gint64 begin = ful_trace_begin ();
  gboolean result = self->compute (self->input, self->cancellable, &self->error);

  ful_trace_end (begin, "job", g_type_name (self->owner_type));
  g_task_return_boolean (task, result);
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  FulJob *self = user_data;
  g_autoptr(GObject) owner = g_weak_ref_get (&self->owner);

  if (!owner || self->is_stopped)
    return;

  if (self->job)
    *self->job = NULL;
  self->deliver (owner, self->input, self->error);
}

/* Returns: (transfer full): a task whose data is the new job */
static GTask *
task_new (FulJob         **job,
          FulJobCompute    compute,
          gpointer         input,
          GDestroyNotify   free_input,
          FulJobDeliver    deliver,
          gpointer         owner)
{
  FulJob *self = g_new0 (FulJob, 1);
  GTask *task = g_task_new (NULL, NULL, ready_cb, self);

  self->compute = compute;
  self->input = input;
  self->free_input = free_input;
  self->deliver = deliver;
  g_weak_ref_init (&self->owner, owner);
  self->owner_type = G_OBJECT_TYPE (owner);
  self->job = job;
  self->cancellable = g_cancellable_new ();
  if (job)
    {
      ful_job_stop (job);
      *job = self;
    }
  g_task_set_task_data (task, self, job_free);

  return task;
}

static gpointer
wait_worker (gpointer data)
{
  g_autoptr(GTask) task = data;

  worker (task, NULL, g_task_get_task_data (task), NULL);

  return NULL;
}

/**
 * ful_job_start:
 * @job: (inout) (nullable): the job that runs until now, which is stopped, or %NULL; then the new one. Without
 *   a place for it the job runs to its end
 * @compute: computes the result
 * @input: (transfer full): for @compute
 * @free_input: frees @input, on any thread
 * @deliver: gets the result, unless the job was stopped; *@job is %NULL by then, whether it failed or not
 * @owner: a #GObject, which the job does not keep alive; the result is dropped once it is finalized
 *
 * Main thread only.
 */
void
ful_job_start (FulJob         **job,
               FulJobCompute    compute,
               gpointer         input,
               GDestroyNotify   free_input,
               FulJobDeliver    deliver,
               gpointer         owner)
{
  g_autoptr(GTask) task = task_new (job, compute, input, free_input, deliver, owner);

  g_task_run_in_thread (task, worker);
}

/**
 * ful_job_start_blocking:
 *
 * As ful_job_start(), for a @compute that waits for servers, other processes or disks: it has a thread of its own.
 */
void
ful_job_start_blocking (FulJob         **job,
                        FulJobCompute    compute,
                        gpointer         input,
                        GDestroyNotify   free_input,
                        FulJobDeliver    deliver,
                        gpointer         owner)
{
  g_autoptr(GTask) task = task_new (job, compute, input, free_input, deliver, owner);

  g_thread_unref (g_thread_new ("wait", wait_worker, g_object_ref (task)));
}

/**
 * ful_job_stop:
 * @job: (inout): a job, or %NULL
 *
 * Stops it and sets @job to %NULL. Main thread only.
 */
void
ful_job_stop (FulJob **job)
{
  if (*job == NULL)
    return;

  (*job)->is_stopped = TRUE;
  g_cancellable_cancel ((*job)->cancellable);
  *job = NULL;
}

typedef struct
{
  gpointer       data;
  GDestroyNotify free_data;
} Dropped;

static gpointer
drop_worker (gpointer data)
{
  g_autofree Dropped *dropped = data;

  dropped->free_data (dropped->data);

  return NULL;
}

/**
 * ful_job_drop:
 * @data: (transfer full) (nullable): what takes longer than a frame to free
 * @free_data: frees it, on a worker thread
 */
void
ful_job_drop (gpointer       data,
              GDestroyNotify free_data)
{
  Dropped *dropped;

  if (data == NULL)
    return;

  dropped = g_new (Dropped, 1);
  *dropped = (Dropped) { data, free_data };
  g_thread_unref (g_thread_new ("drop", drop_worker, dropped));
}
