/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames → bytes (wire.md 1 to 6): the counterpart of ful-wire-decoder.c. A frame is appended as a
 * whole, or not at all if it would be larger than the receiver may accept. */

#include "config.h"

#include "ful-wire-encoder.h"

#include "ful-wire-rows.h"

static void
put_u8 (FulBytes *to,
        guint     number)
{
  ful_bytes_append_c (to, (char) number);
}

static void
put_uint (FulBytes *to,
          guint64   number)
{
  for (; number >= 0x80; number >>= 7)
    put_u8 (to, (number & 0x7f) | 0x80);
  put_u8 (to, (guint) number);
}

static void
put_sint (FulBytes *to,
          gint64    number)
{
  put_uint (to, ((guint64) number << 1) ^ (number < 0 ? G_MAXUINT64 : 0));
}

static void
put_ref (FulBytes *to,
         gint64    row)
{
  put_uint (to, row < 0 ? 0 : (guint64) row + 1);
}

static void
put_f64 (FulBytes *to,
         double    number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  ful_bytes_append (to, (const char *) &bits, sizeof bits);
}

static void
put_text (FulBytes    *to,
          FulWireText  text)
{
  put_uint (to, text.n);
  ful_bytes_append (to, text.data, text.n);
}

/* The times of the records of a frame, each from the last row of the one before. */
static void
put_time (FulBytes *to,
          gint64   *last,
          gint64    time)
{
  put_sint (to, (gint64) ((guint64) time - (guint64) *last));
  *last = time;
}

/* Returns: the place of the frame, for end_frame(). */
static gsize
begin_frame (FulBytes    *to,
             FulWireType  type)
{
  gsize place = to->n;

  ful_bytes_append (to, "\0\0\0\0", FUL_WIRE_LENGTH_BYTES);
  put_u8 (to, type);

  return place;
}

static gboolean
end_frame (FulBytes *to,
           gsize     place)
{
  gsize n = to->n - place - FUL_WIRE_LENGTH_BYTES;
  gboolean from_client = (guint8) to->data[place + FUL_WIRE_LENGTH_BYTES] >= FUL_WIRE_SUBSCRIBE;
  guint32 length = GUINT32_TO_LE ((guint32) n);

  if (n > (from_client ? FUL_WIRE_MAX_CLIENT_BYTES : FUL_WIRE_MAX_BYTES))
    {
      to->n = place;
      return FALSE;
    }
  memcpy (to->data + place, &length, sizeof length);

  return TRUE;
}

static void
put_hello (FulBytes           *to,
           const FulWireHello *hello)
{
  ful_bytes_append (to, FUL_WIRE_MAGIC, FUL_WIRE_MAGIC_BYTES);
  put_u8 (to, FUL_WIRE_MAJOR);
  put_u8 (to, hello->minor);
  put_uint (to, hello->capabilities);
  if (hello->from_client)
    put_text (to, hello->token);
  else
    ful_bytes_append (to, (const char *) hello->capture, FUL_WIRE_CAPTURE_BYTES);
  put_text (to, hello->name);
}

static void
put_loss (FulBytes          *to,
          const FulWireLoss *loss)
{
  put_ref (to, loss->thread);
  put_u8 (to, loss->kind);
  put_sint (to, loss->start);
  put_uint (to, loss->duration);
  put_uint (to, loss->n_rows);
  put_u8 (to, loss->reason);
  put_text (to, loss->text);
}

static void
put_tick (FulBytes          *to,
          const FulWireTick *tick)
{
  put_sint (to, tick->now);
  put_sint (to, tick->complete);
  put_uint (to, tick->backlog_bytes);
  put_uint (to, tick->n_lost);
  put_uint (to, tick->cpu_ns);
}

