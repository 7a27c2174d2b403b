/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first stage of the derivation: a thread, or several merged. A single
 * thread costs nothing; a merge is O(samples × log threads). Merged samples of a
 * capture are appended to: those of a later snapshot have the first rows of the same
 * memory, as long as new samples are later than all merged ones. */

#include "config.h"

#include "ful-thread-set.h"

#include "base/ful-error.h"
#include "ful-activity-score.h"
#include "model/ful-sample-type.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Time, stack and thread. */
#define MERGED_SAMPLE_BYTES (sizeof (double) + sizeof (FulStackIndex) + sizeof (guint))

/* Columns that sets of one snapshot after the other share. Only the set with all rows of @n_rows may be extended in place. */
struct _FulMergedColumns
{
  guint          n_rows;     /* atomic */
  guint          capacity;
  double        *time;
  FulStackIndex *stack;
  guint         *thread;
};

static void
merged_columns_clear (gpointer data)
{
  FulMergedColumns *self = data;

  g_free (self->time);
  g_free (self->stack);
  g_free (self->thread);
}

static void
merged_columns_unref (FulMergedColumns *self)
{
  g_atomic_rc_box_release_full (self, merged_columns_clear);
}

static FulMergedColumns *
merged_columns_new (guint n_rows,
                    guint capacity)
{
  FulMergedColumns *self = g_atomic_rc_box_new0 (FulMergedColumns);

  self->n_rows = n_rows;
  self->capacity = capacity;
  self->time = g_new (double, capacity);
  self->stack = g_new (FulStackIndex, capacity);
  self->thread = g_new (guint, capacity);

  return self;
}

/* Returns: (transfer full): columns with the rows of @before and memory for @n_rows that only the caller writes to */
static FulMergedColumns *
merged_columns_extend (const FulThreadSet *before,
                       guint               n_rows)
{
  FulMergedColumns *self = before->merged_columns, *copy;

  if (n_rows <= self->capacity && g_atomic_int_compare_and_exchange (&self->n_rows, before->n_samples, n_rows))
    return g_atomic_rc_box_acquire (self);

  copy = merged_columns_new (n_rows, (guint) MIN (n_rows + (guint64) n_rows / 2, FUL_MAX_ROWS));
  if (before->n_samples == 0)
    return copy;

  memcpy (copy->time, before->time, before->n_samples * sizeof *copy->time);
  memcpy (copy->stack, before->stack, before->n_samples * sizeof *copy->stack);
  memcpy (copy->thread, before->thread, before->n_samples * sizeof *copy->thread);

  return copy;
}

static void
ful_thread_set_clear (gpointer data)
{
  FulThreadSet *self = data;

  g_clear_object (&self->profile);
  g_free (self->threads);
  g_clear_pointer (&self->sample_types, g_ptr_array_unref);
  g_free (self->merged_labels);
  g_clear_pointer (&self->merged_columns, merged_columns_unref);
}

/* Moves the thread at @i down a heap with the earliest first, by the @time of their next samples; of the same time the one
 * with the greatest number first. */
