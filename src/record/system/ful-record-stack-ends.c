/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel copies a stack up to the end of its memory. Above the first function of a thread are its thread-local variables, some
 * kilobytes that no caller is found by: to copy them on would cost more than all else that is done with a sample.
 *
 * Stacks do not overlap, so a stack pointer below the highest end that was seen means that its stack ends there, or before. Where
 * that is wrong once, as memory was used otherwise before, all is copied of that thread from then on. */

#include "config.h"

#include "ful-record-stack-ends.h"

/* Beyond the end: the first function may need more of it at another place in its code. */
#define MARGIN 256

/**
 * ful_record_stack_ends_get_needed:
 * @tid: a thread
 * @sp: its stack pointer
 * @n: bytes from there on, of which there is a copy
 *
 * Returns: how many of them are needed, a multiple of 8, or @n
 */
guint64
ful_record_stack_ends_get_needed (const FulRecordStackEnds *self,
                                  gint32                    tid,
                                  guint64                   sp,
                                  guint64                   n)
{
  guint i = (guint) tid % FUL_RECORD_STACK_ENDS;
  guint64 end = self->ends[i].end + MARGIN;

  if (self->ends[i].tid != tid || self->ends[i].is_wrong || self->ends[i].end < sp || end - sp >= n)
    return n;

  return (end - sp) & ~G_GUINT64_CONSTANT (7);
}

/**
 * ful_record_stack_ends_learn:
 * @tid: a thread
 * @end: where what was needed of its stack ended; 0: it is not known
 * @is_whole: whether all callers were found
 */
void
ful_record_stack_ends_learn (FulRecordStackEnds *self,
                             gint32              tid,
                             guint64             end,
                             gboolean            is_whole)
{
  guint i = (guint) tid % FUL_RECORD_STACK_ENDS;

  if (self->ends[i].tid != tid)
    {
      self->ends[i].tid = tid;
      self->ends[i].is_wrong = FALSE;
      self->ends[i].end = 0;
      self->ends[i].gap = 0;
    }
  self->ends[i].is_wrong |= !is_whole;
  self->ends[i].end = MAX (self->ends[i].end, end);
}

/**
 * ful_record_stack_ends_is_new_gap:
 * @tid: of whose stack was learned last
 * @gap: the first address that could not be copied
 *
 * Returns: whether that is another one than the last time
 */
gboolean
ful_record_stack_ends_is_new_gap (FulRecordStackEnds *self,
                                  gint32              tid,
                                  guint64             gap)
{
  guint i = (guint) tid % FUL_RECORD_STACK_ENDS;

  if (self->ends[i].tid == tid && self->ends[i].gap == gap)
    return FALSE;

  self->ends[i].gap = gap;

  return TRUE;
}
