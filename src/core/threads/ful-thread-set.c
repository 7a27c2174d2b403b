/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first stage of the derivation: a thread, or several merged. A single
 * thread costs nothing; a merge is O(samples × log threads). */

#include "config.h"

#include "ful-thread-set.h"

#include "base/ful-error.h"
#include "ful-activity-score.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Time, stack and thread. */
#define MERGED_SAMPLE_BYTES (sizeof (double) + sizeof (FulStackIndex) + sizeof (guint))

static void
ful_thread_set_clear (gpointer data)
{
  FulThreadSet *self = data;

  g_clear_object (&self->profile);
  g_free (self->threads);
  g_free (self->merged_columns);
}

/* Moves the thread at @i down a heap with the earliest first, by the @time of their next samples. */
static void
sift_down (guint        *heap,
           guint         n,
           const double *time,
           guint         i)
{
  guint thread = heap[i];

#define IS_EARLIER(a, b) (time[a] < time[b] || (time[a] == time[b] && (a) < (b)))
  for (guint child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && IS_EARLIER (heap[child + 1], heap[child]))
        child++;
      if (!IS_EARLIER (heap[child], thread))
        break;
      heap[i] = heap[child];
    }
#undef IS_EARLIER
  heap[i] = thread;
}

/* Interleaves the samples by time; ties in the order of the selection. */
static gboolean
merge_samples (FulThreadSet  *self,
               GCancellable  *cancellable,
               GError       **error)
{
  g_autofree guint *heap = g_new (guint, self->n_threads);
  g_autofree guint *next = g_new0 (guint, self->n_threads);
  g_autofree double *next_time = g_new (double, self->n_threads);
  g_autofree const FulSampleTable **samples = g_new (const FulSampleTable *, self->n_threads);
  guint n_heap = 0;
  gsize n = 0;
  double *time;
  FulStackIndex *stack;
  guint *thread;

  for (guint t = 0; t < self->n_threads; t++)
    {
      samples[t] = ful_profile_get_thread (self->profile, self->threads[t])->samples;
      n += samples[t]->table.n_rows;
      if (samples[t]->table.n_rows > 0)
        {
          next_time[t] = samples[t]->time[0];
          heap[n_heap++] = t;
        }
    }
  if (n > FUL_MAX_ROWS)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The threads have too many samples to be merged"));
      return FALSE;
    }

  self->merged_columns = time = g_malloc (MAX (n, 1) * MERGED_SAMPLE_BYTES);
  stack = (FulStackIndex *) (gpointer) (time + n);
  thread = (guint *) (stack + n);
  self->time = time;
  self->stack = stack;
  self->thread = thread;
  self->n_samples = (guint) n;

  for (guint i = n_heap / 2; i > 0; i--)
    sift_down (heap, n_heap, next_time, i - 1);

  for (guint i = 0; i < n; i++)
    {
      guint t = heap[0];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      time[i] = next_time[t];
      stack[i] = samples[t]->stack[next[t]];
      thread[i] = t;
      if (++next[t] < samples[t]->table.n_rows)
        next_time[t] = samples[t]->time[next[t]];
      else
        heap[0] = heap[--n_heap];
      sift_down (heap, n_heap, next_time, 0);
    }

  return TRUE;
}

/* Names threads, whatever rows they have. */
static char *
make_name (const guint *threads,
           guint        n_threads)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < n_threads; i++)
    g_string_append_printf (name, "%u ", threads[i]);

  return g_string_free (name, FALSE);
}

/* Names the rows of threads: of all snapshots in which they are the same. */
static char *
make_key (FulProfile  *profile,
          const guint *threads,
          guint        n_threads)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < n_threads; i++)
    g_string_append_printf (key, "%u %" G_GUINT64_FORMAT " ", threads[i],
                            threads[i] < profile->threads->len ? ful_profile_get_thread (profile, threads[i])->serial : 0);
  if (n_threads == 0)
    g_string_append_printf (key, "default of %" G_GUINT64_FORMAT, profile->thread_serial);

  return g_string_free (key, FALSE);
}

/**
 * ful_thread_set_check:
 * @threads: (array length=n_threads): thread numbers
 * @error: see ful_thread_set_new()
 *
 * Returns: whether @profile has all of @threads, and none is named twice
 */
gboolean
ful_thread_set_check (FulProfile   *profile,
                      const guint  *threads,
                      guint         n_threads,
                      GError      **error)
{
  for (guint i = 0; i < n_threads; i++)
    {
      if (threads[i] >= profile->threads->len)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                       _("There is no thread %u; the profile has threads 0 to %u"),
                       threads[i], profile->threads->len - 1);
          return FALSE;
        }
      for (guint j = 0; j < i; j++)
        if (threads[i] == threads[j])
          {
            g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Thread %u is selected twice"), threads[i]);
            return FALSE;
          }
    }

  return TRUE;
}

/**
 * ful_thread_set_new:
 * @profile: a profile
 * @threads: (array length=n_threads): thread numbers
 * @n_threads: at least 1
 * @cancellable: (nullable): checked every few thousand samples
 * @error: %FUL_ERROR_ARGUMENT for a thread that does not exist or is named twice
 *
 * Returns: (transfer full): the thread set
 */
