/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Waits of a thread → rows: the first one at the begin of the wait, one each 100 ms, and one at its end (record.md 3). */

#include "config.h"

#include "ful-record-thread-private.h"

#include "ful-record-wait-reads.h"

#include "import/perf/ful-perf-stacks.h"

/* Between rows of a wait that lasts. */
#define WAIT_ROW_NS 100000000

/* For which a thread is polled after a short wait. */
#define POLLED_NS 1000000000

/* What the waits before and after have in common; else the samples before. */
static FulStackIndex
find_wait_callers (FulRecordThreads *threads,
                   FulRecordThread  *self,
                   guint64           lasted)
{
  FulStackIndex before, after;

  ful_record_wait_reads_get_near (&self->wait.reads, self->wait.since, lasted, &before, &after);

  return before == FUL_NONE || after == FUL_NONE ? self->common_stack : ful_record_thread_find_common (threads, before, after);
}

/* Where the thread waits, as far as it is known: at least who may have called it. */
static FulStackIndex
find_wait_stack (FulRecordThreads *threads,
                 FulRecordThread  *self,
                 guint64           lasted)
{
  FulStackIndex stack;

  if (self->wait.is_preempted)
    {
      if (!ful_record_waits_find_stack (threads->waits, &self->wait, lasted, &stack))
        stack = self->last_stack;
      return ful_record_thread_push_label (threads, stack, "(waiting for a CPU)", FUL_PERF_CATEGORY_IDLE);
    }
  if (ful_record_waits_find_stack (threads->waits, &self->wait, lasted, &stack))
    return stack;

  return ful_record_thread_push_label (threads, find_wait_callers (threads, self, lasted), "(waiting)", FUL_PERF_CATEGORY_IDLE);
}

/* Returns: whole intervals of waits without weight in a row, which get one now */
static guint64
take_wait_ticks (FulRecordThreads *threads,
                 FulRecordThread  *self)
{
  guint64 n = self->wait_owed_ns / threads->interval_ns;

  self->wait_owed_ns -= n * threads->interval_ns;

  return n;
}

/* Rows for the time of the wait up to @until, as far as it is whole intervals: the first one is at its begin. @lasted: the
 * wait is known to have lasted until then */
static void
put_wait (FulRecordThreads *threads,
          FulRecordThread  *self,
          guint64           until,
          guint64           lasted)
{
  FulRecordRows *rows;
  guint64 n;

  if (self->is_hidden)
    return;

  if (until > self->wait_counted)
    {
      self->wait_owed_ns += until - self->wait_counted;
      self->wait_counted = until;
    }
  if (self->unknown_ns < 0)
    {
      guint64 ran = MIN ((guint64) -self->unknown_ns, self->wait_owed_ns);

      self->wait_owed_ns -= ran;
      self->unknown_ns += (gint64) ran;
    }
  n = take_wait_ticks (threads, self);
  if (n == 0)
    return;

  rows = ful_record_thread_get_rows (threads, self);
  if (self->wait_row == 0)
    {
      self->wait_stack = find_wait_stack (threads, self, lasted);
      self->wait_row = self->wait.since;
      ful_record_waits_forget_sample (threads->waits, &self->wait);
      ful_record_thread_add_row (threads, rows, self->wait.since, self->wait_stack, 1, 0, TRUE);
      n--;
    }
  if (n == 0)
    return;
  ful_record_thread_add_row (threads, rows, until, self->wait_stack, n, 0, TRUE);
  self->wait_row = until;
}

/* It gets its first row once it is known where it waits. */
void
ful_record_thread_list_wait (FulRecordThreads *threads,
                             FulRecordThread  *self)
{
  if (self->wait.since == 0 || self->wait_row != 0 || self->is_listed || self->is_hidden)
    return;

  g_ptr_array_add (threads->waiting, self);
  self->is_listed = TRUE;
}

void
ful_record_thread_begin_wait (FulRecordThreads *threads,
                              FulRecordThread  *self,
                              guint64           time,
                              gboolean          is_preempted)
{
  if (!threads->off_cpu || self->has_ended || self->wait.since != 0)
    return;

  self->wait_counted = MAX (time, MAX (threads->start, self->known_until));
  ful_record_wait_begin (&self->wait, self->wait_counted, is_preempted);
  self->wait_row = 0;
  ful_record_thread_list_wait (threads, self);
}

/* It had a short wait, which ended at @time. */
static void
begin_polls (FulRecordThreads *threads,
             FulRecordThread  *self,
             guint64           time)
{
  self->polled_until = time + POLLED_NS;
  if (self->is_polled)
    return;

  self->is_polled = TRUE;
  g_ptr_array_add (threads->polled, self);
}

void
ful_record_thread_end_wait (FulRecordThreads *threads,
                            FulRecordThread  *self,
                            guint64           time)
{
  if (self->wait.since == 0)
    return;

  put_wait (threads, self, time, time);
  if (self->wait_row != 0 && ful_record_wait_is_short (&self->wait, time))
    begin_polls (threads, self, time);
  self->wait.since = 0;
}

/* @cpu_ns: CPU time that records lack, by what the system says at @time. The rest of the time that they lack it has waited; where it ran in
 * what was taken for a wait, the next rows of waits are so much less. */
void
ful_record_thread_take_unknown (FulRecordThreads *threads,
                                FulRecordThread  *self,
                                guint64           time,
                                gint64            cpu_ns)
{
  guint64 n;

  self->unknown_ns -= cpu_ns;
  if (self->unknown_ns < 0)
    return;
  if (threads->off_cpu && !self->is_hidden)
    self->wait_owed_ns += (guint64) self->unknown_ns;
  self->unknown_ns = 0;
  n = take_wait_ticks (threads, self);
  if (n == 0)
    return;

  ful_record_thread_add_row (threads, ful_record_thread_get_rows (threads, self), time,
                             ful_record_thread_push_label (threads, self->common_stack, "(waiting)", FUL_PERF_CATEGORY_IDLE), n, 0, TRUE);
}

/* Rows each 100 ms, as far as they are before @until. */
void
ful_record_thread_continue_wait (FulRecordThreads *threads,
                                 FulRecordThread  *self,
                                 guint64           until)
{
  /* Its first row is not held back longer than where it waits is not known. */
  if (self->wait_row == 0 && until >= self->wait.since + threads->interval_ns)
    put_wait (threads, self, self->wait.since + threads->interval_ns, until);
  while (self->wait_row != 0)
    {
      guint64 next = self->wait.since + ((self->wait_row - self->wait.since) / WAIT_ROW_NS + 1) * WAIT_ROW_NS;

      if (next > until)
        break;
      put_wait (threads, self, next, until);
      self->wait_row = next;
    }
}
