/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The frames of a recording between the thread that makes them and those who send or save them (record.md 5). */

#include "config.h"

#include "ful-record-buffer-private.h"

#include "base/ful-hash.h"
#include "wire/ful-wire-encoder.h"

#include <string.h>

/* Of the limit: a chunk, where that is neither too short for a frame nor longer than is needed; the tables of an epoch. */
#define MIN_CHUNKS 16
#define MAX_CHUNKS 256
#define MIN_CHUNK_BYTES (64u << 10)
#define MAX_CHUNK_BYTES (1u << 20)
#define EPOCHS 8

/* Of the time that is kept: each chunk at most. */
#define KEPT_CHUNKS 16

static void
free_definition (gpointer data)
{
  FulRecordDefinition *definition = data;

  g_bytes_unref (definition->frame);
  g_free (definition);
}

static void
free_epoch (gpointer data)
{
  FulRecordEpoch *epoch = data;

  g_ptr_array_unref (epoch->frames);
  g_free (epoch);
}

static void
begin_epoch (FulRecordBuffer *self)
{
  FulRecordEpoch *last = g_queue_peek_tail (&self->epochs), *epoch = g_new0 (FulRecordEpoch, 1);

  epoch->number = last ? last->number + 1 : 0;
  epoch->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_queue_push_tail (&self->epochs, epoch);
}

/**
 * ful_record_buffer_new:
 * @max_bytes: of frames that are kept; one chunk may be above it
 * @keep: ns; what is older goes; 0: not for its age
 */
FulRecordBuffer *
ful_record_buffer_new (guint64 max_bytes,
                       gint64  keep)
{
  FulRecordBuffer *self = g_new0 (FulRecordBuffer, 1);

  g_atomic_ref_count_init (&self->n_refs);
  g_mutex_init (&self->mutex);
  self->max_bytes = max_bytes;
  self->keep = keep;
  self->chunk_bytes = (gsize) MAX (CLAMP (max_bytes / MIN_CHUNKS, MIN_CHUNK_BYTES, MAX_CHUNK_BYTES), max_bytes / MAX_CHUNKS);
  self->definitions = g_hash_table_new_full (ful_hash_int64, g_int64_equal, NULL, free_definition);
  begin_epoch (self);
  for (guint i = 0; i < sizeof self->capture; i++)
    self->capture[i] = (guint8) g_random_int_range (0, 256);

  return self;
}

FulRecordBuffer *
ful_record_buffer_ref (FulRecordBuffer *self)
{
  g_atomic_ref_count_inc (&self->n_refs);

  return self;
}

