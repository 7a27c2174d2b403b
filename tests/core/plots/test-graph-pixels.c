/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "plots/ful-graph-pixels.h"
#include "threads/ful-cpu-use.h"

#define WIDTH 60
#define HEIGHT 20

static FulGraphPixels *
paint (FulProfile   *profile,
       FulTimeRange  range)
{
  FulThread *thread = ful_profile_get_thread (profile, 0);
  g_autofree guint8 *percent = ful_cpu_use_compute (profile, thread, ful_cpu_use_get_reference (profile));
  g_autoptr(FulTrackGraph) graph = ful_track_graph_new (profile, thread, percent, range, WIDTH, NULL, NULL, NULL);

  return ful_graph_pixels_new (profile, thread, graph, NULL, FUL_COLOR_SCHEME_LIGHT, HEIGHT, 4, 0);
}

static guint32
pixel_at (FulGraphPixels *pixels,
          guint           x,
          guint           y)
{
  return ((const guint32 *) g_bytes_get_data (pixels->bytes, NULL))[y * pixels->width + x];
}

static void
test_busy_thread_fills_column (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A  A  A\n");
  const FulCategoryHue *hue = ful_category_hue_lookup (ful_profile_get_category (profile, FUL_TEST_OTHER)->color);
  guint32 strong = 0xff000000 | hue->schemes[FUL_COLOR_SCHEME_LIGHT].strong;
  g_autoptr(FulGraphPixels) pixels = paint (profile, (FulTimeRange) { 0, 6 });

  g_assert_cmpuint (pixels->width, ==, WIDTH);
  g_assert_cmpuint (pixels->height, ==, HEIGHT + 1 + 4);

  /* Without CPU data a sample is full use: in the middle, away from the fading ends, from top to bottom. */
  g_assert_cmphex (pixel_at (pixels, WIDTH / 2, 0), ==, strong);
  g_assert_cmphex (pixel_at (pixels, WIDTH / 2, HEIGHT - 1), ==, strong);
  g_assert_cmphex (pixel_at (pixels, WIDTH / 2, HEIGHT), ==, 0);
  g_assert_cmphex (pixel_at (pixels, WIDTH / 2, HEIGHT + 2) >> 24, ==, 0xff);
}

static void
test_nothing_outside_samples (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n");
  g_autoptr(FulGraphPixels) pixels = paint (profile, (FulTimeRange) { 1000, 1010 });

  for (guint y = 0; y < pixels->height; y++)
    for (guint x = 0; x < pixels->width; x++)
      g_assert_cmphex (pixel_at (pixels, x, y), ==, 0);
}

/* Of which something was lost, and only there. */
static void
test_losses (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A  A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulGraphPixels) pixels = NULL;
  guint n_inside = 0;

  ful_thread_builder_add_loss (thread, 104, 105);
  ful_thread_builder_add_loss (thread, 105, 106);
  profile = ful_test_profile_seal (test);
  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->losses->len, ==, 1);
  pixels = paint (profile, (FulTimeRange) { 100, 110 });
  for (guint x = 0; x < WIDTH; x++)
    for (guint y = 0; y < HEIGHT; y++)
      {
        gboolean is_hatched = pixel_at (pixels, x, y) != 0;

        if (x + 1 <= 4 * WIDTH / 10 || x >= 6 * WIDTH / 10)
          g_assert_false (is_hatched);
        n_inside += is_hatched;
      }
  g_assert_cmpuint (n_inside, >, HEIGHT);
}

/* As the screen wants them: colours are not weighed with their opacity. */
static void
test_opacity (void)
{
  static const guint32 painted[] = { 0, 0xff123456, 0x80402000, 0x01010001, 0x40ff0000 };
  static const guint32 expected[] = { 0, 0xff123456, 0x80804000, 0x01ff00ff, 0x40ff0000 };
  g_autoptr(FulGraphPixels) pixels = ful_graph_pixels_new_take (G_N_ELEMENTS (painted), 1,
                                                                g_memdup2 (painted, sizeof painted));

  for (guint i = 0; i < G_N_ELEMENTS (painted); i++)
    g_assert_cmphex (pixel_at (pixels, i, 0), ==, expected[i]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-pixels/busy-thread-fills-column", test_busy_thread_fills_column);
  g_test_add_func ("/graph-pixels/losses", test_losses);
  g_test_add_func ("/graph-pixels/nothing-outside-samples", test_nothing_outside_samples);
  g_test_add_func ("/graph-pixels/opacity", test_opacity);

  return g_test_run ();
}