static void
put_end (FulBytes         *to,
         const FulWireEnd *end)
{
  put_u8 (to, end->reason);
  put_sint (to, end->time);
  put_uint (to, end->n_samples);
  put_uint (to, end->n_markers);
  put_uint (to, end->n_counts);
  put_uint (to, end->n_allocations);
  put_uint (to, end->n_lost);
  put_text (to, end->text);
}

/**
 * ful_wire_encode:
 * @to: gets the frame
 * @frame: any but TABLE and the row frames
 *
 * Returns: %FALSE if the frame would be too large; @to is then as before
 */
gboolean
ful_wire_encode (FulBytes           *to,
                 const FulWireFrame *frame)
{
  gsize place = begin_frame (to, frame->type);

  switch (frame->type)
    {
    case FUL_WIRE_HELLO:
      put_hello (to, &frame->hello);
      break;
    case FUL_WIRE_ERROR:
      put_uint (to, frame->error.code);
      put_u8 (to, frame->error.fatal ? 1 : 0);
      put_text (to, frame->error.message);
      break;
    case FUL_WIRE_STATE:
      put_u8 (to, frame->state.state);
      put_sint (to, frame->state.since);
      break;
    case FUL_WIRE_THREAD:
    case FUL_WIRE_COUNTER:
    case FUL_WIRE_LIB:
      put_uint (to, frame->object.id);
      if (frame->type == FUL_WIRE_COUNTER)
        put_uint (to, frame->object.thread);
      put_text (to, frame->object.object);
      break;
    case FUL_WIRE_META:
    case FUL_WIRE_START:
      put_text (to, frame->object.object);
      break;
    case FUL_WIRE_LOSS:
      put_loss (to, &frame->loss);
      break;
    case FUL_WIRE_TICK:
      put_tick (to, &frame->tick);
      break;
    case FUL_WIRE_END:
      put_end (to, &frame->end);
      break;
    case FUL_WIRE_SUBSCRIBE:
      put_uint (to, frame->subscribe.kinds);
      put_u8 (to, frame->subscribe.history ? 1 : 0);
      put_uint (to, frame->subscribe.window_bytes);
      break;
    case FUL_WIRE_SYNC:
    case FUL_WIRE_ACK:
      put_uint (to, frame->number);
      break;
    case FUL_WIRE_MARK:
      put_text (to, frame->text);
      break;
    case FUL_WIRE_STOP:
    case FUL_WIRE_PAUSE:
    case FUL_WIRE_RESUME:
      break;
    case FUL_WIRE_TABLE:
    case FUL_WIRE_SAMPLES:
    case FUL_WIRE_MARKERS:
    case FUL_WIRE_COUNTS:
    case FUL_WIRE_ALLOCATIONS:
    default:
      g_assert_not_reached ();
    }

  return end_frame (to, place);
}

/**
 * ful_wire_encode_table:
 * @to: gets a frame TABLE
 * @table: a table
 * @first_row: number of rows sent before
 * @n: rows, at most %FUL_WIRE_MAX_ROWS
 * @cells: (nullable): @n cells of each column, column by column; -1 is a missing row or number
 * @texts: (nullable): instead, of FUL_WIRE_STRINGS
 *
 * Returns: %FALSE if the frame would be too large; @to is then as before
 */
gboolean
ful_wire_encode_table (FulBytes           *to,
                       FulWireTableNumber  table,
                       guint64             first_row,
                       guint               n,
                       const gint64       *cells,
                       const FulWireText  *texts)
{
  const char *columns = ful_wire_table_columns (table);
  gsize place = begin_frame (to, FUL_WIRE_TABLE);

  put_u8 (to, table);
  put_uint (to, first_row);
  put_uint (to, n);
  for (guint c = 0; columns[c]; c++)
    for (guint i = 0; i < n; i++)
      switch (columns[c])
        {
        case 't':
          put_text (to, texts[i]);
          break;
        case 'b':
          put_u8 (to, cells[(gsize) c * n + i] ? 1 : 0);
          break;
        case 'p':
          put_uint (to, (guint64) cells[(gsize) c * n + i]);
          break;
        default:
          put_ref (to, cells[(gsize) c * n + i]);
          break;
        }

  return end_frame (to, place);
}

