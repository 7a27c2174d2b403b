/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-derive-cache.h"
#include "ful-thread-set.h"

#include "base/ful-buffer.h"
#include "base/ful-table.h"
#include "model/ful-thread-tables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean   ful_cpu_time_is_known (const FulThreadSet    *threads);
FulBuffer *ful_cpu_time_derive   (const FulThreadSet    *threads,
                                  FulDeriveCache        *cache,
                                  GCancellable          *cancellable,
                                  GError               **error);

/* The CPU time that a thread used since the sample before, in ms: at most what passed, and none where it is not
 * known. @reference is from ful_cpu_use_get_reference(). */
static inline double
ful_cpu_time_get (const FulSampleTable *samples,
                  double                reference,
                  guint                 row)
{
  double used = row > 0 ? ful_i32_or_f64_get (&samples->cpu_delta, row) / reference : 0;

  /* No number is not greater than 0. */
  return used > 0 ? MIN (used, MAX (samples->time[row] - samples->time[row - 1], 0)) : 0;
}

G_END_DECLS
