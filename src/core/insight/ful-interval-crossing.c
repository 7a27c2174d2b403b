/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of many intervals do not nest, in O(n × log (n)) whatever is open at once. */

#include "config.h"

#include "ful-interval-crossing.h"

#include <math.h>

/* Ends that are as close are the same. */
#define EPSILON 1e-6

/* The least numbers of parts of an array: leaves are the last n rows. */
typedef struct
{
  guint   n;
  double *least;
} Minima;

static void
minima_fill (Minima       *self,
             const double *numbers,
             guint         n)
{
  self->n = n;
  self->least = g_new (double, 2 * (gsize) MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->least[n + i] = numbers[i];
  for (guint i = n; i-- > 1; )
    self->least[i] = fmin (self->least[2 * (gsize) i], self->least[2 * (gsize) i + 1]);
}

/* Returns: the least number of the rows from @begin up to @end, without it */
static double
minima_get (const Minima *self,
            guint         begin,
            guint         end)
{
  double least = INFINITY;

  for (gsize a = (gsize) begin + self->n, b = (gsize) end + self->n; a < b; a /= 2, b /= 2)
    {
      if (a & 1)
        least = fmin (least, self->least[a++]);
      if (b & 1)
        least = fmin (least, self->least[--b]);
    }

  return least;
}

/* Returns: the first row from @begin that is not less than @value; with @after the first that is greater */
static guint
find_row (const double *ascending,
          guint         begin,
          guint         n,
          double        value,
          gboolean      after)
{
  while (begin < n)
    {
      guint middle = begin + (n - begin) / 2;

      if (ascending[middle] < value || (after && ascending[middle] == value))
        begin = middle + 1;
      else
        n = middle;
    }

  return begin;
}

typedef struct
{
  double end;
  guint  interval;
} End;

static int
compare_ends (gconstpointer a,
              gconstpointer b)
{
  const End *x = a, *y = b;

  return (x->end > y->end) - (x->end < y->end);
}

/* Marks the intervals in which an earlier one ends. */
static void
mark_entered (const double *start,
              const double *end,
              guint         n,
              guint8       *crossed)
{
  g_autofree End *ends = g_new (End, MAX (n, 1));
  g_autofree double *ascending = g_new (double, MAX (n, 1));
  g_autofree double *numbers = g_new (double, MAX (n, 1));
  Minima minima;

  for (guint i = 0; i < n; i++)
    ends[i] = (End) { end[i], i };
  qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0; i < n; i++)
    {
      ascending[i] = ends[i].end;
      numbers[i] = ends[i].interval;
    }
  minima_fill (&minima, numbers, n);
  for (guint i = 0; i < n; i++)
    {
      guint from = find_row (ascending, 0, n, start[i] + EPSILON, TRUE);
      guint to = find_row (ascending, from, n, end[i] - EPSILON, FALSE);

      crossed[i] |= minima_get (&minima, from, to) < i;
    }
  g_free (minima.least);
}

/* Marks the intervals in which a later one begins that ends outside. */
static void
mark_left (const double *start,
           const double *end,
           guint         n,
           guint8       *crossed)
{
  g_autofree double *numbers = g_new (double, MAX (n, 1));
  Minima minima;

  for (guint i = 0; i < n; i++)
    numbers[i] = -end[i];
  minima_fill (&minima, numbers, n);
  for (guint i = 0; i < n; i++)
    {
      guint to = find_row (start, i + 1, n, end[i] - EPSILON, FALSE);

      crossed[i] |= -minima_get (&minima, i + 1, to) > end[i] + EPSILON;
    }
  g_free (minima.least);
}

/**
 * ful_interval_crossing_find:
 * @start: (array length=n): ascending; of equal ones the longest comes first
 * @end: (array length=n): greater than @start
 *
 * Returns: (transfer full) (array length=n): for each interval whether it crosses another: one of the two begins inside of
 *   the other and ends outside
 */
guint8 *
ful_interval_crossing_find (const double *start,
                            const double *end,
                            guint         n)
{
  guint8 *crossed = g_new0 (guint8, MAX (n, 1));

  if (n > 0)
    {
      mark_entered (start, end, n, crossed);
      mark_left (start, end, n, crossed);
    }

  return crossed;
}
