/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What two stacks have in common: functions, which may have been at different calls. */

#include "config.h"

#include "ful-record-common.h"

#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"

/* What is above so many functions is not looked at. */
#define MAX_FRAMES 1024

typedef struct
{
  FulStackIndex stacks[MAX_FRAMES];   /* innermost first; a ring */
  guint         n;
} Path;

static void
push (Path          *self,
      FulStackIndex  stack)
{
  self->stacks[self->n++ % MAX_FRAMES] = stack;
}

/* Returns: whether two frames are known to be of one function */
static gboolean
is_one_function (const FulRecordTables *tables,
                 FulPerfStacks         *stacks,
                 FulFrameIndex          a,
                 FulFrameIndex          b)
{
  const FulTableBuilder *frames = &tables->rows->builder->frames;
  const gint32 *libs = FUL_CELLS (frames, FUL_FRAME_LIB, gint32);
  const gint64 *addresses = FUL_CELLS (frames, FUL_FRAME_ADDRESS, gint64);

  if (a == b)
    return TRUE;

  return stacks && libs[a] != FUL_NONE && libs[a] == libs[b] &&
         ful_perf_stacks_is_one_function (stacks, libs[a], (guint64) addresses[a], (guint64) addresses[b]);
}

/**
 * ful_record_find_common:
 * @stacks: (nullable): knows which addresses are of one function
 * @a: a stack, or %FUL_NONE; @b likewise
 *
 * Returns: what both have in common from the root, as it is in @b
 */
FulStackIndex
ful_record_find_common (const FulRecordTables *tables,
                        FulPerfStacks         *stacks,
                        FulStackIndex          a,
                        FulStackIndex          b)
{
  const FulTableBuilder *table = &tables->rows->builder->stacks;
  const gint32 *prefixes, *frames;
  Path of_a, of_b;
  FulStackIndex common;

  if (a == FUL_NONE || b == FUL_NONE)
    return FUL_NONE;

  /* Callers have lower numbers. */
  prefixes = FUL_CELLS (table, FUL_STACK_PREFIX, gint32);
  of_a.n = of_b.n = 0;
  while (a != b)
    if (a > b)
      {
        push (&of_a, a);
        a = prefixes[a];
      }
    else
      {
        push (&of_b, b);
        b = prefixes[b];
      }

  common = a;
  frames = FUL_CELLS (table, FUL_STACK_FRAME, gint32);
  for (guint n = MIN (MIN (of_a.n, of_b.n), MAX_FRAMES); n > 0; n--)
    {
      FulStackIndex in_b = of_b.stacks[--of_b.n % MAX_FRAMES];

      if (!is_one_function (tables, stacks, frames[of_a.stacks[--of_a.n % MAX_FRAMES]], frames[in_b]))
        break;
      common = in_b;
    }

  return common;
}