static gsize
begin_rows (FulBytes    *to,
            FulWireType  type,
            guint64      id,
            guint        kind,
            guint64      n_rows,
            gint64       base_time)
{
  gsize place = begin_frame (to, type);

  put_uint (to, id);
  if (type == FUL_WIRE_ALLOCATIONS)
    put_u8 (to, kind);
  put_uint (to, n_rows);
  put_sint (to, base_time);

  return place;
}

static void
put_sample (FulBytes            *to,
            const FulWireSample *sample,
            guint64              n_rows,
            gboolean             is_same,
            gint64              *last,
            gint64               time)
{
  guint kind = n_rows > 1 ? 2 : is_same ? 1 : 0;

  put_u8 (to, kind | (sample->has_cpu ? 4 : 0) | (sample->has_weight ? 8 : 0) | (sample->has_event_delay ? 16 : 0));
  put_time (to, last, time);
  if (kind == 0)
    put_ref (to, sample->stack);
  if (kind == 2)
    {
      put_uint (to, n_rows);
      put_uint (to, sample->step);
      *last = (gint64) ((guint64) time + (n_rows - 1) * sample->step);
    }
  if (sample->has_cpu)
    put_uint (to, sample->cpu);
  if (sample->has_weight)
    put_f64 (to, sample->weight);
  if (sample->has_event_delay)
    put_sint (to, sample->event_delay);
}

/**
 * ful_wire_encode_samples:
 * @to: gets a frame SAMPLES
 * @thread: its number
 * @base_time: time that the first record counts from
 * @samples: records; those of several rows have neither weight nor event delay
 * @n: how many; at most %FUL_WIRE_MAX_ROWS rows together
 *
 * The stack is written where it changes.
 *
 * Returns: %FALSE if the frame would be too large; @to is then as before
 */
gboolean
ful_wire_encode_samples (FulBytes            *to,
                         guint64              thread,
                         gint64               base_time,
                         const FulWireSample *samples,
                         guint                n)
{
  gint64 last = base_time;
  guint64 n_rows = 0;
  gsize place;

  for (guint i = 0; i < n; i++)
    n_rows += samples[i].n_rows;
  place = begin_rows (to, FUL_WIRE_SAMPLES, thread, 0, n_rows, base_time);

  for (guint i = 0; i < n; i++)
    {
      const FulWireSample *sample = &samples[i];
      gboolean is_same = i > 0 && sample->stack == samples[i - 1].stack;
      guint64 n_left = sample->n_rows;
      gint64 time = sample->time;

      g_assert (n_left > 0 && (n_left == 1 || !(sample->has_weight || sample->has_event_delay)));
      if (!is_same)
        {
          put_sample (to, sample, 1, FALSE, &last, time);
          n_left--;
          time = (gint64) ((guint64) time + sample->step);
        }
      if (n_left > 0)
        put_sample (to, sample, n_left, TRUE, &last, time);
    }

  return end_frame (to, place);
}

void
ful_wire_put_field (FulBytes           *to,
                    const FulWireField *field)
{
  put_uint (to, field->key);
  put_u8 (to, field->kind);
  switch (field->kind)
    {
    case FUL_WIRE_FIELD_SINT:
      put_sint (to, field->sint);
      break;
    case FUL_WIRE_FIELD_F64:
      put_f64 (to, field->f64);
      break;
    case FUL_WIRE_FIELD_TEXT:
    case FUL_WIRE_FIELD_JSON:
      put_text (to, field->text);
      break;
    case FUL_WIRE_FIELD_STRING:
    case FUL_WIRE_FIELD_STRING_NUMBER:
      put_uint (to, field->string);
      break;
    case FUL_WIRE_FIELD_NULL:
    case FUL_WIRE_FIELD_FALSE:
    case FUL_WIRE_FIELD_TRUE:
    default:
      break;
    }
}

