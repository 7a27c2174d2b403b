/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers of one Gecko thread: sorted by their end, payloads converted, allocations
 * moved into separate tables (formats.md 5 steps 5 and 6). */

#include "config.h"

#include "ful-gecko-reader-private.h"
#include "ful-gecko-texts.h"

#include "base/ful-buffer.h"
#include "base/ful-bytes.h"
#include "base/ful-table.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Payloads between two checks of the cancellable; one takes about a microsecond. */
#define CANCEL_CHECK_PAYLOADS 512

/* Columns other than the names may be NULL. */
typedef struct
{
  FulRawColumn     *names;
  FulRawColumn     *starts;
  FulRawColumn     *ends;
  FulRawColumn     *phases;
  FulRawColumn     *categories;
  FulGeckoTexts     texts;
  FulGeckoPayloads  payloads;
  gint32           *shared;     /* of each string of the thread, or FUL_NONE before its first use */
} MarkerReader;

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

/* End time, or start time without one; zero is no time. NaN: has none */
static double
get_key (const MarkerReader *reader,
         guint               row)
{
  double start = ful_raw_column_number (reader->starts, row);
  double end = ful_raw_column_number (reader->ends, row);

  if (end != 0 && !isnan (end))
    return end;

  return isnan (start) && !isnan (end) ? 0 : start;
}

/* Rows by their keys, then by their numbers. They are usually in the order of recording, at their end, so only those are
 * sorted that come later than they should, and go back to their places. */
static guint *
sort_markers (FulGeckoThreadReader *self,
              MarkerReader         *reader,
              guint                *out_n)
{
  guint n = reader->names->n;
  guint *rows = g_new (guint, MAX (n, 1));
  g_autoptr(GArray) late = g_array_new (FALSE, FALSE, sizeof (MarkerOrder));
  double greatest = -G_MAXDOUBLE;
  guint kept = 0, n_late;
  gsize length;

  for (guint i = 0; i < n; i++)
    {
      double key = get_key (reader, i);

      if (isnan (key))
        {
          ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_DATA_LOSS, self->where, i, -1,
                              _("skipped marker without times"));
          ful_gecko_texts_take (&reader->texts, i, &length);
        }
      else if (key < greatest)
        {
          MarkerOrder order = { key, i };

          g_array_append_val (late, order);
        }
      else
        {
          greatest = key;
          rows[kept++] = i;
        }
    }

  g_array_sort (late, compare_marker_order);
  n_late = late->len;
  *out_n = kept + n_late;
  for (guint end = *out_n; n_late > 0; end--)
    {
      const MarkerOrder *last = &g_array_index (late, MarkerOrder, n_late - 1);
      MarkerOrder before = { kept > 0 ? get_key (reader, rows[kept - 1]) : 0, kept > 0 ? rows[kept - 1] : 0 };

      if (kept > 0 && compare_marker_order (&before, last) > 0)
        rows[end - 1] = rows[--kept];
      else
        {
          rows[end - 1] = last->row;
          n_late--;
        }
    }

  return rows;
}

static double
get_number (const FulJsonMembers *members,
            const char           *key)
{
  return ful_json_members_get_number (members, ful_json_members_find (members, key));
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
                const FulJsonMembers  *members,
                const FulGeckoPayload *payload,
                double                 time)
{
  FulStringTable *texts = self->reader->builder->texts;
  gboolean is_js = payload->kind == FUL_GECKO_PAYLOAD_JS_ALLOCATION;
  FulTableBuilder *table = is_js ? &self->thread->js_allocations : &self->thread->native_allocations;
  double address = get_number (members, "memoryAddress");
  double size = get_number (members, "size");
  const FulJsonMember *in_nursery;
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
  FUL_CELLS (table, FUL_ALLOCATION_WEIGHT, double)[row] = isnan (size) ? 0 : size;
  FUL_CELLS (table, FUL_ALLOCATION_STACK, gint32)[row] = payload->cause_stack;

  if (is_js)
    {
      self->thread->has_js_allocations = TRUE;
      FUL_CELLS (table, FUL_ALLOCATION_CLASS_NAME, gint32)[row] =
        ful_json_members_intern (members, ful_json_members_find (members, "className"), texts);
      FUL_CELLS (table, FUL_ALLOCATION_TYPE_NAME, gint32)[row] =
        ful_json_members_intern (members, ful_json_members_find (members, "typeName"), texts);
      FUL_CELLS (table, FUL_ALLOCATION_COARSE_TYPE, gint32)[row] =
        ful_json_members_intern (members, ful_json_members_find (members, "coarseType"), texts);
      in_nursery = ful_json_members_find (members, "inNursery");
      FUL_CELLS (table, FUL_ALLOCATION_IN_NURSERY, guint8)[row] = in_nursery && members->text[in_nursery->value] == 't';
      return;
    }

  self->thread->has_native_allocations = TRUE;
  if (table->buffers[FUL_ALLOCATION_MEMORY_ADDRESS])
    {
      FUL_CELLS (table, FUL_ALLOCATION_MEMORY_ADDRESS, double)[row] = address;
      FUL_CELLS (table, FUL_ALLOCATION_THREAD_ID, double)[row] = get_number (members, "threadId");
    }
}

