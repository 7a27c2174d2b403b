/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Checkpoints for ranges (call-tree.md 5.1): how much each recorded stack weighs up to every so many samples. A range weighs the
 * difference of the two places that are next to its ends, and the samples between those and the ends more or less. Filters,
 * transforms and directions map stacks, so that all views of a thread share the sums.
 *
 * A stack has a number in so few bytes as its sum over all samples needs, and none without samples: a million stacks of 100
 * million samples have about one byte each.
 *
 * Sums are those of counting, to the last bit: weights have to be whole, and all together less than 2^53, else there is no place.
 * Weights of 0 would not leave a trace in a difference, negative ones do not fit. */

#include "config.h"

#include "ful-range-sums.h"

#include "base/ful-types.h"

#include <math.h>
#include <string.h>

/* Fewer samples than this are counted faster than a user moves. */
#define LEAST_ROWS (1 << 19)
/* Samples between places: as much as the numbers of a place cost. */
#define LEAST_INTERVAL 4096
#define MAX_EXACT 9007199254740992.0
#define N_WIDTHS 4

static const guint8 widths[N_WIDTHS] = { 8, 4, 2, 1 };

static void
clear (gpointer data)
{
  FulRangeSums *self = data;

  g_clear_pointer (&self->threads, ful_thread_set_unref);
  g_clear_pointer (&self->filter, ful_sample_time_filter_unref);
  g_free (self->used);
  g_free (self->places);
}

