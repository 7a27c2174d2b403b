/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-doubles.h"

#include <stdlib.h>

static void
test_median (void)
{
  double values[] = { 9, -1, 4, 2.5 };

  qsort (values, G_N_ELEMENTS (values), sizeof *values, ful_doubles_compare);
  for (guint i = 1; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpfloat (values[i - 1], <, values[i]);
  g_assert_cmpfloat (ful_doubles_get_median (values, 4), ==, 3.25);
  g_assert_cmpfloat (ful_doubles_get_median (values, 3), ==, 2.5);
  g_assert_cmpfloat (ful_doubles_get_median (values, 1), ==, -1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/doubles/median", test_median);

  return g_test_run ();
}