static void
sift_down (guint        *heap,
           guint         n,
           const double *time,
           const guint  *numbers,
           guint         i)
{
  guint thread = heap[i];

#define IS_EARLIER(a, b) (time[a] < time[b] || (time[a] == time[b] && numbers[a] > numbers[b]))
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

/* Whether the first merged samples of @self are those of @other: no new sample of a thread comes before the last one
 * of all threads. */
static gboolean
has_first_samples_of (const FulThreadSet *self,
                      const FulThreadSet *other)
{
  for (guint t = 0; t < self->n_threads; t++)
    {
      const FulSampleTable *samples = ful_profile_get_thread (self->profile, self->threads[t])->samples;
      guint n = ful_profile_get_thread (other->profile, self->threads[t])->samples->table.n_rows;
      guint last = other->n_samples - 1;

      if (samples->table.n_rows < n)
        return FALSE;
      if (other->n_samples > 0 && samples->table.n_rows > n &&
          (samples->time[n] < other->time[last] ||
           (samples->time[n] == other->time[last] && self->threads[t] > self->threads[other->thread[last]])))
        return FALSE;
    }

  return TRUE;
}

/* Interleaves the samples by time (transforms.md 8). @before: (nullable): has the first ones */
static gboolean
merge_samples (FulThreadSet        *self,
               const FulThreadSet  *before,
               GCancellable        *cancellable,
               GError             **error)
{
  g_autofree guint *heap = g_new (guint, self->n_threads);
  g_autofree guint *next = g_new0 (guint, self->n_threads);
  g_autofree double *next_time = g_new (double, self->n_threads);
  g_autofree const FulSampleTable **samples = g_new (const FulSampleTable *, self->n_threads);
  FulMergedColumns *columns;
  guint n_heap = 0;
  gsize n = 0;

  for (guint t = 0; t < self->n_threads; t++)
    {
      samples[t] = ful_profile_get_thread (self->profile, self->threads[t])->samples;
      next[t] = before ? ful_profile_get_thread (before->profile, self->threads[t])->samples->table.n_rows : 0;
      n += samples[t]->table.n_rows;
      if (samples[t]->table.n_rows > next[t])
        {
          next_time[t] = samples[t]->time[next[t]];
          heap[n_heap++] = t;
        }
    }
  if (n > FUL_MAX_ROWS)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The threads have too many samples to be merged"));
      return FALSE;
    }

  columns = before ? merged_columns_extend (before, (guint) n) : merged_columns_new ((guint) n, (guint) n);
  self->merged_columns = columns;
  self->time = columns->time;
  self->stack = columns->stack;
  self->thread = columns->thread;
  self->n_samples = (guint) n;

  for (guint i = n_heap / 2; i > 0; i--)
    sift_down (heap, n_heap, next_time, self->threads, i - 1);

  for (guint i = before ? before->n_samples : 0; i < n; i++)
    {
      guint t = heap[0];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      columns->time[i] = next_time[t];
      columns->stack[i] = samples[t]->stack[next[t]];
      columns->thread[i] = t;
      if (++next[t] < samples[t]->table.n_rows)
        next_time[t] = samples[t]->time[next[t]];
      else
        heap[0] = heap[--n_heap];
      sift_down (heap, n_heap, next_time, self->threads, 0);
    }

  return TRUE;
}

/* The values of a sample type in the order of the merged samples; those of threads without it are 0. */
static void
merge_values (FulThreadSet  *self,
              FulSampleType *type)
{
  g_autofree guint *next = g_new0 (guint, self->n_threads);
  g_autofree const double **values = g_new0 (const double *, self->n_threads);
  g_autofree gboolean *has_type = g_new0 (gboolean, self->n_threads);

  for (guint t = 0; t < self->n_threads; t++)
    {
      FulThread *thread = ful_profile_get_thread (self->profile, self->threads[t]);
      FulSampleType *own = ful_sample_types_find (thread->sample_types, type->name);

      has_type[t] = own != NULL;
      values[t] = own && own->is_default ? thread->samples->weight : own ? own->values : NULL;
    }
  for (guint i = 0; i < self->n_samples; i++)
    {
      guint t = self->thread[i], row = next[t]++;

      ful_sample_type_set (type, i, values[t] ? values[t][row] : has_type[t] ? 1 : 0);
    }
}

/* Labels in the order of the merged samples. */
static void
merge_labels (FulThreadSet *self)
{
  g_autofree guint *next = g_new0 (guint, self->n_threads);
  g_autofree const gint32 **labels = g_new0 (const gint32 *, self->n_threads);
  gboolean any = FALSE;

  for (guint t = 0; t < self->n_threads; t++)
    {
      labels[t] = ful_profile_get_thread (self->profile, self->threads[t])->samples->labels;
      any |= labels[t] != NULL;
    }
  if (!any)
    return;

  self->labels = self->merged_labels = g_new (gint32, MAX (self->n_samples, 1));
  for (guint i = 0; i < self->n_samples; i++)
    {
      guint t = self->thread[i];

      self->merged_labels[i] = labels[t] ? labels[t][next[t]++] : FUL_NONE;
    }
}

