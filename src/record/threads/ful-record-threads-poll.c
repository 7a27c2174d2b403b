/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads with short waits, where no switches are sampled (record.md 3): they are read so often that most of those waits are seen
 * while they last. */

#include "config.h"

#include "ful-record-threads.h"

/* Between two looks, for each thread that is polled, and within what: so that they cost about a hundredth of a CPU. */
#define POLL_MS_PER_THREAD 2
#define MIN_POLL_MS 4
#define MAX_POLL_MS 20

/* Threads that are read at a time; of more each in turn. */
#define MAX_POLLS 10

void
ful_record_threads_end_polls (FulRecordThreads *self,
                              FulRecordThread  *thread)
{
  if (thread->is_polled)
    g_ptr_array_remove_fast (self->polled, thread);
  thread->is_polled = FALSE;
}

/* Returns: whether it is to be looked at as often */
gboolean
ful_record_threads_is_polled (const FulRecordThreads *self,
                              const FulPerfThread    *from)
{
  const FulRecordThread *thread = from->data;

  return thread && thread->is_polled && self->polled->len <= MAX_POLLS;
}

/* Returns: ms until ful_record_threads_poll() is due */
guint
ful_record_threads_get_poll_ms (const FulRecordThreads *self)
{
  return self->polled->len == 0 ? MAX_POLL_MS : CLAMP (self->polled->len * POLL_MS_PER_THREAD, MIN_POLL_MS, MAX_POLL_MS);
}

/**
 * ful_record_threads_poll:
 * @now: CLOCK_MONOTONIC, ns
 *
 * Reads where threads with short waits are blocked.
 */
void
ful_record_threads_poll (FulRecordThreads *self,
                         guint64           now)
{
  for (guint n = MIN (self->polled->len, MAX_POLLS); n > 0 && self->polled->len > 0; n--)
    {
      guint i = self->next_polled++ % self->polled->len;
      FulRecordThread *thread = g_ptr_array_index (self->polled, i);

      if (thread->has_ended || thread->is_hidden || now > thread->polled_until)
        ful_record_threads_end_polls (self, thread);
      else
        ful_record_waits_poll (self->waits, &thread->wait);
    }
}
