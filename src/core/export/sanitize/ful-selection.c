/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of a profile: some of its threads, what happened in a range, without what must not be given to others, and
 * without rows that this leaves unused (sanitize.md). */

#include "config.h"

#include "ful-compaction.h"
#include "ful-sanitize.h"
#include "ful-selection.h"

#include "base/ful-error.h"
#include "base/ful-table.h"
#include "export/ful-marker-edit.h"
#include "export/ful-plain-profile.h"
#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-tree.h"
#include "markers/list/ful-marker-list.h"
#include "threads/ful-thread-set.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Keeps the rows from the start of @range to before its end. */
static void
cut_table (gpointer            place,
           const FulTimeRange *range,
           const double       *time)
{
  const FulTable *from = *(gpointer *) place;
  g_autofree gint32 *map = g_new (gint32, MAX (from->n_rows, 1));
  guint n = 0;

  for (guint i = 0; i < from->n_rows; i++)
    map[i] = time[i] >= range->start && time[i] < range->end ? (gint32) n++ : FUL_NONE;
  if (n < from->n_rows)
    ful_table_move_rows (place, map, n);
}

/* Likewise, with a row on each side, so that graphs reach the edges. */
static void
cut_counter (FulCounter         *counter,
             const FulTimeRange *range)
{
  const double *time = counter->samples->time;
  guint n_rows = counter->samples->table.n_rows, begin, end;
  g_autofree gint32 *map = g_new (gint32, MAX (n_rows, 1));

  for (begin = 0; begin < n_rows && time[begin] < range->start; begin++)
    ;
  for (end = begin; end < n_rows && time[end] < range->end; end++)
    ;
  begin -= begin > 0;
  end += end < n_rows;
  for (guint i = 0; i < n_rows; i++)
    map[i] = i >= begin && i < end ? (gint32) (i - begin) : FUL_NONE;
  ful_table_move_rows (&counter->samples, map, end - begin);
}

static gboolean
is_marker_in (const FulMarkerList *list,
              guint                marker,
              const FulTimeRange  *range)
{
  double start = list->start[marker], end = list->end[marker];

  return start < range->end && (isnan (end) ? start : end) >= range->start;
}

/* The part that is being made. */
typedef struct
{
  const FulSelection *selection;
  FulProfile         *profile;
  FulSanitize         sanitize;
  GPtrArray          *kept;      /* (nullable): for each thread, which of its raw markers are kept: guint8; NULL: all */
} Cut;

/* Finds the raw markers of which a marker in the range is made; rows of several threads may make one. */
static gboolean
find_markers (Cut           *self,
              GCancellable  *cancellable,
              GError       **error)
{
  FulProfile *profile = self->profile;
  g_autofree guint *threads = g_new (guint, profile->threads->len + 1);
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;

  self->kept = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < profile->threads->len; i++)
    {
      threads[i] = i;
      g_ptr_array_add (self->kept, g_new0 (guint8, ful_profile_get_thread (profile, i)->markers->table.n_rows + 1));
    }
  set = ful_thread_set_new (profile, threads, profile->threads->len, cancellable, error);
  list = set ? ful_marker_list_derive (set, NULL, cancellable, error) : NULL;
  if (list == NULL)
    return FALSE;
  for (guint i = 0; i < list->n_markers; i++)
    if (is_marker_in (list, i, &self->selection->range))
      {
        guint8 *kept = g_ptr_array_index (self->kept, (guint) list->thread[i]);

        if (list->begin_row[i] != FUL_NONE)
          kept[list->begin_row[i]] = TRUE;
        /* What ends a screenshot is the next one. */
        if (list->end_row[i] != FUL_NONE && list->kind[i] != FUL_MARKER_KIND_SCREENSHOT)
          kept[list->end_row[i]] = TRUE;
      }

  return TRUE;
}

static void
cut_markers (FulThread    *self,
             const guint8 *kept)
{
  guint n_rows = self->markers->table.n_rows, n = 0;
  g_autofree gint32 *map = g_new (gint32, n_rows + 1);

  for (guint i = 0; i < n_rows; i++)
    map[i] = kept[i] ? (gint32) n++ : FUL_NONE;
  if (n < n_rows)
    ful_thread_keep_markers (self, map, n);
}

