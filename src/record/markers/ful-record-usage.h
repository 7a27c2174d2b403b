/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-counters.h"

#include "threads/ful-record-thread.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_RECORD_USAGE_CPU      = 1 << 0,
  FUL_RECORD_USAGE_MEMORY   = 1 << 1,
  FUL_RECORD_USAGE_FAULTS   = 1 << 2,
  FUL_RECORD_USAGE_IO       = 1 << 3,
  FUL_RECORD_USAGE_SWITCHES = 1 << 4,
  FUL_RECORD_USAGE_POWER    = 1 << 5,
} FulRecordUsageKinds;

#define FUL_RECORD_USAGE_ALL 0x3f

/**
 * FulRecordUsage:
 *
 * What processes use, as counters: CPU time and switches as they were recorded, the rest as the system says. For one thread.
 */
typedef struct
{
  /*< private >*/
  FulRecordUsageKinds kinds;
  FulRecordThreads   *threads;
  FulRecordCounters  *counters;
  guint               n_processes; /* that are read */
  int                 power;       /* file; -1: there is none */
  int                 power_counter;
  double              energy;      /* the last reading */
} FulRecordUsage;

gboolean ful_record_usage_parse (const char           *names,
                                 FulRecordUsageKinds  *out_kinds);
void     ful_record_usage_init  (FulRecordUsage       *self,
                                 FulRecordUsageKinds   kinds,
                                 FulRecordThreads     *threads,
                                 FulRecordCounters    *counters);
void     ful_record_usage_clear (FulRecordUsage       *self);
void     ful_record_usage_read  (FulRecordUsage       *self,
                                 gint64                time);
void     ful_record_usage_finish (FulRecordUsage      *self);

G_END_DECLS