/* The default type of the first thread that has types is that of all. */
static gboolean
merge_sample_types (FulThreadSet  *self,
                    GCancellable  *cancellable,
                    GError       **error)
{
  for (guint t = 0; t < self->n_threads; t++)
    {
      GPtrArray *types = ful_profile_get_thread (self->profile, self->threads[t])->sample_types;

      for (guint i = 0; types && i < types->len; i++)
        {
          const FulSampleType *type = g_ptr_array_index (types, i);
          gboolean is_default = type->is_default && ful_sample_types_get_default (self->sample_types) == NULL;

          if (ful_sample_types_find (self->sample_types, type->name) == NULL)
            ful_sample_types_add (&self->sample_types, type->name, type->unit, type->weight_type, is_default);
        }
    }
  for (guint i = 0; self->sample_types && i < self->sample_types->len; i++)
    {
      FulSampleType *type = g_ptr_array_index (self->sample_types, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      merge_values (self, type);
      if (type->is_default)
        {
          self->weight = type->values;
          self->weight_type = type->weight_type;
        }
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

/* @before: (nullable): a set of the same threads, of any profile */
static FulThreadSet *
make_set (FulProfile          *profile,
          const guint         *threads,
          guint                n_threads,
          const FulThreadSet  *before,
          GCancellable        *cancellable,
          GError             **error)
{
  g_autoptr(FulThreadSet) self = g_atomic_rc_box_new0 (FulThreadSet);
  FulThread *thread;

  if (!ful_thread_set_check (profile, threads, n_threads, error))
    return NULL;

  self->profile = g_object_ref (profile);
  self->threads = g_memdup2 (threads, n_threads * sizeof *threads);
  self->n_threads = n_threads;

  if (n_threads > 1)
    {
      gboolean extends = before && ful_thread_set_has_threads_of (self, before) && has_first_samples_of (self, before);

      if (!merge_samples (self, extends ? before : NULL, cancellable, error) ||
          !merge_sample_types (self, cancellable, error))
        return NULL;
      merge_labels (self);

      return g_steal_pointer (&self);
    }

  thread = ful_profile_get_thread (profile, threads[0]);
  self->n_samples = thread->samples->table.n_rows;
  self->time = thread->samples->time;
  self->stack = thread->samples->stack;
  self->weight = thread->samples->weight;
  self->weight_type = thread->weight_type;
  self->labels = thread->samples->labels;
  self->sample_types = thread->sample_types ? g_ptr_array_ref (thread->sample_types) : NULL;
  self->js_allocations = thread->js_allocations;
  self->native_allocations = thread->native_allocations;

  return g_steal_pointer (&self);
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
  g_return_val_if_fail (n_threads > 0, NULL);

  return make_set (profile, threads, n_threads, NULL, cancellable, error);
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
  g_autofree char *name = make_name (options->threads, options->n_threads);
  g_autofree char *rows = make_key (profile, options->threads, options->n_threads);
  g_autoptr(FulThreadSet) before = NULL;
  g_auto(FulDeriveSlot) slot = { NULL };
  FulThreadSet *self = ful_derive_cache_lookup_growing (cache, FUL_STAGE_THREADS, name, rows, (gpointer *) &before, cancellable, &slot);
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
      self = make_set (profile, options->threads, options->n_threads, before, cancellable, error);
      size = options->n_threads > 1 && self
               ? self->n_samples * (MERGED_SAMPLE_BYTES + (self->sample_types ? self->sample_types->len * sizeof (double) : 0))
               : 0;
    }
  if (self)
    ful_derive_slot_fill (&slot, self, size, (GDestroyNotify) ful_thread_set_unref);

  return self;
}

/**
 * ful_thread_set_has_threads_of:
 * @other: of a profile with the same numbers
 *
 * Returns: whether both are of the same threads, which may have other rows
 */
gboolean
ful_thread_set_has_threads_of (const FulThreadSet *self,
                               const FulThreadSet *other)
{
  return ful_profile_has_numbers_of (self->profile, other->profile) && self->n_threads == other->n_threads &&
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
  if (!ful_thread_set_has_threads_of (self, other) || self->profile->stack_serial != other->profile->stack_serial)
    return FALSE;

  return self->n_threads == 1 ? self->n_samples >= other->n_samples : has_first_samples_of (self, other);
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
