/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-natural-order.h"

/* Ascending; every pair is compared both ways. */
static void
test_ascending (void)
{
  static const char *const names[] = {
    "", " a", "_", "-", "#1", "#02", "#9", "#10", "#10b", "1", "2", "12345678901234567890", "12345678901234567891",
    "a", "A", "á", "b", "B2", "b10", "IndexedDB IO #1", "IndexedDB IO #9", "IndexedDB IO #10", "IPC I/O Parent",
    "StyleThread#0", "StyleThread#1", "TaskController #1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        int order = ful_natural_order_compare (names[i], names[j]);

        g_test_message ("%s, %s", names[i], names[j]);
        g_assert_cmpint (order < 0 ? -1 : order > 0, ==, i < j ? -1 : i > j);
      }
}

static void
test_equal_numbers (void)
{
  g_assert_cmpint (ful_natural_order_compare ("a1", "a01"), ==, 0);
  g_assert_cmpint (ful_natural_order_compare ("a1b", "a01c"), <, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/natural-order/ascending", test_ascending);
  g_test_add_func ("/natural-order/equal-numbers", test_equal_numbers);

  return g_test_run ();
}
