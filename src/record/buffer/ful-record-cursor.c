/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A cursor goes from chunk to chunk. Before rows it gives what they refer to: definitions that are new to it, SYNC if they are of
 * another epoch, and the tables of that epoch. Numbers of epochs count from 0 on each connection. */

#include "config.h"

#include "ful-record-cursor.h"

#include "ful-record-buffer-private.h"
#include "ful-record-frame.h"

#include "wire/ful-wire-encoder.h"

/* Between two TICK. */
#define TICK_US 100000

struct _FulRecordCursor
{
  FulRecordBuffer *buffer;
  guint64          chunk;         /* of the next frame */
  gsize            at;            /* in it */
  FulRecordCounts  passed;        /* what the recording had before that */
  gint64           time;          /* ns; of what was read last */
  guint64          serial;        /* of the last definition */
  guint64          epoch;
  guint            n_tables;      /* frames of its tables that were read */
  guint64          n_syncs;
  GBytes          *pending;       /* (nullable): frames that come next */
  gsize            pending_at;
  int              marker;        /* string: name of one that comes before the next rows; -1: none */
  char            *marker_text;
  FulRecordCounts  sent;
  gint64           next_tick_us;
  gboolean         has_ended;
};

/**
 * ful_record_cursor_new:
 * @with_history: whether it begins with the oldest rows that are still there; else with those that come
 */
FulRecordCursor *
ful_record_cursor_new (FulRecordBuffer *buffer,
                       gboolean         with_history)
{
  FulRecordCursor *self = g_new0 (FulRecordCursor, 1);
  FulRecordChunk *chunk;

  self->buffer = ful_record_buffer_ref (buffer);
  self->marker = -1;
  g_mutex_lock (&buffer->mutex);
  chunk = with_history ? g_queue_peek_head (&buffer->chunks) : g_queue_peek_tail (&buffer->chunks);
  self->chunk = chunk ? chunk->number : buffer->n_chunks;
  self->epoch = with_history && chunk ? chunk->epoch : ((FulRecordEpoch *) g_queue_peek_tail (&buffer->epochs))->number;
  if (with_history && chunk)
    {
      self->passed = chunk->before;
      self->time = chunk->first;
    }
  else
    {
      self->at = chunk ? chunk->n : 0;
      self->passed = buffer->counts;
      self->time = buffer->complete;
    }
  if (with_history && self->chunk > 0)
    {
      char seconds[G_ASCII_DTOSTR_BUF_SIZE];   /* a file does not depend on the locale */

      g_ascii_formatd (seconds, sizeof seconds, "%.3f", (double) self->time / 1e9);
      self->marker = FUL_RECORD_STRING_DISCARDED;
      self->marker_text = g_strdup_printf ("What was before %s s is not kept", seconds);
    }
  g_mutex_unlock (&buffer->mutex);

  return self;
}

void
ful_record_cursor_free (FulRecordCursor *self)
{
  ful_record_buffer_unref (self->buffer);
  g_clear_pointer (&self->pending, g_bytes_unref);
  g_free (self->marker_text);
  g_free (self);
}

static int
compare_definitions (gconstpointer a,
                     gconstpointer b)
{
  guint64 key_a = (*(FulRecordDefinition *const *) a)->key, key_b = (*(FulRecordDefinition *const *) b)->key;

  return (key_a > key_b) - (key_a < key_b);
}

/* META, then threads and so on by number. */
static gboolean
find_definitions (FulRecordCursor *self)
{
  g_autoptr(GPtrArray) found = NULL;
  GByteArray *frames;

  if (self->serial == self->buffer->serial)
    return FALSE;

  found = g_ptr_array_new ();
  for (GList *link = self->buffer->order.tail; link && ((FulRecordDefinition *) link->data)->serial > self->serial; link = link->prev)
    g_ptr_array_add (found, link->data);
  self->serial = self->buffer->serial;
  if (found->len == 0)
    return FALSE;
  g_ptr_array_sort (found, compare_definitions);
  frames = g_byte_array_new ();
  for (guint i = 0; i < found->len; i++)
    {
      gsize n;
      const guint8 *data = g_bytes_get_data (((FulRecordDefinition *) found->pdata[i])->frame, &n);

      g_byte_array_append (frames, data, (guint) n);
    }
  self->pending = g_byte_array_free_to_bytes (frames);

  return TRUE;
}

