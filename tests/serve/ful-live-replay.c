/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profile → frames of a server (wire.md), one at a time.
 *
 * All threads and counters are defined at the beginning, so that they keep their numbers. Then the rows of
 * each 100 ms of the profile (of time, when it is slow) follow once these are over, thread by thread, each preceded by the table rows
 * that it needs, and a TICK. A stretch without rows has no TICKs when the replay is not paced.
 *
 * A thread that ended is sent without that at first, and again when it is due; so is the end of the recording. */

#include "config.h"

#include "ful-live-replay-private.h"

#include "export/ful-processed-objects.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire-encoder.h"

#include <math.h>
#include <string.h>

#define STEP_NS 1e8

static void
add_source (FulLiveReplay     *self,
            FulLiveReplayKind  kind,
            guint              id,
            guint              n_rows)
{
  FulLiveReplaySource source = { kind, id, n_rows, 0, G_MAXINT64 };

  if (n_rows == 0)
    return;
  source.time = ful_live_replay_get_time (self, &source, 0);
  g_array_append_val (self->sources, source);
}

static void
add_sources (FulLiveReplay *self)
{
  FulProfile *profile = self->script->profile;
  guint n_threads = MIN (profile->threads->len, FUL_WIRE_MAX_THREADS);
  guint n_counters = MIN (profile->counters->len, FUL_WIRE_MAX_COUNTERS);

  for (guint i = 0; i < n_threads; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      GArray *markers = g_ptr_array_index (self->script->markers, i);

      if (self->kinds & FUL_WIRE_KIND_SAMPLES)
        add_source (self, FUL_LIVE_REPLAY_SAMPLES, i, thread->samples->table.n_rows);
      if (self->kinds & FUL_WIRE_KIND_MARKERS)
        add_source (self, FUL_LIVE_REPLAY_MARKERS, i, markers->len);
      if ((self->kinds & FUL_WIRE_KIND_ALLOCATIONS) && thread->js_allocations)
        add_source (self, FUL_LIVE_REPLAY_JS, i, thread->js_allocations->table.n_rows);
      if ((self->kinds & FUL_WIRE_KIND_ALLOCATIONS) && thread->native_allocations)
        add_source (self, FUL_LIVE_REPLAY_NATIVE, i, thread->native_allocations->table.n_rows);
      if (!self->loop && !(isnan (thread->unregister_time) && isnan (thread->process_shutdown_time)))
        add_source (self, FUL_LIVE_REPLAY_THREAD_END, i, 1);
    }
  for (guint i = 0; i < n_counters && (self->kinds & FUL_WIRE_KIND_COUNTS); i++)
    {
      FulCounter *counter = g_ptr_array_index (profile->counters, i);

      add_source (self, FUL_LIVE_REPLAY_COUNTS, i, counter->samples->table.n_rows);
    }
}

/* The end of the stretch that @time is in. */
static gint64
get_tick_after (FulLiveReplay *self,
                gint64         time)
{
  gint64 rest = time % self->step;

  return time - (rest < 0 ? rest + self->step : rest) + self->step;
}

/**
 * ful_live_replay_new:
 * @script: what to replay
 * @kinds: bits of #FulWireKinds
 * @speed: ms of the profile for each ms; 0: as fast as taken
 * @loop: whether to begin again at the end, with times that go on
 */
FulLiveReplay *
ful_live_replay_new (FulLiveScript *script,
                     guint          kinds,
                     double         speed,
                     gboolean       loop)
{
  FulLiveReplay *self = g_new0 (FulLiveReplay, 1);

  self->script = ful_live_script_ref (script);
  self->kinds = kinds;
  self->speed = speed;
  self->loop = loop;
  /* Also of a slow replay ten a second. */
  self->step = (gint64) (STEP_NS * (speed > 0 ? CLAMP (speed, 1e-6, 1) : 1));
  self->tick = get_tick_after (self, script->start);
  self->sources = g_array_new (FALSE, FALSE, sizeof (FulLiveReplaySource));
  ful_live_replay_init_tables (self);
  add_sources (self);

  return self;
}

void
ful_live_replay_free (FulLiveReplay *self)
{
  ful_live_replay_clear_tables (self);
  ful_live_script_unref (self->script);
  g_array_unref (self->sources);
  g_clear_pointer (&self->records, g_array_unref);
  ful_bytes_clear (&self->fields);
  ful_bytes_clear (&self->scratch);
  g_free (self);
}

static void
put_meta (const char *meta,
          FulBytes   *to)
{
  FulWireFrame frame = { FUL_WIRE_META, .object = { .object = { meta, strlen (meta) } } };

  if (!ful_wire_encode (to, &frame))
    g_assert_not_reached ();
}

