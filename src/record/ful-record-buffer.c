/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The frames of a recording between the thread that makes them and those who send or save them. */

#include "config.h"

#include "ful-record-buffer.h"

#include "wire/ful-wire-encoder.h"

struct _FulRecordBuffer
{
  gatomicrefcount  n_refs;
  guint64          max_bytes;
  guint8           capture[FUL_WIRE_CAPTURE_BYTES];

  GMutex           mutex;       /* of the following */
  GPtrArray       *batches;     /* GBytes */
  FulRecordCounts  counts;
  gint64           complete;    /* ns: what was before is there */
  gboolean         is_full;     /* of the thread that appends: frames are missing, to which later ones would refer */
  gboolean         is_finished;
  FulWireEndReason reason;
  gint64           end;         /* ns */
};

/**
 * ful_record_buffer_new:
 * @max_bytes: of frames, that are kept
 */
FulRecordBuffer *
ful_record_buffer_new (guint64 max_bytes)
{
  FulRecordBuffer *self = g_new0 (FulRecordBuffer, 1);

  g_atomic_ref_count_init (&self->n_refs);
  g_mutex_init (&self->mutex);
  self->max_bytes = max_bytes;
  self->batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
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

  g_ptr_array_unref (self->batches);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static guint64
read_uint (const guint8 **p)
{
  guint64 number = 0;
  guint shift = 0;
  guint8 byte;

  do
    {
      byte = *(*p)++;
      number |= (guint64) (byte & 0x7f) << shift;
      shift += 7;
    }
  while (byte & 0x80);

  return number;
}

/* @frame: one of ours. Returns: its bytes */
static gsize
count_frame (const guint8    *frame,
             FulRecordCounts *counts,
             gboolean        *out_has_rows)
{
  guint32 n;
  const guint8 *p = frame + FUL_WIRE_LENGTH_BYTES + 1;
  guint8 type = p[-1];

  memcpy (&n, frame, sizeof n);
  n = GUINT32_FROM_LE (n) + FUL_WIRE_LENGTH_BYTES;
  *out_has_rows = type == FUL_WIRE_SAMPLES || type == FUL_WIRE_MARKERS || type == FUL_WIRE_COUNTS || type == FUL_WIRE_LOSS;
  if (*out_has_rows && type != FUL_WIRE_LOSS)
    {
      guint64 n_rows;

      read_uint (&p);
      n_rows = read_uint (&p);
      counts->samples += type == FUL_WIRE_SAMPLES ? n_rows : 0;
      counts->markers += type == FUL_WIRE_MARKERS ? n_rows : 0;
      counts->counts += type == FUL_WIRE_COUNTS ? n_rows : 0;
    }
  else if (type == FUL_WIRE_LOSS)
    {
      read_uint (&p);   /* thread */
      p++;              /* kind */
      read_uint (&p);   /* start */
      read_uint (&p);   /* duration */
      counts->lost += read_uint (&p);
    }

  return n;
}

/**
 * ful_record_buffer_append:
 * @frames: whole frames; empty then
 * @complete: ns; what was before it has been appended
 *
 * Returns: %FALSE if the limit was reached: neither these nor later ones are appended
 */
gboolean
ful_record_buffer_append (FulRecordBuffer *self,
                          FulBytes        *frames,
                          gint64           complete)
{
  FulRecordCounts counts = self->counts;
  gboolean fits = !self->is_full && counts.bytes + frames->n <= self->max_bytes, has_rows;
  GBytes *batch = NULL;

  self->is_full = !fits;

  if (fits && frames->n > 0)
    {
      for (gsize at = 0; at < frames->n; )
        at += count_frame ((const guint8 *) frames->data + at, &counts, &has_rows);
      counts.bytes += frames->n;
      batch = g_bytes_new (frames->data, frames->n);
    }
  frames->n = 0;

  g_mutex_lock (&self->mutex);
  if (batch)
    g_ptr_array_add (self->batches, batch);
  self->counts = counts;
  self->complete = MAX (self->complete, complete);
  g_mutex_unlock (&self->mutex);

  return fits;
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

/**
 * ful_record_buffer_get_batch:
 * @i: below the number of batches
 *
 * Returns: (transfer none): whole frames; lives as long as the buffer
 */
GBytes *
ful_record_buffer_get_batch (FulRecordBuffer *self,
                             guint            i)
{
  GBytes *batch;

  g_mutex_lock (&self->mutex);
  batch = g_ptr_array_index (self->batches, i);
  g_mutex_unlock (&self->mutex);

  return batch;
}

guint
ful_record_buffer_get_n (FulRecordBuffer *self)
{
  guint n;

  g_mutex_lock (&self->mutex);
  n = self->batches->len;
  g_mutex_unlock (&self->mutex);

  return n;
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

FulRecordCounts
ful_record_buffer_get_counts (FulRecordBuffer *self)
{
  FulRecordCounts counts;

  g_mutex_lock (&self->mutex);
  counts = self->counts;
  g_mutex_unlock (&self->mutex);

  return counts;
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

static void
put_end (const FulRecordBuffer *self,
         const FulRecordCounts *counts,
         FulWireEndReason       reason,
         gint64                 time,
         FulBytes              *to)
{
  FulWireFrame end = { FUL_WIRE_END,
    .end = { .reason = (guint8) reason, .time = time, .n_samples = counts->samples, .n_markers = counts->markers,
             .n_counts = counts->counts, .n_lost = counts->lost } };

  ful_wire_encode (to, &end);
}

/**
 * ful_record_buffer_put_end:
 * @to: gets what a stored stream ends with; of a recording that goes on, as of what is complete
 */
void
ful_record_buffer_put_end (FulRecordBuffer *self,
                           FulBytes        *to)
{
  g_mutex_lock (&self->mutex);
  put_end (self, &self->counts, self->is_finished ? self->reason : FUL_WIRE_END_OTHER,
           self->is_finished ? self->end : self->complete, to);
  g_mutex_unlock (&self->mutex);
}

/* What one client gets. */
typedef struct
{
  FulRecordBuffer *buffer;
  guint            batch;         /* of the next frame */
  gsize            at;            /* in it */
  guint            first_rows;    /* the batch from which on rows are sent */
  FulRecordCounts  sent;
  gint64           next_tick_us;
  gboolean         has_ended;
} Feed;

static gpointer
open_cb (guint                   client G_GNUC_UNUSED,
         const FulWireSubscribe *subscribe,
         gpointer                user_data)
{
  Feed *feed = g_new0 (Feed, 1);

  feed->buffer = ful_record_buffer_ref (user_data);
  feed->first_rows = subscribe->history ? 0 : ful_record_buffer_get_n (feed->buffer);

  return feed;
}

/* Appends the next frame that the client gets. Returns: whether there was one */
static gboolean
put_next (Feed     *feed,
          FulBytes *to)
{
  while (feed->batch < ful_record_buffer_get_n (feed->buffer))
    {
      gsize n_batch;
      const guint8 *data = g_bytes_get_data (ful_record_buffer_get_batch (feed->buffer, feed->batch), &n_batch);

      while (feed->at < n_batch)
        {
          const guint8 *frame = data + feed->at;
          FulRecordCounts counts = feed->sent;
          gboolean has_rows;
          gsize n = count_frame (frame, &counts, &has_rows);

          feed->at += n;
          if (has_rows && feed->batch < feed->first_rows)
            continue;
          feed->sent = counts;
          ful_bytes_append (to, (const char *) frame, n);
          return TRUE;
        }
      feed->batch++;
      feed->at = 0;
    }

  return FALSE;
}

static void
put_tick (Feed     *feed,
          gint64    complete,
          FulBytes *to)
{
  FulWireFrame tick = { FUL_WIRE_TICK, .tick = { .now = complete, .complete = complete } };

  ful_wire_encode (to, &tick);
}

static FulLiveFeedResult
next_cb (gpointer  data,
         FulBytes *to,
         gint64   *out_due_us)
{
  Feed *feed = data;
  gint64 complete = ful_record_buffer_get_complete (feed->buffer), now;
  gboolean is_finished;

  if (feed->has_ended)
    return FUL_LIVE_FEED_ENDED;
  g_mutex_lock (&feed->buffer->mutex);
  is_finished = feed->buffer->is_finished;
  g_mutex_unlock (&feed->buffer->mutex);
  if (put_next (feed, to))
    return FUL_LIVE_FEED_FRAME;

  if (is_finished)
    {
      put_end (feed->buffer, &feed->sent, feed->buffer->reason, feed->buffer->end, to);
      feed->has_ended = TRUE;
      return FUL_LIVE_FEED_FRAME;
    }
  now = g_get_monotonic_time ();
  if (now >= feed->next_tick_us)
    {
      feed->next_tick_us = now + 100000;
      put_tick (feed, complete, to);
      return FUL_LIVE_FEED_FRAME;
    }
  *out_due_us = feed->next_tick_us;

  return FUL_LIVE_FEED_WAIT;
}

static void
end_cb (gpointer          data,
        FulWireEndReason  reason,
        FulBytes         *to)
{
  Feed *feed = data;

  if (!feed->has_ended)
    put_end (feed->buffer, &feed->sent, reason, ful_record_buffer_get_complete (feed->buffer), to);
  feed->has_ended = TRUE;
}

static void
close_cb (gpointer data)
{
  ful_record_buffer_unref (((Feed *) data)->buffer);
  g_free (data);
}

const FulLiveFeedClass ful_record_feed_class = { open_cb, next_cb, end_cb, close_cb };
