/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-symbols.h"

#include "symbols/ful-symbol-order.h"

/* Two threads: three frames of the first library, and one of the second. */
#define THREADS "0x10  0x11  0x12\n\n0x1000\n"

static void
assert_order (guint n_threads,
              guint thread,
              guint first,
              guint second)
{
  g_autoptr(FulProfile) profile = ful_test_symbols_profile (THREADS);
  g_autoptr(GArray) order = ful_symbol_order_new (profile, n_threads > 0 ? &thread : NULL, n_threads);

  g_assert_cmpuint (order->len, ==, 2);
  g_assert_cmpuint (g_array_index (order, guint, 0), ==, first);
  g_assert_cmpuint (g_array_index (order, guint, 1), ==, second);
}

/* Libraries with more frames come first, but after those of the threads, however few frames these have. */
static void
test_order (void)
{
  assert_order (0, 0, 0, 1);
  assert_order (1, 0, 0, 1);
  assert_order (1, 1, 1, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/symbol-order/order", test_order);

  return g_test_run ();
}
