/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/common/ful-import-samples.h"
#include "model/ful-thread-tables.h"

#include <math.h>

static FulThreadBuilder *
add_thread (FulProfileBuilder *builder,
            const double      *times,
            guint              n)
{
  FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);

  ful_import_samples_set_unit (thread, "bytes");
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (ful_import_samples_add (thread, times[i], (FulStackIndex) i), ==, i);
      FUL_CELLS (&thread->samples, FUL_SAMPLE_WEIGHT, double)[i] = 10 * i;
    }

  return thread;
}

/* All columns move together, and rows of one time stay in order. */
static void
test_sort (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulThreadBuilder *thread = add_thread (builder, (const double[]) { 3, -1, 3, 0, 2.5 }, 5);
  static const gint32 stacks[] = { 1, 3, 4, 0, 2 };
  static const double times[] = { -1, 0, 2.5, 3, 3 };

  ful_import_samples_sort (thread);
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpint (FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i], ==, stacks[i]);
      g_assert_cmpfloat (FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i], ==, times[i]);
      g_assert_cmpfloat (FUL_CELLS (&thread->samples, FUL_SAMPLE_WEIGHT, double)[i], ==, 10 * stacks[i]);
    }
}

/* What is no number has no place; it is left where it was. */
static void
test_no_numbers (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulThreadBuilder *thread = add_thread (builder, (const double[]) { 3, NAN, 1 }, 3);

  ful_import_samples_sort (thread);
  for (gint32 i = 0; i < 3; i++)
    g_assert_cmpint (FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i], ==, i);
}

static void
test_units (void)
{
  static const struct { const char *word; FulWeightType type; double factor; } units[] = {
    { "ns", FUL_WEIGHT_TYPE_TRACING_MS, 1e-6 }, { "nanoseconds", FUL_WEIGHT_TYPE_TRACING_MS, 1e-6 },
    { "\302\265s", FUL_WEIGHT_TYPE_TRACING_MS, 1e-3 }, { "Milliseconds", FUL_WEIGHT_TYPE_TRACING_MS, 1 },
    { "second", FUL_WEIGHT_TYPE_TRACING_MS, 1000 }, { "byte", FUL_WEIGHT_TYPE_BYTES, 1 },
    { "kilobytes", FUL_WEIGHT_TYPE_BYTES, 1024 }, { "none", FUL_WEIGHT_TYPE_SAMPLES, 1 },
    { "objects", FUL_WEIGHT_TYPE_SAMPLES, 1 }, { "", FUL_WEIGHT_TYPE_SAMPLES, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      double factor = 0;

      g_assert_cmpint (ful_import_parse_unit (units[i].word, &factor), ==, units[i].type);
      g_assert_cmpfloat (factor, ==, units[i].factor);
    }
}

/* Whole nanoseconds, and their differences added up: 0.1 + 0.2 is not 0.3. */
static void
test_round_times (void)
{
  double times[] = { 1000000.1000004, 1000000.3000005 };

  ful_import_round_times (times, 2, 5);
  g_assert_cmpfloat (times[0], ==, 1000000100000.0 / 1e6 + 5);
  g_assert_cmpfloat (times[1], ==, 1000000100000.0 / 1e6 + 5 + 200001.0 / 1e6);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/import-samples/sort", test_sort);
  g_test_add_func ("/import-samples/no-numbers", test_no_numbers);
  g_test_add_func ("/import-samples/units", test_units);
  g_test_add_func ("/import-samples/round-times", test_round_times);

  return g_test_run ();
}
