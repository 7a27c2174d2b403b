/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-radix-sort.h"

#include <math.h>

static void
test_keys (void)
{
  static const double ascending[] = { -INFINITY, -1e300, -2, -1.5, -1e-300, 0, 1e-300, 1, 1.5, 1e300, INFINITY };

  for (guint i = 1; i < G_N_ELEMENTS (ascending); i++)
    g_assert_cmpuint (ful_radix_key (ascending[i - 1]), <, ful_radix_key (ascending[i]));
  g_assert_cmpuint (ful_radix_key (-0.0), ==, ful_radix_key (0.0));
}

/* Few and many, whole and other numbers, many equal ones. */
static void
test_order (void)
{
  static const guint sizes[] = { 0, 1, 2, 63, 64, 3000 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes) * 3; s++)
    {
      guint n = sizes[s / 3];
      g_autofree FulRadixEntry *entries = g_new (FulRadixEntry, n + 1);
      g_autofree double *values = g_new (double, n + 1);

      for (guint i = 0; i < n; i++)
        {
          values[i] = s % 3 == 0 ? g_test_rand_int_range (-20, 20)
                    : s % 3 == 1 ? g_test_rand_double_range (-1e9, 1e9)
                                 : ldexp (g_test_rand_double (), g_test_rand_int_range (-300, 300));
          entries[i] = (FulRadixEntry) { ful_radix_key (values[i]), (gint32) i };
        }
      g_assert_true (ful_radix_sort (entries, n, NULL));

      /* Strictly ascending, so no row is there twice. */
      for (guint i = 1; i < n; i++)
        {
          gint32 before = entries[i - 1].row, row = entries[i].row;

          g_assert_true (values[before] < values[row] || (values[before] == values[row] && before < row));
          g_assert_cmpuint (entries[i].key, ==, ful_radix_key (values[row]));
        }
    }
}

static void
test_cancellation (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  FulRadixEntry entries[100];

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    entries[i] = (FulRadixEntry) { G_N_ELEMENTS (entries) - i, (gint32) i };
  g_cancellable_cancel (cancellable);
  g_assert_false (ful_radix_sort (entries, G_N_ELEMENTS (entries), cancellable));
}

static void
test_places (void)
{
  static const double values[] = { 2, -1, 2, 0, -0.0, G_MAXDOUBLE };
  static const guint expected[] = { 1, 3, 4, 0, 2, 5 };
  g_autofree guint *order = ful_radix_order (values, G_N_ELEMENTS (values));

  g_assert_cmpmem (order, sizeof expected, expected, sizeof expected);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/radix-sort/keys", test_keys);
  g_test_add_func ("/radix-sort/order", test_order);
  g_test_add_func ("/radix-sort/places", test_places);
  g_test_add_func ("/radix-sort/cancellation", test_cancellation);

  return g_test_run ();
}
