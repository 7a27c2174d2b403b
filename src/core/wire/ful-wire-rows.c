/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of row frames (wire.md 5, 6). The decoder reads them once to validate a frame before anyone
 * sees a row of it; then its receiver does. Each record has at least two bytes, so that a read costs
 * O(bytes) however many rows a frame announces; runs are not expanded. */

#include "config.h"

#include "ful-wire-rows.h"

#include <glib/gi18n-lib.h>

#define KIND_MASK 3
#define KIND_FULL 0
#define KIND_SAME 1
#define KIND_RUN 2
#define SAMPLE_CPU (1 << 2)
#define SAMPLE_WEIGHT (1 << 3)
#define SAMPLE_EVENT_DELAY (1 << 4)
#define SAMPLE_BITS (KIND_MASK | SAMPLE_CPU | SAMPLE_WEIGHT | SAMPLE_EVENT_DELAY)

#define MARKER_INTERVAL 1
#define MARKER_FIELDS (1 << 2)
#define MARKER_STACK (1 << 3)
#define MARKER_BITS (3 | MARKER_FIELDS | MARKER_STACK)

#define COUNT_F64 (1 << 0)
#define COUNT_NUMBER (1 << 1)

#define ALLOCATION_IN_NURSERY (1 << 0)
#define ALLOCATION_ADDRESS (1 << 1)

static const char unknown_tag[] = N_("the tag of a record has unknown bits");

/**
 * ful_wire_table_columns:
 * @table: a table
 *
 * Returns: a letter for each column: t text, r row, i number, b boolean, p rows back to the caller
 */
const char *
ful_wire_table_columns (FulWireTableNumber table)
{
  switch (table)
    {
    case FUL_WIRE_STRINGS:
      return "t";
    case FUL_WIRE_RESOURCES:
      return "rri";
    case FUL_WIRE_SOURCES:
      return "rriirr";
    case FUL_WIRE_FUNCS:
      return "rbbrriir";
    case FUL_WIRE_NATIVE_SYMBOLS:
      return "riri";
    case FUL_WIRE_FRAMES:
      return "irirrrriiir";
    case FUL_WIRE_STACKS:
      return "rp";
    case FUL_WIRE_SOURCE_LOCATIONS:
      return "rii";
    case FUL_WIRE_N_TABLES:
    default:
      g_assert_not_reached ();
    }
}

static guint8
read_tag (FulWireReader *reader,
          guint8         known)
{
  const guint8 *at = reader->at;
  guint8 tag = ful_wire_reader_read_u8 (reader);

  if (tag & ~known)
    ful_wire_reader_fail (reader, at, unknown_tag);

  return tag;
}

/* The time of the next record. */
static gint64
read_time (FulWireRows *self)
{
  const guint8 *at = self->reader.at;

  if (__builtin_add_overflow (self->time, ful_wire_reader_read_sint (&self->reader), &self->time))
    ful_wire_reader_fail (&self->reader, at, N_("a time does not fit into 64 bits"));

  return self->time;
}

static void
check_end (FulWireReader *reader,
           const guint8  *at,
           gint64         time,
           guint64        duration)
{
  if (__builtin_add_overflow (time, duration, &time))
    ful_wire_reader_fail (reader, at, N_("a time does not fit into 64 bits"));
}

static void
read_run (FulWireRows   *self,
          FulWireSample *sample)
{
  const guint8 *at = self->reader.at;
  guint64 duration;

  sample->n_rows = ful_wire_reader_read_uint (&self->reader);
  if (sample->n_rows == 0 || sample->n_rows > self->n_left)
    {
      ful_wire_reader_fail (&self->reader, at, N_("a run has no rows, or more than the frame"));
      return;
    }

  at = self->reader.at;
  sample->step = ful_wire_reader_read_uint (&self->reader);
  if (__builtin_mul_overflow (sample->n_rows - 1, sample->step, &duration))
    duration = G_MAXUINT64;
  check_end (&self->reader, at, self->time, duration);
  self->time = (gint64) ((guint64) self->time + duration);
}

/**
 * ful_wire_rows_next_sample:
 * @self: records of SAMPLES
 * @sample: (out caller-allocates): the next record, with the stack that holds for it
 *
 * Returns: %FALSE at the end, and after a flaw, which is in the reader of @self
 */
gboolean
ful_wire_rows_next_sample (FulWireRows   *self,
                           FulWireSample *sample)
{
  FulWireReader *reader = &self->reader;
  const guint8 *at = reader->at;
  guint8 tag;

  if (self->n_left == 0)
    return FALSE;

  tag = read_tag (reader, SAMPLE_BITS);
  *sample = (FulWireSample) { .n_rows = 1 };
  if ((tag & KIND_MASK) == KIND_MASK || ((tag & KIND_MASK) == KIND_RUN && tag & (SAMPLE_WEIGHT | SAMPLE_EVENT_DELAY)))
    ful_wire_reader_fail (reader, at, unknown_tag);
  if ((tag & KIND_MASK) != KIND_FULL && self->n_left == self->n_rows)
    ful_wire_reader_fail (reader, at, N_("the first record is not a full one"));

  sample->time = read_time (self);
  if ((tag & KIND_MASK) == KIND_FULL)
    self->stack = ful_wire_reader_read_ref (reader);
  else if ((tag & KIND_MASK) == KIND_RUN)
    read_run (self, sample);
  sample->stack = self->stack;

  sample->has_cpu = (tag & SAMPLE_CPU) != 0;
  sample->has_weight = (tag & SAMPLE_WEIGHT) != 0;
  sample->has_event_delay = (tag & SAMPLE_EVENT_DELAY) != 0;
  if (sample->has_cpu)
    sample->cpu = ful_wire_reader_read_uint (reader);
  if (sample->has_weight)
    sample->weight = ful_wire_reader_read_f64 (reader);
  if (sample->has_event_delay)
    sample->event_delay = ful_wire_reader_read_sint (reader);
  if (reader->error)
    return FALSE;
  self->n_left -= (guint) sample->n_rows;

  return TRUE;
}

