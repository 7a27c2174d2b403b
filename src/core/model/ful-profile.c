/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The profile as stored, its threads and counters.
 *
 * Plain structs with public fields, immutable after the builder has sealed them.
 * They are GObjects for their identity only. */

#include "config.h"

#include "ful-profile.h"

#include "base/ful-bytes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (FulThread, ful_thread, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (FulCounter, ful_counter, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (FulProfile, ful_profile, G_TYPE_OBJECT)

static void
ful_thread_finalize (GObject *object)
{
  FulThread *self = FUL_THREAD (object);

  g_free (self->name);
  g_free (self->process_type);
  g_free (self->process_name);
  g_free (self->etld1);
  g_free (self->pid);
  g_free (self->tid);
  g_clear_pointer (&self->samples, ful_table_unref);
  g_clear_pointer (&self->markers, ful_table_unref);
  g_clear_pointer (&self->payloads, ful_buffer_unref);
  g_clear_pointer (&self->js_allocations, ful_table_unref);
  g_clear_pointer (&self->native_allocations, ful_table_unref);
  g_free (self->rest_json);
  g_free (self->markers_rest_json);
  g_clear_pointer (&self->sample_types, g_ptr_array_unref);
  g_clear_pointer (&self->losses, g_array_unref);
  g_clear_pointer (&self->old_funcs, g_bytes_unref);
  g_clear_pointer (&self->old_resources, g_bytes_unref);

  G_OBJECT_CLASS (ful_thread_parent_class)->finalize (object);
}

static void
ful_thread_class_init (FulThreadClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_thread_finalize;
}

static void
ful_thread_init (FulThread *self)
{
  self->process_shutdown_time = NAN;
  self->unregister_time = NAN;
}

FulThread *
ful_thread_new (void)
{
  return g_object_new (FUL_TYPE_THREAD, NULL);
}

static gpointer
share_table (gpointer table)
{
  return table ? ful_table_ref (table) : NULL;
}

/**
 * ful_thread_new_copy:
 * @thread: a thread
 *
 * Returns: (transfer full): a thread that shares all tables, for its maker to change
 */
FulThread *
ful_thread_new_copy (FulThread *thread)
{
  FulThread *self = ful_thread_new ();

  self->name = g_strdup (thread->name);
  self->process_type = g_strdup (thread->process_type);
  self->process_name = g_strdup (thread->process_name);
  self->etld1 = g_strdup (thread->etld1);
  self->pid = g_strdup (thread->pid);
  self->tid = g_strdup (thread->tid);
  self->tid_is_number = thread->tid_is_number;
  self->is_main_thread = thread->is_main_thread;
  self->is_js_tracer = thread->is_js_tracer;
  self->process_startup_time = thread->process_startup_time;
  self->process_shutdown_time = thread->process_shutdown_time;
  self->register_time = thread->register_time;
  self->unregister_time = thread->unregister_time;
  self->samples = share_table (thread->samples);
  self->weight_type = thread->weight_type;
  self->sample_types = thread->sample_types ? g_ptr_array_ref (thread->sample_types) : NULL;
  self->losses = thread->losses ? g_array_ref (thread->losses) : NULL;
  self->serial = thread->serial;
  self->markers = share_table (thread->markers);
  self->payloads = thread->payloads ? ful_buffer_ref (thread->payloads) : NULL;
  self->js_allocations = share_table (thread->js_allocations);
  self->native_allocations = share_table (thread->native_allocations);
  self->rest_json = g_strdup (thread->rest_json);
  self->markers_rest_json = g_strdup (thread->markers_rest_json);
  self->old_funcs = thread->old_funcs ? g_bytes_ref (thread->old_funcs) : NULL;
  self->old_resources = thread->old_resources ? g_bytes_ref (thread->old_resources) : NULL;

  return self;
}

/**
 * ful_thread_get_payload:
 * @marker: one of its raw markers
 * @out_length: (out): bytes of the text; 0 for no payload
 *
 * Returns: (transfer none) (nullable): JSON text of the payload, not NUL-terminated; lives as long as @self
 */
const char *
ful_thread_get_payload (const FulThread *self,
                        guint            marker,
                        gsize           *out_length)
{
  *out_length = (gsize) ful_packed_int_get (&self->markers->payload_length, marker);
  if (*out_length == 0)
    return NULL;

  return (const char *) self->payloads->data + ful_packed_int_get (&self->markers->payload, marker);
}