void
ful_range_sums_unref (FulRangeSums *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gsize
ful_range_sums_get_size (const FulRangeSums *self)
{
  return self->n_used * sizeof *self->used + (self->n_places > 0 ? (self->n_places + 1) * self->stride : 0);
}

/**
 * ful_range_sums_are_worth:
 *
 * Returns: whether sums of ranges would be faster than counting
 */
gboolean
ful_range_sums_are_worth (const FulThreadSet *threads)
{
  return threads->n_samples >= MAX (LEAST_ROWS, threads->profile->stacks->table.n_rows);
}

/* Samples that come before @place, the number of one. */
static guint
get_row (const FulRangeSums *self,
         guint               place)
{
  return (guint) MIN ((guint64) place * self->interval, self->n_rows);
}

static guint
find_place (const FulRangeSums *self,
            guint               row)
{
  guint place = MIN (row / self->interval, self->n_places);

  return place < self->n_places && get_row (self, place + 1) - row < row - get_row (self, place) ? place + 1 : place;
}

/* Adds samples to @sums. Returns: %FALSE if they cannot be summed exactly, with @out_all of those before */
static gboolean
add_rows (const FulRangeSums *self,
          guint               begin,
          guint               end,
          guint64            *sums,
          double             *out_all)
{
  if (self->weight == NULL)
    {
      for (guint i = begin; i < end; i++)
        if (self->stack[i] != FUL_NONE)
          sums[self->stack[i]]++;
      return TRUE;
    }

  for (guint i = begin; i < end; i++)
    {
      double weight = self->weight[i];

      if (self->stack[i] == FUL_NONE)
        continue;
      *out_all += weight;
      if (!(weight >= 1 && *out_all < MAX_EXACT && weight == floor (weight)))
        return FALSE;
      sums[self->stack[i]] += (guint64) weight;
    }

  return TRUE;
}

/* @sums: (array): of all samples. Lists the stacks by the width of their numbers, and finds out how many places fit. */
static void
choose_places (FulRangeSums  *self,
               const guint64 *sums,
               guint          n_stacks,
               gsize          budget)
{
  guint n = 0;
  gsize n_bytes = 0, n_fitting;

  for (guint s = 0; s < n_stacks; s++)
    self->n_used += sums[s] > 0;
  self->used = g_new (FulStackIndex, MAX (self->n_used, 1));
  for (guint k = 0; k < N_WIDTHS; k++)
    {
      guint64 least = k + 1 < N_WIDTHS ? G_GUINT64_CONSTANT (1) << (8 * widths[k + 1]) : 1;
      guint64 end = k > 0 ? G_GUINT64_CONSTANT (1) << (8 * widths[k]) : G_MAXUINT64;

      for (guint s = 0; s < n_stacks; s++)
        if (sums[s] >= least && sums[s] < end)
          self->used[n++] = (FulStackIndex) s;
      n_bytes += (gsize) (n - (k > 0 ? self->end_of[k - 1] : 0)) * widths[k];
      self->end_of[k] = n;
    }

  self->stride = (n_bytes + 7) / 8 * 8;
  budget -= MIN (budget, self->n_used * sizeof *self->used + self->stride);
  n_fitting = self->stride > 0 ? budget / self->stride : 0;
  self->n_places = (guint) MIN (MIN (n_fitting, FUL_RANGE_SUMS_MAX_PLACES), self->n_rows / LEAST_INTERVAL);
  if (self->n_places > 0)
    self->interval = self->n_rows / self->n_places + (self->n_rows % self->n_places > 0);
}

#define FOR_EACH_WIDTH(EACH)                                              \
  EACH (guint64, 0, self->end_of[0])                                      \
  EACH (guint32, self->end_of[0], self->end_of[1])                        \
  EACH (guint16, self->end_of[1], self->end_of[2])                        \
  EACH (guint8, self->end_of[2], self->end_of[3])

/* Those of the wider numbers come before, so that all are aligned. */
static void
write_place (FulRangeSums  *self,
             guint          place,
             const guint64 *sums)
{
  gpointer at = self->places + place * self->stride;

#define WRITE(type, begin, end)                                           \
  for (guint i = begin; i < end; i++)                                     \
    ((type *) at)[i - (begin)] = (type) sums[self->used[i]];              \
  at = (type *) at + ((end) - (begin));

  FOR_EACH_WIDTH (WRITE)
#undef WRITE
}

static gboolean
fill_places (FulRangeSums  *self,
             guint64       *sums,
             GCancellable  *cancellable,
             GError       **error)
{
  double all = 0;

  self->places = g_malloc ((self->n_places + 1) * self->stride);
  write_place (self, 0, sums);
  for (guint place = 1; place <= self->n_places; place++)
    {
      for (guint row = get_row (self, place - 1); row < get_row (self, place); )
        {
          guint end = row + MIN (get_row (self, place) - row, 16 * FUL_CANCEL_CHECK_ROWS);

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          add_rows (self, row, end, sums, &all);
          row = end;
        }
      write_place (self, place, sums);
    }

  return TRUE;
}

/* Returns: (nullable): %NULL if it was cancelled */
static FulRangeSums *
make (FulThreadSet         *threads,
      FulSampleTimeFilter  *filter,
      const double         *weight,
      GCancellable         *cancellable,
      GError              **error)
{
  g_autoptr(FulRangeSums) self = g_atomic_rc_box_new0 (FulRangeSums);
  guint n_stacks = threads->profile->stacks->table.n_rows;
  g_autofree guint64 *sums = g_new0 (guint64, MAX (n_stacks, 1));
  double all = 0;

  self->threads = ful_thread_set_ref (threads);
  self->filter = filter ? g_atomic_rc_box_acquire (filter) : NULL;
  self->n_rows = threads->n_samples;
  self->stack = filter ? filter->sample_stack : threads->stack;
  self->weight = weight;
  for (guint row = 0; row < self->n_rows; row += 16 * FUL_CANCEL_CHECK_ROWS)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!add_rows (self, row, row + MIN (self->n_rows - row, 16 * FUL_CANCEL_CHECK_ROWS), sums, &all))
        return g_steal_pointer (&self);
    }

  choose_places (self, sums, n_stacks, FUL_RANGE_SUMS_BUDGET);
  memset (sums, 0, n_stacks * sizeof *sums);
  if (self->n_places > 0 && !fill_places (self, sums, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/* The result has the columns, so that no other one can be where they are. */
static char *
get_rows_key (const FulStackIndex *stack,
              const double        *weight,
              guint                n_rows)
{
  return g_strdup_printf ("%p %p %u", stack, weight, n_rows);
}

/**
 * ful_range_sums_derive:
 * @threads: a thread, or several
 * @filter: (nullable): the rows that transforms keep of it
 * @weight: (nullable) (array): weights of the samples, a column of @threads; %NULL means all 1
 * @cache: (nullable): has those of one thread set at a time
 * @cancellable: (nullable): checked every few thousand samples
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples + places × stacks), within %FUL_RANGE_SUMS_BUDGET.
 *
 * Returns: (transfer full) (nullable): the sums, without places if weights cannot be summed exactly, or if too few fit
 */
FulRangeSums *
ful_range_sums_derive (FulThreadSet         *threads,
                       FulSampleTimeFilter  *filter,
                       const double         *weight,
                       FulDeriveCache       *cache,
                       GCancellable         *cancellable,
                       GError              **error)
{
  g_autofree char *rows = get_rows_key (filter ? filter->sample_stack : threads->stack, weight, threads->n_samples);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulRangeSums *self = ful_derive_cache_lookup_growing (cache, FUL_STAGE_RANGE_SUMS, "", rows, NULL, cancellable, &slot);

  if (self)
    return self;

  /* They have a budget of their own: beyond that of the cache they would drop what the next frame needs, and be dropped with it. */
  self = make (threads, filter, weight, cancellable, error);
  if (self)
    ful_derive_slot_fill (&slot, self, 0, (GDestroyNotify) ful_range_sums_unref);

  return self;
}

/**
 * ful_range_sums_peek:
 * @cache: (nullable): of the profile
 * @stack: the stacks of all samples of a thread set, after filters by time
 * @weight: (nullable): their weights
 *
 * Returns: (transfer full) (nullable): the sums of these columns, if they were made, whether they have places or not
 */
FulRangeSums *
ful_range_sums_peek (FulDeriveCache      *cache,
                     const FulStackIndex *stack,
                     const double        *weight,
                     guint                n_rows)
{
  g_autofree char *rows = get_rows_key (stack, weight, n_rows);

  return ful_derive_cache_peek (cache, FUL_STAGE_RANGE_SUMS, "", rows);
}

/* Adds samples with a sign. */
static void
add_signed (const FulRangeSums *self,
            guint               begin,
            guint               end,
            double              sign,
            double             *sums)
{
  for (guint i = begin; i < end; i++)
    if (self->stack[i] != FUL_NONE)
      sums[self->stack[i]] += self->weight ? sign * self->weight[i] : sign;
}

/**
 * ful_range_sums_can_read:
 * @begin: first sample; @end is one past the last one
 *
 * Returns: whether there are places, and to read them is less than to count the samples
 */
gboolean
ful_range_sums_can_read (const FulRangeSums *self,
                         guint               begin,
                         guint               end)
{
  guint64 first, last;

  if (self->n_places == 0)
    return FALSE;

  first = get_row (self, find_place (self, begin));
  last = get_row (self, find_place (self, end));

  return self->n_used + (first > begin ? first - begin : begin - first) + (last > end ? last - end : end - last) < end - begin;
}

/**
 * ful_range_sums_read:
 * @self: sums with places
 * @begin: first sample; @end is one past the last one
 * @sums: (inout) (array): 0 for each stack of the profile; set to the sums of those with samples in the range
 *
 * O(stacks with samples + samples to the next place).
 */
void
ful_range_sums_read (const FulRangeSums *self,
                     guint               begin,
                     guint               end,
                     double             *sums)
{
  guint first = find_place (self, begin), last = find_place (self, end);
  gconstpointer from = self->places + first * self->stride, to = self->places + last * self->stride;

  g_assert (self->n_places > 0 && begin <= end && end <= self->n_rows);

  if (first == last)
    {
      add_signed (self, begin, end, 1, sums);
      return;
    }

#define SUBTRACT(type, begin, end)                                        \
  for (guint i = begin; i < end; i++)                                     \
    sums[self->used[i]] = (type) (((const type *) to)[i - (begin)] - ((const type *) from)[i - (begin)]); \
  from = (const type *) from + ((end) - (begin));                         \
  to = (const type *) to + ((end) - (begin));

  FOR_EACH_WIDTH (SUBTRACT)
#undef SUBTRACT

  add_signed (self, begin, get_row (self, first), 1, sums);
  add_signed (self, get_row (self, first), begin, -1, sums);
  add_signed (self, get_row (self, last), end, 1, sums);
  add_signed (self, end, get_row (self, last), -1, sums);
}
