/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "buffer/ful-record-tables.h"
#include "threads/ful-record-threads.h"
#include "threads/ful-record-waits.h"

#include "import/common/ful-import-tables.h"
#include "model/ful-profile-builder.h"
#include "perf/ful-perf-processes.h"

G_BEGIN_DECLS

#define FUL_TEST_MS 1000000u
#define FUL_TEST_START ((guint64) 1000 * FUL_TEST_MS)

/* Greater than the numbers that Linux gives. */
#define FUL_TEST_NO_PROCESS 5000000

/**
 * FulTestThreads:
 *
 * The threads of a recording that begins at %FUL_TEST_START, with an interval of 1 ms, and what they need.
 */
typedef struct
{
  FulProfileBuilder *builder;
  FulImportTables    rows;
  FulRecordTables    tables;
  FulRecordWaits     waits;
  FulRecordThreads   threads;
  FulPerfProcesses   processes;
} FulTestThreads;

void ful_test_threads_init  (FulTestThreads *self);
void ful_test_threads_clear (FulTestThreads *self);

G_END_DECLS
