/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs of which only the newest one counts: a new one stops that before it. */

#include "config.h"

#include "ful-job.h"

typedef struct
{
  GWeakRef            owner;
  GAsyncReadyCallback ready;
} Delivery;

static void
deliver_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Delivery *delivery = user_data;
  GObject *owner = g_weak_ref_get (&delivery->owner);

  if (owner)
    delivery->ready (source, result, owner);
  g_weak_ref_clear (&delivery->owner);
  g_free (delivery);
}

/**
 * ful_job_start:
 * @job: (inout) (nullable): what runs until now, which is stopped, or %NULL; then the new job, to be set
 *   to %NULL by @ready. With %NULL the job runs to its end whatever comes after it
 * @worker: computes the result, on a worker
 * @input: (transfer full): the task data that @worker gets
 * @free_input: frees @input
 * @ready: called on the main thread with the result and a reference on @owner, which it has to drop; ignores
 *   those whose cancellable is not *@job
 * @owner: what the result is for; the job does not keep it alive, and nobody gets the result once it has gone
 */
void
ful_job_start (GCancellable        **job,
               GTaskThreadFunc       worker,
               gpointer              input,
               GDestroyNotify        free_input,
               GAsyncReadyCallback   ready,
               gpointer              owner)
{
  g_autoptr(GTask) task = NULL;
  Delivery *delivery = g_new (Delivery, 1);

  if (job)
    {
      ful_job_stop (job);
      *job = g_cancellable_new ();
    }

  g_weak_ref_init (&delivery->owner, owner);
  delivery->ready = ready;
  task = g_task_new (NULL, job ? *job : NULL, deliver_cb, delivery);
  g_task_set_task_data (task, input, free_input);
  g_task_run_in_thread (task, worker);
}

/**
 * ful_job_stop:
 * @job: (inout): a job, or %NULL
 *
 * Stops it and sets @job to %NULL.
 */
void
ful_job_stop (GCancellable **job)
{
  g_cancellable_cancel (*job);
  g_clear_object (job);
}