static gboolean
put_object (FulLiveReplay *self,
            FulWireType    type,
            guint64        id,
            guint64        thread,
            FulBytes      *object,
            FulBytes      *to)
{
  FulWireFrame frame = { type, .object = { id, thread, { object->data, object->n } } };
  gboolean fits = ful_wire_encode (to, &frame);

  ful_bytes_clear (object);
  if (!fits)
    ful_live_script_omit (self->script, FUL_LIVE_OMITTED_TEXT);

  return fits;
}

/* @with_end: whether the thread has ended by now. Members that only writers need are left out if a frame
 * cannot hold them. */
static void
put_thread (FulLiveReplay *self,
            guint          i,
            gboolean       with_end,
            FulBytes      *to)
{
  FulThread *recorded = ful_profile_get_thread (self->script->profile, i);
  g_autoptr(FulThread) thread = ful_thread_new_copy (recorded);

  if (!with_end)
    thread->unregister_time = thread->process_shutdown_time = NAN;
  for (guint k = 0; k < 2; k++)
    {
      FulBytes object = { NULL };

      ful_processed_put_thread (&object, thread);
      ful_processed_put_string (&object, "weightType", ful_weight_type_to_string (thread->weight_type));
      ful_bytes_append_c (&object, '}');
      if (put_object (self, FUL_WIRE_THREAD, i, 0, &object, to))
        return;
      g_clear_pointer (&thread->rest_json, g_free);
    }
}

static void
put_counter (FulLiveReplay *self,
             guint          i,
             FulBytes      *to)
{
  FulCounter *counter = g_ptr_array_index (self->script->profile->counters, i);
  FulBytes object = { NULL };

  ful_processed_put_counter (&object, counter);
  ful_bytes_append_c (&object, '}');
  put_object (self, FUL_WIRE_COUNTER, i, counter->main_thread, &object, to);
}

static void
put_lib (FulLiveReplay *self,
         guint          i,
         FulBytes      *to)
{
  FulBytes object = { NULL };

  ful_processed_put_lib (&object, g_ptr_array_index (self->script->profile->libs, i));
  put_object (self, FUL_WIRE_LIB, i, 0, &object, to);
}

/* A table without rows is defined by a frame without rows. */
static void
put_empty_allocations (FulLiveReplay *self,
                       guint          i,
                       FulBytes      *to)
{
  FulThread *thread = ful_profile_get_thread (self->script->profile, i / 2);
  FulAllocationTable *table = i % 2 == 0 ? thread->js_allocations : thread->native_allocations;

  if (table && table->table.n_rows == 0)
    ful_wire_encode_allocations (to, i / 2, i % 2, self->script->start, NULL, 0);
}

/* META, the strings, and then all objects in order. Returns: FALSE if all are sent */
static gboolean
put_definition (FulLiveReplay *self,
                FulBytes      *to)
{
  FulProfile *profile = self->script->profile;
  guint n_threads = MIN (profile->threads->len, FUL_WIRE_MAX_THREADS);
  const guint counts[] = {
    1, profile->libs->len, n_threads, MIN (profile->counters->len, FUL_WIRE_MAX_COUNTERS),
    self->kinds & FUL_WIRE_KIND_ALLOCATIONS ? 2 * n_threads : 0,
  };
  gsize n_before = to->n;

  while (to->n == n_before)
    {
      guint kind = 0, i = self->n_defined++;

      for (; kind < G_N_ELEMENTS (counts) && i >= counts[kind]; kind++)
        i -= counts[kind];
      if (kind == G_N_ELEMENTS (counts))
        {
          self->n_defined--;
          return ful_live_replay_put_table (self, to);
        }
      if (kind == 0)
        put_meta (self->script->meta, to);
      else if (kind == 1)
        put_lib (self, i, to);
      else if (kind == 2)
        put_thread (self, i, FALSE, to);
      else if (kind == 3)
        put_counter (self, i, to);
      else
        put_empty_allocations (self, i, to);
    }

  return TRUE;
}

static void
advance (FulLiveReplay       *self,
         FulLiveReplaySource *source)
{
  source->next += self->n_batch;
  source->time = source->next < source->n_rows ? ful_live_replay_get_time (self, source, source->next) : G_MAXINT64;
  self->n_batch = 0;
}

