/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is known of a thread where the kernel says no switches: at some times how much CPU time it has used so far. Between two of
 * these it ran for their difference, and waited for the rest. Before a sample it ran, before it was seen waiting it waited:
 * that says which came first. Times that are too short for a row are taken as CPU time, and taken off the next wait. */

#include "config.h"

#include "ful-record-agent-thread.h"

#define MIN_WAIT_NS 100000

/**
 * ful_record_agent_thread_find_begin:
 * @time: ns; at which a thread was seen first
 * @cpu_ns: CPU time that it had used by then, just before
 * @since: ns; from which on that counts
 *
 * Returns: ns; from which on it is taken to run
 */
guint64
ful_record_agent_thread_find_begin (guint64 time,
                                    guint64 cpu_ns,
                                    guint64 since)
{
  return time - MIN (cpu_ns, time - MIN (time, since));
}

/**
 * ful_record_agent_thread_init:
 * @begin: ns; from which on it is taken to run
 * @before_ns: CPU time that it had used by then
 */
void
ful_record_agent_thread_init (FulRecordAgentThread *self,
                              FulRecordThreads     *threads,
                              FulPerfThread        *thread,
                              guint64               begin,
                              guint64               before_ns)
{
  *self = (FulRecordAgentThread) { .thread = thread, .last = begin, .counted = before_ns };
  if (thread->start == 0)
    thread->start = begin;
  ful_record_threads_begin (threads, thread, begin);
}

/**
 * ful_record_agent_thread_learn:
 * @delay_ns: for which it was ready so far, but had no CPU; it was so at the end of the waits that come
 * @n_switches: how often it was given a CPU so far
 */
void
ful_record_agent_thread_learn (FulRecordAgentThread *self,
                               FulRecordThreads     *threads,
                               guint64               delay_ns,
                               guint64               n_switches)
{
  if (n_switches > self->switches_said)
    ful_record_threads_add_switches (threads, self->thread, n_switches - self->switches_said);
  if (delay_ns > self->delay_said)
    self->delay_ns += delay_ns - self->delay_said;
  self->delay_said = delay_ns;
  self->switches_said = n_switches;
}

/* What was so far does not count. */
void
ful_record_agent_thread_skip (FulRecordAgentThread *self,
                              guint64               delay_ns,
                              guint64               n_switches)
{
  self->delay_ns = 0;
  self->delay_said = delay_ns;
  self->switches_said = n_switches;
}

/* It is given a CPU at @time after a wait, of which the part since @since may have been for that. */
static void
end_wait (FulRecordAgentThread *self,
          FulRecordThreads     *threads,
          guint64               since,
          guint64               time,
          gboolean              is_preempted)
{
  guint64 delay = MIN (self->delay_ns, time > since ? time - since : 0);

  self->delay_ns -= delay;
  if (delay >= MIN_WAIT_NS && !is_preempted)
    {
      ful_record_threads_begin (threads, self->thread, time - delay);
      ful_record_threads_switch_out (threads, self->thread, time - delay, TRUE);
    }
  ful_record_threads_begin (threads, self->thread, time);
}

/* CPU time until @time that is in no switch yet. */
static guint64
take_cpu (FulRecordAgentThread *self,
          guint64               time,
          guint64               cpu_ns)
{
  guint64 ran = cpu_ns > self->counted ? MIN (cpu_ns - self->counted, time - self->last) : 0;

  self->counted += ran;

  return ran;
}

/* The thread runs at @time, and did so for what it used since it last waited. */
static void
run_until (FulRecordAgentThread *self,
           FulRecordThreads     *threads,
           guint64               time,
           guint64               cpu_ns,
           gboolean              is_preempted)
{
  guint64 ran = take_cpu (self, time, cpu_ns);
  guint64 waited = time - self->last - ran;

  if (!self->is_off && waited < MIN_WAIT_NS)
    self->counted += waited;
  else
    {
      if (!self->is_off)
        ful_record_threads_switch_out (threads, self->thread, self->last, is_preempted);
      end_wait (self, threads, self->last, time - ran, is_preempted && !self->is_off);
    }
  self->is_off = FALSE;
  self->last = time;
}

/**
 * ful_record_agent_thread_sample:
 * @time: ns; of a sample
 * @cpu_ns: CPU time of the thread by then
 * @n_waits: how often it had given up the CPU
 * @stack: where it was
 */
void
ful_record_agent_thread_sample (FulRecordAgentThread *self,
                                FulRecordThreads     *threads,
                                guint64               time,
                                guint64               cpu_ns,
                                guint32               n_waits,
                                FulStackIndex         stack)
{
  if (self->has_ended)
    return;

  time = MAX (time, self->last);
  run_until (self, threads, time, cpu_ns, n_waits == self->n_waits);
  self->n_waits = n_waits;
  ful_record_threads_add_sample (threads, self->thread, time, stack);
}

/* It is known to run at @time. */
void
ful_record_agent_thread_run (FulRecordAgentThread *self,
                             FulRecordThreads     *threads,
                             guint64               time,
                             guint64               cpu_ns)
{
  if (!self->has_ended)
    run_until (self, threads, MAX (time, self->last), cpu_ns, FALSE);
}

/* It is known to wait at @time. */
void
ful_record_agent_thread_wait (FulRecordAgentThread *self,
                              FulRecordThreads     *threads,
                              guint64               time,
                              guint64               cpu_ns,
                              gboolean              is_preempted)
{
  guint64 ran;

  if (self->has_ended)
    return;

  time = MAX (time, self->last);
  ran = take_cpu (self, time, cpu_ns);
  if (is_preempted)
    self->delay_ns -= MIN (self->delay_ns, time - self->last - ran);
  if (!self->is_off)
    ful_record_threads_switch_out (threads, self->thread, self->last + ran, is_preempted);
  else if (ran > 0)
    {
      /* It ran, it is not known when: one wait is as likely to have lasted longer as the other. */
      guint64 middle = self->last + (time - self->last - ran) / 2;

      end_wait (self, threads, self->last, middle, FALSE);
      ful_record_threads_switch_out (threads, self->thread, middle + ran, is_preempted);
    }
  self->is_off = TRUE;
  self->last = time;
}
