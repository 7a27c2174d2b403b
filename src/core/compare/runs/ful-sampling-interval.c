/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far apart the samples of a thread really are (compare.md 3.1): a sampler that is late makes the same program look
 * faster. */

#include "config.h"

#include "ful-sampling-interval.h"

#include <math.h>
#include <string.h>

#define LEAST_GAPS 100
#define LONGEST_GAP 2      /* medians; longer ones are of a thread that was off the CPU */
#define SAMPLE (1 << 14)   /* gaps between which the median is looked for first */
#define DIGIT_BITS 16
#define N_DIGITS (1 << DIGIT_BITS)

static inline guint64
get_bits (double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);

  return bits;
}

/* Returns: the number with @rank smaller ones. Bits of positive numbers are in their order, so that digits from the top
 * on find it: linear for any input. @counts: room for a count of each digit */
static double
select_rank (const double *numbers,
             guint         n,
             guint         rank,
             guint        *counts)
{
  guint64 found = 0, mask = 0;
  double number;

  for (guint shift = 64; shift > 0; )
    {
      guint digit;

      shift -= DIGIT_BITS;
      memset (counts, 0, N_DIGITS * sizeof *counts);
      for (guint i = 0; i < n; i++)
        if ((get_bits (numbers[i]) & mask) == found)
          counts[(get_bits (numbers[i]) >> shift) % N_DIGITS]++;
      for (digit = 0; rank >= counts[digit]; digit++)
        rank -= counts[digit];
      found |= (guint64) digit << shift;
      mask |= (guint64) (N_DIGITS - 1) << shift;
    }
  memcpy (&number, &found, sizeof number);

  return number;
}

/* Returns: the number with @rank smaller ones, of which @before has one less */
static double
find_next (const double *numbers,
           guint         n,
           guint         rank,
           double        before)
{
  guint n_less = 0;
  double next = G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      n_less += numbers[i] <= before;
      if (numbers[i] > before && numbers[i] < next)
        next = numbers[i];
    }

  return n_less > rank ? before : next;
}

/* Finds two gaps that the median probably lies between: of some gaps, evenly chosen, those that are five standard
 * deviations of its rank from the middle. */
static void
find_bounds (const double *time,
             guint         n_rows,
             guint        *counts,
             double       *low,
             double       *high)
{
  g_autofree double *gaps = g_new (double, SAMPLE);
  guint n = 0, distance;

  for (guint64 i = 0; i < SAMPLE; i++)
    {
      guint row = 1 + (guint) (i * (n_rows - 1) / SAMPLE);

      if (time[row] - time[row - 1] > 0)
        gaps[n++] = time[row] - time[row - 1];
    }
  distance = (guint) (2.5 * sqrt (n)) + 1;
  if (n <= 2 * distance)
    return;
  *low = select_rank (gaps, n, n / 2 - distance, counts);
  *high = select_rank (gaps, n, n / 2 + distance, counts);
}

/* Collects the gaps from @low to @high. Returns: how many gaps there are; @n_below of them are less */
static guint
collect_gaps (const double *time,
              guint         n_rows,
              double        low,
              double        high,
              double       *gaps,
              guint        *n_below,
              guint        *n_gaps)
{
  guint n = 0;

  *n_below = *n_gaps = 0;
  for (guint i = 1; i < n_rows; i++)
    {
      double gap = time[i] - time[i - 1];

      n += gap > 0;
      *n_below += gap > 0 && gap < low;
      gaps[*n_gaps] = gap;
      *n_gaps += gap > 0 && gap >= low && gap <= high;
    }

  return n;
}

