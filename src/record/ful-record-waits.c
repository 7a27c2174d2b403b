/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where threads wait: what a sample of the switch says, if the kernel gives those; else what /proc says
 * while the wait lasts, read once. A sample is unwound when its wait needs a row: most are shorter. */

#include "config.h"

#include "ful-record-waits.h"

#include "ful-record-blocked.h"

#include <time.h>

void
ful_record_waits_clear (FulRecordWaits *self)
{
  ful_bytes_clear (&self->memory);
}

void
ful_record_wait_clear (FulRecordWait *self)
{
  ful_bytes_clear (&self->sample);
}

/* @body: of the sample that was taken as it begins; only valid before its record of the switch. */
void
ful_record_wait_keep_sample (FulRecordWait *self,
                             FulCursor      body)
{
  self->sample.n = 0;
  ful_bytes_append (&self->sample, (const char *) body.p, body.n);
}

/* Many threads wait for long; they do not keep the memory. */
void
ful_record_wait_forget_sample (FulRecordWait *self)
{
  ful_bytes_clear (&self->sample);
}

static guint64
get_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);

  return (guint64) time.tv_sec * 1000000000 + (guint64) time.tv_nsec;
}

static FulPerfMaps *
get_maps (FulRecordWaits      *self,
          const FulRecordWait *wait)
{
  return ful_perf_processes_get_process (self->processes, wait->pid)->maps;
}

/**
 * ful_record_waits_read:
 * @wait: one that still lasts, as far as it is known
 *
 * Reads the stack from /proc, unless that was done for this wait, or is not needed. It counts if the wait has lasted until then,
 * see ful_record_waits_is_known().
 */
void
ful_record_waits_read (FulRecordWaits *self,
                       FulRecordWait  *wait)
{
  FulUnwindRegisters registers;

  if (wait->sample.n > 0 || wait->is_preempted || wait->read_at > wait->since)
    return;

  wait->stack = FUL_NONE;
  if (ful_record_blocked_read (wait->pid, wait->tid, self->n_stack, &registers, &self->memory))
    {
      self->stacks->unwinder.likely = &wait->frame_pointers;
      wait->stack = ful_perf_stacks_unwind (self->stacks, wait->pid, get_maps (self, wait), &registers, self->memory.data,
                                            self->memory.n, FUL_PERF_CATEGORY_IDLE);
      self->stacks->unwinder.likely = NULL;
    }
  wait->read_at = get_now ();
}

/**
 * ful_record_waits_is_known:
 * @until: ns; the wait has lasted until then at least
 *
 * Returns: whether ful_record_waits_find_stack() finds no more later than now
 */
gboolean
ful_record_waits_is_known (const FulRecordWait *wait,
                           guint64              until)
{
  return wait->sample.n > 0 || wait->is_preempted || (wait->read_at > wait->since && wait->read_at <= until);
}

/**
 * ful_record_waits_find_stack:
 * @until: ns; the wait has lasted until then at least
 * @out_stack: (out): where it waits; if it waits for a CPU, where it ran
 *
 * Returns: whether that is known
 */
gboolean
ful_record_waits_find_stack (FulRecordWaits *self,
                             FulRecordWait  *wait,
                             guint64         until,
                             FulStackIndex  *out_stack)
{
  FulPerfSample sample;

  *out_stack = FUL_NONE;
  if (wait->sample.n > 0 &&
      ful_perf_attrs_read_sample (self->attrs, (FulCursor) { (const guint8 *) wait->sample.data, wait->sample.n }, &sample))
    *out_stack = ful_perf_stacks_read_program (self->stacks, &sample, get_maps (self, wait),
                                               wait->is_preempted ? FUL_PERF_CATEGORY_USER : FUL_PERF_CATEGORY_IDLE);
  else if (!wait->is_preempted && wait->read_at > wait->since && wait->read_at <= until)
    *out_stack = wait->stack;

  return *out_stack != FUL_NONE;
}
