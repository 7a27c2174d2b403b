/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How far apart the samples of a thread really are (compare.md 3.1): a sampler that is late makes the same program look
 * faster. */

#include "config.h"

#include "ful-sampling-interval.h"

#include <string.h>

#define LEAST_GAPS 100
#define LONGEST_GAP 2      /* medians; longer ones are of a thread that was off the CPU */
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

/**
 * ful_sampling_interval_measure:
 * @time: (array length=n_rows): ms; never decreasing
 * @n_rows: number of samples of a whole thread
 * @nominal: what the file says, ms
 *
 * O(n).
 *
 * Returns: the mean of the gaps between samples, without long ones; @nominal for less than 100 gaps
 */
double
ful_sampling_interval_measure (const double *time,
                               guint         n_rows,
                               double        nominal)
{
  g_autofree double *gaps = NULL;
  g_autofree guint *counts = NULL;
  guint n = 0, n_usual = 0;
  double median, sum = 0;

  if (n_rows <= LEAST_GAPS)
    return nominal;

  gaps = g_new (double, n_rows);
  for (guint i = 1; i < n_rows; i++)
    if (time[i] - time[i - 1] > 0)
      gaps[n++] = time[i] - time[i - 1];
  if (n < LEAST_GAPS)
    return nominal;

  counts = g_new (guint, N_DIGITS);
  median = select_rank (gaps, n, (n - 1) / 2, counts);
  if (n % 2 == 0)
    median = (median + find_next (gaps, n, n / 2, median)) / 2;
  for (guint i = 0; i < n; i++)
    if (gaps[i] <= LONGEST_GAP * median)
      {
        sum += gaps[i];
        n_usual++;
      }

  return sum / n_usual;
}
