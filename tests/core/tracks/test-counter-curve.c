/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "tracks/ful-counter-curve.h"

#include <math.h>

#define ROW(shows, unit_name) (&(FulCounterRow) { FUL_COUNTER_SHOWS_##shows, FUL_COUNTER_UNIT_##unit_name, FALSE, NULL })

/* A counter with a sample at each of the times 0, 1, 2, … */
static FulProfile *
create (const double *counts,
        guint         n_counts,
        const char   *display_json)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulCounter *counter = ful_counter_new ();
  FulTableBuilder *samples;

  ful_test_profile_add (test, "A  A\n");
  counter->name = g_strdup ("c");
  counter->pid = g_strdup ("1");
  counter->display_json = g_strdup (display_json);
  samples = &ful_profile_builder_add_counter (test->builder, counter)->samples;
  for (guint i = 0; i < n_counts; i++)
    {
      guint row = ful_table_builder_append (samples, 1);

      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_TIME, double)[row] = i;
      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_COUNT, double)[row] = counts[i];
    }

  return ful_test_profile_seal (test);
}

static FulCounter *
get_counter (FulProfile *profile)
{
  return g_ptr_array_index (profile->counters, 0);
}

/* The first count is what there was before; sums go up and down from 0. */
static void
test_accumulated (void)
{
  const double counts[] = { 1000, 5, -7, 4 };
  g_autoptr(FulProfile) profile = create (counts, G_N_ELEMENTS (counts), NULL);
  FulTimeRange preview = { 1, 3 };
  FulCounterCurve curve;

  ful_counter_curve_init (&curve, profile, get_counter (profile), TRUE, (FulTimeRange) { 0, 4 });
  g_assert_cmpfloat (curve.min, ==, -2);
  g_assert_cmpfloat (curve.max, ==, 5);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (ACCUMULATED, BYTES), 2, NULL), ==, 0);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (ACCUMULATED, BYTES), 1, NULL), ==, 7);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (COUNT_RANGE, BYTES), 1, NULL), ==, 7);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (SELECTION_TOTAL, BYTES), 1, &preview), ==, -2);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (SELECTION_RATE, BYTES), 1, &preview), ==, -1);
  g_assert_true (isnan (ful_counter_curve_get_value (&curve, ROW (SELECTION_RATE, BYTES), 1, NULL)));
  g_assert_true (isnan (ful_counter_curve_get_value (&curve, ROW (SAMPLE_NUMBER, NUMBER), 1, NULL)));
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (RANGE_TOTAL, BYTES), 0, NULL), ==, 2);
  g_assert_cmpfloat_with_epsilon (ful_counter_curve_get_share (&curve, 1), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (ful_counter_curve_get_share (&curve, 2), 0, 1e-9);
}

static void
test_rate (void)
{
  const double counts[] = { 1000, 0, 8, 4 };
  g_autoptr(FulProfile) profile = create (counts, G_N_ELEMENTS (counts), NULL);
  FulCounterCurve curve;
  g_autoptr(FulLineGraph) graph = NULL;

  ful_counter_curve_init (&curve, profile, get_counter (profile), FALSE, (FulTimeRange) { 0, 4 });
  g_assert_cmpfloat (curve.rate_max, ==, 8);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (CPU_RATIO, PERCENT), 3, NULL), ==, 0.5);
  g_assert_cmpint (ful_counter_curve_find (&curve, 400, 190), ==, 2);
  g_assert_cmpint (ful_counter_curve_find (&curve, 400, 150), ==, 2);
  g_assert_cmpint (ful_counter_curve_find (&curve, 400, 149), ==, 1);

  /* All samples of a column: the greatest is told. */
  g_assert_cmpint (ful_counter_curve_find (&curve, 1, 0.9), ==, 2);

  /* Nothing is drawn below the graph. */
  graph = ful_counter_curve_draw (&curve, 400);
  g_assert_cmpfloat (graph->high[50], <, 0);
  g_assert_cmpfloat_with_epsilon (graph->high[200], 1, 1e-6);
}

/* One neighbour at each side, so that the line comes from somewhere. */
static void
test_range (void)
{
  const double counts[] = { 0, 1, 1, 1, 1, 1, 1 };
  g_autoptr(FulProfile) profile = create (counts, G_N_ELEMENTS (counts), NULL);
  FulCounterCurve curve;

  ful_counter_curve_init (&curve, profile, get_counter (profile), TRUE, (FulTimeRange) { 2.2, 4.2 });
  g_assert_cmpuint (curve.begin, ==, 2);
  g_assert_cmpuint (curve.end, ==, 6);
  g_assert_cmpfloat (curve.max, ==, 4);
  g_assert_cmpint (ful_counter_curve_find (&curve, 100, 1), ==, FUL_NONE);   /* nearer to one before the range */
  g_assert_cmpint (ful_counter_curve_find (&curve, 100, 40), ==, 3);
}

static void
test_few_samples (void)
{
  const double counts[] = { 7 };

  for (guint n = 0; n <= 1; n++)
    for (guint accumulated = 0; accumulated <= 1; accumulated++)
      {
        g_autoptr(FulProfile) profile = create (counts, n, NULL);
        g_autoptr(FulLineGraph) graph = NULL;
        FulCounterCurve curve;

        ful_counter_curve_init (&curve, profile, get_counter (profile), accumulated, (FulTimeRange) { 0, 0 });
        ful_line_graph_free (ful_counter_curve_draw (&curve, 1));
        ful_counter_curve_init (&curve, profile, get_counter (profile), accumulated, (FulTimeRange) { 0, 1 });
        graph = ful_counter_curve_draw (&curve, 10);
        g_assert_true (n == 1 || isnan (graph->low[5]));
        g_assert_cmpint (ful_counter_curve_find (&curve, 10, 5), ==, n == 0 ? FUL_NONE : 0);
      }
}

