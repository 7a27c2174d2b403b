/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of records of several rings, of which each is in order of time (formats.md 12). */

#include "config.h"

#include "ful-perf-queue.h"

#include "ful-perf-records.h"

/* More is not held back; a file without rounds may be of any size. */
#define MAX_BLOCKS 64

/* A record has at most 64 KiB, and 16 bytes more where the size of its stack is changed. */
#define BLOCK_BYTES (256 << 10)

#define MAX_SPARE 8

/* Records one after the other; it is free as soon as none waits. */
struct _FulPerfQueueBlock
{
  guint  n_waiting;
  gsize  n;
  guint8 data[BLOCK_BYTES];
};

typedef struct
{
  guint64            time;
  guint64            serial;   /* as they came */
  FulPerfQueueBlock *block;
  gsize              place;
  gsize              n;
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
    .spare = g_ptr_array_new_with_free_func (g_free),
  };
}

static void
release_block (FulPerfQueue      *self,
               FulPerfQueueBlock *block)
{
  self->n_blocks--;
  if (self->spare->len < MAX_SPARE)
    g_ptr_array_add (self->spare, block);
  else
    g_free (block);
}

/* Forgets that a record of the block waits. */
static void
leave_block (FulPerfQueue      *self,
             FulPerfQueueBlock *block)
{
  block->n_waiting--;
  if (block->n_waiting > 0)
    return;

  block->n = 0;
  if (block != self->last)
    release_block (self, block);
}

/**
 * ful_perf_queue_clear:
 *
 * Drops what waits; nothing else may be called then but this.
 */
void
ful_perf_queue_clear (FulPerfQueue *self)
{
  if (self->waiting == NULL)
    return;

  for (guint i = 0; i < self->waiting->len; i++)
    leave_block (self, g_array_index (self->waiting, Waiting, i).block);
  g_clear_pointer (&self->waiting, g_array_unref);
  g_clear_pointer (&self->spare, g_ptr_array_unref);
  g_clear_pointer (&self->last, g_free);
}

/* By time, then as they came. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Waiting *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;

  return (first->serial > second->serial) - (first->serial < second->serial);
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

      self->func ((FulCursor) { waiting->block->data + waiting->place, waiting->n, is_big_endian, FALSE }, self->user_data);
      leave_block (self, waiting->block);
    }
  if (n > 0)
    g_array_remove_range (self->waiting, 0, n);
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
 * ful_perf_queue_begin:
 * @n: bytes of a record, at most
 *
 * Returns: room for it, until it is pushed
 */
guint8 *
ful_perf_queue_begin (FulPerfQueue *self,
                      gsize         n)
{
  g_assert (n <= BLOCK_BYTES);

  if (!self->last || BLOCK_BYTES - self->last->n < n)
    {
      if (self->last && self->last->n_waiting == 0)
        release_block (self, self->last);
      self->last = self->spare->len > 0 ? g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1)
                                        : g_malloc (sizeof *self->last);
      self->last->n_waiting = 0;
      self->last->n = 0;
      self->n_blocks++;
    }

  return self->last->data + self->last->n;
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
  Waiting waiting = { .serial = self->n_pushed, .block = self->last, .place = self->last->n, .n = n };
  FulCursor record = { self->last->data + self->last->n, n, is_big_endian, FALSE }, body = record;
  guint32 type = ful_cursor_u32 (&body);

  ful_cursor_skip (&body, 4);
  waiting.time = ful_perf_attrs_get_time (self->attrs, type, body);
  if (waiting.time == 0)
    {
      self->func (record, self->user_data);
      return;
    }

  self->last->n += n;
  self->last->n_waiting++;
  self->n_pushed++;
  g_array_append_val (self->waiting, waiting);
  self->newest = MAX (self->newest, waiting.time);
  if (self->n_blocks > MAX_BLOCKS)
    {
      g_array_sort (self->waiting, compare);
      flush_records (self, (self->waiting->len + 1) / 2, is_big_endian);
    }
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
  guint n = 0;

  g_array_sort (self->waiting, compare);
  while (n < self->waiting->len && g_array_index (self->waiting, Waiting, n).time <= self->round)
    n++;
  flush_records (self, n, is_big_endian);
  self->round = self->newest;
}
