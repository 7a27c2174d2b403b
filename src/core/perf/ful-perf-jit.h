/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulPerfJit:
 * @is_here: whether the recording is of this machine; of others nothing is known
 *
 * Names of code that was generated while it ran, as runtimes write them for perf: `/tmp/perf-PID.map`, which does not grow any
 * more.
 */
typedef struct
{
  gboolean      is_here;
  GCancellable *cancellable;   /* (nullable) */
  GHashTable   *tables;        /* pid → FulPerfNames */
} FulPerfJit;

void        ful_perf_jit_init  (FulPerfJit   *self,
                                GCancellable *cancellable);
void        ful_perf_jit_clear (FulPerfJit   *self);
const char *ful_perf_jit_find  (FulPerfJit   *self,
                                gint32        pid,
                                guint64       address);

G_END_DECLS
