/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers that stay between profiles of the same capture. A source without a stream of rows gives whole profiles, one
 * after the other, each with its own numbers. Views name functions, resources and threads by number: with the numbers
 * of the profile before, they stay valid.
 *
 * Threads are the same by pid, tid and name, resources by name, host and type, functions by name, resource, file, line
 * and column; the n-th of several equal ones is the n-th. What the profile before had and this one has not keeps its
 * number, without rows that refer to it. O(functions + frames). */

#include "config.h"

#include "ful-profile-numbers.h"

#include "base/ful-hash.h"
#include "base/ful-serial.h"
#include "base/ful-table.h"

typedef char *(*KeyFunc) (FulProfile *profile,
                          guint       row);

static char *
make_thread_key (FulProfile *profile,
                 guint       row)
{
  const FulThread *thread = ful_profile_get_thread (profile, row);

  return g_strjoin ("\n", thread->pid, thread->tid, thread->name, NULL);
}

static char *
make_resource_key (FulProfile *profile,
                   guint       row)
{
  const FulResourceTable *resources = profile->resources;
  FulStringIndex host = resources->host[row];

  return g_strdup_printf ("%d\n%s\n%s", resources->type[row], ful_profile_get_string (profile, resources->name[row]),
                          host == FUL_NONE ? "" : ful_profile_get_string (profile, host));
}

/* Once resources have the same numbers. */
static char *
make_func_key (FulProfile *profile,
               guint       row)
{
  const FulFuncTable *funcs = profile->funcs;
  FulSourceIndex source = funcs->source[row];

  return g_strdup_printf ("%d %d %d %d %d\n%s\n%s", ful_profile_is_resource_func (profile, (FulFuncIndex) row), funcs->resource[row],
                          funcs->is_js[row], funcs->line[row], funcs->column[row],
                          ful_profile_get_func_name (profile, (FulFuncIndex) row),
                          source == FUL_NONE ? "" : ful_profile_get_string (profile, profile->sources->filename[source]));
}

/* Returns: (transfer full): a key that no other row has; @counts has how often each key came before */
static char *
make_unique (GHashTable *counts,
             char       *key)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));
  char *unique = g_strdup_printf ("%u %s", n, key);

  g_hash_table_insert (counts, key, GUINT_TO_POINTER (n + 1));

  return unique;
}

/* Returns: (transfer full): for each row of @profile its number; @out_n: how many there are with those of @before alone */
static gint32 *
match (FulProfile *before,
       guint       n_before,
       FulProfile *profile,
       guint       n_rows,
       KeyFunc     make_key,
       guint      *out_n)
{
  g_autoptr(GHashTable) counts = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) rows = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  gint32 *map = g_new (gint32, n_rows + 1);
  guint n = n_before;

  for (guint i = 0; i < n_before; i++)
    g_hash_table_insert (rows, make_unique (counts, make_key (before, i)), GUINT_TO_POINTER (i + 1));
  g_hash_table_remove_all (counts);
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *key = make_unique (counts, make_key (profile, i));
      guint found = GPOINTER_TO_UINT (g_hash_table_lookup (rows, key));

      map[i] = (gint32) (found > 0 ? found - 1 : n++);
    }
  *out_n = n;

  return map;
}

/* Returns: (transfer full): for each of @n rows whether one of @map is it */
static guint8 *
mark_taken (const gint32 *map,
            guint         n_map,
            guint         n)
{
  guint8 *is_taken = g_new0 (guint8, n + 1);

  for (guint i = 0; i < n_map; i++)
    is_taken[map[i]] = TRUE;

  return is_taken;
}

/* Returns: the same string, for a row that @self does not have */
static FulStringIndex
copy_string (FulProfile     *self,
             FulProfile     *before,
             FulStringIndex  string)
{
  return string == FUL_NONE ? FUL_NONE : ful_string_table_append (self->strings, ful_profile_get_string (before, string), -1);
}

static void
number_resources (FulProfile *self,
                  FulProfile *before)
{
  guint n, n_rows = self->resources->table.n_rows;
  g_autofree gint32 *map = match (before, before->resources->table.n_rows, self, n_rows, make_resource_key, &n);
  g_autofree guint8 *is_taken = mark_taken (map, n_rows, n);
  FulBuffer **buffers;

  ful_table_move_rows (&self->resources, map, n);
  ful_table_map_column (&self->funcs, FUL_FUNC_RESOURCE, map);
  buffers = self->resources->table.buffers;
  for (guint i = 0; i < before->resources->table.n_rows; i++)
    if (!is_taken[i])
      {
        ((gint32 *) buffers[FUL_RESOURCE_NAME]->data)[i] = copy_string (self, before, before->resources->name[i]);
        ((gint32 *) buffers[FUL_RESOURCE_HOST]->data)[i] = copy_string (self, before, before->resources->host[i]);
        ((gint32 *) buffers[FUL_RESOURCE_TYPE]->data)[i] = before->resources->type[i];
        ((gint32 *) buffers[FUL_RESOURCE_FUNC]->data)[i] = FUL_NONE;
      }
}

