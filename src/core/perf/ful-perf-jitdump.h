/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulPerfJitCode:
 * @address: where it is in memory
 * @size: its bytes
 * @time: ns, of the clock of the recording: since when
 * @name: UTF-8
 * @bytes: (nullable): the code, @size bytes; %NULL if it was not kept
 */
typedef struct
{
  guint64  address;
  guint64  size;
  guint64  time;
  char    *name;
  GBytes  *bytes;
} FulPerfJitCode;

/**
 * FulPerfJitdump:
 *
 * Code that one process has generated, as its runtime dumps it for perf: a file `jit-PID.dump` that grows. For one thread.
 */
typedef struct _FulPerfJitdump FulPerfJitdump;

gboolean              ful_perf_jitdump_is_path (const char     *path);
FulPerfJitdump       *ful_perf_jitdump_new     (const char     *path);
void                  ful_perf_jitdump_free    (FulPerfJitdump *self);
guint                 ful_perf_jitdump_read    (FulPerfJitdump *self,
                                                guint64         until);
const FulPerfJitCode *ful_perf_jitdump_find    (FulPerfJitdump *self,
                                                guint64         address,
                                                guint64        *out_offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPerfJitdump, ful_perf_jitdump_free)

G_END_DECLS
