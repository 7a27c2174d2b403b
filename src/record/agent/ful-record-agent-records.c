/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The records of the agent (record.md 8). */

#include "config.h"

#include "ful-record-agent-records.h"

#define FLAG_CONTINUES 1
#define NAME_BYTES 16

/* As of perf events. */
#if defined (__x86_64__)
#define REGISTERS_MASK 0xff01ffu
#define N_REGISTERS 17
#elif defined (__aarch64__)
#define REGISTERS_MASK 0x1ffffffffu
#define N_REGISTERS 33
#endif

static void
read_name (FulCursor *body,
           char      *to,
           gsize      n_to)
{
  const char *from = (const char *) ful_cursor_skip (body, NAME_BYTES);
  g_autofree char *name = from ? g_utf8_make_valid (from, (gssize) strnlen (from, NAME_BYTES)) : NULL;

  g_strlcpy (to, name ? name : "", n_to);
}

static gboolean
read_record (FulCursor            *body,
             guint32               numbers,
             FulRecordAgentRecord *record)
{
  record->kind = (FulRecordAgentKind) (numbers & 0xff);
  record->continues = (numbers >> 8 & FLAG_CONTINUES) != 0;
  record->tid = (gint32) ful_cursor_u32 (body);
  record->parent = (gint32) ful_cursor_u32 (body);
  record->time = ful_cursor_u64 (body);
  record->cpu_ns = ful_cursor_u64 (body);
  record->n_waits = ful_cursor_u32 (body);
  record->n_data = ful_cursor_u32 (body);
  read_name (body, record->name, sizeof record->name);
  if (record->kind == FUL_RECORD_AGENT_SAMPLE)
    {
      FulCursor registers = *body;

      if (ful_cursor_skip (body, N_REGISTERS * sizeof (guint64)) == NULL ||
          !ful_unwind_registers_read (&record->registers, REGISTERS_MASK, registers))
        return FALSE;
    }
  record->data = (const char *) ful_cursor_skip (body, record->n_data);

  return record->data != NULL && record->tid > 0 && record->kind >= FUL_RECORD_AGENT_SAMPLE && record->kind <= FUL_RECORD_AGENT_MAPS;
}

/**
 * ful_record_agent_next:
 * @records: whole records; moved behind the next one
 * @out_record: (out): what it says; NONE also if it cannot be understood
 *
 * Returns: whether there was one
 */
gboolean
ful_record_agent_next (FulCursor            *records,
                       FulRecordAgentRecord *out_record)
{
  guint32 length = records->n >= 8 ? ful_cursor_u32 (records) : 0;
  FulCursor body;

  if (length < 8 || length - 4 > records->n)
    return FALSE;

  body = (FulCursor) { records->p, length - 4 };
  ful_cursor_skip (records, length - 4);
  if (!read_record (&body, ful_cursor_u32 (&body), out_record))
    out_record->kind = FUL_RECORD_AGENT_NONE;

  return TRUE;
}