static void
set_times (FulTableBuilder *markers,
           guint            row,
           double           phase,
           double           start,
           double           end)
{
  FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = phase >= 0 && phase <= 3 ? (guint8) phase : 0;
  /* A phase's unused time may hold anything. */
  if (phase != FUL_MARKER_PHASE_INTERVAL_END)
    FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = start;
  if (phase == FUL_MARKER_PHASE_INTERVAL || phase == FUL_MARKER_PHASE_INTERVAL_END)
    FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = end;
}

/* The marker of @row from row @from. Returns: FALSE for an allocation, and for one that cannot be read */
static gboolean
read_marker (FulGeckoThreadReader *self,
             MarkerReader         *reader,
             guint                 row,
             guint                 from)
{
  FulProfileBuilder *builder = self->reader->builder;
  FulTableBuilder *markers = &self->thread->markers;
  double start = ful_raw_column_number (reader->starts, from);
  double end = ful_raw_column_number (reader->ends, from);
  double name = ful_raw_column_number (reader->names, from);
  gint32 category = ful_gecko_whole_or_none (ful_raw_column_number (reader->categories, from));
  FulGeckoPayload payload;
  gsize length;
  const char *text = ful_gecko_texts_take (&reader->texts, from, &length);
  gboolean has_payload;
  gint32 *shared;

  if (!(name >= 0 && name < ful_string_table_get_n (self->strings)))
    {
      ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, self->where, from, -1,
                          _("marker name is not a string of the thread; skipped the marker"));
      return FALSE;
    }
  has_payload = text && ful_gecko_payload_convert (&reader->payloads, text, length, from, &payload);
  if (has_payload && payload.kind >= FUL_GECKO_PAYLOAD_JS_ALLOCATION)
    {
      add_allocation (self, &reader->payloads.members, &payload, start);
      return FALSE;
    }

  shared = &reader->shared[(guint) name];
  if (*shared == FUL_NONE)
    *shared = ful_string_table_intern (builder->strings, ful_string_table_get (self->strings, (FulStringIndex) name), -1);
  FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = *shared;
  FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = MAX (category, 0);
  set_times (markers, row, ful_raw_column_number (reader->phases, from), start + self->process->shift,
             end + self->process->shift);
  if (!has_payload)
    return TRUE;

  ful_gecko_use_window (self, payload.window);
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = ful_gecko_texts_put (&reader->texts, payload.text, payload.length);
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) payload.length;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] = payload.type;
  FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[row] = payload.cause_stack;

  return TRUE;
}

void
ful_gecko_read_markers (FulGeckoThreadReader *self,
                        const FulRawNode     *table)
{
  FulTableBuilder *markers = &self->thread->markers;
  MarkerReader reader = {
    ful_raw_cells (table, "name"), ful_raw_cells (table, "startTime"), ful_raw_cells (table, "endTime"),
    ful_raw_cells (table, "phase"), ful_raw_cells (table, "category"),
    .payloads = { .thread = self, .tree = self->reader->scratch },
  };
  FulRawColumn *data = ful_raw_cells (table, "data");
  guint n_strings = ful_string_table_get_n (self->strings);
  g_autofree guint *order = NULL;
  guint n, n_rows = 0;

  if (reader.names == NULL)
    {
      ful_gecko_remove_missing_rows (self->reader, table, "name", NULL, self->where);
      return;
    }
  if (data && data->type == FUL_RAW_NODES)
    ful_raw_column_to_texts (self->reader->tree, data);
  reader.texts.column = data && data->type == FUL_RAW_TEXTS ? data : NULL;
  reader.shared = g_new (gint32, MAX (n_strings, 1));
  for (guint i = 0; i < n_strings; i++)
    reader.shared[i] = FUL_NONE;
  order = sort_markers (self, &reader, &n);
  ful_table_builder_append (markers, n);

  for (guint i = 0; i < n; i++)
    {
      if (i % CANCEL_CHECK_PAYLOADS == 0 && g_cancellable_is_cancelled (self->reader->cancellable))
        break;
      n_rows += read_marker (self, &reader, n_rows, order[i]);
    }
  ful_table_builder_drop_rows (markers, n_rows);
  self->thread->payloads = ful_gecko_texts_finish (&reader.texts, FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64), n_rows);
  ful_gecko_payloads_clear (&reader.payloads);
  g_free (reader.shared);
}