static void
test_style (void)
{
  g_autoptr(FulProfile) profile = create (NULL, 0,
    "{\"graphType\":\"line-accumulated\",\"color\":\"purple\",\"label\":\"My Counter\",\"sortWeight\":7,"
    "\"markerSchemaLocation\":\"timeline-memory\",\"tooltipRows\":["
    "{\"type\":\"value\",\"source\":\"count\",\"format\":{\"scale\":\"power\",\"co2\":\"per-watthour\"},\"label\":\"P\"},"
    "{\"type\":\"separator\"},{\"source\":\"nonsense\"},7]}");
  g_autoptr(FulProfile) without = create (NULL, 0, "[\"not\", \"an object\"]");
  g_autoptr(FulCounterStyle) style = ful_counter_style_new (get_counter (profile));
  g_autoptr(FulCounterStyle) plain = ful_counter_style_new (get_counter (without));

  g_assert_cmpstr (style->label, ==, "My Counter");
  g_assert_true (style->is_accumulated);
  g_assert_cmphex (style->color, ==, 0x9400ff);
  g_assert_cmpint (style->location, ==, FUL_MARKER_LOCATION_MEMORY);
  g_assert_cmpfloat (style->sort_weight, ==, 7);
  g_assert_cmpuint (style->rows->len, ==, 2);
  g_assert_cmpint (g_array_index (style->rows, FulCounterRow, 0).unit, ==, FUL_COUNTER_UNIT_POWER);
  g_assert_true (g_array_index (style->rows, FulCounterRow, 0).with_co2);

  g_assert_cmpstr (plain->label, ==, "c");
  g_assert_false (plain->is_accumulated);
  g_assert_cmpuint (plain->rows->len, ==, 0);
}

static void
test_format (void)
{
  static const struct
  {
    FulCounterUnit unit;
    gboolean       with_co2;
    double         value;
    const char    *expected;
  } cases[] = {
    { FUL_COUNTER_UNIT_NUMBER, FALSE, 12345, "12,345" },
    { FUL_COUNTER_UNIT_PERCENT, FALSE, 0.5, "50%" },
    { FUL_COUNTER_UNIT_BYTES, FALSE, 12300, "12.3KB" },
    { FUL_COUNTER_UNIT_BYTES_PER_SECOND, FALSE, 12.3, "12.3KB/s" },
    { FUL_COUNTER_UNIT_POWER, FALSE, 2e6 / 3.6, "2.00 W" },
    { FUL_COUNTER_UNIT_POWER, FALSE, 2e3 / 3.6, "2.0 mW" },
    { FUL_COUNTER_UNIT_ENERGY, TRUE, 1e12, "1.00 Wh (0.500 g CO₂e)" },
    { FUL_COUNTER_UNIT_ENERGY, TRUE, 2e15, "2.00 kWh (1.0 kg CO₂e)" },
    { FUL_COUNTER_UNIT_ENERGY, FALSE, 0, "0 µWh" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulCounterRow row = { FUL_COUNTER_SHOWS_COUNT, cases[i].unit, cases[i].with_co2, NULL };
      g_autofree char *text = ful_counter_value_format (&row, cases[i].value, 500);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* Two recordings have one scale in their graphs; values stay those of each. */
static void
test_shared_scale (void)
{
  const double few[] = { 0, 5, -7, 4 }, many[] = { 0, 20, 0, -40 };
  g_autoptr(FulProfile) first = create (few, G_N_ELEMENTS (few), NULL);
  g_autoptr(FulProfile) second = create (many, G_N_ELEMENTS (many), NULL);
  FulCounterCurve curve, other;

  ful_counter_curve_init (&curve, first, get_counter (first), TRUE, (FulTimeRange) { 0, 4 });
  ful_counter_curve_init (&other, second, get_counter (second), TRUE, (FulTimeRange) { 0, 4 });
  g_assert_cmpfloat (ful_counter_curve_get_share (&curve, 1), ==, 1);
  ful_counter_curve_share_scale (&curve, &other);
  g_assert_cmpfloat (ful_counter_curve_get_share (&curve, 1), ==, (5 + 20) / 40.0);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (ACCUMULATED, BYTES), 1, NULL), ==, 7);
  g_assert_cmpfloat (ful_counter_curve_get_value (&curve, ROW (COUNT_RANGE, BYTES), 1, NULL), ==, 7);

  curve.is_accumulated = FALSE;
  g_assert_cmpfloat (ful_counter_curve_get_share (&curve, 1), ==, 0.25);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/counter-curve/accumulated", test_accumulated);
  g_test_add_func ("/counter-curve/rate", test_rate);
  g_test_add_func ("/counter-curve/range", test_range);
  g_test_add_func ("/counter-curve/few-samples", test_few_samples);
  g_test_add_func ("/counter-curve/style", test_style);
  g_test_add_func ("/counter-curve/format", test_format);
  g_test_add_func ("/counter-curve/shared-scale", test_shared_scale);

  return g_test_run ();
}
