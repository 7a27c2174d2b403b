/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of perf.data as bytes. */

#include "ful-test-perf.h"

#include <string.h>

void
ful_test_perf_put (FulTestPerf   *self,
                   gconstpointer  bytes,
                   gsize          n)
{
  g_byte_array_append (self->bytes, bytes, (guint) n);
}

void
ful_test_perf_put_u16 (FulTestPerf *self,
                       guint16      value)
{
  value = self->swap ? GUINT16_SWAP_LE_BE (value) : value;
  ful_test_perf_put (self, &value, sizeof value);
}

void
ful_test_perf_put_u32 (FulTestPerf *self,
                       guint32      value)
{
  value = self->swap ? GUINT32_SWAP_LE_BE (value) : value;
  ful_test_perf_put (self, &value, sizeof value);
}

void
ful_test_perf_put_u64 (FulTestPerf *self,
                       guint64      value)
{
  value = self->swap ? GUINT64_SWAP_LE_BE (value) : value;
  ful_test_perf_put (self, &value, sizeof value);
}

void
ful_test_perf_begin (FulTestPerf *self,
                     guint32      type,
                     guint16      misc)
{
  self->record = self->bytes->len;
  ful_test_perf_put_u32 (self, type);
  ful_test_perf_put_u16 (self, misc);
  ful_test_perf_put_u16 (self, 0);
}

void
ful_test_perf_end (FulTestPerf *self)
{
  guint16 size = (guint16) (self->bytes->len - self->record);

  size = self->swap ? GUINT16_SWAP_LE_BE (size) : size;
  memcpy (self->bytes->data + self->record + 6, &size, sizeof size);
}

