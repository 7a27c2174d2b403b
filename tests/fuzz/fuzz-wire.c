/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes of the live protocol, of a server or a client as the first one says: the same frames and the
 * same error however they are cut. */

#include "ful-fuzz.h"
#include "ful-test-wire.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GRand) cuts = g_rand_new_with_seed ((guint32) size);
  g_autofree char *whole = NULL;
  g_autofree char *cut = NULL;

  if (size == 0)
    return 0;

  whole = ful_test_wire_describe (data + 1, size - 1, data[0] & 1, NULL);
  cut = ful_test_wire_describe (data + 1, size - 1, data[0] & 1, cuts);
  g_assert_cmpstr (whole, ==, cut);

  return 0;
}
