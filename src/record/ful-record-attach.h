/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/ful-perf-processes.h"

G_BEGIN_DECLS

void ful_record_read_process (FulPerfProcesses *processes,
                              gint32            pid,
                              FulLibIndex     (*get_lib) (const char   *path,
                                                          const guint8 *build_id,
                                                          gsize         n,
                                                          gpointer      user_data),
                              gpointer          user_data);
void ful_record_read_name    (FulPerfThread    *thread);

G_END_DECLS
