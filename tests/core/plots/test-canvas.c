/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plots/ful-canvas.h"

#include <math.h>

#define SIZE 4

/* The opacity of each pixel, 0 to f, row for row. */
static char *
finish_to_text (FulCanvas *canvas)
{
  g_autoptr(FulGraphPixels) pixels = ful_canvas_finish (canvas);
  const guint32 *argb = g_bytes_get_data (pixels->bytes, NULL);
  GString *text = g_string_new (NULL);

  for (guint y = 0; y < pixels->height; y++)
    {
      g_string_append (text, y > 0 ? " " : "");
      for (guint x = 0; x < pixels->width; x++)
        g_string_append_printf (text, "%x", argb[y * pixels->width + x] >> 28);
    }

  return g_string_free (text, FALSE);
}

static void
assert_box (double      left,
            double      top,
            double      right,
            double      bottom,
            const char *expected)
{
  FulCanvas canvas;
  g_autofree char *text = NULL;

  ful_canvas_init (&canvas, SIZE, SIZE);
  ful_canvas_fill (&canvas, left, top, right, bottom, 0xffffff, 1);
  text = finish_to_text (&canvas);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_boxes (void)
{
  assert_box (1, 1, 3, 2, "0000 0ff0 0000 0000");
  assert_box (0.5, 0, 1.25, 1, "8400 0000 0000 0000");
  assert_box (2.25, 0, 2.75, 0.5, "0040 0000 0000 0000");
  /* Beyond the picture, turned round, and nowhere. */
  assert_box (-9, -9, 99, 99, "ffff ffff ffff ffff");
  assert_box (3, 0, 1, 4, "0000 0000 0000 0000");
  assert_box (4, 0, 9, 4, "0000 0000 0000 0000");
  assert_box (1e12, 0, 2e12, 4, "0000 0000 0000 0000");
  assert_box (0, 0, NAN, 1, "0000 0000 0000 0000");
  assert_box (-9, -9, -1, -1, "0000 0000 0000 0000");
}

/* The colour stays what it is, whatever shines through. */
static void
test_blend (void)
{
  FulCanvas canvas;
  g_autoptr(FulGraphPixels) pixels = NULL;
  guint32 argb;

  ful_canvas_init (&canvas, 1, 1);
  for (guint i = 0; i < 3; i++)
    ful_canvas_fill (&canvas, 0, 0, 1, 1, 0xff8000, 0.5);
  pixels = ful_canvas_finish (&canvas);
  argb = *(const guint32 *) g_bytes_get_data (pixels->bytes, NULL);

  /* 255 × (1 − ½³) = 223.1; each step is rounded. */
  g_assert_cmpint (ABS ((int) (argb >> 24) - 223), <=, 1);
  g_assert_cmphex (argb >> 16 & 0xff, ==, 0xff);
  g_assert_cmpint (ABS ((int) (argb >> 8 & 0xff) - 0x80), <=, 2);
  g_assert_cmphex (argb & 0xff, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/canvas/boxes", test_boxes);
  g_test_add_func ("/canvas/blend", test_blend);

  return g_test_run ();
}
