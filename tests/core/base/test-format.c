/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-format.h"

#include <locale.h>
#include <math.h>

static void
assert_text (char       *text,
             const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_number (void)
{
  assert_text (ful_format_number (0, 3, 1), "0");
  assert_text (ful_format_number (12, 3, 1), "12.0");
  assert_text (ful_format_number (1234.56, 3, 1), "1,235");
  assert_text (ful_format_number (123.4, 3, 0), "123");
  assert_text (ful_format_number (0.0371, 3, 3), "0.037");
  assert_text (ful_format_number (-2.25, 2, 1), "-2.3");
  assert_text (ful_format_number (NAN, 3, 1), "—");
  assert_text (ful_format_number (1e15, 3, 0), "1,000,000,000,000,000");
}

/* A half is judged by the decimal text, not by the binary number below it. */
static void
test_half_rounds_away (void)
{
  assert_text (ful_format_number (0.285, 3, 2), "0.29");
  assert_text (ful_format_number (1.005, 4, 2), "1.01");
  assert_text (ful_format_number (2.5, 1, 0), "3");
  assert_text (ful_format_number (-2.5, 1, 0), "-3");
  assert_text (ful_format_number (9.999, 3, 2), "10.00");
  assert_text (ful_format_number (0.05, 2, 1), "0.1");
}

static void
assert_rounded (double  value,
                int     places,
                guint64 expected,
                guint64 unit)
{
  g_autofree char *text = ful_format_number (value, 40, places);
  g_auto(GStrv) groups = g_strsplit (text, ",", -1);
  g_autofree char *digits = g_strjoinv ("", groups);
  g_autofree char *wanted = places == 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT, expected)
                                        : g_strdup_printf ("%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, expected / unit, places,
                                                           expected % unit);

  if (!g_str_equal (digits, wanted))
    g_error ("%.17g with %d places: expected %s, found %s", value, places, wanted, digits);
}

/* Decimals of up to 15 digits against arithmetic of integers; a half, and the numbers next to it. */
static void
test_random_decimals (void)
{
  static const guint64 powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000 };

  for (guint i = 0; i < 20000; i++)
    {
      int fraction = g_test_rand_int_range (0, G_N_ELEMENTS (powers)), places = g_test_rand_int_range (0, fraction + 1);
      guint64 unit = powers[fraction - places];
      guint64 whole = (guint64) pow (10, g_test_rand_double_range (0, 14.9)) / unit * unit;
      guint64 n = whole + (i % 2 ? unit / 2 : (guint64) g_test_rand_double_range (0, (double) unit));
      double value = (double) n / (double) powers[fraction];

      if (n == 0)
        continue;
      assert_rounded (value, places, (n + unit / 2) / unit, powers[places]);
      if (unit > 1 && n % unit == unit / 2)
        {
          assert_rounded (nextafter (value, 0), places, n / unit, powers[places]);
          assert_rounded (nextafter (value, INFINITY), places, n / unit + 1, powers[places]);
        }
    }
}

static void
test_percent (void)
{
  assert_text (ful_format_percent (1), "100%");
  assert_text (ful_format_percent (0), "0%");
  assert_text (ful_format_percent (0.034), "3.4%");
  assert_text (ful_format_percent (0.285), "29%");
  assert_text (ful_format_percent (0.0005), "0.1%");
  assert_text (ful_format_percent (-0.5), "-50%");
}

static void
test_duration (void)
{
  assert_text (ful_format_duration (0), "0 ms");
  assert_text (ful_format_duration (210), "210 ms");
  assert_text (ful_format_duration (1430), "1.43 s");
  assert_text (ful_format_duration (0.0142), "14.2 µs");
  assert_text (ful_format_duration (92000), "1 min 32 s");
  assert_text (ful_format_duration (119960), "2 min 0 s");
  assert_text (ful_format_duration (6e18), "100,000,000,000,000 min");
  assert_text (ful_format_duration (0.0000005), "0.50 ns");
}

static void
test_timestamp (void)
{
  assert_text (ful_format_timestamp (0), "0s");
  assert_text (ful_format_timestamp (0.00051), "510ns");
  assert_text (ful_format_timestamp (0.0000015), "1.500ns");
  assert_text (ful_format_timestamp (-2), "-2,000,000ns");
  assert_text (ful_format_timestamp (0.0142), "14.200μs");
  assert_text (ful_format_timestamp (72.533), "72.533ms");
  assert_text (ful_format_timestamp (29), "29ms");
  assert_text (ful_format_timestamp (999.9999), "1,000.00ms");
  assert_text (ful_format_timestamp (1432.1), "1.432s");
  assert_text (ful_format_timestamp (59499), "59.499s");
  assert_text (ful_format_timestamp (59500), "1m");
  assert_text (ful_format_timestamp (123000), "2m3s");
  assert_text (ful_format_timestamp (3599500), "1h");
  assert_text (ful_format_timestamp (7380000), "2h3m");
  assert_text (ful_format_timestamp (86370000), "1d");
  assert_text (ful_format_timestamp (1e13), "115,740d18h");
}

static void
test_bytes (void)
{
  assert_text (ful_format_bytes (0), "0B");
  assert_text (ful_format_bytes (0.05), "0.1B");
  assert_text (ful_format_bytes (9999), "9,999B");
  assert_text (ful_format_bytes (12345), "12.3KB");
  assert_text (ful_format_bytes (349000), "349KB");
  assert_text (ful_format_bytes (1.5e6), "1.50MB");
  assert_text (ful_format_bytes (2e12), "2,000GB");
}