/* Returns: (transfer full) (nullable): what of thread @index happened in the range; %NULL: it did not live then */
static FulThread *
cut_thread (Cut   *self,
            guint  index)
{
  const FulTimeRange *range = &self->selection->range;
  FulThread *thread = ful_profile_get_thread (self->profile, index), *part;

  if (thread->register_time > range->end || (thread->unregister_time > 0 && thread->unregister_time < range->start))
    return NULL;
  part = ful_thread_new_copy (thread);
  cut_table (&part->samples, range, part->samples->time);
  if (part->js_allocations)
    cut_table (&part->js_allocations, range, part->js_allocations->time);
  if (part->native_allocations)
    cut_table (&part->native_allocations, range, part->native_allocations->time);
  cut_markers (part, g_ptr_array_index (self->kept, index));

  return part;
}

static gboolean
is_empty (const FulThread *thread)
{
  if (thread->markers->table.n_rows > 0)
    return FALSE;
  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    if (thread->samples->stack[i] != FUL_NONE)
      return FALSE;

  return TRUE;
}

/* Threads have other numbers, and the part is all there is. */
static char *
change_meta (const char         *meta_json,
             const FulTimeRange *range)
{
  static const char *const dropped[] = { "initialVisibleThreads", "initialSelectedThreads" };
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *meta = ful_raw_tree_parse (tree, meta_json, strlen (meta_json), NULL);
  FulBytes text = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
    if (ful_raw_get (meta, dropped[i]))
      ful_raw_release (ful_raw_remove (meta, dropped[i]));
  if (range)
    {
      ful_raw_set_number (tree, meta, "profilingStartTime", range->start);
      ful_raw_set_number (tree, meta, "profilingEndTime", range->end);
    }
  ful_raw_write (meta, &text);
  ful_bytes_append_c (&text, '\0');
  ful_raw_tree_free (tree);

  return text.data;
}

/* Overheads of threads that are kept, with their numbers. */
static char *
change_overheads (const char   *rest_json,
                  const gint32 *map,
                  guint         n_threads)
{
  g_autofree char *json = g_strdup_printf ("{%s}", rest_json);
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *rest = ful_raw_tree_parse_string (tree, json);
  FulRawNode *overheads = ful_raw_get (rest, "profilerOverhead");
  FulRawNode *kept;
  char *members;

  if (overheads)
    {
      kept = ful_raw_tree_new_array (tree, FUL_RAW_NODES, MAX (ful_raw_length (overheads), 1));
      for (guint i = 0; i < ful_raw_length (overheads); i++)
        {
          FulRawNode *overhead = ful_raw_element (tree, overheads, i);
          double thread = ful_raw_get_number_or (overhead, "mainThreadIndex", FUL_NONE);

          if (!(thread >= 0 && thread < n_threads) || map[(guint) thread] == FUL_NONE)
            continue;
          ful_raw_set_number (tree, overhead, "mainThreadIndex", map[(guint) thread]);
          ful_raw_append_node (tree, kept, overhead);
        }
      ful_raw_set (tree, rest, "profilerOverhead", kept);
    }
  members = overheads ? ful_raw_dup_members (rest) : g_strdup (rest_json);
  ful_raw_tree_free (tree);

  return members;
}

/* Returns: (transfer full): for each of @n numbers whether it is among @numbers; all are if these are %NULL */
static guint8 *
mark_numbers (GArray *numbers,
              guint   n)
{
  guint8 *is_marked = g_malloc (n + 1);

  memset (is_marked, numbers == NULL, n + 1);
  for (guint i = 0; numbers && i < numbers->len; i++)
    if (g_array_index (numbers, guint, i) < n)
      is_marked[g_array_index (numbers, guint, i)] = TRUE;

  return is_marked;
}

static void
add_counters (Cut          *self,
              const gint32 *map)
{
  GPtrArray *counters = self->profile->counters;
  g_autofree guint8 *is_kept = mark_numbers (self->selection->counters, counters->len);

  for (guint i = 0; i < counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (counters, i), *copy;

      if (map[counter->main_thread] == FUL_NONE || !is_kept[i])
        continue;
      copy = ful_counter_new_copy (counter);
      copy->main_thread = (guint) map[counter->main_thread];
      if (self->selection->has_range)
        cut_counter (copy, &self->selection->range);
      ful_sanitize_counter (&self->sanitize, copy);
      g_ptr_array_add (self->sanitize.profile->counters, copy);
    }
}

/* Returns: (transfer full) (nullable): what is kept of thread @index */
static FulThread *
make_thread (Cut   *self,
             guint  index)
{
  FulThread *thread = ful_profile_get_thread (self->profile, index);
  g_autoptr(FulThread) part = self->selection->has_range ? cut_thread (self, index) : g_object_ref (thread);
  g_autoptr(FulThread) rest = part ? ful_sanitize_thread (&self->sanitize, part) : NULL;

  if (rest == NULL || (is_empty (rest) && !is_empty (thread)))
    return NULL;

  return g_steal_pointer (&rest);
}

