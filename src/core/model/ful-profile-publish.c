/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a builder → profile.
 *
 * What is published shares the memory of the builder, whose further rows come after
 * it. Lists and threads that changed are copied for the next snapshot, the others are
 * shared with the last one. */

#include "config.h"

#include "ful-profile-builder-private.h"

#include "ful-sample-type.h"
#include "ful-shared-tables.h"
#include "ful-thread-tables.h"

#include "base/ful-error.h"
#include "base/ful-serial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Sums of times from a file may leave the range of a double. */
static void
check_thread_times (FulThread *thread)
{
  double *needed[] = { &thread->process_startup_time, &thread->register_time };
  double *nullable[] = { &thread->process_shutdown_time, &thread->unregister_time };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      *needed[i] = isfinite (*needed[i]) ? *needed[i] : 0;
      *nullable[i] = isfinite (*nullable[i]) ? *nullable[i] : NAN;
    }
}

/* Appends new payloads to those that readers have, with the padding that parsing needs. */
static void
publish_payloads (FulThreadBuilder *self)
{
  FulBytes *new = &self->payloads;
  FulBuffer *buffer = self->published_payloads ? self->published_payloads : ful_buffer_new (FUL_TYPE_U8, 0);

  if (new->n > 0)
    {
      buffer = ful_buffer_reserve (buffer, new->n + FUL_BYTES_PADDING);
      memcpy ((char *) buffer->data + buffer->n, new->data, new->n);
      memset ((char *) buffer->data + buffer->n + new->n, 0, FUL_BYTES_PADDING);
      buffer->n += new->n + FUL_BYTES_PADDING;
      new->n = 0;
    }
  self->published_payloads = buffer;
}

static void
seal_payloads (FulThreadBuilder *self)
{
  FulBytes *payloads = &self->payloads;

  if (self->published_payloads)
    {
      publish_payloads (self);
      return;
    }
  /* Includes the padding that parsing needs. */
  if (payloads->data)
    memset (payloads->data + payloads->n, 0, FUL_BYTES_PADDING);
  self->published_payloads = ful_buffer_new_take (FUL_TYPE_U8, payloads->data, payloads->n);
  *payloads = (FulBytes) { 0 };
}

static gboolean
has_new_rows (const FulThreadBuilder *self)
{
  const FulTableBuilder *tables[] = { &self->samples, &self->markers, &self->js_allocations, &self->native_allocations };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i]->n_rows > tables[i]->n_published)
      return TRUE;

  return FALSE;
}

/* Returns: (transfer none): @self->thread with the rows so far; the last one if there is nothing new */
static FulThread *
publish_thread (FulThreadBuilder *self)
{
  FulThread *thread;

  if (self->published_as == self->thread && self->published && !has_new_rows (self) && !self->has_new_losses)
    return self->published;

  check_thread_times (self->thread);
  ful_sample_types_complete (self->thread->sample_types, self->samples.n_rows);
  thread = ful_thread_new_copy (self->thread);
  thread->samples = ful_table_builder_publish (&self->samples);
  thread->markers = ful_table_builder_publish (&self->markers);
  if (self->has_js_allocations)
    thread->js_allocations = ful_table_builder_publish (&self->js_allocations);
  if (self->has_native_allocations)
    thread->native_allocations = ful_table_builder_publish (&self->native_allocations);
  thread->payloads = ful_buffer_ref (self->published_payloads);
  thread->losses = self->losses ? g_array_copy (self->losses) : NULL;
  self->has_new_losses = FALSE;
  thread->serial = ful_serial_new ();
  g_set_object (&self->published_as, self->thread);
  g_clear_object (&self->published);
  self->published = thread;

  return thread;
}

static FulCounter *
publish_counter (FulCounterBuilder *self)
{
  FulCounter *counter;

  if (self->published_as == self->counter && self->published && self->samples.n_rows == self->samples.n_published)
    return self->published;

  counter = ful_counter_new_copy (self->counter);
  counter->samples = ful_table_builder_publish (&self->samples);
  g_set_object (&self->published_as, self->counter);
  g_clear_object (&self->published);
  self->published = counter;

  return counter;
}

