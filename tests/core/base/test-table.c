/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/ful-thread-tables.h"

#include <math.h>

static void
test_missing_cells (void)
{
  FulTableBuilder builder;
  FulSampleTable *table;

  ful_table_builder_init (&builder, &ful_sample_table_class);
  g_assert_cmpuint (ful_table_builder_append (&builder, 2), ==, 0);
  g_assert_cmpuint (ful_table_builder_append (&builder, 1), ==, 2);
  FUL_CELLS (&builder, FUL_SAMPLE_STACK, gint32)[1] = 7;
  table = ful_table_builder_publish (&builder);

  g_assert_cmpuint (table->table.n_rows, ==, 3);
  g_assert_cmpint (table->stack[0], ==, FUL_NONE);
  g_assert_cmpint (table->stack[1], ==, 7);
  g_assert_cmpfloat (table->time[2], ==, 0);
  g_assert_null (table->weight);
  g_assert_false (ful_numbers_exist (&table->cpu_delta));
  g_assert_true (isnan (ful_numbers_get (&table->cpu_delta, 0)));

  /* A published table does not see what is appended after it. */
  ful_table_builder_append (&builder, 1000);
  g_assert_cmpuint (table->table.n_rows, ==, 3);
  g_assert_cmpint (table->stack[1], ==, 7);
  ful_table_unref (table);
  ful_table_builder_clear (&builder);
}

static void
test_numbers_of_either_type (void)
{
  gint32 whole[] = { 5, G_MININT32 };
  double any[] = { 0.5, NAN };
  FulNumbers of_whole = { whole, NULL };
  FulNumbers of_any = { NULL, any };

  g_assert_cmpfloat (ful_numbers_get (&of_whole, 0), ==, 5);
  g_assert_true (isnan (ful_numbers_get (&of_whole, 1)));
  g_assert_cmpfloat (ful_numbers_get (&of_any, 0), ==, 0.5);
  g_assert_true (isnan (ful_numbers_get (&of_any, 1)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/missing-cells", test_missing_cells);
  g_test_add_func ("/table/numbers-of-either-type", test_numbers_of_either_type);

  return g_test_run ();
}