static void
ful_counter_finalize (GObject *object)
{
  FulCounter *self = FUL_COUNTER (object);

  g_free (self->name);
  g_free (self->category);
  g_free (self->description);
  g_free (self->pid);
  g_clear_pointer (&self->samples, ful_table_unref);
  g_free (self->display_json);
  g_free (self->rest_json);

  G_OBJECT_CLASS (ful_counter_parent_class)->finalize (object);
}

static void
ful_counter_class_init (FulCounterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_counter_finalize;
}

static void
ful_counter_init (FulCounter *self)
{
}

FulCounter *
ful_counter_new (void)
{
  return g_object_new (FUL_TYPE_COUNTER, NULL);
}

/**
 * ful_counter_new_copy:
 * @counter: a counter
 *
 * Returns: (transfer full): a counter that shares its samples, for its maker to change
 */
FulCounter *
ful_counter_new_copy (FulCounter *counter)
{
  FulCounter *self = ful_counter_new ();

  self->name = g_strdup (counter->name);
  self->category = g_strdup (counter->category);
  self->description = g_strdup (counter->description);
  self->pid = g_strdup (counter->pid);
  self->main_thread = counter->main_thread;
  self->samples = share_table (counter->samples);
  self->display_json = g_strdup (counter->display_json);
  self->rest_json = g_strdup (counter->rest_json);

  return self;
}

FulCategory *
ful_category_new (const char  *name,
                  const char  *color,
                  char       **subcategories)
{
  FulCategory *category = g_new (FulCategory, 1);

  category->name = g_strdup (name);
  category->color = g_strdup (color);
  category->subcategories = g_strdupv (subcategories);

  return category;
}

void
ful_category_free (FulCategory *category)
{
  g_free (category->name);
  g_free (category->color);
  g_strfreev (category->subcategories);
  g_free (category);
}

/**
 * ful_lib_new_unknown:
 *
 * Returns: (transfer full): an unknown lib; its strings may be replaced
 */
FulLib *
ful_lib_new_unknown (void)
{
  FulLib *lib = g_new0 (FulLib, 1);

  lib->arch = g_strdup ("");
  lib->name = g_strdup ("");
  lib->path = g_strdup ("");
  lib->debug_name = g_strdup ("");
  lib->debug_path = g_strdup ("");
  lib->breakpad_id = g_strdup ("");

  return lib;
}

FulLib *
ful_lib_copy (const FulLib *lib)
{
  FulLib *copy = g_new (FulLib, 1);

  copy->arch = g_strdup (lib->arch);
  copy->name = g_strdup (lib->name);
  copy->path = g_strdup (lib->path);
  copy->debug_name = g_strdup (lib->debug_name);
  copy->debug_path = g_strdup (lib->debug_path);
  copy->breakpad_id = g_strdup (lib->breakpad_id);
  copy->code_id = g_strdup (lib->code_id);

  return copy;
}

void
ful_lib_free (FulLib *lib)
{
  g_free (lib->arch);
  g_free (lib->name);
  g_free (lib->path);
  g_free (lib->debug_name);
  g_free (lib->debug_path);
  g_free (lib->breakpad_id);
  g_free (lib->code_id);
  g_free (lib);
}

static void
ful_profile_finalize (GObject *object)
{
  FulProfile *self = FUL_PROFILE (object);

  g_free (self->format_version);
  g_free (self->writer);
  g_free (self->product);
  g_clear_pointer (&self->initial_visible_threads, g_array_unref);
  g_clear_pointer (&self->initial_selected_threads, g_array_unref);
  g_free (self->meta_json);
  g_ptr_array_unref (self->categories);
  g_ptr_array_unref (self->libs);
  g_clear_pointer (&self->strings, ful_string_table_unref);
  g_clear_pointer (&self->texts, ful_string_table_unref);
  g_clear_pointer (&self->stacks, ful_table_unref);
  g_clear_pointer (&self->frames, ful_table_unref);
  g_clear_pointer (&self->funcs, ful_table_unref);
  g_clear_pointer (&self->resources, ful_table_unref);
  g_clear_pointer (&self->native_symbols, ful_table_unref);
  g_clear_pointer (&self->sources, ful_table_unref);
  g_clear_pointer (&self->source_locations, ful_table_unref);
  g_clear_pointer (&self->shown_stacks, ful_table_unref);
  g_clear_pointer (&self->shown_frames, ful_table_unref);
  g_clear_pointer (&self->shown_of_stack, ful_buffer_unref);
  g_clear_pointer (&self->first_replacement, ful_buffer_unref);
  g_clear_pointer (&self->replacements, ful_buffer_unref);
  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->counters);
  g_free (self->rest_json);
  g_clear_pointer (&self->log, ful_import_log_unref);
  ful_shown_names_free (self->shown_names);

  G_OBJECT_CLASS (ful_profile_parent_class)->finalize (object);
}