static gboolean
find_tables (FulRecordCursor *self)
{
  FulRecordEpoch *epoch = ful_record_buffer_get_epoch (self->buffer, self->epoch);

  if (epoch == NULL || self->n_tables == epoch->frames->len)
    return FALSE;
  self->pending = g_bytes_ref (g_ptr_array_index (epoch->frames, self->n_tables++));

  return TRUE;
}

static void
put_loss (FulRecordCursor *self,
          guint8           kind,
          guint64          n,
          gint64           until,
          FulBytes        *to)
{
  if (n == 0)
    return;
  ful_record_put_loss (to, kind, self->time, until, n, FUL_RECORD_TOO_SLOW);
  self->sent.lost += n;
  self->buffer->n_missed += n;
}

/* The chunk that it is in has been discarded: it goes on with the oldest. Returns: whether a frame was appended */
static gboolean
skip_discarded (FulRecordCursor *self,
                FulBytes        *to)
{
  FulRecordChunk *first = g_queue_peek_head (&self->buffer->chunks);
  guint64 lost = self->sent.lost;

  if (first == NULL || self->chunk >= first->number)
    return FALSE;

  put_loss (self, 1, first->before.samples - self->passed.samples, first->first, to);
  put_loss (self, 2, first->before.markers - self->passed.markers, first->first, to);
  put_loss (self, 3, first->before.counts - self->passed.counts, first->first, to);
  self->chunk = first->number;
  self->at = 0;
  self->passed = first->before;
  self->time = first->first;
  if (self->sent.lost == lost)
    return FALSE;
  self->marker = FUL_RECORD_STRING_LOST;
  g_free (self->marker_text);
  self->marker_text = g_strdup_printf ("%" G_GUINT64_FORMAT " rows were not received in time", self->sent.lost - lost);

  return TRUE;
}

/* Goes to the epoch of the next rows. Returns: whether SYNC was appended */
static gboolean
enter_epoch (FulRecordCursor *self,
             guint64          epoch,
             FulBytes        *to)
{
  FulWireFrame sync = { FUL_WIRE_SYNC, .number = self->n_syncs + 1 };

  if (self->epoch == epoch)
    return FALSE;

  self->epoch = epoch;
  if (self->n_tables == 0)   /* none of the one before either */
    return FALSE;
  self->n_tables = 0;
  self->n_syncs++;
  ful_wire_encode (to, &sync);

  return TRUE;
}

/* On the first thread there is. */
static gboolean
put_marker (FulRecordCursor *self,
            FulBytes        *to)
{
  guint64 thread = G_MAXUINT64;

  if (self->marker < 0 || self->n_tables == 0)
    return FALSE;

  for (GList *link = self->buffer->order.head; link; link = link->next)
    {
      guint64 key = ((FulRecordDefinition *) link->data)->key;

      if (key >> 32 == FUL_WIRE_THREAD)
        thread = MIN (thread, key & G_MAXUINT32);
    }
  if (thread == G_MAXUINT64)
    return FALSE;

  ful_record_put_marker (to, thread, self->time, self->marker, self->marker_text);
  self->sent.markers++;
  self->marker = -1;

  return TRUE;
}

static gboolean
put_rows (FulRecordCursor      *self,
          const FulRecordChunk *chunk,
          FulBytes             *to)
{
  FulRecordFrame frame;

  if (chunk == NULL || self->at == chunk->n)
    return FALSE;

  ful_record_frame_read (&frame, chunk->data + self->at);
  ful_bytes_append (to, (const char *) chunk->data + self->at, frame.n);
  self->at += frame.n;
  self->time = chunk->last;
  ful_record_frame_count (&frame, &self->passed);
  ful_record_frame_count (&frame, &self->sent);

  return TRUE;
}

static gboolean
put_pending (FulRecordCursor *self,
             FulBytes        *to)
{
  FulRecordFrame frame;
  const char *data;
  gsize n;

  if (self->pending == NULL)
    return FALSE;

  data = g_bytes_get_data (self->pending, &n);
  ful_record_frame_read (&frame, (const guint8 *) data + self->pending_at);
  ful_bytes_append (to, data + self->pending_at, frame.n);
  self->pending_at += frame.n;
  if (self->pending_at == n)
    {
      g_clear_pointer (&self->pending, g_bytes_unref);
      self->pending_at = 0;
    }

  return TRUE;
}

