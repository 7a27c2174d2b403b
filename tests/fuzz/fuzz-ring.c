/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is in shared memory. 0: records of markers that programs write: what is understood is UTF-8 within the bytes, and can be a schema.
 * 1: those of the agent in them: what is understood is within the bytes. 2: a ring of the kernel: what is understood is within the
 * record. */

#include "ful-fuzz.h"

#include "agent/ful-record-agent-records.h"
#include "markers/ful-record-kinds.h"
#include "markers/ful-record-ring-records.h"
#include "perf/ful-perf-records.h"
#include "system/ful-record-perf-ring.h"

#include <linux/perf_event.h>

#if FUL_FUZZ_KIND == 0

static void
check_text (FulRecordText  text,
            const guint8  *bytes,
            size_t         size)
{
  if (text.n == 0)
    return;
  g_assert ((const guint8 *) text.data >= bytes && (const guint8 *) text.data + text.n <= bytes + size);
  g_assert (g_utf8_validate_len (text.data, text.n, NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree guint8 *bytes = g_memdup2 (data, size);
  FulCursor records = { bytes, size };
  FulRecordRingRecord record;
  FulRecordRingResult result;
  FulRecordKinds kinds;

  ful_record_kinds_init (&kinds);
  while ((result = ful_record_ring_next (&records, &record)) != FUL_RECORD_RING_END)
    {
      if (result != FUL_RECORD_RING_RECORD)
        continue;
      check_text (record.category, bytes, size);
      check_text (record.name, bytes, size);
      check_text (record.text, bytes, size);
      for (guint i = 0; i < record.n_fields; i++)
        {
          check_text (record.fields[i].key, bytes, size);
          check_text (record.fields[i].text, bytes, size);
        }
      ful_record_kinds_get_category (&kinds, record.category);
      ful_record_kinds_get_type (&kinds, record.name, record.fields, record.n_fields);
    }
  ful_record_kinds_clear (&kinds);

  return 0;
}

#elif FUL_FUZZ_KIND == 1

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  FulCursor records = { data, size };
  FulRecordAgentRecord record;

  while (ful_record_agent_next (&records, &record))
    if (record.kind != FUL_RECORD_AGENT_NONE)
      {
        g_assert ((const guint8 *) record.data >= data && (const guint8 *) record.data + record.n_data <= data + size);
        g_assert (g_utf8_validate (record.name, -1, NULL));
        g_assert (record.kind != FUL_RECORD_AGENT_SAMPLE || record.registers.machine);
      }

  return 0;
}

#else

#define RING_BYTES 8192

static void
record_cb (FulCursor record,
           gpointer  user_data)
{
  FulCursor body = record;
  FulPerfSample sample;

  if (ful_cursor_u32 (&body) != FUL_PERF_RECORD_SAMPLE)
    return;
  ful_cursor_skip (&body, 4);
  if (!ful_perf_attrs_read_sample (user_data, body, &sample) || sample.stack.n == 0)
    return;
  g_assert (sample.stack.p >= record.p && sample.stack.p + sample.stack.n <= record.p + record.n);
}

/* The first bytes say where in the ring the others are, and where a stack ended. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  struct perf_event_attr attr = {
    .type = PERF_TYPE_SOFTWARE,
    .size = sizeof attr,
    .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN |
                   PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
    .sample_id_all = 1,
    .sample_regs_user = 3,
    .sample_stack_user = 512,
  };
  g_autofree guint8 *bytes = g_malloc0 (RING_BYTES);
  g_autofree struct perf_event_mmap_page *page = g_new0 (struct perf_event_mmap_page, 1);
  g_autofree FulRecordStackEnds *ends = g_new0 (FulRecordStackEnds, 1);
  FulRecordPerfRing ring = { page, bytes, RING_BYTES };
  FulRecordPerfSamples samples = { .has_chain = TRUE, .has_stack = TRUE, .registers = 3, .sp = 1, .stack_ends = ends };
  FulPerfAttrs attrs;
  FulPerfQueue queue;
  guint at;

  if (size < 4)
    return 0;
  at = (data[0] | (guint) data[1] << 8) & ~7u;
  ful_record_stack_ends_learn (ends, data[2], data[3], TRUE);
  size = MIN (size - 4, RING_BYTES);
  for (size_t i = 0; i < size; i++)
    bytes[(at + i) % RING_BYTES] = data[4 + i];
  page->data_tail = at;
  page->data_head = at + size;

  ful_perf_attrs_init (&attrs);
  ful_perf_attrs_add (&attrs, (FulCursor) { (const guint8 *) &attr, sizeof attr });
  ful_perf_queue_init (&queue, &attrs, record_cb, &attrs);
  for (int only_samples = 0; only_samples < 2; only_samples++)
    {
      page->data_tail = at;
      ful_record_perf_ring_drain (&ring, &samples, only_samples, &queue);
      g_assert (page->data_tail <= page->data_head);
    }
  ful_perf_queue_flush (&queue, FALSE);
  ful_perf_queue_clear (&queue);
  ful_perf_attrs_clear (&attrs);

  return 0;
}

#endif
