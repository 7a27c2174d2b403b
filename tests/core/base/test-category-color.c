/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-category-color.h"

#include <math.h>

static double
linear (guint channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
luminance (guint32 rgb)
{
  return 0.2126 * linear (rgb >> 16 & 0xff) + 0.7152 * linear (rgb >> 8 & 0xff) + 0.0722 * linear (rgb & 0xff);
}

/* WCAG 2 contrast ratio */
static double
contrast (guint32 a,
          guint32 b)
{
  double x = luminance (a) + 0.05;
  double y = luminance (b) + 0.05;

  return x > y ? x / y : y / x;
}

static void
test_text_is_legible (void)
{
  guint n_hues;
  const FulCategoryHue *hues = ful_category_hue_list (&n_hues);

  g_assert_cmpuint (n_hues, ==, 16);
  for (guint i = 0; i < n_hues; i++)
    for (guint scheme = 0; scheme < FUL_N_COLOR_SCHEMES; scheme++)
      {
        const FulCategoryColor *color = &hues[i].schemes[scheme];
        gboolean high = scheme >= FUL_COLOR_SCHEME_HIGH_CONTRAST_LIGHT;

        g_test_message ("%s, scheme %u", hues[i].name, scheme);
        g_assert_cmpfloat (contrast (color->fill, color->text_on_fill), >=, high ? 6.95 : 4.95);
        g_assert_cmpfloat (contrast (color->strong, color->text_on_strong), >=, 4.5);
      }
}

static void
test_colours_differ (void)
{
  guint n_hues;
  const FulCategoryHue *hues = ful_category_hue_list (&n_hues);

  for (guint i = 0; i < n_hues; i++)
    for (guint k = i + 1; k < n_hues; k++)
      for (guint scheme = 0; scheme < FUL_N_COLOR_SCHEMES; scheme++)
        {
          g_assert_cmpuint (hues[i].schemes[scheme].strong, !=, hues[k].schemes[scheme].strong);
          g_assert_cmpuint (hues[i].schemes[scheme].fill, !=, hues[k].schemes[scheme].fill);
        }
}

/* What is not known must not shine out of the graphs of a dark window. */
static void
test_other_is_dim (void)
{
  static const char * const working[] = { "green", "orange", "yellow", "lightblue", "blue", "magenta", "lightred", "lightgreen" };
  const FulCategoryHue *grey = ful_category_hue_lookup ("grey");

  for (guint i = 0; i < G_N_ELEMENTS (working); i++)
    g_assert_cmpfloat (luminance (grey->schemes[FUL_COLOR_SCHEME_DARK].strong), <,
                       luminance (ful_category_hue_lookup (working[i])->schemes[FUL_COLOR_SCHEME_DARK].strong));
}

static void
test_words (void)
{
  g_assert_cmpstr (ful_category_hue_lookup ("lightblue")->name, ==, "lightblue");
  g_assert_cmpstr (ful_category_hue_lookup ("teal")->name, ==, "teal");
  g_assert_cmpstr (ful_category_hue_lookup ("gray")->name, ==, "grey");
  g_assert_cmpstr (ful_category_hue_lookup ("darkgray")->name, ==, "darkgrey");
  g_assert_cmpstr (ful_category_hue_lookup ("mauve")->name, ==, "grey");
  g_assert_cmpstr (ful_category_hue_lookup (NULL)->name, ==, "grey");
  g_assert_cmpint (ful_category_hue_lookup ("transparent")->gravity, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/category-color/text-is-legible", test_text_is_legible);
  g_test_add_func ("/category-color/colours-differ", test_colours_differ);
  g_test_add_func ("/category-color/other-is-dim", test_other_is_dim);
  g_test_add_func ("/category-color/words", test_words);

  return g_test_run ();
}