static void
ful_profile_class_init (FulProfileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_profile_finalize;
}

static void
ful_profile_init (FulProfile *self)
{
  self->profiling_start_time = NAN;
  self->profiling_end_time = NAN;
  self->symbolicated = -1;
  self->default_category = FUL_NONE;
  self->idle_category = FUL_NONE;
  self->categories = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_category_free);
  self->libs = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_lib_free);
  self->threads = g_ptr_array_new_with_free_func (g_object_unref);
  self->counters = g_ptr_array_new_with_free_func (g_object_unref);
  self->shown_names = ful_shown_names_new ();
}

FulProfile *
ful_profile_new (void)
{
  return g_object_new (FUL_TYPE_PROFILE, NULL);
}

static void
share_list (GPtrArray **list,
            GPtrArray  *shared)
{
  g_ptr_array_unref (*list);
  *list = g_ptr_array_ref (shared);
}

/* What reads it may load more than there is. */
static char *
dup_padded (const char *text)
{
  FulBytes copy = { NULL };

  if (text)
    ful_bytes_append (&copy, text, strlen (text) + 1);

  return copy.data;
}

/**
 * ful_profile_new_snapshot:
 * @recorded: a profile
 *
 * Returns: (transfer full): a profile that shares everything with @recorded, for its maker to change before others
 *   see it
 */
FulProfile *
ful_profile_new_snapshot (FulProfile *recorded)
{
  FulProfile *self = ful_profile_new ();

  self->format = recorded->format;
  self->format_version = g_strdup (recorded->format_version);
  self->writer = g_strdup (recorded->writer);
  self->product = g_strdup (recorded->product);
  self->interval = recorded->interval;
  self->has_interval = recorded->has_interval;
  self->start_time = recorded->start_time;
  self->profiling_start_time = recorded->profiling_start_time;
  self->profiling_end_time = recorded->profiling_end_time;
  self->symbolicated = recorded->symbolicated;
  self->uses_only_one_stack_type = recorded->uses_only_one_stack_type;
  self->keep_thread_order = recorded->keep_thread_order;
  self->time_is_bytes = recorded->time_is_bytes;
  self->cpu_unit = recorded->cpu_unit;
  if (recorded->initial_visible_threads)
    self->initial_visible_threads = g_array_ref (recorded->initial_visible_threads);
  if (recorded->initial_selected_threads)
    self->initial_selected_threads = g_array_ref (recorded->initial_selected_threads);
  self->meta_json = dup_padded (recorded->meta_json);
  share_list (&self->categories, recorded->categories);
  self->has_categories = recorded->has_categories;
  self->default_category = recorded->default_category;
  self->idle_category = recorded->idle_category;
  share_list (&self->libs, recorded->libs);
  self->strings = ful_string_table_ref (recorded->strings);
  self->n_strings = recorded->n_strings;
  self->texts = ful_string_table_ref (recorded->texts);
  self->n_texts = recorded->n_texts;
  self->stacks = ful_table_ref (recorded->stacks);
  self->frames = ful_table_ref (recorded->frames);
  self->funcs = ful_table_ref (recorded->funcs);
  self->n_recorded_funcs = recorded->n_recorded_funcs;
  self->resources = ful_table_ref (recorded->resources);
  self->native_symbols = ful_table_ref (recorded->native_symbols);
  self->sources = ful_table_ref (recorded->sources);
  self->source_locations = ful_table_ref (recorded->source_locations);
  share_list (&self->threads, recorded->threads);
  share_list (&self->counters, recorded->counters);
  self->meta_serial = recorded->meta_serial;
  self->stack_serial = recorded->stack_serial;
  self->thread_serial = recorded->thread_serial;
  self->number_serial = recorded->number_serial;
  self->grows = recorded->grows;
  self->has_times = recorded->has_times;
  self->has_labels = recorded->has_labels;
  self->has_one_category = recorded->has_one_category;
  self->rest_json = g_strdup (recorded->rest_json);
  self->log = recorded->log ? ful_import_log_ref (recorded->log) : NULL;

  return self;
}

/**
 * ful_profile_dup_format:
 *
 * Returns: (transfer full) (nullable): format and version of the file for people: “Gecko profile, version 36”; %NULL if
 *   @self was not read from a file
 */
