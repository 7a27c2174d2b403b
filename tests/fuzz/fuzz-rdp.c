/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes of a Firefox: the same packets and the same error however they are cut. */

#include "ful-fuzz.h"
#include "ful-test-rdp.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GRand) cuts = g_rand_new_with_seed ((guint32) size);
  g_autofree char *whole = ful_test_rdp_describe ((const char *) data, size, NULL);
  g_autofree char *cut = ful_test_rdp_describe ((const char *) data, size, cuts);

  g_assert_cmpstr (whole, ==, cut);

  return 0;
}
