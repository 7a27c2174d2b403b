/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/common/ful-return-addresses.h"

/* Stacks: 0 = frame 0; 1 = frame 1 on 0; 2 = frame 0 on 1; 3 = frame 2, unused.
 * Samples on 1 and 2, a backtrace on 1. */
static void
test_frame_in_both_roles (void)
{
  static const FulFrameIndex frame[] = { 0, 1, 0, 2 };
  static const FulStackIndex prefix[] = { FUL_NONE, 0, 1, FUL_NONE };
  static const guint8 has_address[] = { TRUE, TRUE, TRUE };
  static const FulStackIndex samples[] = { 1, FUL_NONE, 2 };
  static const FulStackIndex causes[] = { 1 };
  const FulStackColumn columns[] = { { samples, 3, FALSE }, { causes, 1, TRUE } };
  g_autoptr(FulReturnAddresses) changes = ful_return_addresses_new (4, frame, prefix, 3, has_address, columns, 2);

  g_assert_nonnull (changes);
  /* Frames 0 and 1 are callers and leaves of samples: both get a copy. */
  g_assert_cmpuint (changes->copies->len, ==, 2);
  g_assert_true (changes->is_return_address[0] && changes->is_return_address[1]);
  g_assert_false (changes->is_return_address[2]);
  /* New stacks: 0; 1 as caller; 1 as leaf; 2 as leaf. */
  g_assert_cmpuint (changes->n_stacks, ==, 4);
  g_assert_cmpint (changes->sample_map[1], ==, 2);
  g_assert_cmpint (changes->backtrace_map[1], ==, 1);
  g_assert_cmpint (changes->sample_map[2], ==, 3);
  g_assert_cmpint (changes->sample_map[3], ==, FUL_NONE);
  g_assert_cmpint (changes->prefix[2], ==, 0);
  g_assert_cmpint (changes->prefix[3], ==, 1);
  g_assert_cmpint (changes->frame[1], ==, 1);
  g_assert_cmpint (changes->frame[2], >=, 3);
  g_assert_cmpint (g_array_index (changes->copies, gint32, (guint) changes->frame[2] - 3), ==, 1);
}

static void
test_no_native_frame (void)
{
  static const FulFrameIndex frame[] = { 0 };
  static const FulStackIndex prefix[] = { FUL_NONE };
  static const guint8 has_address[] = { FALSE };
  static const FulStackIndex samples[] = { 0 };
  const FulStackColumn columns[] = { { samples, 1, FALSE } };

  g_assert_null (ful_return_addresses_new (1, frame, prefix, 1, has_address, columns, 1));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/return-addresses/frame-in-both-roles", test_frame_in_both_roles);
  g_test_add_func ("/return-addresses/no-native-frame", test_no_native_frame);

  return g_test_run ();
}