/* A frame of the rows before the TICK. Returns: FALSE if all are sent */
static gboolean
put_rows (FulLiveReplay *self,
          FulBytes      *to)
{
  for (; self->source < self->sources->len; self->source++)
    {
      FulLiveReplaySource *source = &g_array_index (self->sources, FulLiveReplaySource, self->source);

      if (source->time >= self->tick)
        continue;
      if (source->kind == FUL_LIVE_REPLAY_THREAD_END)
        {
          put_thread (self, source->id, TRUE, to);
          source->time = G_MAXINT64;
          return TRUE;
        }
      if (self->n_batch == 0)
        ful_live_replay_make_rows (self, source);
      if (ful_live_replay_put_table (self, to))
        return TRUE;
      ful_live_replay_put_rows (self, source, to);
      advance (self, source);
      return TRUE;
    }

  return FALSE;
}

static gint64
get_next_time (FulLiveReplay *self)
{
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < self->sources->len; i++)
    next = MIN (next, g_array_index (self->sources, FulLiveReplaySource, i).time);

  return next;
}

/* From the first rows on, after the last TICK. */
static void
rewind_sources (FulLiveReplay *self)
{
  self->shift = self->tick - (get_tick_after (self, self->script->start) - self->step);
  for (guint i = 0; i < self->sources->len; i++)
    {
      FulLiveReplaySource *source = &g_array_index (self->sources, FulLiveReplaySource, i);

      source->next = 0;
      source->time = ful_live_replay_get_time (self, source, 0);
    }
}

static void
put_tick (FulLiveReplay *self,
          FulBytes      *to)
{
  FulWireFrame tick = { FUL_WIRE_TICK, .tick = { .now = self->tick, .complete = self->tick, .n_lost = self->totals.n_lost } };
  gint64 next = get_next_time (self);

  ful_wire_encode (to, &tick);
  if (next == G_MAXINT64 && self->loop)
    rewind_sources (self);
  self->finishing = next == G_MAXINT64 && !self->loop;
  self->source = 0;
  self->tick += self->step;
  if (self->speed == 0 && next < G_MAXINT64)
    self->tick = MAX (self->tick, get_tick_after (self, next));
  if (self->n_drop_ticks > 0)
    self->n_drop_ticks--;
}

/* What remains after the last row. */
static void
put_rest (FulLiveReplay *self,
          FulBytes      *to)
{
  ful_live_replay_need_all (self);
  if (ful_live_replay_put_table (self, to))
    return;
  if (self->script->end_meta && !self->end_meta_sent)
    {
      put_meta (self->script->end_meta, to);
      self->end_meta_sent = TRUE;
      return;
    }
  ful_live_replay_end (self, FUL_WIRE_END_TARGET_EXITED, to);
}

/**
 * ful_live_replay_next:
 * @self: a replay
 * @elapsed_us: time since its beginning
 * @to: the next frame is appended
 * @out_due_us: (out): when that will be due, after %FUL_LIVE_REPLAY_WAIT
 */
FulLiveReplayResult
ful_live_replay_next (FulLiveReplay *self,
                      gint64         elapsed_us,
                      FulBytes      *to,
                      gint64        *out_due_us)
{
  if (self->ended)
    return FUL_LIVE_REPLAY_ENDED;
  if (self->finishing)
    {
      put_rest (self, to);
      return FUL_LIVE_REPLAY_FRAME;
    }
  if (put_definition (self, to))
    return FUL_LIVE_REPLAY_FRAME;

  *out_due_us = self->speed > 0 ? (gint64) ceil ((double) (self->tick - self->script->start) / 1e3 / self->speed) : 0;
  if (elapsed_us < *out_due_us)
    return FUL_LIVE_REPLAY_WAIT;
  if (!put_rows (self, to))
    put_tick (self, to);

  return FUL_LIVE_REPLAY_FRAME;
}

/**
 * ful_live_replay_end:
 * @self: a replay
 * @reason: of END
 * @to: gets END, unless it was sent before
 */
void
ful_live_replay_end (FulLiveReplay *self,
                     guint8         reason,
                     FulBytes      *to)
{
  FulWireFrame end = { FUL_WIRE_END, .end = self->totals };

  if (self->ended)
    return;
  self->ended = TRUE;
  end.end.reason = reason;
  end.end.time = self->finishing ? MAX (self->script->end, self->tick - 2 * self->step) : self->tick - self->step;
  ful_wire_encode (to, &end);
}

/**
 * ful_live_replay_drop_rows:
 * @n_ticks: how many TICKs follow before rows are sent again
 *
 * Each row frame until then becomes a LOSS.
 */
void
ful_live_replay_drop_rows (FulLiveReplay *self,
                           guint          n_ticks)
{
  self->n_drop_ticks = n_ticks;
}

/* Returns: rows sent and lost so far */
const FulWireEnd *
ful_live_replay_get_totals (FulLiveReplay *self)
{
  return &self->totals;
}
