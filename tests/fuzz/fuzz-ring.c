/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of markers that programs write: what is understood is UTF-8 within the bytes, and can be a schema. Or of the agent in
 * them: what is understood is within the bytes. */

#include "ful-fuzz.h"

#include "agent/ful-record-agent-records.h"
#include "markers/ful-record-kinds.h"
#include "markers/ful-record-ring-records.h"

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

#else

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

#endif
