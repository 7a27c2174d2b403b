/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-cursor.h"
#include "unwind/ful-unwind-registers.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_RECORD_AGENT_NONE = 4,     /* it says nothing */
  FUL_RECORD_AGENT_SAMPLE = 16,
  FUL_RECORD_AGENT_BEGIN = 17,   /* of a thread */
  FUL_RECORD_AGENT_END = 18,
  FUL_RECORD_AGENT_CPU = 19,
  FUL_RECORD_AGENT_MAPS = 20,
} FulRecordAgentKind;

/**
 * FulRecordAgentRecord:
 * @continues: of MAPS: whether these lines follow those of the record before
 * @tid: of the thread
 * @parent: process of the first thread of a process, else thread, that made it
 * @time: CLOCK_MONOTONIC, ns
 * @cpu_ns: CPU time of the thread so far
 * @n_waits: how often it gave up the CPU
 * @name: of the thread, UTF-8; may be empty
 * @registers: of SAMPLE
 * @data: (array length=n_data): of SAMPLE the stack, of MAPS lines; of the record
 *
 * What the agent says in a program.
 */
typedef struct
{
  FulRecordAgentKind kind;
  gboolean           continues;
  gint32             tid;
  gint32             parent;
  guint64            time;
  guint64            cpu_ns;
  guint32            n_waits;
  char               name[64];
  FulUnwindRegisters registers;
  const char        *data;
  gsize              n_data;
} FulRecordAgentRecord;

gboolean ful_record_agent_next (FulCursor            *records,
                                FulRecordAgentRecord *out_record);

G_END_DECLS
