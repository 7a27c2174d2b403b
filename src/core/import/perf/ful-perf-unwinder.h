/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-perf-libs.h"
#include "ful-perf-unwind-rows.h"

#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-maps.h"

G_BEGIN_DECLS

/**
 * FulPerfUnwinder:
 * @n_short: samples whose callers end where the recorded memory does
 * @n_lost: samples whose callers end in code about whose frames nothing is known
 *
 * Finds callers in the memory of the stack that samples have (`perf record --call-graph dwarf`).
 */
typedef struct
{
  FulPerfUnwindRows  rows;
  FulPerfLibs       *libs;
  guint              n_short;
  guint              n_lost;
} FulPerfUnwinder;

void     ful_perf_unwinder_init    (FulPerfUnwinder     *self,
                                    FulPerfLibs         *libs,
                                    GCancellable        *cancellable);
void     ful_perf_unwinder_clear   (FulPerfUnwinder     *self);
gboolean ful_perf_unwinder_can_run (FulPerfUnwinder     *self,
                                    const FulPerfSample *sample);
void     ful_perf_unwinder_run     (FulPerfUnwinder     *self,
                                    const FulPerfSample *sample,
                                    FulPerfMaps         *maps,
                                    GArray              *addresses);

G_END_DECLS