static void
number_funcs (FulProfile *self,
              FulProfile *before)
{
  guint n, n_rows = self->funcs->table.n_rows;
  g_autofree gint32 *map = match (before, before->funcs->table.n_rows, self, n_rows, make_func_key, &n);
  g_autofree guint8 *is_taken = mark_taken (map, n_rows, n);
  FulBuffer **buffers;

  ful_table_move_rows (&self->funcs, map, n);
  ful_table_map_column (&self->frames, FUL_FRAME_FUNC, map);
  ful_table_map_column (&self->resources, FUL_RESOURCE_FUNC, map);
  buffers = self->funcs->table.buffers;
  for (guint i = 0; i < before->funcs->table.n_rows; i++)
    if (!is_taken[i])
      {
        FulResourceIndex resource = before->funcs->resource[i];

        ((gint32 *) buffers[FUL_FUNC_NAME]->data)[i] = copy_string (self, before, before->funcs->name[i]);
        ((guint8 *) buffers[FUL_FUNC_IS_JS]->data)[i] = before->funcs->is_js[i];
        ((guint8 *) buffers[FUL_FUNC_RELEVANT_FOR_JS]->data)[i] = before->funcs->relevant_for_js[i];
        ((gint32 *) buffers[FUL_FUNC_RESOURCE]->data)[i] = resource;
        ((gint32 *) buffers[FUL_FUNC_SOURCE]->data)[i] = FUL_NONE;
        ((gint32 *) buffers[FUL_FUNC_LINE]->data)[i] = before->funcs->line[i];
        ((gint32 *) buffers[FUL_FUNC_COLUMN]->data)[i] = before->funcs->column[i];
        ((gint32 *) buffers[FUL_FUNC_ORIGINAL_LOCATION]->data)[i] = FUL_NONE;
        if (ful_profile_is_resource_func (before, (FulFuncIndex) i))
          ((gint32 *) self->resources->table.buffers[FUL_RESOURCE_FUNC]->data)[resource] = (gint32) i;
      }
  self->n_recorded_funcs = n - self->resources->table.n_rows;
}

static gpointer
new_empty_table (const FulTableClass *klass)
{
  FulTableBuilder builder;
  gpointer table;

  ful_table_builder_init (&builder, klass);
  table = ful_table_builder_publish (&builder);
  ful_table_builder_clear (&builder);

  return table;
}

/* Returns: (transfer full): the thread without rows */
static FulThread *
new_empty_thread (FulThread *thread)
{
  FulThread *empty = ful_thread_new_copy (thread);

  ful_table_unref (empty->samples);
  empty->samples = new_empty_table (&ful_sample_table_class);
  ful_table_unref (empty->markers);
  empty->markers = new_empty_table (&ful_marker_table_class);
  g_clear_pointer (&empty->payloads, ful_buffer_unref);
  empty->payloads = ful_buffer_new (FUL_TYPE_U8, 0);
  g_clear_pointer (&empty->js_allocations, ful_table_unref);
  g_clear_pointer (&empty->native_allocations, ful_table_unref);
  g_clear_pointer (&empty->markers_rest_json, g_free);
  empty->serial = ful_serial_new ();

  return empty;
}

static void
map_numbers (GArray       **numbers,
             const gint32  *map)
{
  GArray *mapped;

  if (*numbers == NULL)
    return;

  mapped = g_array_copy (*numbers);
  for (guint i = 0; i < mapped->len; i++)
    g_array_index (mapped, guint, i) = (guint) map[g_array_index (mapped, guint, i)];
  g_array_unref (*numbers);
  *numbers = mapped;
}

