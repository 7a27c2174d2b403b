/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The job of a comparison in a tab: which files folders have, their runs, and the answer. What was read so far is an answer
 * too, for the time until there is one of all. */

#include "config.h"

#include "ful-compare-reading.h"

#include "ful-compared-part.h"

#include "compare/ful-side-files.h"

/* A reference counted box. */
struct _FulCompareProgress
{
  int               n_read;    /* atomic */
  GMutex            lock;
  FulCompareAnswer *answer;    /* (nullable): with @lock: of what was read so far, until it is taken */
  GPtrArray        *parts[FUL_N_SIDES];   /* (nullable elements): with @lock: files of folders, until they are taken */
};

FulCompareProgress *
ful_compare_progress_new (void)
{
  FulCompareProgress *self = g_atomic_rc_box_new0 (FulCompareProgress);

  g_mutex_init (&self->lock);

  return self;
}

static void
progress_clear (gpointer data)
{
  FulCompareProgress *self = data;

  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->parts[side], g_ptr_array_unref);
}

void
ful_compare_progress_unref (FulCompareProgress *self)
{
  g_atomic_rc_box_release_full (self, progress_clear);
}

guint
ful_compare_progress_get_n_read (FulCompareProgress *self)
{
  return (guint) g_atomic_int_get (&self->n_read);
}

/**
 * ful_compare_progress_take_answer:
 *
 * Returns: (transfer full) (nullable): an answer of what was read so far, if there is another one since the last call
 */
FulCompareAnswer *
ful_compare_progress_take_answer (FulCompareProgress *self)
{
  FulCompareAnswer *answer;

  g_mutex_lock (&self->lock);
  answer = g_steal_pointer (&self->answer);
  g_mutex_unlock (&self->lock);

  return answer;
}

/**
 * ful_compare_progress_take_parts:
 * @parts: (inout) (array fixed-size=2) (element-type FulComparedPart): of each side
 *
 * Returns: whether the files that are read are known since the last call; they are in @parts then
 */
gboolean
ful_compare_progress_take_parts (FulCompareProgress *self,
                                 GPtrArray         **parts)
{
  gboolean is_new = FALSE;

  g_mutex_lock (&self->lock);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    if (self->parts[side])
      {
        g_ptr_array_unref (parts[side]);
        parts[side] = g_steal_pointer (&self->parts[side]);
        is_new = TRUE;
      }
  g_mutex_unlock (&self->lock);

  return is_new;
}

static void
reading_free (gpointer data)
{
  FulCompareReading *self = data;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (self->parts[side]);
  ful_compared_view_unref (self->view);
  ful_compare_progress_unref (self->progress);
  g_clear_pointer (&self->runs, ful_compared_runs_unref);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_free (self);
}

/* Runs that cannot be compared yet may be so once there are more. */
static void
some_cb (FulComparedRuns *some,
         gpointer         data)
{
  FulCompareReading *self = data;
  FulCompareAnswer *answer = ful_compare_answer_new (some, TRUE, self->per, NULL, NULL), *old;

  ful_compared_runs_unref (some);
  if (answer == NULL)
    return;

  g_mutex_lock (&self->progress->lock);
  old = g_steal_pointer (&self->progress->answer);
  self->progress->answer = answer;
  g_mutex_unlock (&self->progress->lock);
  g_clear_pointer (&old, ful_compare_answer_unref);
}

/* Puts the files that folders have now in the place of those. */
static gboolean
list_parts (FulCompareReading  *self,
            GError            **error)
{
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);

      for (guint i = 0; i < self->parts[side]->len; i++)
        if (!ful_compared_part_list (self->parts[side]->pdata[i], parts, error))
          return FALSE;
      g_ptr_array_unref (self->parts[side]);
      self->parts[side] = g_steal_pointer (&parts);
    }

  g_mutex_lock (&self->progress->lock);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->progress->parts[side] = g_ptr_array_ref (self->parts[side]);
  g_mutex_unlock (&self->progress->lock);

  return ful_side_files_check_n (self->parts[FUL_BEFORE]->len + self->parts[FUL_AFTER]->len, error);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  FulCompareReading *self = data;

  if (!self->is_listed && !list_parts (self, error))
    return FALSE;
  if (self->runs == NULL)
    self->runs = ful_compared_runs_read (self->parts, self->view, &self->progress->n_read, some_cb, self, cancellable, error);
  if (self->runs)
    self->answer = ful_compare_answer_new (self->runs, FALSE, self->per, cancellable, error);

  return self->answer != NULL;
}

/**
 * ful_compare_reading_start:
 * @reading: (transfer none): what to read; the job takes references
 * @job: (inout): see ful_job_start()
 * @deliver: gets a #FulCompareReading with runs and answer, which may be stolen
 * @owner: see ful_job_start()
 */
void
ful_compare_reading_start (const FulCompareReading  *reading,
                           FulJob                  **job,
                           FulJobDeliver             deliver,
                           gpointer                  owner)
{
  FulCompareReading *self = g_memdup2 (reading, sizeof *reading);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_ref (self->parts[side]);
  ful_compared_view_ref (self->view);
  g_atomic_rc_box_acquire (self->progress);
  if (self->runs)
    ful_compared_runs_ref (self->runs);
  ful_job_start_blocking (job, compute, self, reading_free, deliver, owner);
}
