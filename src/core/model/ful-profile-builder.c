/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The only writer of profiles.
 *
 * Readers of every format append rows, or pass whole columns; publish () and seal ()
 * validate once the invariants that all later code relies on – row references in
 * range, prefix before child, times ascending – and repair violations, with an entry
 * in the import log. A flaw costs the flawed cell or row, never the profile.
 * ful-profile-publish.c makes profiles of the rows. */

#include "config.h"

#include "ful-profile-builder.h"

#include "ful-shared-tables.h"
#include "ful-thread-tables.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Limit on times of losses of a thread. */
#define MAX_LOSSES 1000

/* A thread takes 5 to 7 kB without rows, and lines on screen. */
#define MAX_THREADS 100000

static void
thread_builder_free (gpointer data)
{
  FulThreadBuilder *self = data;

  g_clear_object (&self->thread);
  ful_table_builder_clear (&self->samples);
  ful_table_builder_clear (&self->markers);
  ful_table_builder_clear (&self->js_allocations);
  ful_table_builder_clear (&self->native_allocations);
  ful_bytes_clear (&self->payloads);
  g_clear_pointer (&self->losses, g_array_unref);
  g_clear_pointer (&self->published_payloads, ful_buffer_unref);
  g_clear_object (&self->published);
  g_clear_object (&self->published_as);
  g_free (self);
}

static void
counter_builder_free (gpointer data)
{
  FulCounterBuilder *self = data;

  g_clear_object (&self->counter);
  ful_table_builder_clear (&self->samples);
  g_clear_object (&self->published);
  g_clear_object (&self->published_as);
  g_free (self);
}

/**
 * ful_profile_builder_new:
 *
 * Returns: (transfer full): a builder of an empty profile
 */
FulProfileBuilder *
ful_profile_builder_new (void)
{
  FulProfileBuilder *self = g_new0 (FulProfileBuilder, 1);

  self->profile = ful_profile_new ();
  self->strings = ful_string_table_new ();
  self->texts = ful_string_table_new ();
  self->log = ful_import_log_new ();
  self->threads = g_ptr_array_new_with_free_func (thread_builder_free);
  self->counters = g_ptr_array_new_with_free_func (counter_builder_free);
  ful_table_builder_init (&self->stacks, &ful_stack_table_class);
  ful_table_builder_init (&self->frames, &ful_frame_table_class);
  ful_table_builder_init (&self->funcs, &ful_func_table_class);
  ful_table_builder_init (&self->resources, &ful_resource_table_class);
  ful_table_builder_init (&self->native_symbols, &ful_native_symbol_table_class);
  ful_table_builder_init (&self->sources, &ful_source_table_class);
  ful_table_builder_init (&self->source_locations, &ful_source_location_table_class);
  self->unknown_func = self->unknown_frame = self->unknown_source = self->unknown_lib = FUL_NONE;

  return self;
}

void
ful_profile_builder_free (FulProfileBuilder *self)
{
  g_clear_object (&self->profile);
  g_clear_pointer (&self->strings, ful_string_table_unref);
  g_clear_pointer (&self->texts, ful_string_table_unref);
  g_clear_pointer (&self->log, ful_import_log_unref);
  for (guint i = 0; i < FUL_N_CHECKS; i++)
    g_clear_pointer (&self->checks[i], ful_import_log_unref);
  g_clear_pointer (&self->threads, g_ptr_array_unref);
  g_clear_pointer (&self->counters, g_ptr_array_unref);
  g_clear_object (&self->published);
  ful_table_builder_clear (&self->stacks);
  ful_table_builder_clear (&self->frames);
  ful_table_builder_clear (&self->funcs);
  ful_table_builder_clear (&self->resources);
  ful_table_builder_clear (&self->native_symbols);
  ful_table_builder_clear (&self->sources);
  ful_table_builder_clear (&self->source_locations);
  g_free (self);
}

