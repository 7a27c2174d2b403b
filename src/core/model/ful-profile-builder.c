/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The only writer of profiles.
 *
 * Readers of every format append rows, or pass whole columns; seal () validates
 * once the invariants that all later code relies on – row references in range,
 * prefix before child, times ascending – and repairs violations, with an entry in
 * the import log. A flaw costs the flawed cell or row, never the profile. */

#include "config.h"

#include "ful-profile-builder-private.h"

#include "ful-shared-tables.h"
#include "ful-thread-tables.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

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
  ful_table_builder_init (&self->stacks, &ful_stack_table_class);
  ful_table_builder_init (&self->frames, &ful_frame_table_class);
  ful_table_builder_init (&self->funcs, &ful_func_table_class);
  ful_table_builder_init (&self->resources, &ful_resource_table_class);
  ful_table_builder_init (&self->native_symbols, &ful_native_symbol_table_class);
  ful_table_builder_init (&self->sources, &ful_source_table_class);
  ful_table_builder_init (&self->source_locations, &ful_source_location_table_class);

  return self;
}

void
ful_profile_builder_free (FulProfileBuilder *self)
{
  g_clear_object (&self->profile);
  g_clear_pointer (&self->strings, ful_string_table_unref);
  g_clear_pointer (&self->texts, ful_string_table_unref);
  g_clear_pointer (&self->log, ful_import_log_unref);
  g_clear_pointer (&self->threads, g_ptr_array_unref);
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

/* The substitute for a missing `meta.categories` (formats.md 2.4). */
static const struct { const char *name, *color; } default_categories[] = {
  { "Other", "grey" },        { "Idle", "transparent" },  { "Layout", "purple" },  { "JavaScript", "yellow" },
  { "GC / CC", "orange" },    { "Network", "lightblue" }, { "Graphics", "green" }, { "DOM", "blue" },
};

static void
complete_categories (FulProfileBuilder *self)
{
  FulProfile *profile = self->profile;
  char *other[] = { (char *) "Other", NULL };

  profile->has_categories = profile->categories->len > 0;
  if (!profile->has_categories)
    for (guint i = 0; i < G_N_ELEMENTS (default_categories); i++)
      g_ptr_array_add (profile->categories,
                       ful_category_new (default_categories[i].name, default_categories[i].color, other));

  profile->default_category = FUL_NONE;
  profile->idle_category = FUL_NONE;
  for (guint i = 0; i < profile->categories->len; i++)
    {
      FulCategory *category = g_ptr_array_index (profile->categories, i);

      if (profile->default_category == FUL_NONE && g_str_equal (category->color, "grey"))
        profile->default_category = (FulCategoryIndex) i;
      if (profile->idle_category == FUL_NONE && g_str_equal (category->name, "Idle"))
        profile->idle_category = (FulCategoryIndex) i;
    }

  if (profile->default_category == FUL_NONE)
    {
      if (profile->has_categories)
        ful_import_log_add (self->log, FUL_SEVERITY_INFO, "meta.categories", -1, -1,
                            _("no category is grey; the default is the first one"));
      profile->default_category = 0;
    }
}

/* Stack categories (formats.md 6.1): the frame's own, else the caller's, else the default. */
static void
derive_stack_categories (FulProfileBuilder *self)
{
  guint n = self->stacks.n_rows;
  const gint32 *frame = FUL_CELLS (&self->stacks, FUL_STACK_FRAME, gint32);
  const gint32 *prefix = FUL_CELLS (&self->stacks, FUL_STACK_PREFIX, gint32);
  const gint32 *frame_category = FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32);
  const gint32 *frame_subcategory = FUL_CELLS (&self->frames, FUL_FRAME_SUBCATEGORY, gint32);
  FulBuffer *categories = ful_buffer_new (FUL_TYPE_I32, n);
  FulBuffer *subcategories = ful_buffer_new (FUL_TYPE_I32, n);
  gint32 *category = categories->data;
  gint32 *subcategory = subcategories->data;

  for (guint i = 0; i < n; i++)
    {
      if (frame_category[frame[i]] != FUL_NONE)
        {
          category[i] = frame_category[frame[i]];
          subcategory[i] = MAX (frame_subcategory[frame[i]], 0);
        }
      else if (prefix[i] != FUL_NONE)
        {
          category[i] = category[prefix[i]];
          subcategory[i] = subcategory[prefix[i]];
        }
      else
        {
          category[i] = self->profile->default_category;
          subcategory[i] = 0;
        }
    }

  categories->n = subcategories->n = n;
  g_clear_pointer (&self->stacks.buffers[FUL_STACK_CATEGORY], ful_buffer_unref);
  g_clear_pointer (&self->stacks.buffers[FUL_STACK_SUBCATEGORY], ful_buffer_unref);
  self->stacks.buffers[FUL_STACK_CATEGORY] = categories;
  self->stacks.buffers[FUL_STACK_SUBCATEGORY] = subcategories;
}

