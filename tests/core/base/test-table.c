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
  g_assert_false (ful_i32_or_f64_exist (&table->cpu_delta));
  g_assert_true (isnan (ful_i32_or_f64_get (&table->cpu_delta, 0)));

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
  FulI32OrF64 of_whole = { whole, NULL };
  FulI32OrF64 of_any = { NULL, any };

  g_assert_cmpfloat (ful_i32_or_f64_get (&of_whole, 0), ==, 5);
  g_assert_true (isnan (ful_i32_or_f64_get (&of_whole, 1)));
  g_assert_cmpfloat (ful_i32_or_f64_get (&of_any, 0), ==, 0.5);
  g_assert_true (isnan (ful_i32_or_f64_get (&of_any, 1)));
}

/* Columns of integers come back from whatever type they went into, the greatest number decides which. */
static void
test_integers (void)
{
  static const struct { gint64 greatest; FulType type; } cases[] = {
    { 0, FUL_TYPE_U8 }, { 254, FUL_TYPE_U8 }, { 255, FUL_TYPE_U16 }, { 65534, FUL_TYPE_U16 }, { 65535, FUL_TYPE_I32 },
    { G_MAXINT32, FUL_TYPE_I32 }, { (gint64) G_MAXINT32 + 1, FUL_TYPE_I64 }, { G_MAXINT64, FUL_TYPE_I64 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (gint64 lowest = -1; lowest <= 0; lowest++)
      {
        gint64 greatest = cases[c].greatest;
        gint32 small = (gint32) MIN (greatest, G_MAXINT32);
        FulTableBuilder builder;
        FulMarkerTable *table;

        ful_table_builder_init (&builder, &ful_marker_table_class);
        ful_table_builder_append (&builder, 100);
        for (guint i = 0; i < 100; i++)
          {
            FUL_CELLS (&builder, FUL_MARKER_PAYLOAD, gint64)[i] = i % 3 == 2 ? greatest : i % 3 == 1 ? greatest / 2 : lowest;
            FUL_CELLS (&builder, FUL_MARKER_PAYLOAD_TYPE, gint32)[i] = i % 3 == 2 ? small : (gint32) lowest;
          }
        ful_table_builder_narrow (&builder);
        table = ful_table_builder_publish (&builder);

        g_assert_cmpint (table->payload.type, ==, cases[c].type);
        g_assert_cmpint (table->payload_type.type, ==, MIN (cases[c].type, FUL_TYPE_I32));
        for (guint i = 0; i < 100; i++)
          {
            g_assert_cmpint (ful_packed_int_get (&table->payload, i), ==,
                             i % 3 == 2 ? greatest : i % 3 == 1 ? greatest / 2 : lowest);
            g_assert_cmpint (ful_packed_int_get (&table->payload_type, i), ==, i % 3 == 2 ? small : lowest);
            g_assert_cmpint (ful_packed_int_get (&table->category, i), ==, 0);
            g_assert_cmpint (ful_packed_int_get (&table->cause_stack, i), ==, FUL_NONE);
          }
        g_assert_null (table->cause_stack.data);
        ful_table_unref (table);
        ful_table_builder_clear (&builder);
      }
}

/* What is published while rows are still appended is as it was appended. */
static void
test_integers_in_the_making (void)
{
  FulTableBuilder builder;
  FulMarkerTable *table;

  ful_table_builder_init (&builder, &ful_marker_table_class);
  ful_table_builder_append (&builder, 2);
  FUL_CELLS (&builder, FUL_MARKER_CAUSE_STACK, gint32)[1] = 7;
  table = ful_table_builder_publish (&builder);

  g_assert_cmpint (ful_packed_int_get (&table->cause_stack, 0), ==, FUL_NONE);
  g_assert_cmpint (ful_packed_int_get (&table->cause_stack, 1), ==, 7);
  g_assert_cmpint (ful_packed_int_get (&table->payload_length, 1), ==, 0);
  ful_table_unref (table);
  ful_table_builder_clear (&builder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/missing-cells", test_missing_cells);
  g_test_add_func ("/table/numbers-of-either-type", test_numbers_of_either_type);
  g_test_add_func ("/table/integers", test_integers);
  g_test_add_func ("/table/integers-in-the-making", test_integers_in_the_making);

  return g_test_run ();
}