static void
check_counters (FulProfileBuilder *self)
{
  for (guint i = 0; i < self->counters->len; i++)
    {
      FulCounterBuilder *counter = g_ptr_array_index (self->counters, i);
      g_autofree char *where = NULL;

      if (counter->counter->main_thread >= self->threads->len)
        {
          ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "counters.mainThreadIndex", i, -1,
                              _("counter refers to missing thread; assigned to thread 0"));
          counter->counter->main_thread = 0;
        }
      if (counter->samples.n_rows == counter->samples.n_published)
        continue;
      where = g_strdup_printf ("counters[%u].samples", i);
      ful_profile_builder_check_table (self, &counter->samples, where);
      g_free (ful_profile_builder_check_times (self, &counter->samples, where));
    }
}

static void
check_shared_tables (FulProfileBuilder *self)
{
  ful_profile_builder_complete_categories (self);
  if (self->profile->libs->len == 0 && self->native_symbols.n_rows > 0)
    g_ptr_array_add (self->profile->libs, ful_lib_new_unknown ());

  /* Referring tables first: a repair may append the row it refers to. */
  ful_profile_builder_check_table (self, &self->stacks, "shared.stackTable");
  ful_profile_builder_check_table (self, &self->frames, "shared.frameTable");
  ful_profile_builder_check_table (self, &self->funcs, "shared.funcTable");
  ful_profile_builder_check_table (self, &self->resources, "shared.resourceTable");
  ful_profile_builder_check_table (self, &self->native_symbols, "shared.nativeSymbols");
  ful_profile_builder_check_table (self, &self->source_locations, "shared.sourceLocationTable");
  ful_profile_builder_check_table (self, &self->sources, "shared.sources");
  ful_profile_builder_derive_rows (self);
}

/* Where flaws of the tables go that are checked next. */
static void
set_log (FulProfileBuilder *self,
         FulImportLog      *log,
         FulCheck           check)
{
  self->log = self->checks[check] ? self->checks[check] : log;
}

/* Validates and repairs the rows that were not published, and computes what is not recorded of them. */
static gboolean
check_rows (FulProfileBuilder  *self,
            GCancellable       *cancellable,
            GError            **error)
{
  FulImportLog *log = self->log;
  gboolean success;

  if (self->threads->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY,
                           _("No threads were captured in this profile, there is nothing to display"));
      return FALSE;
    }

  if (!ful_profile_builder_check_n_threads (self, 0, error))
    return FALSE;

  set_log (self, log, FUL_CHECK_SHARED);
  check_shared_tables (self);
  set_log (self, log, FUL_CHECK_COUNTERS);
  check_counters (self);
  set_log (self, log, FUL_CHECK_THREADS);
  success = ful_profile_builder_check_threads (self, cancellable, error);
  self->log = log;

  return success;
}

static void
set_table (gpointer         place,
           FulTableBuilder *table)
{
  g_clear_pointer ((gpointer *) place, ful_table_unref);
  *(gpointer *) place = ful_table_builder_publish (table);
}

static gboolean
has_new_stacks (const FulProfileBuilder *self)
{
  const FulTableBuilder *tables[] = {
    &self->stacks, &self->frames, &self->funcs, &self->resources, &self->native_symbols, &self->sources,
    &self->source_locations,
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i]->n_rows > tables[i]->n_published)
      return TRUE;

  return FALSE;
}

/* Formats that add samples up by stack have no times: all are the same. */
static gboolean
has_times (FulProfile *self)
{
  double time = NAN;
  guint most = 0;

  if (self->counters->len > 0)
    return TRUE;

  for (guint i = 0; i < self->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (self, i);
      guint n = thread->samples->table.n_rows;

      if (thread->markers->table.n_rows > 0 || thread->js_allocations || thread->native_allocations)
        return TRUE;
      if (n == 0)
        continue;
      if (isnan (time))
        time = thread->samples->time[0];
      if (thread->samples->time[0] != time || thread->samples->time[n - 1] != time)
        return TRUE;
      most = MAX (most, n);
    }

  return most < 2;
}

