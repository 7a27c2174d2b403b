/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of records of several rings, of which each is in order of time (formats.md 12). */

#include "config.h"

#include "ful-perf-queue.h"

#include "ful-perf-records.h"

/* More is not held back; a file without rounds may be of any size. */
#define MAX_WAITING_BYTES (16 << 20)

typedef struct
{
  guint64 time;
  gsize   place;
  gsize   n;
} Waiting;

/**
 * ful_perf_queue_init:
 * @attrs: the events, which say where records have their times; stay as long as @self
 * @func: called with each record in its turn; it may not call the queue
 * @user_data: for @func
 */
void
ful_perf_queue_init (FulPerfQueue       *self,
                     const FulPerfAttrs *attrs,
                     FulPerfRecordFunc   func,
                     gpointer            user_data)
{
  *self = (FulPerfQueue) {
    .attrs = attrs,
    .func = func,
    .user_data = user_data,
    .waiting = g_array_new (FALSE, FALSE, sizeof (Waiting)),
  };
}

void
ful_perf_queue_clear (FulPerfQueue *self)
{
  g_array_unref (self->waiting);
  ful_bytes_clear (&self->bytes);
  ful_bytes_clear (&self->spare);
}

/* By time, then as in the file. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Waiting *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;

  return (first->place > second->place) - (first->place < second->place);
}

/* Hands on the first @n records. */
static void
flush_records (FulPerfQueue *self,
               guint         n,
               gboolean      is_big_endian)
{
  FulBytes rest = self->spare;

  for (guint i = 0; i < n; i++)
    {
      const Waiting *waiting = &g_array_index (self->waiting, Waiting, i);

      self->func ((FulCursor) { (const guint8 *) self->bytes.data + waiting->place, waiting->n, is_big_endian, FALSE },
                  self->user_data);
    }
  if (n > 0)
    g_array_remove_range (self->waiting, 0, n);

  rest.n = 0;
  for (guint i = 0; i < self->waiting->len; i++)
    {
      Waiting *waiting = &g_array_index (self->waiting, Waiting, i);
      gsize place = rest.n;

      ful_bytes_append (&rest, self->bytes.data + waiting->place, waiting->n);
      waiting->place = place;
    }
  self->spare = self->bytes;
  self->bytes = rest;
}

/**
 * ful_perf_queue_flush:
 *
 * Hands on all records: no more follow.
 */
void
ful_perf_queue_flush (FulPerfQueue *self,
                      gboolean      is_big_endian)
{
  g_array_sort (self->waiting, compare);
  flush_records (self, self->waiting->len, is_big_endian);
}

/**
 * ful_perf_queue_push:
 * @record: a whole record; is copied
 */
void
ful_perf_queue_push (FulPerfQueue  *self,
                     FulCursor      record)
{
  FulCursor body = record;
  guint32 type = ful_cursor_u32 (&body);
  Waiting waiting = { .place = self->bytes.n, .n = record.n };

  ful_cursor_skip (&body, 4);
  waiting.time = ful_perf_attrs_get_time (self->attrs, type, body);
  if (waiting.time == 0)
    {
      self->func (record, self->user_data);
      return;
    }

  ful_bytes_append (&self->bytes, (const char *) record.p, record.n);
  g_array_append_val (self->waiting, waiting);
  self->newest = MAX (self->newest, waiting.time);
  if (self->bytes.n > MAX_WAITING_BYTES)
    {
      g_array_sort (self->waiting, compare);
      flush_records (self, self->waiting->len / 2, record.is_big_endian);
    }
}

/**
 * ful_perf_queue_end_round:
 *
 * What was written before the round before this one was complete when it ended.
 */
void
ful_perf_queue_end_round (FulPerfQueue *self,
                          gboolean      is_big_endian)
{
  guint n = 0;

  g_array_sort (self->waiting, compare);
  while (n < self->waiting->len && g_array_index (self->waiting, Waiting, n).time <= self->round)
    n++;
  if (n > 0)
    flush_records (self, n, is_big_endian);
  self->round = self->newest;
}
