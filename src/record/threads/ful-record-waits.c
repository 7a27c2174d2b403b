/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where threads wait (record.md 3): what a sample of the switch says, if the kernel gives those; else what /proc says
 * while the wait lasts, read once. A sample is unwound when its wait needs a row: most are shorter. Where a thread switches so often
 * that not all switches are sampled, those that are stand for the others. Where none are, threads with short waits are polled. */

#include "config.h"

#include "ful-record-waits.h"

#include "system/ful-record-blocked.h"

#include <time.h>

/* A wait that is shorter may be over before it is known that it has begun. */
#define MAX_SHORT_NS 60000000

void
ful_record_waits_clear (FulRecordWaits *self)
{
  ful_bytes_clear (&self->memory);
  while (self->n_spare > 0)
    ful_bytes_clear (&self->spare[--self->n_spare]);
}

void
ful_record_wait_clear (FulRecordWait *self)
{
  ful_bytes_clear (&self->sample);
}

/* @body: of the sample that was taken as the next wait begins. */
void
ful_record_waits_keep_sample (FulRecordWaits *self,
                              FulRecordWait  *wait,
                              guint64         time,
                              FulCursor       body)
{
  wait->is_next_sampled = TRUE;
  wait->sampled_at = time;
  wait->sampled = FUL_NONE;
  wait->sampled_short = FALSE;
  if (wait->sample.data == NULL && self->n_spare > 0)
    wait->sample = self->spare[--self->n_spare];
  wait->sample.n = 0;
  ful_bytes_append (&wait->sample, (const char *) body.p, body.n);
}

void
ful_record_wait_begin (FulRecordWait *self,
                       guint64        time,
                       gboolean       is_preempted)
{
  self->is_sampled = self->is_next_sampled;
  self->is_next_sampled = FALSE;
  if (self->is_sampled)
    self->sampled_preempted = is_preempted;
  self->since = time;
  self->is_preempted = is_preempted;
}

/* Many threads wait for long; they do not keep the memory. */
void
ful_record_waits_forget_sample (FulRecordWaits *self,
                                FulRecordWait  *wait)
{
  if (wait->sample.data == NULL || self->n_spare == G_N_ELEMENTS (self->spare))
    {
      ful_bytes_clear (&wait->sample);
      return;
    }

  self->spare[self->n_spare++] = wait->sample;
  wait->sample = (FulBytes) { 0 };
}

