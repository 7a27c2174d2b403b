/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a thread or counter → records of a frame (wire.md 5, 6). */

#include "config.h"

#include "ful-live-replay-private.h"

#include "base/ful-radix-sort.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire-encoder.h"

#include <math.h>
#include <string.h>

/* Of a frame. */
#define BATCH_ROWS 4096
#define BATCH_FIELD_BYTES (256u << 10)

static FulThread *
get_thread (FulLiveReplay             *self,
            const FulLiveReplaySource *source)
{
  return ful_profile_get_thread (self->script->profile, source->id);
}

static FulCounter *
get_counter (FulLiveReplay             *self,
             const FulLiveReplaySource *source)
{
  return g_ptr_array_index (self->script->profile->counters, source->id);
}

static const FulAllocationTable *
get_allocations (FulLiveReplay             *self,
                 const FulLiveReplaySource *source)
{
  FulThread *thread = get_thread (self, source);

  return source->kind == FUL_LIVE_REPLAY_JS ? thread->js_allocations : thread->native_allocations;
}

static const FulRadixEntry *
get_marker (FulLiveReplay             *self,
            const FulLiveReplaySource *source,
            guint                      row)
{
  return &g_array_index ((GArray *) g_ptr_array_index (self->script->markers, source->id), FulRadixEntry, row);
}

/* The time on the wire; a row that has none is sent with the start of the stream. */
static gint64
to_wire (FulLiveReplay *self,
         double         ms)
{
  gint64 time = self->script->start;

  if (!ful_live_script_get_time (ms, &time))
    ful_live_script_omit (self->script, FUL_LIVE_OMITTED_TIME);

  return time + self->shift;
}

/* The last of the times at which a thread and its process ended. */
static gint64
get_end_of_thread (FulLiveReplay *self,
                   FulThread     *thread)
{
  return MIN (to_wire (self, fmax (thread->unregister_time, thread->process_shutdown_time)), self->script->end + self->shift);
}

/* Returns: when the row is due */
gint64
ful_live_replay_get_time (FulLiveReplay             *self,
                          const FulLiveReplaySource *source,
                          guint                      row)
{
  switch (source->kind)
    {
    case FUL_LIVE_REPLAY_SAMPLES:
      return to_wire (self, get_thread (self, source)->samples->time[row]);
    case FUL_LIVE_REPLAY_MARKERS:
      return ful_live_script_get_due (get_marker (self, source, row)) + self->shift;
    case FUL_LIVE_REPLAY_COUNTS:
      return to_wire (self, get_counter (self, source)->samples->time[row]);
    case FUL_LIVE_REPLAY_THREAD_END:
      return get_end_of_thread (self, get_thread (self, source));
    case FUL_LIVE_REPLAY_JS:
    case FUL_LIVE_REPLAY_NATIVE:
    default:
      return to_wire (self, get_allocations (self, source)->time[row]);
    }
}

/* Whether @number is one that the wire writes as uint; else what it cannot carry is said. */
static gboolean
get_uint (FulLiveReplay  *self,
          double          number,
          FulLiveOmitted  what,
          guint64        *out)
{
  if (number >= 0 && number < 0x1p64 && number == floor (number))
    {
      *out = (guint64) number;
      return TRUE;
    }
  ful_live_script_omit (self->script, what);

  return FALSE;
}

static FulWireSample
make_sample (FulLiveReplay        *self,
             const FulSampleTable *samples,
             guint                 row)
{
  const double *delays = samples->event_delay ? samples->event_delay : samples->responsiveness;
  double cpu = ful_i32_or_f64_get (&samples->cpu_delta, row);
  FulWireSample sample = { .time = to_wire (self, samples->time[row]), .stack = samples->stack[row], .n_rows = 1 };

  ful_live_replay_need (self, FUL_WIRE_STACKS, sample.stack);
  if (!isnan (cpu))
    sample.has_cpu = get_uint (self, cpu, FUL_LIVE_OMITTED_CPU, &sample.cpu) ||
                     get_uint (self, rint (cpu), FUL_LIVE_OMITTED_CPU, &sample.cpu);
  sample.has_weight = samples->weight != NULL;
  sample.weight = samples->weight ? samples->weight[row] : 1;
  sample.has_event_delay = delays && ful_live_script_get_time (delays[row], &sample.event_delay);

  return sample;
}

/* Whether @sample continues the run that ends with @last, and is counted there. */
static gboolean
extend_run (FulWireSample       *last,
            const FulWireSample *sample)
{
  guint64 step = last->n_rows > 1 ? last->step : (guint64) (sample->time - last->time);

  if (sample->stack != last->stack || sample->has_cpu != last->has_cpu || sample->cpu != last->cpu ||
      sample->has_weight || sample->has_event_delay || last->has_event_delay ||
      sample->time != last->time + (gint64) (last->n_rows * step))
    return FALSE;
  last->step = step;
  last->n_rows++;

  return TRUE;
}

