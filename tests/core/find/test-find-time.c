/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "find/ful-find-densest.h"
#include "find/ful-find-time.h"
#include "ful-test-profile.h"
#include "tracks/ful-track-list.h"

static void
test_parse (void)
{
  static const struct { const char *text; gboolean ok; double start, end; } rows[] = {
    { "1.5 s", TRUE, 1500, 1500 }, { "1.5s", TRUE, 1500, 1500 }, { "0 ms", TRUE, 0, 0 }, { "20us", TRUE, 0.02, 0.02 }, { "20 µs", TRUE, 0.02, 0.02 },
    { "7ns", TRUE, 7e-6, 7e-6 }, { "2 min", TRUE, 120000, 120000 }, { "200-300ms", TRUE, 200, 300 }, { " 200 - 300 ms ", TRUE, 200, 300 },
    { "900ms-1.5s", TRUE, 900, 1500 }, { "1–2 s", TRUE, 1000, 2000 }, { "1e3 ms", TRUE, 1000, 1000 },
    { "1.5", FALSE }, { "", FALSE }, { "s", FALSE }, { "5 days", FALSE }, { "5 sec", FALSE }, { "-5 ms", FALSE }, { "300-200ms", FALSE },
    { "5-5 ms", FALSE }, { "0x7f ms", FALSE }, { "inf s", FALSE }, { "nan s", FALSE }, { "1e999 s", FALSE }, { "1 ms 2", FALSE }, { "1-2-3 s", FALSE },
    { "200ms-300", FALSE }, { "5\xc2", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FulTimeRange range = { 0, 0 };
      gboolean ok = ful_find_time_parse (rows[i].text, &range);

      g_assert_true (ok == rows[i].ok);
      if (ok)
        {
          g_assert_cmpfloat_with_epsilon (range.start, rows[i].start, 1e-9);
          g_assert_cmpfloat_with_epsilon (range.end, rows[i].end, 1e-9);
        }
    }
}

/* The bin with most of the function, callers included, and its neighbours with at least half of that. */
static void
test_densest (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulTrackList) tracks = NULL;
  g_autoptr(FulFindCatalog) catalog = NULL;
  FulTimeRange range;

  /* Ten samples a bin, of 1 ms each: “f” has 2 of bin 3, all of bins 20 and 21, 4 of bin 22, and one each of others. */
  for (guint i = 0; i < 360; i++)
    {
      gboolean is_in = (i >= 30 && i < 32) || (i >= 200 && i < 224) || i % 50 == 7;

      g_string_append (text, is_in ? "f " : "g ");
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < 360; i++)
    g_string_append (text, "h ");
  g_string_append_c (text, '\n');
  profile = ful_test_profile_from_text (text->str);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  catalog = ful_find_catalog_new (profile, NULL, tracks, cache, NULL, NULL);
  for (guint i = 0; i < catalog->functions->len; i++)
    {
      const FulFindFunction *function = &g_array_index (catalog->functions, FulFindFunction, i);
      const char *name = ful_profile_get_func_name (profile, function->func);

      g_assert_true (ful_find_densest (catalog, function, &range, NULL, NULL));
      if (g_str_equal (name, "f"))
        {
          g_assert_cmpfloat_with_epsilon (range.start, 200, 1);
          g_assert_cmpfloat_with_epsilon (range.end, 220, 1);
        }
      else if (g_str_equal (name, "h"))
        g_assert_true (ful_time_range_equal (range, catalog->weights->range));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/find-time/parse", test_parse);
  g_test_add_func ("/find-time/densest", test_densest);

  return g_test_run ();
}
