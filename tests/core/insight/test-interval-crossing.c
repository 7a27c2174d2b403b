/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "insight/markers/ful-interval-crossing.h"

#include <math.h>
#include <stdlib.h>

typedef struct
{
  double start;
  double end;
} Interval;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Interval *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;

  return x->end > y->end ? -1 : x->end < y->end;
}

/* Each pair is looked at. */
static void
test_random (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n = (guint) g_test_rand_int_range (0, 40);
      g_autofree Interval *intervals = g_new (Interval, MAX (n, 1));
      g_autofree double *start = g_new (double, MAX (n, 1));
      g_autofree double *end = g_new (double, MAX (n, 1));
      g_autofree guint8 *crossed = NULL;

      for (guint i = 0; i < n; i++)
        {
          intervals[i].start = g_test_rand_int_range (0, 30);
          /* Ends that are as close are the same. */
          intervals[i].end = intervals[i].start + g_test_rand_int_range (1, 12) + g_test_rand_int_range (0, 10) * 1e-8;
        }
      qsort (intervals, n, sizeof *intervals, compare);
      for (guint i = 0; i < n; i++)
        {
          start[i] = intervals[i].start;
          end[i] = intervals[i].end;
        }

      crossed = ful_interval_crossing_find (start, end, n);
      for (guint i = 0; i < n; i++)
        end[i] = floor (end[i]);
      for (guint i = 0; i < n; i++)
        {
          gboolean expected = FALSE;

          for (guint k = 0; k < n; k++)
            expected |= (start[k] < start[i] && start[i] < end[k] && end[k] < end[i]) ||
                        (start[i] < start[k] && start[k] < end[i] && end[i] < end[k]);
          g_assert_cmpint (crossed[i], ==, expected);
        }
    }
}

/* All are open at once: no list of those that are may be walked for each. */
static void
test_many (void)
{
  guint n = 300000;
  g_autofree double *start = g_new (double, n);
  g_autofree double *end = g_new (double, n);
  g_autofree guint8 *nested = NULL;
  g_autofree guint8 *crossed = NULL;

  for (guint i = 0; i < n; i++)
    {
      start[i] = i;
      end[i] = 1e6 - i;
    }
  nested = ful_interval_crossing_find (start, end, n);
  for (guint i = 0; i < n; i++)
    end[i] = 1e6 + i;
  crossed = ful_interval_crossing_find (start, end, n);
  for (guint i = 0; i < n; i++)
    g_assert_true (!nested[i] && crossed[i]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interval-crossing/random", test_random);
  g_test_add_func ("/interval-crossing/many", test_many);

  return g_test_run ();
}
