/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-stack-ends.h"

#include "perf/ful-perf-queue.h"

G_BEGIN_DECLS

struct perf_event_mmap_page;

/**
 * FulRecordPerfRing:
 * @page: of the kernel: where it writes, and up to where it was read
 * @data: what it has written
 * @n: bytes of @data, a power of two
 */
typedef struct
{
  struct perf_event_mmap_page *page;
  guint8                      *data;
  guint64                      n;
} FulRecordPerfRing;

/**
 * FulRecordPerfSamples:
 * @has_chain: whether there is a call chain
 * @has_stack: whether there are registers and a copy of the stack
 * @registers: the mask of those
 * @sp: which of them, in the order of the mask, is the stack pointer
 * @stack_ends: where stacks end, as far as it is known
 *
 * What samples have behind their time.
 */
typedef struct
{
  gboolean                  has_chain;
  gboolean                  has_stack;
  guint64                   registers;
  guint                     sp;
  const FulRecordStackEnds *stack_ends;
} FulRecordPerfSamples;

void ful_record_perf_ring_drain (FulRecordPerfRing              *self,
                            const FulRecordPerfSamples *samples,
                            gboolean                    only_samples,
                            FulPerfQueue               *queue);

G_END_DECLS