/* Returns: (transfer full) (nullable): for each thread of the profile its number in the part, or %FUL_NONE */
static gint32 *
add_threads (Cut           *self,
             GCancellable  *cancellable,
             GError       **error)
{
  GPtrArray *to = self->sanitize.profile->threads;
  GArray *threads = self->selection->threads;
  guint n_all = self->profile->threads->len, n = threads ? threads->len : n_all;
  g_autofree gint32 *map = g_new (gint32, n_all + 1);

  for (guint i = 0; i < n_all; i++)
    map[i] = FUL_NONE;
  for (guint i = 0; i < n; i++)
    {
      guint index = threads ? g_array_index (threads, guint, i) : i;
      FulThread *thread;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      thread = make_thread (self, index);
      if (thread == NULL)
        continue;
      map[index] = (gint32) to->len;
      g_ptr_array_add (to, thread);
    }
  if (to->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Nothing is left: no thread has anything in that part"));
      return NULL;
    }

  return g_steal_pointer (&map);
}

/* Returns: (transfer full): a copy of @profile without threads and counters */
static FulProfile *
begin_part (FulProfile         *profile,
            const FulTimeRange *range)
{
  FulProfile *part = ful_profile_new_copy (profile);

  g_ptr_array_unref (part->threads);
  g_ptr_array_unref (part->counters);
  part->threads = g_ptr_array_new_with_free_func (g_object_unref);
  part->counters = g_ptr_array_new_with_free_func (g_object_unref);
  g_free (part->meta_json);
  part->meta_json = profile->meta_json ? change_meta (profile->meta_json, range) : NULL;
  g_clear_pointer (&part->initial_selected_threads, g_array_unref);
  g_clear_pointer (&part->initial_visible_threads, g_array_unref);
  if (range)
    {
      part->profiling_start_time = range->start;
      part->profiling_end_time = range->end;
    }

  return part;
}

/**
 * ful_selection_is_all:
 *
 * Returns: whether @self is a whole profile
 */
gboolean
ful_selection_is_all (const FulSelection *self)
{
  return !self->has_range && self->threads == NULL && self->counters == NULL && self->removals == FUL_REMOVE_NOTHING &&
         self->texts == NULL;
}

/**
 * ful_selection_copy:
 * @self: to be filled
 * @from: a selection
 */
void
ful_selection_copy (FulSelection       *self,
                    const FulSelection *from)
{
  *self = *from;
  if (self->threads)
    g_array_ref (self->threads);
  if (self->counters)
    g_array_ref (self->counters);
  if (self->texts)
    g_ptr_array_ref (self->texts);
}

void
ful_selection_clear (FulSelection *self)
{
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->counters, g_array_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
}

/**
 * ful_selection_cut:
 * @profile: a profile with one weight of each sample, see ful_one_weight_new()
 * @cancellable: (nullable): checked before each thread
 * @error: %FUL_ERROR_ARGUMENT if no thread is left, or %G_IO_ERROR_CANCELLED
 *
 * Markers that reach into the range stay as they are. With a range argument values go too, as those before and after it
 * cannot be told from them. O(profile).
 *
 * Returns: (transfer full): that part of @profile, to be written; @profile itself if it is all
 */
FulProfile *
ful_selection_cut (const FulSelection  *self,
                   FulProfile          *profile,
                   GCancellable        *cancellable,
                   GError             **error)
{
  g_autoptr(FulProfile) plain = ful_plain_profile_new (profile, cancellable, error);
  g_autoptr(FulProfile) part = NULL;
  g_autofree gint32 *map = NULL;
  Cut cut = { self, plain };

  if (plain == NULL || ful_selection_is_all (self))
    return g_steal_pointer (&plain);

  part = begin_part (plain, self->has_range ? &self->range : NULL);
  ful_sanitize_begin (&cut.sanitize, part, self->removals | (self->has_range ? FUL_REMOVE_ARGUMENTS : 0), self->texts);
  if (!self->has_range || find_markers (&cut, cancellable, error))
    map = add_threads (&cut, cancellable, error);
  if (map)
    add_counters (&cut, map);
  if (map && part->rest_json)
    {
      char *rest_json = change_overheads (part->rest_json, map, plain->threads->len);

      g_free (part->rest_json);
      part->rest_json = rest_json;
    }
  ful_sanitize_end (&cut.sanitize);
  g_clear_pointer (&cut.kept, g_ptr_array_unref);

  return map ? ful_compaction_new (part, cancellable, error) : NULL;
}