static void
add_sample (FulLiveReplay             *self,
            const FulLiveReplaySource *source,
            guint                      row)
{
  const FulSampleTable *samples = get_thread (self, source)->samples;
  FulWireSample sample = make_sample (self, samples, row);

  if (samples->argument_values && samples->argument_values[row] != FUL_NONE)
    ful_live_script_omit (self->script, FUL_LIVE_OMITTED_ARGUMENTS);
  if (self->records->len == 0 || !extend_run (&g_array_index (self->records, FulWireSample, self->records->len - 1), &sample))
    g_array_append_val (self->records, sample);
}

static void
add_marker (FulLiveReplay             *self,
            const FulLiveReplaySource *source,
            guint                      row)
{
  FulWireMarker marker;

  ful_live_replay_make_marker (self, get_thread (self, source), (guint) get_marker (self, source, row)->row, &marker);
  g_array_append_val (self->records, marker);
}

static void
add_count (FulLiveReplay             *self,
           const FulLiveReplaySource *source,
           guint                      row)
{
  const FulCounterSampleTable *samples = get_counter (self, source)->samples;
  double number = samples->number ? samples->number[row] : NAN;
  FulWireCount count = { .time = to_wire (self, samples->time[row]), .f64 = samples->count[row] };

  count.is_f64 = !(fabs (count.f64) < 0x1p63 && count.f64 == rint (count.f64));
  if (!count.is_f64)
    count.sint = (gint64) count.f64;
  if (!isnan (number))
    count.has_number = get_uint (self, number, FUL_LIVE_OMITTED_NUMBER, &count.number);
  g_array_append_val (self->records, count);
}

static gint64
get_bytes (FulLiveReplay *self,
           double         weight)
{
  if (!(fabs (weight) < 0x1p63) || weight != rint (weight))
    ful_live_script_omit (self->script, FUL_LIVE_OMITTED_BYTES);

  return fabs (weight) < 0x1p63 ? (gint64) rint (weight) : 0;
}

/* A column of the inline texts. */
static guint64
get_text (FulLiveReplay *self,
          const gint32  *texts,
          guint          row)
{
  const char *text = texts && texts[row] != FUL_NONE ? ful_string_table_get (self->script->profile->texts, texts[row]) : "";

  return ful_live_replay_add_string (self, text, strlen (text));
}

static void
add_allocation (FulLiveReplay             *self,
                const FulLiveReplaySource *source,
                guint                      row)
{
  const FulAllocationTable *table = get_allocations (self, source);
  FulWireAllocation allocation = { .time = to_wire (self, table->time[row]), .stack = table->stack[row] };
  double address = table->memory_address ? table->memory_address[row] : NAN;
  double thread = table->thread_id ? table->thread_id[row] : NAN;

  ful_live_replay_need (self, FUL_WIRE_STACKS, allocation.stack);
  allocation.bytes = get_bytes (self, table->weight[row]);
  if (source->kind == FUL_LIVE_REPLAY_JS)
    {
      allocation.in_nursery = table->in_nursery && table->in_nursery[row];
      allocation.strings[0] = get_text (self, table->class_name, row);
      allocation.strings[1] = get_text (self, table->type_name, row);
      allocation.strings[2] = get_text (self, table->coarse_type, row);
    }
  else if (!isnan (address) || !isnan (thread))
    allocation.has_address = get_uint (self, address, FUL_LIVE_OMITTED_ALLOCATION, &allocation.address) &&
                             get_uint (self, thread, FUL_LIVE_OMITTED_ALLOCATION, &allocation.thread_id);
  if (table->argument_values && table->argument_values[row] != FUL_NONE)
    ful_live_script_omit (self->script, FUL_LIVE_OMITTED_ARGUMENTS);
  g_array_append_val (self->records, allocation);
}

static const struct { void (*add) (FulLiveReplay *, const FulLiveReplaySource *, guint); gsize size; } kinds[] = {
  [FUL_LIVE_REPLAY_SAMPLES] = { add_sample, sizeof (FulWireSample) },
  [FUL_LIVE_REPLAY_MARKERS] = { add_marker, sizeof (FulWireMarker) },
  [FUL_LIVE_REPLAY_JS] = { add_allocation, sizeof (FulWireAllocation) },
  [FUL_LIVE_REPLAY_NATIVE] = { add_allocation, sizeof (FulWireAllocation) },
  [FUL_LIVE_REPLAY_COUNTS] = { add_count, sizeof (FulWireCount) },
};