/* Its stacks are those of the next epoch then. */
void
ful_record_wait_carry (FulRecordWait  *self,
                       FulRecordCarry *carry)
{
  self->sampled = ful_record_carry_stack (carry, self->sampled);
  ful_record_wait_reads_carry (&self->reads, carry);
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

static FulStackIndex
get_sampled (FulRecordWaits *self,
             FulRecordWait  *wait)
{
  FulPerfSample sample;

  if (wait->sample.n > 0 &&
      ful_perf_attrs_read_sample (self->attrs, (FulCursor) { (const guint8 *) wait->sample.data, wait->sample.n }, &sample))
    {
      wait->sampled = ful_perf_stacks_read_program (self->stacks, &sample, get_maps (self, wait),
                                                    wait->sampled_preempted ? FUL_PERF_CATEGORY_USER : FUL_PERF_CATEGORY_IDLE);
      wait->sampled_short = self->stacks->is_truncated;
      if (!wait->sampled_preempted && wait->sampled != FUL_NONE)
        ful_record_wait_reads_add (&wait->reads, wait->sampled_at, wait->sampled);
    }

  return wait->sampled;
}

/* The registers of the switch, of which /proc says two. Returns: whether they are those of @blocked */
static gboolean
get_sampled_registers (FulRecordWaits           *self,
                       const FulRecordWait      *wait,
                       const FulUnwindRegisters *blocked,
                       FulUnwindRegisters       *out)
{
  const FulUnwindMachine *machine = blocked->machine;
  FulPerfSample sample;

  return ful_perf_attrs_read_sample (self->attrs, (FulCursor) { (const guint8 *) wait->sample.data, wait->sample.n }, &sample) &&
         ful_unwind_registers_read (out, sample.registers_mask, sample.registers) &&
         out->values[machine->sp] == blocked->values[machine->sp] && out->values[machine->pc] == blocked->values[machine->pc];
}

/* Where the thread is blocked now. @out_time: (out): ns; when that was read. Returns: a stack, or %FUL_NONE */
static FulStackIndex
read_blocked (FulRecordWaits       *self,
              const FulRecordWait  *wait,
              guint64              *out_time)
{
  FulUnwindRegisters registers, sampled;
  gboolean is_read = ful_record_blocked_read (wait->pid, wait->tid, self->n_stack, &registers, &self->memory);
  FulStackIndex stack;

  *out_time = get_now ();
  if (!is_read || (wait->is_sampled && !get_sampled_registers (self, wait, &registers, &sampled)))
    return FUL_NONE;

  self->stacks->unwinder.likely = &wait->frame_pointers;
  stack = ful_perf_stacks_unwind (self->stacks, wait->pid, get_maps (self, wait), wait->is_sampled ? &sampled : &registers,
                                  self->memory.data, self->memory.n, FUL_PERF_CATEGORY_IDLE);
  self->stacks->unwinder.likely = NULL;

  return stack;
}

/**
 * ful_record_waits_read:
 * @wait: one that still lasts, as far as it is known
 *
 * Reads the stack from /proc, unless that was done for this wait, or is not needed: its switch was sampled, with all callers. It counts
 * if the wait has lasted until then, see ful_record_waits_is_known().
 */
void
ful_record_waits_read (FulRecordWaits *self,
                       FulRecordWait  *wait)
{
  FulStackIndex stack;
  guint64 time;

  if (wait->is_preempted || ful_record_wait_reads_find (&wait->reads, wait->since, G_MAXUINT64, &stack))
    return;
  if (wait->is_sampled)
    get_sampled (self, wait);
  if (wait->is_sampled && !wait->sampled_short)
    {
      ful_record_waits_forget_sample (self, wait);
      return;
    }

  stack = read_blocked (self, wait, &time);
  ful_record_wait_reads_add (&wait->reads, time, stack);
}

/**
 * ful_record_waits_poll:
 *
 * Reads the stack of a thread that may be blocked just now, for the wait which that will turn out to be in.
 */
void
ful_record_waits_poll (FulRecordWaits *self,
                       FulRecordWait  *wait)
{
  guint64 time;
  FulStackIndex stack = read_blocked (self, wait, &time);

  if (stack != FUL_NONE)
    ful_record_wait_reads_add (&wait->reads, time, stack);
}

/* Returns: whether such waits, up to @until, are only known if the thread is polled */
gboolean
ful_record_wait_is_short (const FulRecordWait *wait,
                          guint64              until)
{
  return !wait->is_preempted && wait->sampled_at == 0 && until < wait->since + MAX_SHORT_NS;
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
  FulStackIndex stack;

  return (wait->is_sampled && !wait->sampled_short) || wait->is_preempted ||
         ful_record_wait_reads_find (&wait->reads, wait->since, until, &stack);
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
  *out_stack = FUL_NONE;
  if (!wait->is_preempted)
    ful_record_wait_reads_find (&wait->reads, wait->since, until, out_stack);
  if (*out_stack == FUL_NONE && wait->is_sampled)
    *out_stack = get_sampled (self, wait);
  else if (*out_stack == FUL_NONE && !wait->is_preempted)
    {
      if (wait->sampled_at != 0 && !wait->sampled_preempted)
        get_sampled (self, wait);
      *out_stack = ful_record_wait_reads_guess (&wait->reads, wait->since, until);
    }

  return *out_stack != FUL_NONE;
}
