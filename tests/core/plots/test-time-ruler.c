/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plots/ful-time-ruler.h"

static void
test_steps (void)
{
  static const struct
  {
    double least;
    double step;
  } cases[] = {
    { 0.0003, 0.0005 }, { 0.05, 0.05 }, { 0.051, 0.1 }, { 1, 1 }, { 1.01, 2 }, { 199, 200 }, { 201, 500 },
    { 2500, 5000 }, { 10000, 10000 }, { 10001, 15000 }, { 45000, 60000 }, { 4000000, 7200000 },
    { 172800000, 172800000 }, { 172800001, 200000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (ful_time_ruler_get_step (cases[i].least), cases[i].step, cases[i].step * 1e-9);
}

static void
test_sizes (void)
{
  static const struct { double least, step; } cases[] = {
    { 0.3, 0.5 }, { 300, 500 }, { 1000, 1000 }, { 1001, 2000 }, { 3e3, 4e3 }, { 512e3, 512e3 }, { 513e3, 1e6 },
    { 5e6, 8e6 }, { 600e6, 1e9 }, { 500e9, 512e9 }, { 5e12, 5e12 }, { 1e12, 1e12 },
  };
  g_autofree char *size = ful_time_ruler_format (TRUE, 2.5e6, 1e6);
  g_autofree char *time = ful_time_ruler_format (FALSE, 2500, 500);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (ful_time_ruler_get_size_step (cases[i].least), cases[i].step, cases[i].step * 1e-9);
  g_assert_cmpstr (size, ==, "2.50MB");
  g_assert_cmpstr (time, ==, "2.5 s");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time-ruler/steps", test_steps);
  g_test_add_func ("/time-ruler/sizes", test_sizes);

  return g_test_run ();
}
