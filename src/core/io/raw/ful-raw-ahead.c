/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chunks of text on their way from a stream to its reader, with what was read of them ahead (ful-raw-run.c).
 *
 * Each thread takes the next chunk from the stream and reads it; the reader gets the chunks in their order. It waits for a
 * chunk that a thread has begun, and reads the numbers of others itself: so whoever has time does the work. How far the
 * threads are ahead is bounded by the number of chunks. */

#include "config.h"

#include "ful-raw-ahead.h"

#include "ful-raw-run.h"

/* More chunks for each thread: one that it reads and some that wait. */
#define CHUNKS_PER_THREAD 3

struct _FulRawAhead
{
  FulByteStream *stream;
  guint          n_threads;
  guint          n_before;   /* chunks that are left until there are threads */
  GPtrArray     *threads;    /* GThread */
  GMutex         mutex;      /* of what follows, and of FulRawRun.is_ready */
  GCond          cond;
  gboolean       is_asking;  /* a thread waits for the stream */
  GQueue         chunks;     /* that threads have taken, in order */
  GPtrArray     *runs;       /* of all chunks that threads have had */
};

/* Only one asks the stream at a time, so that chunks stay in order. Called with the mutex, which is not held while the
 * stream is waited for. */
static FulChunk *
ask (FulRawAhead  *self,
     GError      **error)
{
  FulChunk *chunk;

  self->is_asking = TRUE;
  g_mutex_unlock (&self->mutex);
  chunk = ful_byte_stream_next (self->stream, error);
  g_mutex_lock (&self->mutex);
  self->is_asking = FALSE;
  g_cond_broadcast (&self->cond);

  return chunk;
}

/* Returns: (nullable): one with a run; without memory for that the reader gets it, and the thread can end */
static FulChunk *
take_chunk (FulRawAhead *self)
{
  FulChunk *chunk;

  while (self->is_asking)
    g_cond_wait (&self->cond, &self->mutex);
  chunk = ask (self, NULL);
  if (chunk == NULL)
    return NULL;

  g_queue_push_tail (&self->chunks, chunk);
  chunk->run_begin = NULL;
  if (chunk->run == NULL)
    {
      chunk->run = ful_raw_run_new ();
      if (chunk->run == NULL)
        return NULL;
      g_ptr_array_add (self->runs, chunk->run);
    }
  chunk->run->is_ready = FALSE;

  return chunk;
}

static gpointer
ahead_thread (gpointer data)
{
  FulRawAhead *self = data;
  FulChunk *chunk;

  g_mutex_lock (&self->mutex);
  /* The reader gets the end, or the error, itself. */
  while ((chunk = take_chunk (self)))
    {
      g_mutex_unlock (&self->mutex);
      ful_raw_run_read (chunk->run, chunk);
      g_mutex_lock (&self->mutex);
      chunk->run->is_ready = TRUE;
      g_cond_broadcast (&self->cond);
    }
  g_mutex_unlock (&self->mutex);

  return NULL;
}

static FulChunk *
next_chunk (gpointer   source,
            GError   **error)
{
  FulRawAhead *self = source;
  FulChunk *chunk;

  g_mutex_lock (&self->mutex);
  while (g_queue_is_empty (&self->chunks) && self->is_asking)
    g_cond_wait (&self->cond, &self->mutex);
  chunk = g_queue_pop_head (&self->chunks);
  while (chunk && chunk->run && !chunk->run->is_ready)
    g_cond_wait (&self->cond, &self->mutex);
  if (chunk == NULL)
    {
      chunk = ask (self, error);
      if (chunk)
        chunk->run_begin = NULL;
    }
  g_mutex_unlock (&self->mutex);

  if (self->n_before > 0 && --self->n_before == 0)
    {
      ful_byte_stream_add_chunks (self->stream, CHUNKS_PER_THREAD * self->n_threads);
      for (guint i = 0; i < self->n_threads; i++)
        {
          GThread *thread = g_thread_try_new ("read-ahead", ahead_thread, self, NULL);

          /* It can be done without. */
          if (thread)
            g_ptr_array_add (self->threads, thread);
        }
    }

  return chunk;
}

static void
release_chunk (gpointer  source,
               FulChunk *chunk)
{
  FulRawAhead *self = source;

  ful_byte_stream_release (self->stream, chunk);
}

/**
 * ful_raw_ahead_new:
 * @stream: a stream; outlives the result
 * @reader: a reader of it, which gets its chunks from the result from now on
 * @n_threads: how many threads to use; 0 for none
 * @n_before: chunks before there are threads, at least one: short texts need none
 *
 * Returns: (transfer full): to be freed after @reader is cleared
 */
FulRawAhead *
ful_raw_ahead_new (FulByteStream *stream,
                   FulJsonReader *reader,
                   guint          n_threads,
                   guint          n_before)
{
  FulRawAhead *self = g_new0 (FulRawAhead, 1);

  self->stream = stream;
  self->n_threads = n_threads;
  self->n_before = n_before;
  self->threads = g_ptr_array_new ();
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_raw_run_free);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  reader->chunks = (FulChunks) { self, next_chunk, release_chunk };

  return self;
}

/* Also ends the stream, for which a thread may wait. */
void
ful_raw_ahead_free (FulRawAhead *self)
{
  ful_byte_stream_stop (self->stream);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (g_ptr_array_index (self->threads, i));

  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->runs);
  g_queue_clear (&self->chunks);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}