/**
 * ful_wire_encode_markers:
 * @to: gets a frame MARKERS
 * @thread: its number
 * @base_time: time that the first record counts from
 * @markers: records; their fields made by ful_wire_put_field()
 * @n: how many; at most %FUL_WIRE_MAX_ROWS
 *
 * Returns: %FALSE if the frame would be too large; @to is then as before
 */
gboolean
ful_wire_encode_markers (FulBytes            *to,
                         guint64              thread,
                         gint64               base_time,
                         const FulWireMarker *markers,
                         guint                n)
{
  gsize place = begin_rows (to, FUL_WIRE_MARKERS, thread, 0, n, base_time);
  gint64 last = base_time;

  for (guint i = 0; i < n; i++)
    {
      const FulWireMarker *marker = &markers[i];
      gboolean has_payload = marker->has_payload || marker->n_fields > 0;

      put_u8 (to, marker->phase | (has_payload ? 4 : 0) | (marker->has_stack ? 8 : 0));
      put_time (to, &last, marker->time);
      if (marker->phase == 1)
        put_uint (to, marker->duration);
      put_uint (to, marker->name);
      put_uint (to, marker->category);
      if (has_payload)
        {
          put_uint (to, marker->n_fields);
          ful_bytes_append (to, (const char *) marker->fields.at, (gsize) (marker->fields.end - marker->fields.at));
        }
      if (marker->has_stack)
        put_uint (to, marker->stack);
    }

  return end_frame (to, place);
}

gboolean
ful_wire_encode_counts (FulBytes           *to,
                        guint64             counter,
                        gint64              base_time,
                        const FulWireCount *counts,
                        guint               n)
{
  gsize place = begin_rows (to, FUL_WIRE_COUNTS, counter, 0, n, base_time);
  gint64 last = base_time;

  for (guint i = 0; i < n; i++)
    {
      put_u8 (to, (counts[i].is_f64 ? 1 : 0) | (counts[i].has_number ? 2 : 0));
      put_time (to, &last, counts[i].time);
      if (counts[i].is_f64)
        put_f64 (to, counts[i].f64);
      else
        put_sint (to, counts[i].sint);
      if (counts[i].has_number)
        put_uint (to, counts[i].number);
    }

  return end_frame (to, place);
}

/**
 * ful_wire_encode_allocations:
 * @to: gets a frame ALLOCATIONS
 * @thread: its number
 * @kind: 0 JS, 1 native: which fields of @allocations are written
 * @base_time: time that the first record counts from
 * @allocations: records
 * @n: how many; at most %FUL_WIRE_MAX_ROWS
 *
 * Returns: %FALSE if the frame would be too large; @to is then as before
 */
gboolean
ful_wire_encode_allocations (FulBytes                *to,
                             guint64                  thread,
                             guint8                   kind,
                             gint64                   base_time,
                             const FulWireAllocation *allocations,
                             guint                    n)
{
  gsize place = begin_rows (to, FUL_WIRE_ALLOCATIONS, thread, kind, n, base_time);
  gint64 last = base_time;

  for (guint i = 0; i < n; i++)
    {
      const FulWireAllocation *allocation = &allocations[i];

      put_u8 (to, kind == 0 ? (allocation->in_nursery ? 1 : 0) : (allocation->has_address ? 2 : 0));
      put_time (to, &last, allocation->time);
      put_ref (to, allocation->stack);
      put_sint (to, allocation->bytes);
      if (kind == 0)
        for (guint s = 0; s < G_N_ELEMENTS (allocation->strings); s++)
          put_uint (to, allocation->strings[s]);
      else if (allocation->has_address)
        {
          put_uint (to, allocation->address);
          put_uint (to, allocation->thread_id);
        }
    }

  return end_frame (to, place);
}
