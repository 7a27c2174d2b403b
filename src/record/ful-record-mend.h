/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/ful-perf-processes.h"
#include "threads/ful-record-thread.h"

G_BEGIN_DECLS

void ful_record_mend        (FulRecordThreads *threads,
                             FulPerfProcesses *processes,
                             guint64           now);
void ful_record_mend_unseen (FulRecordThreads *threads,
                             FulPerfProcesses *processes,
                             guint64           now);

G_END_DECLS
