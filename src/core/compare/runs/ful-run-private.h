/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-run.h"

#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* The parts of reading a run. @range: absolute. */

typedef struct _FulRunSamples FulRunSamples;

FulRunSamples *ful_run_samples_new  (const FulRunRequest  *request,
                                     GCancellable         *cancellable,
                                     GError              **error);
void           ful_run_samples_free (FulRunSamples        *self);
gboolean       ful_run_samples_read (FulRunSamples        *self,
                                     const FulRunTable    *tables,
                                     guint                 n_tables,
                                     FulRun *const        *runs,
                                     FulTimeRange          range,
                                     GCancellable         *cancellable,
                                     GError              **error);

double         ful_run_sum_cpu_time (FulProfile           *profile,
                                     guint                 number,
                                     FulTimeRange          range,
                                     double                reference);

gboolean       ful_run_markers_read  (const FulRunRequest  *request,
                                      FulRun               *run,
                                      FulTimeRange          range,
                                      GCancellable         *cancellable,
                                      GError              **error);
void           ful_run_counters_read (const FulRunRequest  *request,
                                      FulRun               *run,
                                      FulTimeRange          range);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRunSamples, ful_run_samples_free)

G_END_DECLS
