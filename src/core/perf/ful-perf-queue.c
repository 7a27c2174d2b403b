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
  guint64 round;   /* in which it came */
  gsize   place;   /* in the bytes of that round */
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
  ful_bytes_clear (&self->older);
}

/* By time, then as they came. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Waiting *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  if (first->round != second->round)
    return first->round < second->round ? -1 : 1;

  return (first->place > second->place) - (first->place < second->place);
}

static const guint8 *
get_record (const FulPerfQueue *self,
            const Waiting      *waiting)
{
  const FulBytes *bytes = waiting->round == self->n_rounds ? &self->bytes : &self->older;

  return (const guint8 *) bytes->data + waiting->place;
}

/* Hands on the first @n records. */
static void
flush_records (FulPerfQueue *self,
               guint         n,
               gboolean      is_big_endian)
{
  for (guint i = 0; i < n; i++)
    {
      const Waiting *waiting = &g_array_index (self->waiting, Waiting, i);

      self->func ((FulCursor) { get_record (self, waiting), waiting->n, is_big_endian, FALSE }, self->user_data);
    }
  if (n > 0)
    g_array_remove_range (self->waiting, 0, n);
}

/* Too many wait for the end of a round: what is left of them becomes this round's. */
static void
flush_half (FulPerfQueue *self,
            gboolean      is_big_endian)
{
  FulBytes rest = { 0 };

  g_array_sort (self->waiting, compare);
  flush_records (self, self->waiting->len / 2, is_big_endian);
  for (guint i = 0; i < self->waiting->len; i++)
    {
      Waiting *waiting = &g_array_index (self->waiting, Waiting, i);
      gsize place = rest.n;

      ful_bytes_append (&rest, (const char *) get_record (self, waiting), waiting->n);
      waiting->place = place;
    }
  for (guint i = 0; i < self->waiting->len; i++)
    g_array_index (self->waiting, Waiting, i).round = self->n_rounds;
  ful_bytes_clear (&self->bytes);
  self->bytes = rest;
  self->older.n = 0;
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
  self->bytes.n = self->older.n = 0;
}

/**
 * ful_perf_queue_begin:
 * @n: bytes of a record, at most
 *
 * Returns: room for it, until it is pushed
 */
guint8 *
ful_perf_queue_begin (FulPerfQueue *self,
                      gsize         n)
{
  ful_bytes_reserve (&self->bytes, n);

  return (guint8 *) self->bytes.data + self->bytes.n;
}

/**
 * ful_perf_queue_push_begun:
 * @n: bytes of the record that was written to the room
 */
void
ful_perf_queue_push_begun (FulPerfQueue *self,
                           gsize         n,
                           gboolean      is_big_endian)
{
  Waiting waiting = { .round = self->n_rounds, .place = self->bytes.n, .n = n };
  FulCursor record = { (const guint8 *) self->bytes.data + self->bytes.n, n, is_big_endian, FALSE }, body = record;
  guint32 type = ful_cursor_u32 (&body);

  ful_cursor_skip (&body, 4);
  waiting.time = ful_perf_attrs_get_time (self->attrs, type, body);
  if (waiting.time == 0)
    {
      self->func (record, self->user_data);
      return;
    }

  self->bytes.n += n;
  g_array_append_val (self->waiting, waiting);
  self->newest = MAX (self->newest, waiting.time);
  if (self->bytes.n + self->older.n > MAX_WAITING_BYTES)
    flush_half (self, is_big_endian);
}

/**
 * ful_perf_queue_push:
 * @record: a whole record; is copied
 */
void
ful_perf_queue_push (FulPerfQueue  *self,
                     FulCursor      record)
{
  memcpy (ful_perf_queue_begin (self, record.n), record.p, record.n);
  ful_perf_queue_push_begun (self, record.n, record.is_big_endian);
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
  FulBytes empty = self->older;
  guint n = 0;

  g_array_sort (self->waiting, compare);
  while (n < self->waiting->len && g_array_index (self->waiting, Waiting, n).time <= self->round)
    n++;
  flush_records (self, n, is_big_endian);
  self->round = self->newest;

  /* What is older than this round was not newer than its end, so nothing of it waits. */
  empty.n = 0;
  self->older = self->bytes;
  self->bytes = empty;
  self->n_rounds++;
}