static gboolean
find_next (FulRecordCursor *self,
           FulBytes        *to)
{
  FulRecordChunk *chunk;

  if (skip_discarded (self, to))
    return TRUE;
  chunk = ful_record_buffer_get_chunk (self->buffer, self->chunk);
  if (chunk && self->at == chunk->n && self->chunk + 1 < self->buffer->n_chunks)
    {
      chunk = ful_record_buffer_get_chunk (self->buffer, ++self->chunk);
      self->at = 0;
    }
  if (find_definitions (self))
    return put_pending (self, to);
  if (chunk && self->at < chunk->n && enter_epoch (self, chunk->epoch, to))
    return TRUE;
  if (find_tables (self))
    return put_pending (self, to);

  return put_marker (self, to) || put_rows (self, chunk, to);
}

/**
 * ful_record_cursor_next:
 * @to: gets the next frames, at least one
 *
 * Returns: whether there was one
 */
gboolean
ful_record_cursor_next (FulRecordCursor *self,
                        FulBytes        *to)
{
  gboolean is_found;

  if (put_pending (self, to))
    return TRUE;

  g_mutex_lock (&self->buffer->mutex);
  is_found = find_next (self, to);
  g_mutex_unlock (&self->buffer->mutex);

  return is_found;
}

/**
 * ful_record_cursor_put_end:
 * @reason: of a recording that goes on; one that has ended has its own
 * @to: gets END, as of what was read
 */
void
ful_record_cursor_put_end (FulRecordCursor  *self,
                           FulWireEndReason  reason,
                           FulBytes         *to)
{
  FulWireFrame end = { FUL_WIRE_END,
    .end = { .reason = (guint8) reason, .n_samples = self->sent.samples, .n_markers = self->sent.markers,
             .n_counts = self->sent.counts, .n_lost = self->sent.lost } };

  g_mutex_lock (&self->buffer->mutex);
  end.end.time = self->buffer->is_finished ? self->buffer->end : self->buffer->complete;
  if (self->buffer->is_finished)
    end.end.reason = (guint8) self->buffer->reason;
  g_mutex_unlock (&self->buffer->mutex);
  ful_wire_encode (to, &end);
}

static gpointer
open_cb (guint                   client G_GNUC_UNUSED,
         const FulWireSubscribe *subscribe,
         gpointer                user_data)
{
  return ful_record_cursor_new (user_data, subscribe->history);
}

static void
put_tick (FulRecordCursor *self,
          gint64           complete,
          FulBytes        *to)
{
  FulWireFrame tick = { FUL_WIRE_TICK, .tick = { .now = complete, .complete = complete, .n_lost = self->sent.lost } };

  ful_wire_encode (to, &tick);
}

static FulLiveFeedResult
next_cb (gpointer  data,
         FulBytes *to,
         gint64   *out_due_us)
{
  FulRecordCursor *self = data;
  gint64 now, complete;
  gboolean is_finished;

  if (self->has_ended)
    return FUL_LIVE_FEED_ENDED;
  /* Before what there is, so that it is true. */
  g_mutex_lock (&self->buffer->mutex);
  is_finished = self->buffer->is_finished;
  complete = self->buffer->complete;
  g_mutex_unlock (&self->buffer->mutex);
  if (ful_record_cursor_next (self, to))
    return FUL_LIVE_FEED_FRAME;

  if (is_finished)
    {
      ful_record_cursor_put_end (self, FUL_WIRE_END_OTHER, to);
      self->has_ended = TRUE;
      return FUL_LIVE_FEED_FRAME;
    }
  now = g_get_monotonic_time ();
  if (now >= self->next_tick_us)
    {
      self->next_tick_us = now + TICK_US;
      put_tick (self, complete, to);
      return FUL_LIVE_FEED_FRAME;
    }
  *out_due_us = self->next_tick_us;

  return FUL_LIVE_FEED_WAIT;
}

static void
end_cb (gpointer          data,
        FulWireEndReason  reason,
        FulBytes         *to)
{
  FulRecordCursor *self = data;

  if (!self->has_ended)
    ful_record_cursor_put_end (self, reason, to);
  self->has_ended = TRUE;
}

static void
close_cb (gpointer data)
{
  ful_record_cursor_free (data);
}

const FulLiveFeedClass ful_record_feed_class = { open_cb, next_cb, end_cb, close_cb };
