/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers of one Gecko thread: sorted by their end, payloads converted, allocations
 * moved into separate tables (formats.md 5 steps 5 and 6). */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-buffer.h"
#include "base/ful-bytes.h"
#include "base/ful-table.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Payloads between two checks of the cancellable; one takes about a microsecond. */
#define CANCEL_CHECK_PAYLOADS 512

typedef struct
{
  double key;
  guint  row;
} MarkerOrder;

static int
compare_marker_order (gconstpointer a,
                      gconstpointer b)
{
  const MarkerOrder *x = a;
  const MarkerOrder *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;

  return x->row < y->row ? -1 : x->row > y->row;
}

/* Rows by end time, or start time without one; zero is no time. */
static guint *
sort_markers (FulGeckoThreadReader *self,
              FulRawColumn         *starts,
              FulRawColumn         *ends,
              guint                 n,
              guint                *out_n)
{
  g_autofree MarkerOrder *order = g_new (MarkerOrder, n);
  gboolean is_sorted = TRUE;
  guint *rows;
  guint kept = 0;

  for (guint i = 0; i < n; i++)
    {
      double start = ful_raw_column_number (starts, i);
      double end = ful_raw_column_number (ends, i);

      if (isnan (start) && isnan (end))
        {
          ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_DATA_LOSS, self->where, i, -1,
                              _("skipped marker without times"));
          continue;
        }
      order[kept] = (MarkerOrder) { end != 0 && !isnan (end) ? end : isnan (start) ? 0 : start, i };
      is_sorted &= kept == 0 || order[kept].key >= order[kept - 1].key;
      kept++;
    }
  /* They are usually in the order of recording, at their end. */
  if (!is_sorted)
    qsort (order, kept, sizeof *order, compare_marker_order);
  rows = g_new (guint, MAX (kept, 1));
  for (guint i = 0; i < kept; i++)
    rows[i] = order[i].row;
  *out_n = kept;

  return rows;
}

static gint32
text_or_none (FulGeckoThreadReader *self,
              const FulRawNode     *node,
              const char           *key)
{
  const char *text = ful_raw_get_string (node, key);

  return text ? ful_string_table_intern (self->reader->builder->texts, text, -1) : FUL_NONE;
}

static void
ensure_column (FulTableBuilder *table,
               guint            column)
{
  if (table->buffers[column] == NULL)
    table->buffers[column] = ful_buffer_new (table->klass->columns[column].type, 0);
}

static void
add_allocation (FulGeckoThreadReader  *self,
                const FulGeckoPayload *payload,
                double                 time,
                guint                  marker)
{
  gboolean is_js = payload->kind == FUL_GECKO_PAYLOAD_JS_ALLOCATION;
  FulTableBuilder *table = is_js ? &self->thread->js_allocations : &self->thread->native_allocations;
  double address = ful_raw_get_number (payload->node, "memoryAddress");
  guint row;

  if (table->n_rows == 0)
    {
      if (is_js)
        for (guint c = FUL_ALLOCATION_CLASS_NAME; c <= FUL_ALLOCATION_IN_NURSERY; c++)
          ensure_column (table, c);
      else if (!isnan (address))
        {
          ensure_column (table, FUL_ALLOCATION_MEMORY_ADDRESS);
          ensure_column (table, FUL_ALLOCATION_THREAD_ID);
        }
    }

  row = ful_table_builder_append (table, 1);
  FUL_CELLS (table, FUL_ALLOCATION_TIME, double)[row] = time + self->process->shift;
  FUL_CELLS (table, FUL_ALLOCATION_WEIGHT, double)[row] = ful_raw_get_number_or (payload->node, "size", 0);
  FUL_CELLS (table, FUL_ALLOCATION_STACK, gint32)[row] =
    payload->cause_stack == FUL_NONE ? FUL_NONE : ful_gecko_shared_stack (self, payload->cause_stack, marker);

  if (is_js)
    {
      self->thread->has_js_allocations = TRUE;
      FUL_CELLS (table, FUL_ALLOCATION_CLASS_NAME, gint32)[row] = text_or_none (self, payload->node, "className");
      FUL_CELLS (table, FUL_ALLOCATION_TYPE_NAME, gint32)[row] = text_or_none (self, payload->node, "typeName");
      FUL_CELLS (table, FUL_ALLOCATION_COARSE_TYPE, gint32)[row] = text_or_none (self, payload->node, "coarseType");
      FUL_CELLS (table, FUL_ALLOCATION_IN_NURSERY, guint8)[row] = ful_raw_get_bool (payload->node, "inNursery") != 0;
      return;
    }

  self->thread->has_native_allocations = TRUE;
  if (table->buffers[FUL_ALLOCATION_MEMORY_ADDRESS])
    {
      FUL_CELLS (table, FUL_ALLOCATION_MEMORY_ADDRESS, double)[row] = address;
      FUL_CELLS (table, FUL_ALLOCATION_THREAD_ID, double)[row] = ful_raw_get_number (payload->node, "threadId");
    }
}

