/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/common/ful-counter-display.h"
#include "io/raw/ful-raw-get.h"

static void
test_table (void)
{
  static const struct { const char *category, *name, *graph, *unit, *color, *label; double weight; guint n_rows; } rows[] = {
    { "Bandwidth", "x", "line-rate", "bytes", "blue", "Bandwidth", 10, 6 },
    { "Memory", "malloc", "line-accumulated", "bytes", "orange", "Memory", 20, 3 },
    { "power", "Package", "line-rate", "pWh", "grey", "Package", 30, 4 },
    { "CPU", "processCPU", "line-rate", "percent", "grey", "Process CPU", 40, 1 },
    { "CPU", "other", "line-rate", "", "grey", "other", 50, 1 },
    { NULL, NULL, "line-rate", "", "grey", "", 50, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      FulRawNode *display = ful_counter_display_new (tree, rows[i].category, rows[i].name, NULL);

      g_assert_cmpstr (ful_raw_get_string (display, "graphType"), ==, rows[i].graph);
      g_assert_cmpstr (ful_raw_get_string (display, "unit"), ==, rows[i].unit);
      g_assert_cmpstr (ful_raw_get_string (display, "color"), ==, rows[i].color);
      g_assert_cmpstr (ful_raw_get_string (display, "label"), ==, rows[i].label);
      g_assert_cmpfloat (ful_raw_get_number (display, "sortWeight"), ==, rows[i].weight);
      g_assert_cmpuint (ful_raw_length (ful_raw_get (display, "tooltipRows")), ==, rows[i].n_rows);
      display = ful_counter_display_new (tree, rows[i].category, rows[i].name, "teal");
      g_assert_cmpstr (ful_raw_get_string (display, "color"), ==, "teal");
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counter-display/table", test_table);

  return g_test_run ();
}