/**
 * ful_wire_read_field:
 * @reader: the reader of a marker's fields
 * @field: (out caller-allocates): the next one
 */
void
ful_wire_read_field (FulWireReader *reader,
                     FulWireField  *field)
{
  const guint8 *at;

  *field = (FulWireField) { .key = ful_wire_reader_read_uint (reader) };
  at = reader->at;
  field->kind = ful_wire_reader_read_u8 (reader);
  switch (field->kind)
    {
    case FUL_WIRE_FIELD_NULL:
    case FUL_WIRE_FIELD_FALSE:
    case FUL_WIRE_FIELD_TRUE:
      break;
    case FUL_WIRE_FIELD_SINT:
      field->sint = ful_wire_reader_read_sint (reader);
      break;
    case FUL_WIRE_FIELD_F64:
      field->f64 = ful_wire_reader_read_f64 (reader);
      break;
    case FUL_WIRE_FIELD_TEXT:
    case FUL_WIRE_FIELD_JSON:
      field->text = ful_wire_reader_read_text (reader);
      break;
    case FUL_WIRE_FIELD_STRING:
    case FUL_WIRE_FIELD_STRING_NUMBER:
      field->string = ful_wire_reader_read_uint (reader);
      break;
    default:
      ful_wire_reader_fail (reader, at, N_("a field of a marker has an unknown kind"));
      break;
    }
}

/**
 * ful_wire_rows_next_marker:
 * @self: records of MARKERS
 * @marker: (out caller-allocates): the next one
 *
 * Returns: %FALSE at the end, and after a flaw
 */
gboolean
ful_wire_rows_next_marker (FulWireRows   *self,
                           FulWireMarker *marker)
{
  FulWireReader *reader = &self->reader;
  const guint8 *at;
  guint8 tag;

  if (self->n_left == 0)
    return FALSE;

  tag = read_tag (reader, MARKER_BITS);
  *marker = (FulWireMarker) { .phase = tag & 3, .time = read_time (self) };
  at = reader->at;
  if (marker->phase == MARKER_INTERVAL)
    marker->duration = ful_wire_reader_read_uint (reader);
  check_end (reader, at, marker->time, marker->duration);
  marker->name = ful_wire_reader_read_uint (reader);
  marker->category = ful_wire_reader_read_uint (reader);
  marker->has_payload = (tag & MARKER_FIELDS) != 0;
  if (marker->has_payload)
    marker->n_fields = ful_wire_reader_read_uint (reader);
  marker->fields = *reader;
  for (guint64 i = 0; i < marker->n_fields && !reader->error; i++)
    {
      FulWireField field;

      ful_wire_read_field (reader, &field);
    }
  marker->fields.end = reader->at;
  marker->has_stack = (tag & MARKER_STACK) != 0;
  if (marker->has_stack)
    marker->stack = ful_wire_reader_read_uint (reader);
  if (reader->error)
    return FALSE;
  self->n_left--;

  return TRUE;
}

/**
 * ful_wire_rows_next_count:
 * @self: records of COUNTS
 * @count: (out caller-allocates): the next one
 *
 * Returns: %FALSE at the end, and after a flaw
 */
gboolean
ful_wire_rows_next_count (FulWireRows  *self,
                          FulWireCount *count)
{
  FulWireReader *reader = &self->reader;
  guint8 tag;

  if (self->n_left == 0)
    return FALSE;

  tag = read_tag (reader, COUNT_F64 | COUNT_NUMBER);
  *count = (FulWireCount) { .time = read_time (self) };
  count->is_f64 = (tag & COUNT_F64) != 0;
  count->has_number = (tag & COUNT_NUMBER) != 0;
  if (count->is_f64)
    count->f64 = ful_wire_reader_read_f64 (reader);
  else
    count->sint = ful_wire_reader_read_sint (reader);
  if (count->has_number)
    count->number = ful_wire_reader_read_uint (reader);
  if (reader->error)
    return FALSE;
  self->n_left--;

  return TRUE;
}

/**
 * ful_wire_rows_next_allocation:
 * @self: records of ALLOCATIONS
 * @allocation: (out caller-allocates): the next one
 *
 * Returns: %FALSE at the end, and after a flaw
 */
gboolean
ful_wire_rows_next_allocation (FulWireRows       *self,
                               FulWireAllocation *allocation)
{
  FulWireReader *reader = &self->reader;
  guint8 tag;

  if (self->n_left == 0)
    return FALSE;

  tag = read_tag (reader, self->kind == 0 ? ALLOCATION_IN_NURSERY : ALLOCATION_ADDRESS);
  *allocation = (FulWireAllocation) { .time = read_time (self) };
  allocation->stack = ful_wire_reader_read_ref (reader);
  allocation->bytes = ful_wire_reader_read_sint (reader);
  allocation->in_nursery = (tag & ALLOCATION_IN_NURSERY) != 0;
  allocation->has_address = (tag & ALLOCATION_ADDRESS) != 0;
  if (self->kind == 0)
    for (guint i = 0; i < G_N_ELEMENTS (allocation->strings); i++)
      allocation->strings[i] = ful_wire_reader_read_uint (reader);
  if (allocation->has_address)
    {
      allocation->address = ful_wire_reader_read_uint (reader);
      allocation->thread_id = ful_wire_reader_read_uint (reader);
    }
  if (reader->error)
    return FALSE;
  self->n_left--;

  return TRUE;
}