/* A subcategory that its category does not have is replaced with the first, which is the category itself. */
static void
check_subcategories (FulProfileBuilder *self)
{
  const gint32 *category = FUL_CELLS (&self->frames, FUL_FRAME_CATEGORY, gint32);
  gint32 *subcategory = FUL_CELLS (&self->frames, FUL_FRAME_SUBCATEGORY, gint32);
  guint n_categories = self->profile->categories->len;
  g_autofree gint32 *n_subcategories = g_new (gint32, n_categories);

  for (guint i = 0; i < n_categories; i++)
    {
      FulCategory *c = g_ptr_array_index (self->profile->categories, i);

      n_subcategories[i] = (gint32) g_strv_length (c->subcategories);
    }

  for (guint i = 0; i < self->frames.n_rows; i++)
    {
      if (category[i] == FUL_NONE || subcategory[i] == FUL_NONE)
        continue;
      if (subcategory[i] >= 0 && subcategory[i] < n_subcategories[category[i]])
        continue;

      ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "shared.frameTable.subcategory", i, -1,
                          _("subcategory refers to missing one of its category; used the category"));
      subcategory[i] = 0;
    }
}

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

/* A function for each resource, for when its functions are collapsed
 * (transforms.md 1, stage 2). */
static void
append_resource_funcs (FulProfileBuilder *self)
{
  guint n = self->resources.n_rows;
  guint first = ful_table_builder_append (&self->funcs, n);
  const FulStringIndex *resource_name = FUL_CELLS (&self->resources, FUL_RESOURCE_NAME, gint32);
  const gint32 *type = FUL_CELLS (&self->resources, FUL_RESOURCE_TYPE, gint32);

  self->profile->n_recorded_funcs = first;
  for (guint i = 0; i < n; i++)
    {
      gboolean is_script = type[i] == FUL_RESOURCE_TYPE_ADDON || type[i] == FUL_RESOURCE_TYPE_WEBHOST ||
                           type[i] == FUL_RESOURCE_TYPE_OTHERHOST || type[i] == FUL_RESOURCE_TYPE_URL;

      FUL_CELLS (&self->funcs, FUL_FUNC_NAME, gint32)[first + i] = resource_name[i];
      FUL_CELLS (&self->funcs, FUL_FUNC_IS_JS, guint8)[first + i] = is_script;
      FUL_CELLS (&self->funcs, FUL_FUNC_RELEVANT_FOR_JS, guint8)[first + i] = is_script;
      FUL_CELLS (&self->funcs, FUL_FUNC_RESOURCE, gint32)[first + i] = (gint32) i;
    }
}

