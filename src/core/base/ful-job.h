/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void ful_job_start (GCancellable        **job,
                    GTaskThreadFunc       worker,
                    gpointer              input,
                    GDestroyNotify        free_input,
                    GAsyncReadyCallback   ready,
                    gpointer              owner);
void ful_job_stop  (GCancellable        **job);

G_END_DECLS
