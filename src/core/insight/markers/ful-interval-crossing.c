/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of many intervals do not nest, in O(n) whatever is open at once. */

#include "config.h"

#include "ful-interval-crossing.h"

#include "base/ful-radix-sort.h"

/* Ends that are as close are the same. */
#define EPSILON 1e-6

/* Intervals by their ends. */
typedef struct
{
  guint  n;
  guint *rank;     /* of each interval; those with the same end have the same */
  guint *latest;   /* intervals, the latest end first; of the same one in their order */
} Ends;

static void
ends_clear (Ends *self)
{
  g_free (self->rank);
  g_free (self->latest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

static Ends
rank_ends (const double *end,
           guint         n)
{
  Ends self = { n, g_new (guint, n), g_new (guint, n) };
  g_autofree guint *ascending = ful_radix_order (end, n);
  g_autofree guint *next = NULL;
  double first = end[ascending[0]];
  guint n_ranks = 0;

  for (guint i = 0; i < n; i++)
    {
      if (end[ascending[i]] - first > EPSILON)
        {
          first = end[ascending[i]];
          n_ranks++;
        }
      self.rank[ascending[i]] = n_ranks;
    }
  n_ranks++;

  /* Where the next interval of each rank goes. */
  next = g_new0 (guint, n_ranks + 1);
  for (guint i = 0; i < n; i++)
    next[n_ranks - 1 - self.rank[i] + 1]++;
  for (guint r = 1; r <= n_ranks; r++)
    next[r] += next[r - 1];
  for (guint i = 0; i < n; i++)
    self.latest[next[n_ranks - 1 - self.rank[i]]++] = i;

  return self;
}

/* Marks the intervals in which an earlier one ends: of those that end before it and began before it, the one that ends last
 * tells. Those that wait for it are a stack, in the order in which they begin. */
static void
mark_entered (const double *start,
              const double *end,
              const Ends   *ends,
              guint        *waiting,
              guint8       *crossed)
{
  guint n_waiting = 0;

  for (guint k = 0; k < ends->n; k++)
    {
      guint earlier = ends->latest[k];

      for (; n_waiting > 0 && waiting[n_waiting - 1] > earlier; n_waiting--)
        crossed[waiting[n_waiting - 1]] |= end[earlier] > start[waiting[n_waiting - 1]] + EPSILON;
      waiting[n_waiting++] = earlier;
    }
}

/* Marks the intervals in which a later one begins that ends outside: the first one that ends later tells. */
static void
mark_left (const double *start,
           const double *end,
           const Ends   *ends,
           guint        *waiting,
           guint8       *crossed)
{
  guint n_waiting = 0;

  for (guint later = 0; later < ends->n; later++)
    {
      for (; n_waiting > 0 && ends->rank[waiting[n_waiting - 1]] < ends->rank[later]; n_waiting--)
        crossed[waiting[n_waiting - 1]] |= start[later] < end[waiting[n_waiting - 1]] - EPSILON;
      waiting[n_waiting++] = later;
    }
}

/* Whether intervals that overlap nest, each in the one before it that is open. @open: scratch for @n */
static gboolean
nest (const double *start,
      const double *end,
      guint         n,
      double       *open)
{
  guint n_open = 0;

  for (guint i = 0; i < n; i++)
    {
      while (n_open > 0 && open[n_open - 1] <= start[i] + EPSILON)
        n_open--;
      if (n_open > 0 && end[i] > open[n_open - 1])
        return FALSE;
      open[n_open++] = end[i];
    }

  return TRUE;
}

/* Returns: how many intervals from the first one on overlap, directly or by way of others */
static guint
count_joined (const double *start,
              const double *end,
              guint         n)
{
  double last = end[0];
  guint i = 1;

  for (; i < n && start[i] < last; i++)
    last = MAX (last, end[i]);

  return i;
}

/**
 * ful_interval_crossing_find:
 * @start: (array length=n): ascending; of equal ones the longest comes first
 * @end: (array length=n): greater than @start
 *
 * O(n).
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
  g_autofree double *open = g_new (double, MAX (n, 1));
  g_autofree guint *waiting = g_new (guint, MAX (n, 1));

  for (guint i = 0, n_joined; i < n; i += n_joined)
    {
      n_joined = count_joined (start + i, end + i, n - i);
      if (!nest (start + i, end + i, n_joined, open))
        {
          g_auto(Ends) ends = rank_ends (end + i, n_joined);

          mark_entered (start + i, end + i, &ends, waiting, crossed + i);
          mark_left (start + i, end + i, &ends, waiting, crossed + i);
        }
    }

  return crossed;
}
