/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulJob:
 *
 * A computation on a worker thread. A pointer to it is not %NULL from
 * ful_job_start() until its result is delivered or it is stopped: its owner is
 * busy meanwhile.
 */
typedef struct _FulJob FulJob;

/**
 * FulJobCompute:
 * @input: the input of the job; also stores the result
 * @error: why there is no result
 *
 * Runs on a worker thread.
 *
 * Returns: %FALSE with @error set on failure
 */
typedef gboolean (*FulJobCompute) (gpointer       input,
                                   GCancellable  *cancellable,
                                   GError       **error);

/**
 * FulJobDeliver:
 * @owner: the owner of the job
 * @input: (inout): the input of the job with the result, which may be stolen
 * @error: (nullable): why there is no result
 *
 * Runs on the main thread.
 */
typedef void (*FulJobDeliver) (gpointer      owner,
                               gpointer      input,
                               const GError *error);

void ful_job_start (FulJob         **job,
                    FulJobCompute    compute,
                    gpointer         input,
                    GDestroyNotify   free_input,
                    FulJobDeliver    deliver,
                    gpointer         owner);
void ful_job_start_blocking
                   (FulJob         **job,
                    FulJobCompute    compute,
                    gpointer         input,
                    GDestroyNotify   free_input,
                    FulJobDeliver    deliver,
                    gpointer         owner);
void ful_job_stop  (FulJob         **job);
void ful_job_drop  (gpointer         data,
                    GDestroyNotify   free_data);

G_END_DECLS