/* @least: fewer gaps have no median. Returns: the mean of the gaps that are no longer than twice @median, if that is the median; else 0 */
static double
average_about (const double *time,
               guint         n_rows,
               double        median,
               guint         least)
{
  guint n = 0, n_below = 0, n_equal = 0, n_usual = 0;
  double sum = 0;

  for (guint i = 1; i < n_rows; i++)
    {
      double gap = time[i] - time[i - 1];
      gboolean is_usual = gap > 0 && gap <= LONGEST_GAP * median;

      n += gap > 0;
      n_below += gap > 0 && gap < median;
      n_equal += gap == median;
      n_usual += is_usual;
      sum += is_usual ? gap : 0;
    }

  return n >= least && (n - 1) / 2 >= n_below && n / 2 < n_below + n_equal ? sum / n_usual : 0;
}

static double
average_gaps (const double *time,
              guint         n_rows,
              double        median)
{
  guint n_usual = 0;
  double sum = 0;

  for (guint i = 1; i < n_rows; i++)
    {
      double gap = time[i] - time[i - 1];

      if (gap > 0 && gap <= LONGEST_GAP * median)
        {
          sum += gap;
          n_usual++;
        }
    }

  return sum / n_usual;
}

/**
 * ful_sampling_interval_measure:
 * @time: (array length=n_rows): ms; never decreasing
 * @n_rows: number of samples of a whole thread
 * @nominal: what the file says, ms; 0 if it says nothing
 *
 * O(n).
 *
 * Returns: the mean of the gaps between samples, without long ones; @nominal for less than 100 gaps, if there is one
 */
double
ful_sampling_interval_measure (const double *time,
                               guint         n_rows,
                               double        nominal)
{
  g_autofree double *gaps = NULL;
  g_autofree guint *counts = NULL;
  guint n, n_gaps, n_below, rank;
  guint least = nominal > 0 ? LEAST_GAPS : 1;
  double low = 0, high = INFINITY, median;

  if (n_rows <= least)
    return nominal;

  counts = g_new (guint, N_DIGITS);
  if (n_rows > 4 * SAMPLE)
    find_bounds (time, n_rows, counts, &low, &high);
  /* Most recordings have one gap mostly: once over them does. */
  if (low == high)
    {
      double mean = average_about (time, n_rows, low, least);

      if (mean > 0)
        return mean;
      low = 0;
      high = INFINITY;
    }

  gaps = g_new (double, n_rows);
  n = collect_gaps (time, n_rows, low, high, gaps, &n_below, &n_gaps);
  if (n < least)
    return nominal;
  if ((n - 1) / 2 < n_below || n / 2 >= n_below + n_gaps)
    collect_gaps (time, n_rows, 0, INFINITY, gaps, &n_below, &n_gaps);

  rank = (n - 1) / 2 - n_below;
  median = select_rank (gaps, n_gaps, rank, counts);
  if (n % 2 == 0)
    median = (median + find_next (gaps, n_gaps, rank + 1, median)) / 2;

  return average_gaps (time, n_rows, median);
}

/**
 * ful_sampling_interval_derive:
 * @thread: number of a thread of @profile
 * @nominal: see ful_sampling_interval_measure()
 * @cache: of @profile: it is measured once
 * @cancellable: (nullable): ends waiting for another one who measures it
 *
 * Returns: ful_sampling_interval_measure() of all samples of the thread
 */
double
ful_sampling_interval_derive (FulProfile     *profile,
                              guint           thread,
                              double          nominal,
                              FulDeriveCache *cache,
                              GCancellable   *cancellable)
{
  FulThread *of = ful_profile_get_thread (profile, thread);
  g_autofree char *key = g_strdup_printf ("%u %" G_GUINT64_FORMAT " %a", thread, of->serial, nominal);
  g_auto(FulDeriveSlot) slot = { NULL };
  double *interval = ful_derive_cache_lookup (cache, FUL_STAGE_INTERVAL, key, cancellable, &slot), found;

  if (interval == NULL)
    {
      interval = g_atomic_rc_box_new (double);
      *interval = ful_sampling_interval_measure (of->samples->time, of->samples->table.n_rows, nominal);
      ful_derive_slot_fill (&slot, interval, 0, g_atomic_rc_box_release);
    }
  found = *interval;
  g_atomic_rc_box_release (interval);

  return found;
}