char *
ful_profile_dup_format (FulProfile *self)
{
  if (self->format == NULL)
    return NULL;

  return self->format_version ? g_strdup_printf (_("%s, version %s"), _(self->format), self->format_version)
                              : g_strdup (_(self->format));
}

static gpointer
share_buffer (FulBuffer *buffer)
{
  return buffer ? ful_buffer_ref (buffer) : NULL;
}

/**
 * ful_profile_new_copy:
 * @profile: a profile
 *
 * Returns: (transfer full): as ful_profile_new_snapshot(), with what symbols changed
 */
FulProfile *
ful_profile_new_copy (FulProfile *profile)
{
  FulProfile *self = ful_profile_new_snapshot (profile);

  self->shown_stacks = share_table (profile->shown_stacks);
  self->shown_frames = share_table (profile->shown_frames);
  self->shown_of_stack = share_buffer (profile->shown_of_stack);
  self->first_replacement = share_buffer (profile->first_replacement);
  self->replacements = share_buffer (profile->replacements);

  return self;
}

/**
 * ful_profile_get_replacement:
 * @func: a function of this profile, or of one with fewer symbols
 * @out_n: (out): number of functions
 *
 * Returns: (transfer none) (nullable) (array length=out_n): the functions that stand for @func, outermost first; %NULL
 *   if it is still itself
 */
const FulFuncIndex *
ful_profile_get_replacement (FulProfile   *self,
                             FulFuncIndex  func,
                             guint        *out_n)
{
  const gint32 *first;

  *out_n = 0;
  if (self->first_replacement == NULL || (gsize) func + 1 >= self->first_replacement->n)
    return NULL;

  first = self->first_replacement->data;
  *out_n = (guint) (first[func + 1] - first[func]);

  return *out_n > 0 ? (const FulFuncIndex *) self->replacements->data + first[func] : NULL;
}

/**
 * ful_profile_map_func:
 * @func: a function of this profile, or of one with fewer symbols; or %FUL_NONE
 *
 * Returns: the outermost function that stands for @func
 */
FulFuncIndex
ful_profile_map_func (FulProfile   *self,
                      FulFuncIndex  func)
{
  guint n;
  const FulFuncIndex *funcs = func == FUL_NONE ? NULL : ful_profile_get_replacement (self, func, &n);

  return funcs ? funcs[0] : func;
}

/**
 * ful_profile_map_path:
 * @path: (inout) (element-type FulFuncIndex): path of a call node of this profile, or of one with fewer symbols
 * @inverted: whether @path begins with the leaf
 *
 * Replaces functions by those that stand for them. A path that is mapped already does not change.
 */
void
ful_profile_map_path (FulProfile *self,
                      GArray     *path,
                      gboolean    inverted)
{
  g_autofree FulFuncIndex *before = g_memdup2 (path->data, path->len * sizeof *before);
  guint n_before = path->len;

  g_array_set_size (path, 0);
  for (guint i = 0; i < n_before; i++)
    {
      guint n;
      const FulFuncIndex *funcs = ful_profile_get_replacement (self, before[i], &n);

      if (funcs == NULL)
        g_array_append_val (path, before[i]);
      for (guint k = 0; k < n; k++)
        g_array_append_val (path, funcs[inverted ? n - 1 - k : k]);
    }
}

FulThread *
ful_profile_get_thread (FulProfile *self,
                        guint       thread)
{
  return g_ptr_array_index (self->threads, thread);
}

FulCategory *
ful_profile_get_category (FulProfile       *self,
                          FulCategoryIndex  category)
{
  return g_ptr_array_index (self->categories, category);
}

/**
 * ful_profile_get_color:
 * @func: a function
 * @category: that of the node or frame
 *
 * Returns: (transfer none): the word of a colour: that of @category or, if a profile has only one, of the library
 *   or file of @func
 */
const char *
ful_profile_get_color (FulProfile       *self,
                       FulFuncIndex      func,
                       FulCategoryIndex  category)
{
  static const char * const words[] = { "blue", "orange", "green", "purple", "lightblue", "yellow", "magenta", "brown", "lightgreen",
                                        "red", "teal", "lightred" };
  FulResourceIndex resource = self->funcs->resource[func];
  FulSourceIndex source = self->funcs->source[func];

  if (self->has_one_category && resource != FUL_NONE && self->resources->table.n_rows > 1)
    return words[(guint) resource % G_N_ELEMENTS (words)];
  if (self->has_one_category && resource == FUL_NONE && source != FUL_NONE && self->sources->table.n_rows > 1)
    return words[(guint) source % G_N_ELEMENTS (words)];

  return ful_profile_get_category (self, category)->color;
}