static void
write_payload (FulGeckoThreadReader  *self,
               const FulGeckoPayload *payload,
               guint                  row)
{
  FulTableBuilder *markers = &self->thread->markers;
  FulBytes *bytes = &self->thread->payloads;
  const char *type = ful_raw_get_string (payload->node, "type");
  gsize start = bytes->n;

  ful_raw_write (payload->node, bytes);
  if (payload->cause_stack != FUL_NONE)
    {
      FulGeckoCause cause = { row, 0 };

      /* The cause is the last member, and its stack its last one. */
      bytes->n -= 2;
      ful_bytes_append_s (bytes, ",\"stack\":");
      cause.place = bytes->n;
      ful_bytes_append_s (bytes, "          }}");
      g_array_append_val (self->causes, cause);
    }
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = (gint64) start;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) (bytes->n - start);
  if (type)
    FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] =
      ful_string_table_intern (self->reader->builder->texts, type, -1);
}

/* The payload of one row; FALSE if the row is an allocation and no marker. */
static gboolean
read_payload (FulGeckoThreadReader *self,
              FulGeckoPayloads     *payloads,
              FulRawColumn         *data,
              guint                 from,
              double                start_time,
              FulGeckoPayload      *out)
{
  FulBytes text = { 0 };

  *out = (FulGeckoPayload) { FUL_GECKO_PAYLOAD_NONE, NULL, FUL_NONE, NAN };
  if (data == NULL || from >= data->n)
    return TRUE;

  ful_raw_tree_reset (payloads->tree);
  if (data->type == FUL_RAW_TEXTS)
    {
      if (data->text_length[from] > 0)
        *out = ful_gecko_payload_convert (payloads, data->bytes.data + data->text_start[from],
                                          (gsize) data->text_length[from], from);
    }
  else if (data->type == FUL_RAW_NODES && ful_raw_is (data->nodes[from], FUL_RAW_OBJECT))
    {
      ful_raw_write (data->nodes[from], &text);
      *out = ful_gecko_payload_convert (payloads, text.data, text.n, from);
      ful_bytes_clear (&text);
    }

  if (out->kind < FUL_GECKO_PAYLOAD_JS_ALLOCATION)
    return TRUE;

  add_allocation (self, out, start_time, from);

  return FALSE;
}

void
ful_gecko_read_markers (FulGeckoThreadReader     *self,
              const FulRawNode *table)
{
  FulProfileBuilder *builder = self->reader->builder;
  FulTableBuilder *markers = &self->thread->markers;
  FulRawColumn *names = ful_raw_cells (table, "name");
  FulRawColumn *starts = ful_raw_cells (table, "startTime");
  FulRawColumn *ends = ful_raw_cells (table, "endTime");
  FulRawColumn *phases = ful_raw_cells (table, "phase");
  FulRawColumn *categories = ful_raw_cells (table, "category");
  FulRawColumn *data = ful_raw_cells (table, "data");
  FulGeckoPayloads payloads = {
    .tree = self->reader->scratch, .strings = builder->strings, .thread_strings = self->strings,
    .string_fields = self->reader->string_fields, .shift = self->process->shift, .log = builder->log, .where = self->where,
  };
  guint n_strings = ful_string_table_get_n (self->strings);
  g_autofree gint32 *shared = g_new (gint32, MAX (n_strings, 1));
  g_autofree guint *order = NULL;
  guint n;

  if (names == NULL)
    {
      ful_gecko_remove_missing_rows (self->reader, table, "name", NULL, self->where);
      return;
    }
  for (guint i = 0; i < n_strings; i++)
    shared[i] = FUL_NONE;
  order = sort_markers (self, starts, ends, names->n, &n);
  ful_table_builder_reserve (markers, n);

  for (guint i = 0; i < n; i++)
    {
      guint from = order[i];
      double start = ful_raw_column_number (starts, from);
      double end = ful_raw_column_number (ends, from);
      double name = ful_raw_column_number (names, from);
      double phase = ful_raw_column_number (phases, from);
      gint32 category = ful_gecko_whole_or_none (ful_raw_column_number (categories, from));
      FulGeckoPayload payload;
      guint row;

      if (i % CANCEL_CHECK_PAYLOADS == 0 && g_cancellable_is_cancelled (self->reader->cancellable))
        return;
      if (!(name >= 0 && name < n_strings))
        {
          ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, self->where, from, -1,
                              _("marker name is not a string of the thread; skipped the marker"));
          continue;
        }
      if (!read_payload (self, &payloads, data, from, start, &payload))
        continue;

      if (shared[(guint) name] == FUL_NONE)
        shared[(guint) name] = ful_string_table_intern (builder->strings,
                                                        ful_string_table_get (self->strings, (FulStringIndex) name), -1);
      row = ful_table_builder_append (markers, 1);
      FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = shared[(guint) name];
      FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = phase >= 0 && phase <= 3 ? (guint8) phase : 0;
      FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = MAX (category, 0);
      /* A phase's unused time may hold anything. */
      if (phase != FUL_MARKER_PHASE_INTERVAL_END)
        FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = start + self->process->shift;
      if (phase == FUL_MARKER_PHASE_INTERVAL || phase == FUL_MARKER_PHASE_INTERVAL_END)
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = end + self->process->shift;

      if (payload.kind != FUL_GECKO_PAYLOAD_KEEP)
        continue;
      if (payload.cause_stack != FUL_NONE)
        {
          payload.cause_stack = ful_gecko_shared_stack (self, payload.cause_stack, from);
          FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[row] = payload.cause_stack;
          if (payload.cause_stack == FUL_NONE)
            ful_raw_remove (payload.node, "cause");
        }
      ful_gecko_use_window (self, ful_raw_get_number (payload.node, "innerWindowID"));
      write_payload (self, &payload, row);
    }
}