/* The next rows of @source, up to those before the next TICK, as the batch. */
void
ful_live_replay_make_rows (FulLiveReplay             *self,
                           const FulLiveReplaySource *source)
{
  guint row = source->next;

  self->batch_start = self->batch_end = source->time;
  self->fields.n = 0;
  g_clear_pointer (&self->records, g_array_unref);
  self->records = g_array_sized_new (FALSE, FALSE, (guint) kinds[source->kind].size, 64);
  for (; row < source->n_rows && row - source->next < BATCH_ROWS && self->fields.n < BATCH_FIELD_BYTES; row++)
    {
      gint64 time = ful_live_replay_get_time (self, source, row);

      if (time >= self->tick)
        break;
      self->batch_end = time;
      kinds[source->kind].add (self, source, row);
    }
  self->n_batch = row - source->next;
}

/* Fields were appended to a buffer that may have moved: their readers hold offsets until now. */
static void
place_fields (FulLiveReplay *self)
{
  for (guint i = 0; i < self->records->len; i++)
    {
      FulWireReader *fields = &g_array_index (self->records, FulWireMarker, i).fields;

      fields->at = (const guint8 *) self->fields.data + GPOINTER_TO_SIZE (fields->at);
      fields->end = (const guint8 *) self->fields.data + GPOINTER_TO_SIZE (fields->end);
    }
}

/* A frame that is too large has one marker that is: its fields are left out. */
static void
put_markers (FulLiveReplay *self,
             guint          thread,
             FulBytes      *to)
{
  FulWireMarker *markers = (FulWireMarker *) self->records->data;

  place_fields (self);
  if (ful_wire_encode_markers (to, thread, self->batch_start, markers, self->records->len))
    return;

  ful_live_script_omit (self->script, FUL_LIVE_OMITTED_PAYLOAD);
  for (guint i = 0; i < self->records->len; i++)
    if (markers[i].fields.end - markers[i].fields.at > FUL_WIRE_MAX_BYTES / 2)
      markers[i].n_fields = markers[i].has_payload = 0;
  if (!ful_wire_encode_markers (to, thread, self->batch_start, markers, self->records->len))
    g_assert_not_reached ();
}

static void
put_loss (FulLiveReplay             *self,
          const FulLiveReplaySource *source,
          FulBytes                  *to)
{
  static const guint8 loss_kinds[] = {
    [FUL_LIVE_REPLAY_SAMPLES] = 1, [FUL_LIVE_REPLAY_MARKERS] = 2, [FUL_LIVE_REPLAY_COUNTS] = 3,
    [FUL_LIVE_REPLAY_JS] = 4, [FUL_LIVE_REPLAY_NATIVE] = 4,
  };
  FulWireFrame loss = { FUL_WIRE_LOSS, .loss = { source->id, loss_kinds[source->kind], self->batch_start,
                        (guint64) (self->batch_end - self->batch_start), self->n_batch, 1, { "", 0 } } };

  if (source->kind == FUL_LIVE_REPLAY_COUNTS)
    loss.loss.thread = get_counter (self, source)->main_thread;
  ful_wire_encode (to, &loss);
  self->totals.n_lost += self->n_batch;
}

/**
 * ful_live_replay_put_rows:
 * @source: a source whose next rows are the batch
 * @to: gets a frame with them, or their LOSS
 */
void
ful_live_replay_put_rows (FulLiveReplay             *self,
                          const FulLiveReplaySource *source,
                          FulBytes                  *to)
{
  gpointer records = self->records->data;
  guint n = self->records->len;

  if (self->n_drop_ticks > 0)
    {
      put_loss (self, source, to);
      return;
    }
  switch (source->kind)
    {
    case FUL_LIVE_REPLAY_SAMPLES:
      ful_wire_encode_samples (to, source->id, self->batch_start, records, n);
      self->totals.n_samples += self->n_batch;
      break;
    case FUL_LIVE_REPLAY_MARKERS:
      put_markers (self, source->id, to);
      self->totals.n_markers += self->n_batch;
      break;
    case FUL_LIVE_REPLAY_COUNTS:
      ful_wire_encode_counts (to, source->id, self->batch_start, records, n);
      self->totals.n_counts += self->n_batch;
      break;
    case FUL_LIVE_REPLAY_JS:
    case FUL_LIVE_REPLAY_NATIVE:
    case FUL_LIVE_REPLAY_THREAD_END:
    default:
      ful_wire_encode_allocations (to, source->id, source->kind == FUL_LIVE_REPLAY_NATIVE, self->batch_start, records, n);
      self->totals.n_allocations += self->n_batch;
      break;
    }
}
