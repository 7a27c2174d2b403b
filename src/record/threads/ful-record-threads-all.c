/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is done with all threads of a recording at once: their waits are followed; they pause,
 * end and go to frames together. */

#include "config.h"

#include "ful-record-threads.h"

#include "ful-record-rows.h"

#include "system/ful-record-blocked.h"

/* From when on it pays to read where a thread waits. */
#define MIN_READ_NS 5000000

/**
 * ful_record_threads_follow_waits:
 * @until: ns; what happened before is known
 * @with_rows: whether rows are added for what lasts, too; costs as much as there are threads
 *
 * Finds where threads wait, and adds rows.
 *
 * Returns: ns, up to when the rows are there
 */
guint64
ful_record_threads_follow_waits (FulRecordThreads *self,
                                 guint64           until,
                                 gboolean          with_rows)
{
  guint64 complete = until;

  for (guint i = self->waiting->len; i-- > 0; )
    {
      FulRecordThread *thread = g_ptr_array_index (self->waiting, i);
      gboolean is_waiting = thread->wait.since != 0 && thread->wait_row == 0;

      if (is_waiting && until >= thread->wait.since + MAX (self->interval_ns, MIN_READ_NS))
        {
          ful_record_waits_read (self->waits, &thread->wait);
          if (ful_record_waits_is_known (&thread->wait, until))
            {
              ful_record_thread_continue_wait (self, thread, until);
              is_waiting = FALSE;
            }
        }
      if (is_waiting)
        complete = MIN (complete, thread->wait.since);
      else
        {
          thread->is_listed = FALSE;
          g_ptr_array_remove_index_fast (self->waiting, i);
        }
    }
  for (guint i = 0; with_rows && i < self->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads, i);

      if (thread->wait.since != 0 && thread->wait_row != 0)
        ful_record_thread_continue_wait (self, thread, until);
    }

  return complete;
}

/* @time: from which on nothing counts until ful_record_threads_resume(). */
void
ful_record_threads_pause (FulRecordThreads *self,
                          guint64           time)
{
  ful_record_threads_mend_unseen (self, time);
  for (guint i = 0; i < self->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads, i);

      ful_record_thread_end_wait (self, thread, time);
      ful_record_thread_account (self, thread, time);
      thread->on_since = 0;
    }
  self->is_paused = TRUE;
}

/* @time: from which on all is recorded of threads that are known; what they do is read from /proc. */
void
ful_record_threads_resume (FulRecordThreads *self,
                           guint64           time)
{
  self->is_paused = FALSE;
  for (guint i = 0; i < self->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads, i);

      /* Of one that ran before what is recorded begins now. */
      if (thread->start == 0)
        thread->start = time;
      if (thread->siblings->start == 0)
        thread->siblings->start = time;
      if (thread->has_ended || thread->on_since != 0 || thread->wait.since != 0)
        continue;
      thread->off_since = time;
      thread->unknown_ns = 0;
      ful_record_thread_reset_cost (thread);
      ful_record_thread_skip_cpu (thread);
      thread->is_on_guessed = !thread->is_unseen && ful_record_blocked_is_running (thread->wait.pid, thread->wait.tid);
      if (thread->is_on_guessed)
        thread->on_since = time;
      else
        ful_record_thread_begin_wait (self, thread, time, FALSE);
    }
  ful_record_threads_count_from (self);
}

/* @time: of the end of the recording, to which CPU time counts. */
void
ful_record_threads_finish (FulRecordThreads *self,
                           guint64           time)
{
  for (guint i = 0; i < self->threads->len; i++)
    ful_record_thread_finish (self, g_ptr_array_index (self->threads, i), time);
  /* A profile has a thread at least, unless others were asked for. */
  if (self->rows->len == 0 && self->first && (self->shown_names == NULL || self->first->shared_cpu_ns > 0 || self->first->shared_wait_ns > 0))
    ful_record_siblings_round_up (self, self->first, time);
}

/* Returns: the number in frames of a thread that can have a marker; -1 if there is none */
int
ful_record_threads_get_any (const FulRecordThreads *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (!((FulRecordRows *) g_ptr_array_index (self->rows, i))->has_ended)
      return (int) i;

  return (int) self->rows->len - 1;
}

/**
 * ful_record_threads_carry:
 * @carry: gives the stacks of the next epoch; all rows have been put
 */
void
ful_record_threads_carry (FulRecordThreads *self,
                          FulRecordCarry   *carry)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads, i);

      if (thread->has_ended)
        continue;
      thread->last_stack = ful_record_carry_stack (carry, thread->last_stack);
      thread->common_stack = ful_record_carry_stack (carry, thread->common_stack);
      thread->wait_stack = ful_record_carry_stack (carry, thread->wait_stack);
      ful_record_wait_carry (&thread->wait, carry);
    }
}

/**
 * ful_record_threads_put:
 * @to: gets frames with what has changed since the last time; the tables must have been put
 */
void
ful_record_threads_put (FulRecordThreads *self,
                        FulBytes         *to)
{
  for (guint i = 0; i < self->rows->len; i++)
    self->n_idle_bytes += ful_record_rows_put (g_ptr_array_index (self->rows, i), to);
}
