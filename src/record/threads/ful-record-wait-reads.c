/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a thread was blocked at some times, and what that says of its waits (record.md 3): one in which it was read is known; a
 * short one between two that were at the same place is taken to be there, too. */

#include "config.h"

#include "ful-record-wait-reads.h"

#include <string.h>

/* Waits that are shorter are where the one before was, whatever came after: there may be many between two readings. */
#define MAX_SHORT_NS 5000000

/* Twice the time between two readings of a thread with short waits. */
#define MAX_GUESSED_NS 40000000

/* From a reading to a wait that takes its place. */
#define MAX_AGE_NS 100000000

/* @time: what is read from rings is known later than what is read from the thread itself. */
void
ful_record_wait_reads_add (FulRecordWaitReads *self,
                           guint64             time,
                           FulStackIndex       stack)
{
  guint i;

  if (self->n == FUL_RECORD_MAX_READS)
    memmove (self->reads, self->reads + 1, --self->n * sizeof *self->reads);
  for (i = self->n++; i > 0 && self->reads[i - 1].time > time; i--)
    self->reads[i] = self->reads[i - 1];
  self->reads[i] = (FulRecordWaitRead) { time, stack };
}

/**
 * ful_record_wait_reads_find:
 * @since: ns; when a wait began
 * @until: ns; it has lasted until then at least
 * @out_stack: (out): where it is; %FUL_NONE if that could not be read
 *
 * Returns: whether it was read meanwhile
 */
gboolean
ful_record_wait_reads_find (const FulRecordWaitReads *self,
                            guint64                   since,
                            guint64                   until,
                            FulStackIndex            *out_stack)
{
  gboolean is_read = FALSE;

  *out_stack = FUL_NONE;
  for (guint i = 0; i < self->n && *out_stack == FUL_NONE; i++)
    if (self->reads[i].time > since && self->reads[i].time <= until)
      {
        *out_stack = self->reads[i].stack;
        is_read = TRUE;
      }

  return is_read;
}

/* The last one before @since and the first one after @until, if they are not too far away; %FUL_NONE where there is none. */
void
ful_record_wait_reads_get_near (const FulRecordWaitReads *self,
                                guint64                   since,
                                guint64                   until,
                                FulStackIndex            *out_before,
                                FulStackIndex            *out_after)
{
  *out_before = *out_after = FUL_NONE;
  for (guint i = 0; i < self->n; i++)
    {
      const FulRecordWaitRead *read = &self->reads[i];

      if (read->stack != FUL_NONE && read->time <= since && since - read->time < MAX_AGE_NS)
        *out_before = read->stack;
      if (read->stack != FUL_NONE && read->time > until && read->time - until < MAX_AGE_NS && *out_after == FUL_NONE)
        *out_after = read->stack;
    }
}

/* Returns: the stack before that of the last reading before @time; %FUL_NONE if there is none */
static FulStackIndex
get_one_before (const FulRecordWaitReads *self,
                guint64                   time)
{
  FulStackIndex last = FUL_NONE, before = FUL_NONE;

  for (guint i = 0; i < self->n && self->reads[i].time <= time; i++)
    if (self->reads[i].stack != FUL_NONE)
      {
        before = last;
        last = self->reads[i].stack;
      }

  return before;
}

/**
 * ful_record_wait_reads_guess:
 * @since: ns; when a wait began in which nothing was read
 * @until: ns; when it ended
 *
 * Returns: where it is taken to be; %FUL_NONE if that cannot be said
 */
FulStackIndex
ful_record_wait_reads_guess (const FulRecordWaitReads *self,
                             guint64                   since,
                             guint64                   until)
{
  FulStackIndex before, after;

  ful_record_wait_reads_get_near (self, since, until, &before, &after);
  if (until < since + MAX_SHORT_NS)
    return before;
  if (after == FUL_NONE)
    after = get_one_before (self, since);

  return until < since + MAX_GUESSED_NS && before == after ? before : FUL_NONE;
}

/* Its stacks are those of the next epoch then. */
void
ful_record_wait_reads_carry (FulRecordWaitReads *self,
                             FulRecordCarry     *carry)
{
  for (guint i = 0; i < self->n; i++)
    self->reads[i].stack = ful_record_carry_stack (carry, self->reads[i].stack);
}
