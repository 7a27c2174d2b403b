/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A counter of AFTER less that of BEFORE, on the axis of both (compare.md 7): it has the counts of both from where both were counted
 * first to where one was counted last. O(samples of both). */

#include "config.h"

#include "ful-counter-difference.h"

#include "tracks/ful-counter-style.h"

#include <glib/gi18n-lib.h>

static double
get_time (const FulCounterOnAxis *of,
          guint                   row)
{
  return of->counter->samples->time[row] - of->zero;
}

/* Adds the counts up to a time to @sum, and goes on behind them. */
static void
add_until (const FulCounterOnAxis *of,
           double                  time,
           double                  sign,
           guint                  *row,
           double                 *sum)
{
  for (; *row < of->counter->samples->table.n_rows && get_time (of, *row) <= time; (*row)++)
    *sum += sign * of->counter->samples->count[*row];
}

static void
append (FulTableBuilder *samples,
        double           time,
        double           count)
{
  guint row = ful_table_builder_append (samples, 1);

  FUL_CELLS (samples, FUL_COUNTER_SAMPLE_TIME, double)[row] = time;
  FUL_CELLS (samples, FUL_COUNTER_SAMPLE_COUNT, double)[row] = count;
}

/**
 * ful_counter_difference_add:
 * @builder: of the axis; its end is set, and its first thread is there
 * @counters: of each side
 *
 * Adds the difference to the axis, unless there is no time at which both were counted.
 *
 * Returns: whether it was added
 */
gboolean
ful_counter_difference_add (FulProfileBuilder      *builder,
                            const FulCounterOnAxis  counters[FUL_N_SIDES])
{
  g_autoptr(FulCounterStyle) style = ful_counter_style_new (counters[FUL_AFTER].counter);
  const FulThreadBuilder *thread = builder->threads->pdata[0];
  guint rows[FUL_N_SIDES] = { 0, 0 };
  double start = 0, end = builder->profile->profiling_end_time, before_start = 0;
  FulCounter *counter;
  FulTableBuilder *samples;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      guint n = counters[side].counter->samples->table.n_rows;

      if (n == 0)
        return FALSE;
      start = MAX (start, get_time (&counters[side], 0));
      end = MIN (end, get_time (&counters[side], n - 1));
    }
  if (!(end > start))
    return FALSE;

  counter = ful_counter_new ();
  /* Translators: the difference of a counter, as Memory, between two recordings */
  counter->name = g_strdup_printf (_("After − before: %s"), style->label);
  counter->category = g_strdup ("");
  counter->description = g_strdup ("");
  counter->pid = g_strdup (thread->thread->pid);
  counter->display_json = g_strdup (counters[FUL_AFTER].counter->display_json);
  samples = &ful_profile_builder_add_counter (builder, counter)->samples;
  append (samples, start, 0);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    add_until (&counters[side], start, 0, &rows[side], &before_start);
  for (;;)
    {
      double time = end, sum = 0;

      for (guint side = 0; side < FUL_N_SIDES; side++)
        if (rows[side] < counters[side].counter->samples->table.n_rows)
          time = MIN (time, get_time (&counters[side], rows[side]));
      add_until (&counters[FUL_AFTER], time, 1, &rows[FUL_AFTER], &sum);
      add_until (&counters[FUL_BEFORE], time, -1, &rows[FUL_BEFORE], &sum);
      append (samples, time, sum);
      if (time >= end)
        return TRUE;
    }
}
