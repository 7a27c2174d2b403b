/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory that the kernel writes records to → records in a queue (record.md 2). Lengths are checked against the ring, what is in records by
 * those who read them. */

#include "config.h"

#include "ful-record-perf-ring.h"

#include "perf/ful-perf-records.h"

#include <linux/perf_event.h>
#include <string.h>

/* Of a sample, before its call chain: header, identifier, address, process, thread, time. */
#define BEFORE_CHAIN 40
#define BEFORE_THREAD 28

static void
copy (const FulRecordPerfRing *ring,
      guint64                  at,
      void                    *to,
      gsize                    n)
{
  gsize place = at & (ring->n - 1);
  gsize first = MIN (n, ring->n - place);

  memcpy (to, ring->data + place, first);
  memcpy ((guint8 *) to + first, ring->data, n - first);
}

static guint64
get_u64 (const FulRecordPerfRing *ring,
         guint64                  at)
{
  guint64 number;

  copy (ring, at, &number, sizeof number);

  return number;
}

/* A copy of a stack takes its whole limit in the ring; only what was used goes on. Returns: where the size of the copy is,
 * from the beginning of the record; 0 if it has none */
static gsize
find_stack (const FulRecordPerfSamples *samples,
            const FulRecordPerfRing    *ring,
            guint64                     at,
            gsize                       n)
{
  gsize place = BEFORE_CHAIN;

  if (!samples->has_stack)
    return 0;
  if (samples->has_chain)
    place += 8 + 8 * MIN (get_u64 (ring, at + place), n / 8);
  if (place + 16 > n)
    return 0;
  place += 8 + (get_u64 (ring, at + place) ? 8 * (gsize) __builtin_popcountll (samples->registers) : 0);

  return place + 16 <= n ? place : 0;
}

/* @stack: where the size of the copy of a stack is; @n: bytes that are used of it. Returns: how many are needed to find callers */
static guint64
count_needed (const FulRecordPerfSamples *samples,
              const FulRecordPerfRing    *ring,
              guint64                     at,
              gsize                       stack,
              guint64                     n)
{
  gsize registers = stack - 8 * (gsize) __builtin_popcountll (samples->registers);
  gint32 tid;

  copy (ring, at + BEFORE_THREAD, &tid, sizeof tid);

  return ful_record_stack_ends_get_needed (samples->stack_ends, tid, get_u64 (ring, at + registers + 8 * samples->sp), n);
}

/* Copies a record, without what of its copy of a stack was not used, or is not needed. */
static void
push_record (const FulRecordPerfSamples *samples,
             const FulRecordPerfRing    *ring,
             guint64                     at,
             guint32                     type,
             gsize                       n,
             FulPerfQueue               *queue)
{
  gsize stack = type == FUL_PERF_RECORD_SAMPLE ? find_stack (samples, ring, at, n) : 0;
  guint64 n_copy = stack > 0 ? get_u64 (ring, at + stack) : 0;
  guint8 *record;

  if (n_copy > 0 && n_copy <= n - stack - 16)
    {
      guint64 n_used = count_needed (samples, ring, at, stack, MIN (get_u64 (ring, at + stack + 8 + n_copy), n_copy));
      guint64 n_kept = (n_used + 7) & ~G_GUINT64_CONSTANT (7);

      record = ful_perf_queue_begin (queue, stack + 8 + n_kept + 8);
      copy (ring, at, record, stack + 8 + n_kept);
      memcpy (record + stack, &n_kept, sizeof n_kept);
      memcpy (record + stack + 8 + n_kept, &n_used, sizeof n_used);
      ful_perf_queue_push_begun (queue, stack + 8 + n_kept + 8, FALSE);
      return;
    }

  record = ful_perf_queue_begin (queue, n);
  copy (ring, at, record, n);
  ful_perf_queue_push_begun (queue, n, FALSE);
}

/**
 * ful_record_perf_ring_drain:
 * @samples: what samples have
 * @only_samples: whether other records are left out
 * @queue: gets the records that are there
 */
void
ful_record_perf_ring_drain (FulRecordPerfRing          *self,
                            const FulRecordPerfSamples *samples,
                            gboolean                    only_samples,
                            FulPerfQueue               *queue)
{
  guint64 head = __atomic_load_n (&self->page->data_head, __ATOMIC_ACQUIRE);

  for (guint64 tail = self->page->data_tail; tail + FUL_PERF_HEADER_BYTES <= head; )
    {
      struct perf_event_header header;

      copy (self, tail, &header, sizeof header);
      if (header.size < sizeof header || header.size > head - tail || header.size > self->n)
        header.size = 0;   /* cannot be */
      else if (!only_samples || header.type == FUL_PERF_RECORD_SAMPLE)
        push_record (samples, self, tail, header.type, header.size, queue);
      tail = header.size > 0 ? tail + header.size : head;
      __atomic_store_n (&self->page->data_tail, tail, __ATOMIC_RELEASE);
    }
}
