/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "io/json/ful-json-number.h"

#include <math.h>

static void
assert_parses (const char *text)
{
  char padded[FUL_JSON_NUMBER_MAX + 74] = { 0 };
  double expected = g_ascii_strtod (text, NULL);
  double value = NAN;

  g_strlcpy (padded, text, sizeof padded);
  g_assert_cmpuint (ful_json_number_parse (padded, &value), ==, strlen (text));
  if (memcmp (&value, &expected, sizeof value) != 0)
    g_error ("%s: got %.17g, expected %.17g", text, value, expected);
}

static void
test_random_is_exact (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (42);
  static const char *const formats[] = { "%.17g", "%.15g", "%.3f", "%.9f", "%.19f" };

  for (guint i = 0; i < 300000; i++)
    {
      char text[80];
      double scale = pow (10, g_rand_int_range (rand, -8, 12));
      double value = g_rand_double_range (rand, -1, 1) * scale;

      g_ascii_formatd (text, sizeof text, formats[i % G_N_ELEMENTS (formats)], value);
      if (strlen (text) <= FUL_JSON_NUMBER_MAX)
        assert_parses (text);
    }
}

static void
test_edges (void)
{
  static const char *const good[] = {
    "0", "-0", "9007199254740993", "18446744073709551615", "18446744073709551616", "1e22", "1e23", "1e-22", "1e-23",
    "123456789012345678901234567890", "0.1", "0.30000000000000004", "5e-324", "2.2250738585072011e-308", "1e308", "1e400",
    "0.000000000000000000000000000000000000000001", "4503599627370496.5", "9007199254740995.0", "9007199254740993.0", "1E+5", "9223372036854775808.5",
    "0.0000000000000000000000000000000000000000000000000000000",
  };
  static const char *const bad[] = { "", "-", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "abc", "1.e5" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    assert_parses (good[i]);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      char padded[FUL_JSON_NUMBER_MAX + 74] = { 0 };
      double value;

      g_strlcpy (padded, bad[i], sizeof padded);
      g_assert_cmpuint (ful_json_number_parse (padded, &value), ==, 0);
    }
}

static void
test_digits (void)
{
  for (guint n = 1; n <= 8; n++)
    {
      char text[16] = "98765432";

      text[n] = n % 2 ? ',' : '/';
      g_assert_cmpuint (ful_json_count_digits (ful_json_load (text)), ==, n);
      g_assert_cmpuint (ful_json_digits_value (ful_json_load (text), n), ==, g_ascii_strtoull (text, NULL, 10));
    }
  for (guint c = 0; c < 256; c++)
    {
      char text[9] = "11111111";

      text[3] = (char) c;
      g_assert_cmpuint (ful_json_count_digits (ful_json_load (text)), ==, g_ascii_isdigit (c) ? 8 : 3);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-number/random-is-exact", test_random_is_exact);
  g_test_add_func ("/json-number/edges", test_edges);
  g_test_add_func ("/json-number/digits", test_digits);

  return g_test_run ();
}
