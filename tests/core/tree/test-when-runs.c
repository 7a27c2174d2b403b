/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "tree/times/ful-when-bins.h"
#include "tree/times/ful-when-runs.h"

/* @text: a digit a bin, "." for 0; what is missing at the end is 0 */
static void
read_bins (const char *text,
           double     *bins)
{
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      bins[bin] = *text > '0' && *text <= '9' ? *text - '0' : 0;
      if (*text)
        text++;
    }
}

/* BEGIN-END:WEIGHT of each, in their order */
static char *
runs_to_text (const GArray *runs)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < runs->len; i++)
    {
      FulWhenRun run = g_array_index (runs, FulWhenRun, i);

      g_string_append_printf (text, "%s%u-%u:%g", i > 0 ? " " : "", run.begin, run.end, run.weight);
    }

  return g_string_free (text, FALSE);
}

static void
test_runs (void)
{
  static const struct { const char *bins, *runs, *densest, *most; } rows[] = {
    { "", "", "", "" },
    { "5", "0-1:5", "0-1:5", "0-1:5" },
    /* A gap of one bin is bridged, one of two is not. */
    { "1.1..1", "0-3:2 5-6:1", "5-6:1 0-3:2", "0-3:2 5-6:1" },
    { "..11..9...111", "2-4:2 6-7:9 10-13:3", "6-7:9 2-4:2 10-13:3", "6-7:9 10-13:3" },
    { "9999....1", "0-4:36 8-9:1", "0-4:36 8-9:1", "0-4:36" },
    { "...................................1", "35-36:1", "35-36:1", "35-36:1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double bins[FUL_WHEN_N_BINS];
      g_autoptr(GArray) runs = NULL;
      g_autoptr(GArray) most = NULL;
      g_autofree char *text = NULL, *densest = NULL, *most_text = NULL;

      read_bins (rows[i].bins, bins);
      runs = ful_when_runs_new (bins);
      most = ful_when_runs_new (bins);
      text = runs_to_text (runs);
      g_assert_cmpstr (text, ==, rows[i].runs);
      ful_when_runs_sort (runs);
      densest = runs_to_text (runs);
      g_assert_cmpstr (densest, ==, rows[i].densest);
      ful_when_runs_reduce (most, 0.8);
      most_text = runs_to_text (most);
      g_assert_cmpstr (most_text, ==, rows[i].most);
    }
}

static void
test_find (void)
{
  double bins[FUL_WHEN_N_BINS];
  g_autoptr(GArray) runs = NULL;
  FulWhenRun run = { 0 };

  read_bins ("..1.1...2", bins);
  runs = ful_when_runs_new (bins);
  g_assert_false (ful_when_runs_find (runs, 1, &run));
  g_assert_false (ful_when_runs_find (runs, 5, &run));
  g_assert_cmpuint (run.end, ==, 0);
  /* The gap is part of the run. */
  g_assert_true (ful_when_runs_find (runs, 3, &run));
  g_assert_cmpuint (run.begin, ==, 2);
  g_assert_cmpuint (run.end, ==, 5);
  g_assert_true (ful_when_runs_find (runs, 8, &run));
  g_assert_cmpfloat (run.weight, ==, 2);
}

/* Bins in which the thread does not run do not count. */
static void
test_cover (void)
{
  double bins[FUL_WHEN_N_BINS], all[FUL_WHEN_N_BINS];
  g_autoptr(GArray) runs = NULL;

  read_bins ("..11.1...", bins);
  read_bins ("..11.91..", all);
  runs = ful_when_runs_new (bins);
  g_assert_cmpfloat (ful_when_runs_cover (runs, all), ==, 0.75);
  read_bins ("", all);
  g_assert_cmpfloat (ful_when_runs_cover (runs, all), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/when-runs/runs", test_runs);
  g_test_add_func ("/when-runs/find", test_find);
  g_test_add_func ("/when-runs/cover", test_cover);

  return g_test_run ();
}