/**
 * ful_profile_builder_check_n_threads:
 * @n_more: number of threads that are to be added
 * @error: %FUL_ERROR_TOO_LARGE above 100,000 threads
 *
 * Sealing checks it too: this is for readers that know the number, before it takes memory.
 */
gboolean
ful_profile_builder_check_n_threads (FulProfileBuilder  *self,
                                     guint               n_more,
                                     GError            **error)
{
  if ((guint64) self->threads->len + n_more <= MAX_THREADS)
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("This profile has more than %d threads; no more can be shown"), MAX_THREADS);

  return FALSE;
}

/**
 * ful_profile_builder_is_full:
 *
 * For readers that meet threads one after another, each of which takes some kB.
 *
 * Returns: whether there are more threads than can be sealed, so that reading on is of no use
 */
gboolean
ful_profile_builder_is_full (const FulProfileBuilder *self)
{
  return self->threads->len > MAX_THREADS;
}

/**
 * ful_profile_builder_add_thread:
 *
 * Returns: (transfer none): the new thread, to be filled in before sealing
 */
FulThreadBuilder *
ful_profile_builder_add_thread (FulProfileBuilder *self)
{
  FulThreadBuilder *thread = g_new0 (FulThreadBuilder, 1);

  thread->thread = ful_thread_new ();
  ful_table_builder_init (&thread->samples, &ful_sample_table_class);
  ful_table_builder_init (&thread->markers, &ful_marker_table_class);
  ful_table_builder_init (&thread->js_allocations, &ful_allocation_table_class);
  ful_table_builder_init (&thread->native_allocations, &ful_allocation_table_class);
  g_ptr_array_add (self->threads, thread);

  return thread;
}

/**
 * ful_thread_builder_get_payload_end:
 *
 * Returns: where the next payload begins, as FUL_MARKER_PAYLOAD has it
 */
guint64
ful_thread_builder_get_payload_end (const FulThreadBuilder *self)
{
  return (self->published_payloads ? self->published_payloads->n : 0) + self->payloads.n;
}

/**
 * ful_thread_builder_take_tid:
 * @tid: (transfer full): any text
 *
 * Sets the number of the thread; as a number if it is one, as JSON has them.
 */
void
ful_thread_builder_take_tid (FulThreadBuilder *self,
                             char             *tid)
{
  gsize n = strlen (tid);

  g_free (self->thread->tid);
  self->thread->tid = tid;
  self->thread->tid_is_number = n > 0 && n < 16 && strspn (tid, "0123456789") == n && (*tid != '0' || n == 1);
}

/**
 * ful_thread_builder_add_loss:
 * @start: absolute ms
 * @end: absolute ms
 *
 * Rows of this time were lost. Times that touch become one, and those after very many.
 */
void
ful_thread_builder_add_loss (FulThreadBuilder *self,
                             double            start,
                             double            end)
{
  FulLoss loss = { start, end };
  FulLoss *last;

  if (self->losses == NULL)
    self->losses = g_array_new (FALSE, FALSE, sizeof (FulLoss));
  last = self->losses->len > 0 ? &g_array_index (self->losses, FulLoss, self->losses->len - 1) : NULL;
  if (last && ((start <= last->end && end >= last->start) || self->losses->len == MAX_LOSSES))
    *last = (FulLoss) { MIN (last->start, start), MAX (last->end, end) };
  else
    g_array_append_val (self->losses, loss);
  self->has_new_losses = TRUE;
}

/**
 * ful_profile_builder_add_counter:
 * @self: a builder
 * @counter: (transfer full): a counter without samples
 *
 * Returns: (transfer none): the new counter, whose samples are to be filled in
 */
FulCounterBuilder *
ful_profile_builder_add_counter (FulProfileBuilder *self,
                                 FulCounter        *counter)
{
  FulCounterBuilder *builder = g_new0 (FulCounterBuilder, 1);

  builder->counter = counter;
  ful_table_builder_init (&builder->samples, &ful_counter_sample_table_class);
  g_ptr_array_add (self->counters, builder);

  return builder;
}