static void
seal_thread (FulThreadBuilder *thread)
{
  FulThread *result = thread->thread;

  check_thread_times (result);
  result->samples = ful_table_builder_publish (&thread->samples);
  ful_table_builder_narrow (&thread->markers);
  result->markers = ful_table_builder_publish (&thread->markers);
  if (thread->has_js_allocations)
    result->js_allocations = ful_table_builder_publish (&thread->js_allocations);
  if (thread->has_native_allocations)
    result->native_allocations = ful_table_builder_publish (&thread->native_allocations);
  /* Includes the padding that parsing needs. */
  if (thread->payloads.data)
    memset (thread->payloads.data + thread->payloads.n, 0, FUL_BYTES_PADDING);
  result->payloads = g_bytes_new_take (thread->payloads.data, thread->payloads.n);
  thread->payloads = (FulBytes) { 0 };
}

/**
 * ful_profile_builder_add_counter:
 * @self: a builder
 * @counter: (transfer full): a counter without samples
 * @samples: its samples; empty afterwards
 *
 * Checks the times of a counter and adds it to the profile.
 */
void
ful_profile_builder_add_counter (FulProfileBuilder *self,
                                 FulCounter        *counter,
                                 FulTableBuilder   *samples)
{
  g_autofree char *where = g_strdup_printf ("counters[%u].samples", self->profile->counters->len);

  ful_profile_builder_check_table (self, samples, where);
  ful_profile_builder_check_times (self, samples, where);
  counter->samples = ful_table_builder_publish (samples);
  ful_table_builder_clear (samples);
  g_ptr_array_add (self->profile->counters, counter);
}

static void
check_counter_threads (FulProfileBuilder *self)
{
  for (guint i = 0; i < self->profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (self->profile->counters, i);

      if (counter->main_thread < self->threads->len)
        continue;
      ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "counters.mainThreadIndex", i, -1,
                          _("counter refers to missing thread; assigned to thread 0"));
      counter->main_thread = 0;
    }
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
  FulProfile *profile = self->profile;

  if (self->threads->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY,
                           _("No threads were captured in this profile, there is nothing to display"));
      return NULL;
    }

  complete_categories (self);
  if (profile->libs->len == 0 && self->native_symbols.n_rows > 0)
    g_ptr_array_add (profile->libs, ful_lib_new_unknown ());

  /* Referring tables first: a repair may append the row it refers to. */
  ful_profile_builder_check_table (self, &self->stacks, "shared.stackTable");
  ful_profile_builder_check_table (self, &self->frames, "shared.frameTable");
  ful_profile_builder_check_table (self, &self->funcs, "shared.funcTable");
  ful_profile_builder_check_table (self, &self->resources, "shared.resourceTable");
  ful_profile_builder_check_table (self, &self->native_symbols, "shared.nativeSymbols");
  ful_profile_builder_check_table (self, &self->source_locations, "shared.sourceLocationTable");
  ful_profile_builder_check_table (self, &self->sources, "shared.sources");
  append_resource_funcs (self);
  check_subcategories (self);
  check_counter_threads (self);
  derive_stack_categories (self);

  if (!ful_profile_builder_check_threads (self, cancellable, error))
    return NULL;

  for (guint i = 0; i < self->threads->len; i++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (self->threads, i);

      seal_thread (thread);
      g_ptr_array_add (profile->threads, g_steal_pointer (&thread->thread));
    }
  g_ptr_array_set_size (self->threads, 0);

  profile->stacks = ful_table_builder_publish (&self->stacks);
  profile->frames = ful_table_builder_publish (&self->frames);
  profile->funcs = ful_table_builder_publish (&self->funcs);
  profile->resources = ful_table_builder_publish (&self->resources);
  profile->native_symbols = ful_table_builder_publish (&self->native_symbols);
  profile->sources = ful_table_builder_publish (&self->sources);
  profile->source_locations = ful_table_builder_publish (&self->source_locations);
  ful_string_table_forget_index (self->texts);
  profile->n_strings = ful_string_table_publish (self->strings);
  profile->n_texts = ful_string_table_get_n (self->texts);
  profile->strings = g_steal_pointer (&self->strings);
  profile->texts = g_steal_pointer (&self->texts);
  profile->log = g_steal_pointer (&self->log);

  return g_steal_pointer (&self->profile);
}
