/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulTestPerf:
 * @record: where the last record begins
 *
 * A perf.data under construction, of either byte order.
 */
typedef struct
{
  GByteArray *bytes;
  gboolean    swap;
  guint       record;
} FulTestPerf;

void ful_test_perf_put     (FulTestPerf   *self,
                            gconstpointer  bytes,
                            gsize          n);
void ful_test_perf_put_u16 (FulTestPerf   *self,
                            guint16        value);
void ful_test_perf_put_u32 (FulTestPerf   *self,
                            guint32        value);
void ful_test_perf_put_u64 (FulTestPerf   *self,
                            guint64        value);
void ful_test_perf_begin   (FulTestPerf   *self,
                            guint32        type,
                            guint16        misc);
void ful_test_perf_end     (FulTestPerf   *self);

G_END_DECLS