static gboolean
has_labels (FulProfile *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    if (ful_profile_get_thread (self, i)->samples->labels)
      return TRUE;

  return FALSE;
}

static gboolean
has_one_category (const FulStackTable *stacks)
{
  for (guint i = 1; i < stacks->table.n_rows; i++)
    if (ful_stack_table_get_category (stacks, (FulStackIndex) i) != ful_stack_table_get_category (stacks, 0))
      return FALSE;

  return TRUE;
}

/* Gives the rows so far to the profile of the builder. */
static void
publish_tables (FulProfileBuilder *self)
{
  FulProfile *profile = self->profile;

  profile->thread_serial = ful_serial_new ();
  if (profile->stack_serial == 0 || has_new_stacks (self))
    profile->stack_serial = ful_serial_new ();

  /* Snapshots share the lists of threads and counters. */
  g_ptr_array_unref (profile->threads);
  profile->threads = g_ptr_array_new_full (self->threads->len, g_object_unref);
  for (guint i = 0; i < self->threads->len; i++)
    g_ptr_array_add (profile->threads, g_object_ref (publish_thread (g_ptr_array_index (self->threads, i))));
  g_ptr_array_unref (profile->counters);
  profile->counters = g_ptr_array_new_full (self->counters->len, g_object_unref);
  for (guint i = 0; i < self->counters->len; i++)
    g_ptr_array_add (profile->counters, g_object_ref (publish_counter (g_ptr_array_index (self->counters, i))));

  profile->has_times = has_times (profile);
  profile->has_labels = has_labels (profile);

  set_table (&profile->stacks, &self->stacks);
  profile->has_one_category = has_one_category (profile->stacks);
  set_table (&profile->frames, &self->frames);
  set_table (&profile->funcs, &self->funcs);
  set_table (&profile->resources, &self->resources);
  set_table (&profile->native_symbols, &self->native_symbols);
  set_table (&profile->sources, &self->sources);
  set_table (&profile->source_locations, &self->source_locations);
  profile->n_strings = ful_string_table_publish (self->strings);
  profile->n_texts = ful_string_table_get_n (self->texts);
}

/* What gets no more rows is stored in least memory. */
static void
finish_tables (FulProfileBuilder *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (self->threads, i);

      seal_payloads (thread);
      ful_table_builder_narrow (&thread->markers);
    }
  ful_table_builder_narrow (&self->stacks);
}

static GPtrArray *
copy_categories (GPtrArray *from)
{
  GPtrArray *copy = g_ptr_array_new_full (from->len, (GDestroyNotify) ful_category_free);

  for (guint i = 0; i < from->len; i++)
    {
      const FulCategory *category = g_ptr_array_index (from, i);

      g_ptr_array_add (copy, ful_category_new (category->name, category->color, category->subcategories));
    }

  return copy;
}

static GPtrArray *
copy_libs (GPtrArray *from)
{
  GPtrArray *copy = g_ptr_array_new_full (from->len, (GDestroyNotify) ful_lib_free);

  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (copy, ful_lib_copy (g_ptr_array_index (from, i)));

  return copy;
}

static void
append_checks (const FulProfileBuilder *self,
               FulImportLog            *log)
{
  for (guint i = 0; i < FUL_N_CHECKS; i++)
    if (self->checks[i])
      ful_import_log_append (log, self->checks[i]);
}

static guint64
count_records (const FulProfileBuilder *self)
{
  guint64 n = ful_import_log_get_n_records (self->log);

  for (guint i = 0; i < FUL_N_CHECKS; i++)
    n += self->checks[i] ? ful_import_log_get_n_records (self->checks[i]) : 0;

  return n;
}

