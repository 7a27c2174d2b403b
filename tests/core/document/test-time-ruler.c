/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "document/ful-time-ruler.h"

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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time-ruler/steps", test_steps);

  return g_test_run ();
}