static void
number_threads (FulProfile *self,
                FulProfile *before)
{
  guint n;
  g_autofree gint32 *map = match (before, before->threads->len, self, self->threads->len, make_thread_key, &n);
  GPtrArray *threads = g_ptr_array_new_full (n, g_object_unref);
  GPtrArray *counters = g_ptr_array_new_full (self->counters->len, g_object_unref);

  g_ptr_array_set_size (threads, (int) n);
  for (guint i = 0; i < self->threads->len; i++)
    threads->pdata[map[i]] = g_object_ref (ful_profile_get_thread (self, i));
  for (guint i = 0; i < before->threads->len; i++)
    if (threads->pdata[i] == NULL)
      threads->pdata[i] = new_empty_thread (ful_profile_get_thread (before, i));
  for (guint i = 0; i < self->counters->len; i++)
    {
      FulCounter *counter = ful_counter_new_copy (g_ptr_array_index (self->counters, i));

      counter->main_thread = (guint) map[counter->main_thread];
      g_ptr_array_add (counters, counter);
    }
  g_ptr_array_unref (self->threads);
  self->threads = threads;
  g_ptr_array_unref (self->counters);
  self->counters = counters;
  map_numbers (&self->initial_visible_threads, map);
  map_numbers (&self->initial_selected_threads, map);
}

/**
 * ful_profile_take_numbers:
 * @profile: (transfer full): a profile that nobody has seen yet, without symbols of ours
 * @before: (nullable): the profile of the same capture before it, numbered by this function
 *
 * Returns: (transfer full): @profile, with the numbers of @before for functions, resources and threads
 */
FulProfile *
ful_profile_take_numbers (FulProfile *profile,
                          FulProfile *before)
{
  FulProfile *self = ful_profile_new_snapshot (profile);

  g_object_unref (profile);
  self->number_serial = before ? before->number_serial : ful_serial_new ();
  if (before)
    {
      number_resources (self, before);
      number_funcs (self, before);
      number_threads (self, before);
      self->n_strings = ful_string_table_publish (self->strings);
      self->stack_serial = ful_serial_new ();
      self->thread_serial = ful_serial_new ();
    }

  return self;
}

static gboolean
is_same_string (FulProfile     *a,
                FulStringIndex  in_a,
                FulProfile     *b,
                FulStringIndex  in_b)
{
  if (in_a == FUL_NONE || in_b == FUL_NONE)
    return in_a == in_b;

  return g_str_equal (ful_profile_get_string (a, in_a), ful_profile_get_string (b, in_b));
}

static gboolean
is_same_func (FulProfile   *a,
              FulProfile   *b,
              FulFuncIndex  func)
{
  FulSourceIndex in_a = a->funcs->source[func], in_b = b->funcs->source[func];

  return ful_profile_is_resource_func (a, func) == ful_profile_is_resource_func (b, func) &&
         a->funcs->resource[func] == b->funcs->resource[func] && a->funcs->is_js[func] == b->funcs->is_js[func] &&
         a->funcs->line[func] == b->funcs->line[func] && a->funcs->column[func] == b->funcs->column[func] &&
         g_str_equal (ful_profile_get_func_name (a, func), ful_profile_get_func_name (b, func)) &&
         (in_a == FUL_NONE || in_b == FUL_NONE ? in_a == in_b
                                               : is_same_string (a, a->sources->filename[in_a], b, b->sources->filename[in_b]));
}

/* Whether threads, resources and functions of @before are the first of @profile. */
static gboolean
begins_with (FulProfile *profile,
             FulProfile *before)
{
  if (before->threads->len > profile->threads->len || before->resources->table.n_rows > profile->resources->table.n_rows ||
      before->funcs->table.n_rows > profile->funcs->table.n_rows)
    return FALSE;

  for (guint i = 0; i < before->threads->len; i++)
    {
      const FulThread *a = ful_profile_get_thread (profile, i), *b = ful_profile_get_thread (before, i);

      if (g_strcmp0 (a->pid, b->pid) != 0 || g_strcmp0 (a->tid, b->tid) != 0)
        return FALSE;
    }
  for (guint i = 0; i < before->resources->table.n_rows; i++)
    if (profile->resources->type[i] != before->resources->type[i] ||
        !is_same_string (profile, profile->resources->name[i], before, before->resources->name[i]))
      return FALSE;
  for (guint i = 0; i < before->funcs->table.n_rows; i++)
    if (!is_same_func (profile, before, (FulFuncIndex) i))
      return FALSE;

  return TRUE;
}

/**
 * ful_profile_keep_numbers:
 * @profile: a profile of a stream
 * @before: one of another reading of a stream
 *
 * Compares what numbers mean, which is the same in two readings of one stream. O(functions).
 *
 * Returns: (transfer full): @profile; if the numbers of @before mean the same in it, a snapshot that says so
 */
FulProfile *
ful_profile_keep_numbers (FulProfile *profile,
                          FulProfile *before)
{
  FulProfile *self;

  if (!ful_profile_has_rows_of (profile, before) && !begins_with (profile, before))
    return g_object_ref (profile);

  self = ful_profile_new_snapshot (profile);
  self->number_serial = before->number_serial;

  return self;
}
