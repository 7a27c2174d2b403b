/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "tree/nodes/ful-sort-by-total.h"

#include <math.h>

/* Few and many entries, whole and other numbers, many equal ones. */
static void
test_order (void)
{
  static const guint sizes[] = { 0, 1, 2, 50, 100, 3000 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes) * 3; s++)
    {
      guint n = sizes[s / 3];
      g_autoptr(GArray) totals = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
      g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_autofree double *numbers = g_new (double, n + 1);
      g_autofree gboolean *met = g_new0 (gboolean, n + 1);

      for (guint i = 0; i < n; i++)
        {
          numbers[i] = s % 3 == 0 ? g_test_rand_int_range (-20, 20)
                    : s % 3 == 1 ? g_test_rand_double_range (-1e9, 1e9)
                                 : ldexp (g_test_rand_double (), g_test_rand_int_range (-300, 300));
          ful_totals_add (totals, (gint32) i, numbers[i]);
        }
      ful_sort_by_total (totals, rows);

      g_assert_cmpuint (rows->len, ==, n);
      for (guint i = 0; i < n; i++)
        {
          gint32 row = g_array_index (rows, gint32, i);
          gint32 before = i > 0 ? g_array_index (rows, gint32, i - 1) : row;

          g_assert_false (met[row]);
          met[row] = TRUE;
          g_assert_cmpfloat (fabs (numbers[before]), >=, fabs (numbers[row]));
          if (i > 0 && fabs (numbers[before]) == fabs (numbers[row]))
            g_assert_cmpint (before, <, row);
        }
    }
}

static void
test_not_a_number (void)
{
  g_autoptr(GArray) totals = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint32));

  ful_totals_add (totals, 7, NAN);
  ful_totals_add (totals, 8, -INFINITY);
  ful_totals_add (totals, 9, -1);
  ful_sort_by_total (totals, rows);
  g_assert_cmpint (g_array_index (rows, gint32, 0), ==, 8);
  g_assert_cmpint (g_array_index (rows, gint32, 1), ==, 9);
  g_assert_cmpint (g_array_index (rows, gint32, 2), ==, 7);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sort-by-total/order", test_order);
  g_test_add_func ("/sort-by-total/not-a-number", test_not_a_number);

  return g_test_run ();
}