/* What the builder may change is copied, or shared with the last snapshot if nothing was added. */
static void
separate_lists (FulProfileBuilder *self,
                FulProfile        *snapshot)
{
  FulProfile *last = self->published;

  g_ptr_array_unref (snapshot->categories);
  snapshot->categories = last && last->categories->len == self->profile->categories->len ?
                         g_ptr_array_ref (last->categories) : copy_categories (self->profile->categories);
  g_ptr_array_unref (snapshot->libs);
  snapshot->libs = last && last->libs->len == self->profile->libs->len ?
                   g_ptr_array_ref (last->libs) : copy_libs (self->profile->libs);
  if (last && ful_import_log_get_n_records (last->log) == count_records (self))
    {
      snapshot->log = ful_import_log_ref (last->log);
      return;
    }
  snapshot->log = ful_import_log_copy (self->log);
  append_checks (self, snapshot->log);
}

/* Returns: (transfer full): the rows so far as a snapshot */
static FulProfile *
make_snapshot (FulProfileBuilder *self)
{
  g_autoptr(FulProfile) snapshot = NULL;

  publish_tables (self);
  if (self->profile->strings == NULL)
    {
      self->profile->strings = ful_string_table_ref (self->strings);
      self->profile->texts = ful_string_table_ref (self->texts);
    }
  snapshot = ful_profile_new_snapshot (self->profile);
  snapshot->grows = TRUE;
  separate_lists (self, snapshot);
  g_set_object (&self->published, snapshot);

  return g_steal_pointer (&snapshot);
}

/**
 * ful_profile_builder_publish:
 * @self: a builder; more rows can be appended then
 * @error: %FUL_ERROR_EMPTY if there is no thread
 *
 * Creates a profile of the rows so far. Validates and repairs what is new, shares everything else with the last
 * snapshot: O(new rows + threads + counters).
 *
 * Returns: (transfer full): the profile, immutable from here on
 */
FulProfile *
ful_profile_builder_publish (FulProfileBuilder  *self,
                             GError            **error)
{
  FulProfile *snapshot;

  if (!check_rows (self, NULL, error))
    return NULL;

  for (guint i = 0; i < self->threads->len; i++)
    publish_payloads (g_ptr_array_index (self->threads, i));
  snapshot = make_snapshot (self);
  snapshot->has_times = TRUE;

  return snapshot;
}

/**
 * ful_profile_builder_publish_whole:
 * @self: a builder whose shared tables and threads are complete: further threads and counters may follow, no rows
 * @cancellable: (nullable): checked between tables
 * @error: %FUL_ERROR_EMPTY if there is no thread
 *
 * Like ful_profile_builder_publish(), for a profile that is as ful_profile_builder_seal() would make it: rows are not
 * copied, and after the last thread all is as if nothing had been published. Entries of the log keep the order that they
 * have then.
 *
 * Returns: (transfer full): the profile, immutable from here on
 */
FulProfile *
ful_profile_builder_publish_whole (FulProfileBuilder  *self,
                                   GCancellable       *cancellable,
                                   GError            **error)
{
  for (guint i = 0; i < FUL_N_CHECKS && self->checks[i] == NULL; i++)
    self->checks[i] = ful_import_log_new ();

  if (!check_rows (self, cancellable, error))
    return NULL;

  finish_tables (self);

  return make_snapshot (self);
}

/**
 * ful_profile_builder_seal:
 * @self: a builder; empty afterwards
 * @cancellable: (nullable): checked between tables
 * @error: %FUL_ERROR_EMPTY if there is no thread
 *
 * Validates and repairs all tables and creates the profile. O(size of the profile).
 *
 * Returns: (transfer full): the profile, immutable from here on
 */
FulProfile *
ful_profile_builder_seal (FulProfileBuilder  *self,
                          GCancellable       *cancellable,
                          GError            **error)
{
  if (!check_rows (self, cancellable, error))
    return NULL;

  append_checks (self, self->log);
  finish_tables (self);
  publish_tables (self);
  g_ptr_array_set_size (self->threads, 0);
  g_ptr_array_set_size (self->counters, 0);
  ful_string_table_forget_index (self->texts);
  g_clear_pointer (&self->profile->strings, ful_string_table_unref);
  g_clear_pointer (&self->profile->texts, ful_string_table_unref);
  self->profile->strings = g_steal_pointer (&self->strings);
  self->profile->texts = g_steal_pointer (&self->texts);
  self->profile->log = g_steal_pointer (&self->log);

  return g_steal_pointer (&self->profile);
}
