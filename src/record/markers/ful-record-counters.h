/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulRecordCounterInfo:
 * @thread: number in frames of a thread of its process; defined before the counter is put
 * @pid: of the process, as that thread has it
 * @category: with @name it says how a counter is shown that has no @unit
 * @description: for people
 * @unit: (nullable): "bytes", "percent" or any other; what is shown is then the sum of what came so far
 *
 * What a counter is.
 */
typedef struct
{
  guint       thread;
  const char *pid;
  const char *category;
  const char *name;
  const char *description;
  const char *unit;
} FulRecordCounterInfo;

/**
 * FulRecordCounters:
 *
 * The counters of a recording: definitions and counts for frames. For one thread.
 */
typedef struct
{
  /*< private >*/
  GPtrArray *counters;
} FulRecordCounters;

void     ful_record_counters_init            (FulRecordCounters          *self);
void     ful_record_counters_clear           (FulRecordCounters          *self);
int      ful_record_counters_add             (FulRecordCounters          *self,
                                              const FulRecordCounterInfo *info);
void     ful_record_counters_add_count       (FulRecordCounters          *self,
                                              int                         counter,
                                              gint64                      time,
                                              double                      count);
void     ful_record_counters_set_value       (FulRecordCounters          *self,
                                              int                         counter,
                                              gint64                      time,
                                              double                      value);
void     ful_record_counters_put_definitions (FulRecordCounters          *self,
                                              FulBytes                   *to);
void     ful_record_counters_put             (FulRecordCounters          *self,
                                              FulBytes                   *to);

G_END_DECLS