void
ful_record_buffer_unref (FulRecordBuffer *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;

  g_queue_clear_full (&self->chunks, g_free);
  g_queue_clear_full (&self->epochs, free_epoch);
  g_hash_table_unref (self->definitions);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Returns: (nullable): a chunk that is still there */
FulRecordChunk *
ful_record_buffer_get_chunk (FulRecordBuffer *self,
                             guint64          number)
{
  guint64 first = self->n_chunks - self->chunks.length, place = number - first;

  if (number < first || number >= self->n_chunks)
    return NULL;
  /* Most cursors are at an end. */
  return place + 1 == self->chunks.length ? g_queue_peek_tail (&self->chunks) : g_queue_peek_nth (&self->chunks, (guint) place);
}

/* Returns: (nullable): an epoch that is still there */
FulRecordEpoch *
ful_record_buffer_get_epoch (FulRecordBuffer *self,
                             guint64          number)
{
  for (GList *link = self->epochs.tail; link; link = link->prev)
    if (((FulRecordEpoch *) link->data)->number == number)
      return link->data;

  return NULL;
}

/* Threads that have ended, and their counters, when no chunk has rows of them. */
static void
forget_ended (FulRecordBuffer *self)
{
  guint64 first = self->n_chunks - self->chunks.length;
  GList *link = self->has_ended ? self->order.head : NULL;

  self->has_ended = FALSE;
  while (link)
    {
      FulRecordDefinition *definition = link->data;
      guint64 key = FUL_RECORD_DEFINITION_KEY (FUL_WIRE_THREAD, definition->thread);
      FulRecordDefinition *thread = g_hash_table_lookup (self->definitions, &key);

      link = link->next;
      if (definition->key >> 32 == FUL_WIRE_COUNTER)
        definition->has_ended = thread == NULL || thread->has_ended;
      self->has_ended |= definition->has_ended;
      if (!definition->has_ended || definition->last_chunk >= first)
        continue;
      g_queue_unlink (&self->order, &definition->link);
      g_hash_table_remove (self->definitions, &definition->key);
    }
}

/* Returns: (transfer full): the oldest chunk, with all that was there for it alone */
static FulRecordChunk *
discard_chunk (FulRecordBuffer *self)
{
  FulRecordChunk *chunk = g_queue_pop_head (&self->chunks), *next = g_queue_peek_head (&self->chunks);
  guint64 epoch = next ? next->epoch : ((FulRecordEpoch *) g_queue_peek_tail (&self->epochs))->number;

  self->discarded.n_chunks++;
  self->discarded.before = next ? next->first : self->complete;
  for (FulRecordEpoch *first = g_queue_peek_head (&self->epochs); first->number < epoch; first = g_queue_peek_head (&self->epochs))
    {
      self->table_bytes -= first->n_bytes;
      free_epoch (g_queue_pop_head (&self->epochs));
    }
  forget_ended (self);

  return chunk;
}

static gboolean
is_above_limit (FulRecordBuffer *self,
                guint            n_more)
{
  return ((guint64) self->chunks.length + n_more) * self->chunk_bytes + self->table_bytes > self->max_bytes;
}

static FulRecordChunk *
add_chunk (FulRecordBuffer *self)
{
  FulRecordChunk *chunk = NULL;

  while (self->chunks.length > 1 && is_above_limit (self, 1))
    {
      g_free (chunk);
      chunk = discard_chunk (self);
    }
  if (chunk == NULL)
    chunk = g_malloc (sizeof *chunk + self->chunk_bytes);
  chunk->number = self->n_chunks++;
  chunk->epoch = ((FulRecordEpoch *) g_queue_peek_tail (&self->epochs))->number;
  chunk->before = self->counts;
  chunk->first = self->complete;
  chunk->n = 0;
  g_queue_push_tail (&self->chunks, chunk);

  return chunk;
}

static void
add_rows (FulRecordBuffer      *self,
          const FulRecordFrame *frame,
          const guint8         *data,
          gint64                complete)
{
  FulRecordChunk *chunk = g_queue_peek_tail (&self->chunks);
  FulRecordEpoch *epoch = g_queue_peek_tail (&self->epochs);
  guint64 key = FUL_RECORD_DEFINITION_KEY (frame->type == FUL_WIRE_COUNTS ? FUL_WIRE_COUNTER : FUL_WIRE_THREAD, frame->id);
  FulRecordDefinition *definition = g_hash_table_lookup (self->definitions, &key);

  if (frame->n > self->chunk_bytes)
    {
      self->n_refused += frame->n_rows;
      return;
    }

  if (chunk == NULL || chunk->epoch != epoch->number || frame->n > self->chunk_bytes - chunk->n ||
      (self->keep != 0 && chunk->n > 0 && self->complete - chunk->first > self->keep / KEPT_CHUNKS))
    chunk = add_chunk (self);
  memcpy (chunk->data + chunk->n, data, frame->n);
  chunk->n += frame->n;
  chunk->last = complete;
  ful_record_frame_count (frame, &self->counts);
  if (definition)
    definition->last_chunk = chunk->number;
}

static void
define (FulRecordBuffer      *self,
        const FulRecordFrame *frame,
        const guint8         *data)
{
  guint64 key = FUL_RECORD_DEFINITION_KEY (frame->type, frame->id);
  FulRecordDefinition *definition = g_hash_table_lookup (self->definitions, &key);

  if (definition)
    {
      g_queue_unlink (&self->order, &definition->link);
      g_bytes_unref (definition->frame);
    }
  else
    {
      definition = g_new0 (FulRecordDefinition, 1);
      definition->key = key;
      definition->link.data = definition;
      g_hash_table_add (self->definitions, definition);
    }
  definition->frame = g_bytes_new (data, frame->n);
  definition->thread = frame->thread;
  definition->last_chunk = MAX (definition->last_chunk, self->n_chunks);
  definition->serial = ++self->serial;
  g_queue_push_tail_link (&self->order, &definition->link);
}

static void
add_table (FulRecordBuffer      *self,
           const FulRecordFrame *frame,
           const guint8         *data)
{
  FulRecordEpoch *epoch = g_queue_peek_tail (&self->epochs);

  g_ptr_array_add (epoch->frames, g_bytes_new (data, frame->n));
  epoch->n_bytes += frame->n;
  self->table_bytes += frame->n;
}

static void
discard_old (FulRecordBuffer *self)
{
  while (self->chunks.length > 1 && is_above_limit (self, 0))
    g_free (discard_chunk (self));
  while (self->keep != 0 && self->chunks.length > 1 &&
         ((FulRecordChunk *) g_queue_peek_head (&self->chunks))->last < self->complete - self->keep)
    g_free (discard_chunk (self));
}

/**
 * ful_record_buffer_append:
 * @frames: whole frames, definitions before what refers to them; SYNC begins an epoch; empty then
 * @complete: ns; what was before it has been appended
 */
void
ful_record_buffer_append (FulRecordBuffer *self,
                          FulBytes        *frames,
                          gint64           complete)
{
  FulRecordFrame frame;

  g_mutex_lock (&self->mutex);
  for (gsize at = 0; at < frames->n; at += frame.n)
    {
      const guint8 *data = (const guint8 *) frames->data + at;

      ful_record_frame_read (&frame, data);
      if (ful_record_frame_has_rows (&frame))
        add_rows (self, &frame, data, MAX (self->complete, complete));
      else if (frame.type == FUL_WIRE_TABLE)
        add_table (self, &frame, data);
      else if (frame.type == FUL_WIRE_SYNC)
        begin_epoch (self);
      else
        define (self, &frame, data);
    }
  self->complete = MAX (self->complete, complete);
  discard_old (self);
  g_mutex_unlock (&self->mutex);
  frames->n = 0;
}

/* Whether tables take so much that an epoch should begin: those of the old one go with the last chunk that needs them. */
gboolean
ful_record_buffer_wants_epoch (FulRecordBuffer *self)
{
  gboolean wants;

  g_mutex_lock (&self->mutex);
  wants = ((FulRecordEpoch *) g_queue_peek_tail (&self->epochs))->n_bytes > self->max_bytes / EPOCHS;
  g_mutex_unlock (&self->mutex);

  return wants;
}

/**
 * ful_record_buffer_end_thread:
 * @thread: a number in frames; nothing of it is appended any more
 */
void
ful_record_buffer_end_thread (FulRecordBuffer *self,
                              guint            thread)
{
  guint64 key = FUL_RECORD_DEFINITION_KEY (FUL_WIRE_THREAD, thread);
  FulRecordDefinition *definition;

  g_mutex_lock (&self->mutex);
  definition = g_hash_table_lookup (self->definitions, &key);
  if (definition)
    definition->has_ended = self->has_ended = TRUE;
  g_mutex_unlock (&self->mutex);
}

/**
 * ful_record_buffer_finish:
 * @time: ns; of the end
 *
 * Nothing is appended any more.
 */
void
ful_record_buffer_finish (FulRecordBuffer  *self,
                          FulWireEndReason  reason,
                          gint64            time)
{
  g_mutex_lock (&self->mutex);
  self->is_finished = TRUE;
  self->reason = reason;
  self->end = time;
  self->complete = time;
  g_mutex_unlock (&self->mutex);
}

gint64
ful_record_buffer_get_complete (FulRecordBuffer *self)
{
  gint64 complete;

  g_mutex_lock (&self->mutex);
  complete = self->complete;
  g_mutex_unlock (&self->mutex);

  return complete;
}

/* Of the whole recording, also of what was discarded. */
FulRecordCounts
ful_record_buffer_get_counts (FulRecordBuffer *self)
{
  FulRecordCounts counts;

  g_mutex_lock (&self->mutex);
  counts = self->counts;
  g_mutex_unlock (&self->mutex);

  return counts;
}

FulRecordDiscarded
ful_record_buffer_get_discarded (FulRecordBuffer *self)
{
  FulRecordDiscarded discarded;

  g_mutex_lock (&self->mutex);
  discarded = self->discarded;
  g_mutex_unlock (&self->mutex);

  return discarded;
}

/* Returns: rows of frames that are longer than a chunk */
guint64
ful_record_buffer_get_n_refused (FulRecordBuffer *self)
{
  guint64 n;

  g_mutex_lock (&self->mutex);
  n = self->n_refused;
  g_mutex_unlock (&self->mutex);

  return n;
}

/* Returns: rows that clients did not get, as they were too slow */
guint64
ful_record_buffer_get_n_missed (FulRecordBuffer *self)
{
  guint64 n;

  g_mutex_lock (&self->mutex);
  n = self->n_missed;
  g_mutex_unlock (&self->mutex);

  return n;
}

/**
 * ful_record_buffer_put_head:
 * @name: of the server
 * @to: gets what a stored stream begins with (wire.md 9)
 */
void
ful_record_buffer_put_head (FulRecordBuffer *self,
                            const char      *name,
                            FulBytes        *to)
{
  FulWireFrame hello = { FUL_WIRE_HELLO,
    .hello = { .name = { name, strlen (name) }, .capture = self->capture, .capabilities = FUL_WIRE_HAS_HISTORY } };
  FulWireFrame state = { FUL_WIRE_STATE, .state = { 1, 0 } };

  ful_wire_encode (to, &hello);
  ful_wire_encode (to, &state);
}