FulThreadSet *
ful_thread_set_new (FulProfile    *profile,
                    const guint   *threads,
                    guint          n_threads,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr(FulThreadSet) self = g_atomic_rc_box_new0 (FulThreadSet);
  FulThread *thread;

  g_return_val_if_fail (n_threads > 0, NULL);

  if (!ful_thread_set_check (profile, threads, n_threads, error))
    return NULL;

  self->profile = g_object_ref (profile);
  self->threads = g_memdup2 (threads, n_threads * sizeof *threads);
  self->n_threads = n_threads;

  if (n_threads > 1)
    return merge_samples (self, cancellable, error) ? g_steal_pointer (&self) : NULL;

  thread = ful_profile_get_thread (profile, threads[0]);
  self->n_samples = thread->samples->table.n_rows;
  self->time = thread->samples->time;
  self->stack = thread->samples->stack;
  self->weight = thread->samples->weight;
  self->weight_type = thread->weight_type;
  self->js_allocations = thread->js_allocations;
  self->native_allocations = thread->native_allocations;

  return g_steal_pointer (&self);
}

/**
 * ful_thread_set_derive:
 * @profile: a profile
 * @options: with the selected threads
 * @cache: (nullable): of @profile
 * @cancellable: (nullable): checked every few thousand samples
 * @error: see ful_thread_set_new()
 *
 * Returns: (transfer full): the thread set of @options
 */
FulThreadSet *
ful_thread_set_derive (FulProfile            *profile,
                       const FulViewOptions  *options,
                       FulDeriveCache        *cache,
                       GCancellable          *cancellable,
                       GError               **error)
{
  g_autofree char *key = make_key (profile, options->threads, options->n_threads);
  FulThreadSet *self = ful_derive_cache_lookup (cache, FUL_STAGE_THREADS, key);
  gsize size = 0;

  if (self)
    return self;

  if (options->n_threads == 0)
    {
      g_autoptr(GArray) threads = ful_profile_list_default_threads (profile);
      g_autoptr(FulViewOptions) named = ful_view_options_copy (options);

      ful_view_options_set_threads (named, (guint *) (gpointer) threads->data, threads->len);
      /* One set, whether the threads are named or not. */
      self = ful_thread_set_derive (profile, named, cache, cancellable, error);
    }
  else
    {
      self = ful_thread_set_new (profile, options->threads, options->n_threads, cancellable, error);
      size = options->n_threads > 1 && self ? self->n_samples * MERGED_SAMPLE_BYTES : 0;
    }
  if (self)
    ful_derive_cache_insert (cache, FUL_STAGE_THREADS, key, self, size, (GDestroyNotify) ful_thread_set_unref);

  return self;
}

/**
 * ful_thread_set_has_threads_of:
 * @other: of a snapshot of the same profile
 *
 * Returns: whether both are of the same threads, which may have more rows, but no other ones
 */
gboolean
ful_thread_set_has_threads_of (const FulThreadSet *self,
                               const FulThreadSet *other)
{
  return ful_profile_has_rows_of (self->profile, other->profile) && self->n_threads == other->n_threads &&
         memcmp (self->threads, other->threads, self->n_threads * sizeof *self->threads) == 0;
}

/**
 * ful_thread_set_begins_with:
 * @other: of the same snapshot or of an earlier one
 *
 * O(threads).
 *
 * Returns: whether the first samples of @self are those of @other
 */
gboolean
ful_thread_set_begins_with (const FulThreadSet *self,
                            const FulThreadSet *other)
{
  guint last = other->n_samples - 1;

  if (!ful_thread_set_has_threads_of (self, other) || self->profile->stack_serial != other->profile->stack_serial)
    return FALSE;
  if (self->n_threads == 1 || other->n_samples == 0)
    return self->n_samples >= other->n_samples;

  /* No new sample of a thread comes before the last one of all threads. */
  for (guint t = 0; t < self->n_threads; t++)
    {
      const FulSampleTable *samples = ful_profile_get_thread (self->profile, self->threads[t])->samples;
      guint n = ful_profile_get_thread (other->profile, self->threads[t])->samples->table.n_rows;

      if (samples->table.n_rows < n)
        return FALSE;
      if (samples->table.n_rows > n &&
          (samples->time[n] < other->time[last] || (samples->time[n] == other->time[last] && t < other->thread[last])))
        return FALSE;
    }

  return TRUE;
}

/**
 * ful_thread_set_get_name:
 *
 * Returns: (transfer full): names the threads of @self, whatever rows they have, for a cache
 */
char *
ful_thread_set_get_name (const FulThreadSet *self)
{
  return make_name (self->threads, self->n_threads);
}

/**
 * ful_thread_set_get_key:
 *
 * Returns: (transfer full): names @self in the keys of a cache
 */
char *
ful_thread_set_get_key (const FulThreadSet *self)
{
  return make_key (self->profile, self->threads, self->n_threads);
}

FulThreadSet *
ful_thread_set_ref (FulThreadSet *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_thread_set_unref (FulThreadSet *self)
{
  g_atomic_rc_box_release_full (self, ful_thread_set_clear);
}
