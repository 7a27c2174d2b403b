/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/ful-perf-maps.h"
#include "perf/ful-perf-processes.h"

G_BEGIN_DECLS

void ful_record_read_process (FulPerfProcesses *processes,
                              gint32            pid,
                              FulLibIndex     (*get_lib) (gint32            pid,
                                                          const FulPerfMap *map,
                                                          const char       *path,
                                                          gpointer          user_data),
                              gpointer          user_data);
void ful_record_read_maps    (FulPerfProcesses *processes,
                              gint32            pid,
                              const char       *text,
                              FulLibIndex     (*get_lib) (gint32            pid,
                                                          const FulPerfMap *map,
                                                          const char       *path,
                                                          gpointer          user_data),
                              gpointer          user_data);
char *ful_record_dup_maps    (gint32            pid);
void ful_record_read_name    (FulPerfThread    *thread);

G_END_DECLS
