/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU time between the record of a switch and the switch: the system counts it for the thread that gets the CPU, from before the record of
 * that on. With some thousand switches a second it is a third of all (record.md 3). What the system says of a thread while it is off
 * its CPU tells how much a switch takes; the thread runs so much earlier from then on. */

#include "config.h"

#include "ful-record-threads.h"

#include "system/ful-record-process.h"

#include <time.h>

/* From which on the system is asked: what it takes to ask is little to that. */
#define MIN_SWITCHES 50

/* What more is missing was used before the first record, or is not there yet. */
#define MAX_COST_NS 20000

static guint64
get_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);

  return (guint64) time.tv_sec * 1000000000 + (guint64) time.tv_nsec;
}

/**
 * ful_record_threads_ask_cpu:
 *
 * Asks the system what threads have used that have switched often since it was asked; costs as much as there are threads.
 */
void
ful_record_threads_ask_cpu (FulRecordThreads *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads, i);
      FulRecordSwitchCost *cost = &thread->cost;

      if (thread->has_ended || thread->is_hidden || thread->is_unseen || cost->n_switches < MIN_SWITCHES || cost->answered != 0)
        continue;
      cost->asked = get_now ();
      cost->answered = ful_record_process_get_cpu (thread->wait.pid, thread->wait.tid, &cost->used_ns) ? get_now () : 0;
    }
}

/* @time: of the first record since the system was asked, which has changed nothing yet. What a thread had used that ran meanwhile is not
 * known to a run: that is little, or it is asked again. */
static void
learn (FulRecordThreads *threads,
       FulRecordThread  *self,
       guint64           time)
{
  FulRecordSwitchCost *cost = &self->cost;
  gint64 missing = (gint64) (cost->used_ns - self->cpu_before_ns - self->all_cpu_ns) - cost->missing_ns;
  gint64 most = cost->n_switches * MAX_COST_NS;
  guint64 unsure = (time < cost->answered ? cost->answered - cost->asked : 0) + (self->on_since != 0 ? cost->asked - self->on_since : 0);

  cost->answered = 0;
  if (threads->has_lost || unsure * 10 > (guint64) ABS (missing))
    return;

  if (missing > most)
    {
      self->cpu_before_ns += (guint64) (missing - most);
      missing = most;
    }
  cost->switch_ns = CLAMP (cost->switch_ns + missing / cost->n_switches / 2, 0, MAX_COST_NS);
  cost->missing_ns += missing;
  cost->n_switches = 0;
  threads->switch_ns = cost->switch_ns;
}

/* To be called before @time, of a record, changes anything. */
void
ful_record_thread_check_cost (FulRecordThreads *threads,
                              FulRecordThread  *self,
                              guint64           time)
{
  if (self->cost.answered != 0 && time >= self->cost.asked)
    learn (threads, self, time);
}

/* @time: of the record of a switch to it. Returns: from when on the CPU time counts for it */
guint64
ful_record_thread_take_cost (FulRecordThread *self,
                             guint64          time)
{
  FulRecordSwitchCost *cost = &self->cost;
  guint64 floor = MAX (self->off_since, self->wait.since != 0 ? self->wait_counted : 0);
  gint64 wanted = cost->switch_ns + cost->missing_ns;
  gint64 taken = CLAMP (wanted, -MAX_COST_NS, time > floor ? (gint64) (time - floor) : 0);

  cost->n_switches++;
  cost->missing_ns = wanted - taken;

  return (guint64) ((gint64) time - taken);
}

/* All its CPU time is known by now. */
void
ful_record_thread_reset_cost (FulRecordThread *self)
{
  self->cost.answered = 0;
  self->cost.missing_ns = 0;
  self->cost.n_switches = 0;
}