/* Neighbours on a ruler have different labels, whatever its step. */
static void
test_ruler_labels_differ (void)
{
  static const double steps[] = { 0.0001, 0.002, 0.05, 0.5, 1, 20, 200, 500, 1000, 5000, 15000 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (guint k = 0; k < 50; k++)
      {
        g_autofree char *a = ful_format_time (k * steps[i], steps[i]);
        g_autofree char *b = ful_format_time ((k + 1) * steps[i], steps[i]);

        g_assert_cmpstr (a, !=, b);
      }

  assert_text (ful_format_time (0, 200), "0");
  assert_text (ful_format_time (200, 200), "200 ms");
  assert_text (ful_format_time (2000, 1000), "2.0 s");
  assert_text (ful_format_time (2500, 500), "2.5 s");
  assert_text (ful_format_time (60000, 10000), "1 min 0 s");
  assert_text (ful_format_time (90000, 15000), "1 min 30 s");
  assert_text (ful_format_time (90500, 500), "1 min 30.5 s");
  assert_text (ful_format_time (119999.7, 500), "2 min 0 s");
  assert_text (ful_format_time (90550, 500), "1 min 30.6 s");
  assert_text (ful_format_time (1317000, 1000), "21 min 57 s");
  assert_text (ful_format_time (1320000, 120000), "22 min");
  assert_text (ful_format_time (5400000, 300000), "1 h 30 min");
}

/* Whatever a file says, a line stays a line, in its direction, and no longer than there is room for. */
static void
test_excerpt (void)
{
  static const struct { const char *text; const char *expected; } cases[] = {
    { "", "" },
    { "fits", "fits" },
    { "äöüß!", "äöüß!" },
    { "äöüß!!", "äöüß!…" },
    { "a\tb\n", "a\\u0009b\\u000a" },
    { "a\xe2\x80\xae" "b", "a\\u202eb" },
    { "\xff", "\xef\xbf\xbd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ful_format_excerpt (cases[i].text, "", 5);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* However long a text is, a label has 500 characters of it. */
static void
test_label (void)
{
  g_autofree char *fits = g_strnfill (500, 'x');
  g_autofree char *cut = g_strconcat (fits, "…", NULL);
  g_autofree char *rest = g_strnfill (200000, 'x');
  g_autofree char *text = g_strconcat (fits, rest, NULL);

  assert_text (ful_format_label (fits, ""), fits);
  assert_text (ful_format_label (text, ""), cut);
  assert_text (ful_format_label ("a\tb\nc\u202e", "\t\n"), "a\tb\nc\\u202e");
}

/* As in de_DE, hi_IN and es_ES, and where only the last group has a size. */
static void
test_styles (void)
{
  static const struct { const char *point, *separator, *grouping, *expected; } rows[] = {
    { ".", ",", "\3", "1,234,567,890" },
    { ",", ".", "\3\3", "1.234.567.890" },
    { ".", ",", "\3\2", "1,23,45,67,890" },
    { ",", ".", "\x7f", "1234567890" },
    { ",", ".", "\3\x7f", "1234567.890" },
    { ",", "", "", "1234567890" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ful_format_set_style (rows[i].point, rows[i].separator, rows[i].grouping);
      assert_text (ful_format_number (1234567890, 3, 0), rows[i].expected);
      ful_format_set_plain (TRUE);
      assert_text (ful_format_number (1234567890, 3, 0), "1,234,567,890");
      ful_format_set_plain (FALSE);
    }
  assert_text (ful_format_number (0.5, 3, 1), "0,5");
  ful_format_set_style (".", ",", "\3");
}

/* Of a file that says so: no conversion that is undefined, and no date. */
static void
test_date (void)
{
  static const double strange[] = { 1e300, -1e300, 1e18, NAN, INFINITY, -INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (strange); i++)
    g_assert_null (ful_format_date (strange[i], "%Y"));
  assert_text (ful_format_date (1e12, "%Y"), "2001");
}

/* The window has spaces, which the texts that are compared with the front-end's have not, and sentences by locale. */
static void
test_window_style (void)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  ful_format_set_style (",", ".", "\3");
  assert_text (ful_format_localize ("1,431.5"), "1,431.5");
  ful_format_use_window_style ();
  assert_text (ful_format_localize ("1,431.5"), "1.431,5");
  ful_format_set_plain (TRUE);
  assert_text (ful_format_localize ("1,431.5"), "1,431.5");
  ful_format_set_plain (FALSE);
  ful_format_set_style (".", ",", "\3");
  assert_text (ful_format_timestamp (1432.1), "1.432\u00a0s");
  assert_text (ful_format_timestamp (123000), "2\u00a0m\u00a03\u00a0s");
  assert_text (ful_format_bytes (12300), "12.3\u00a0kB");
  ful_format_set_plain (TRUE);
  assert_text (ful_format_timestamp (1432.1), "1.432s");
  assert_text (ful_format_bytes (12300), "12.3KB");
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "C");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/format/timestamp", test_timestamp);
  g_test_add_func ("/format/window-style", test_window_style);
  g_test_add_func ("/format/styles", test_styles);
  g_test_add_func ("/format/date", test_date);
  g_test_add_func ("/format/bytes", test_bytes);
  g_test_add_func ("/format/number", test_number);
  g_test_add_func ("/format/half-rounds-away", test_half_rounds_away);
  g_test_add_func ("/format/random-decimals", test_random_decimals);
  g_test_add_func ("/format/percent", test_percent);
  g_test_add_func ("/format/duration", test_duration);
  g_test_add_func ("/format/ruler-labels-differ", test_ruler_labels_differ);
  g_test_add_func ("/format/excerpt", test_excerpt);
  g_test_add_func ("/format/label", test_label);

  return g_test_run ();
}
