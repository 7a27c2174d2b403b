/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transforms that keep the rows within markers, or outside of them (transforms.md
 * 3.2), and the search for labels of samples (5). They depend on times and labels only,
 * so their order among the other transforms does not matter, and one pass over the rows
 * is enough for all. */

#include "config.h"

#include "ful-sample-time-filter.h"

#include "markers/find/ful-marker-search.h"
#include "stacks/ful-search.h"

#include <math.h>

static void
clear (gpointer data)
{
  FulSampleTimeFilter *self = data;

  g_free (self->sample_stack);
  g_free (self->js_allocation_stack);
  g_free (self->native_allocation_stack);
}

void
ful_sample_time_filter_unref (FulSampleTimeFilter *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const FulTimeRange *left = a, *right = b;

  return (left->start > right->start) - (left->start < right->start);
}

/**
 * ful_sample_time_filter_join:
 * @ranges: (array length=n_ranges): in any order
 *
 * Returns: (transfer full) (element-type FulTimeRange): the same times as disjoint ranges, ascending: those
 *   that overlap or touch are joined, empty ones are left out
 */
GArray *
ful_sample_time_filter_join (const FulTimeRange *ranges,
                             guint               n_ranges)
{
  g_autoptr(GArray) sorted = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  GArray *joined = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));

  g_array_append_vals (sorted, ranges, n_ranges);
  g_array_sort (sorted, compare_starts);
  for (guint i = 0; i < sorted->len; i++)
    {
      FulTimeRange range = g_array_index (sorted, FulTimeRange, i);
      FulTimeRange *last = joined->len > 0 ? &g_array_index (joined, FulTimeRange, joined->len - 1) : NULL;

      if (last && range.start <= last->end)
        last->end = MAX (last->end, range.end);
      else if (range.end > range.start)
        g_array_append_val (joined, range);
    }

  return joined;
}

/* Removes the rows outside of @ranges, or inside if @inside is %FALSE. */
static void
drop_rows (FulStackIndex *stack,
           const double  *time,
           guint          n_rows,
           GArray        *ranges,
           gboolean       inside)
{
  guint at = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      while (at < ranges->len && g_array_index (ranges, FulTimeRange, at).end <= time[i])
        at++;
      if ((at < ranges->len && time[i] >= g_array_index (ranges, FulTimeRange, at).start) != inside)
        stack[i] = FUL_NONE;
    }
}

static FulStackIndex *
copy_stacks (const FulAllocationTable *allocations)
{
  return allocations ? g_memdup2 (allocations->stack, MAX (allocations->table.n_rows, 1) * sizeof *allocations->stack)
                     : NULL;
}

/* The times of the markers that @filter finds, whatever the committed range; absolute. Instants have none. */
static GArray *
find_marker_ranges (FulThreadSet    *threads,
                    const char      *filter,
                    FulDeriveCache  *cache,
                    GCancellable    *cancellable,
                    GError         **error)
{
  g_autoptr(FulMarkerList) list = ful_marker_list_derive (threads, cache, cancellable, error);
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new (filter);
  g_autoptr(GArray) markers = list ? ful_marker_search_filter (search, list, NULL, cancellable, error) : NULL;
  GArray *ranges;

  if (markers == NULL)
    return NULL;

  ranges = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      FulTimeRange range = { list->start[marker], list->end[marker] };

      if (!isnan (range.end))
        g_array_append_val (ranges, range);
    }

  return ranges;
}

/* Removes the samples without the labels. A set of labels is one string. */
static void
drop_unlabelled (FulStackIndex      *stack,
                 const FulThreadSet *threads,
                 const FulSearch    *search)
{
  g_autoptr(GHashTable) matches = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < threads->n_samples; i++)
    {
      FulStringIndex labels = threads->labels ? threads->labels[i] : FUL_NONE;
      gpointer known = g_hash_table_lookup (matches, GINT_TO_POINTER (labels));

      if (known == NULL)
        {
          const char *text = labels == FUL_NONE ? NULL : ful_profile_get_string (threads->profile, labels);

          known = GINT_TO_POINTER (ful_search_match_labels (search, text) ? 1 : 2);
          g_hash_table_insert (matches, GINT_TO_POINTER (labels), known);
        }
      if (known == GINT_TO_POINTER (2))
        stack[i] = FUL_NONE;
    }
}

static void
drop_all (FulStackIndex            *stack,
          const FulAllocationTable *allocations)
{
  for (guint i = 0; allocations && i < allocations->table.n_rows; i++)
    stack[i] = FUL_NONE;
}

/**
 * ful_sample_time_filter_derive:
 * @out_filter: (out) (nullable): the filter; %NULL if no transform filters by time, and no labels are searched for
 * @threads: the thread set
 * @options: with the transforms and the search
 * @cache: (nullable)
 * @cancellable: (nullable)
 * @error: %FUL_ERROR_ARGUMENT for an expression that does not compile, or %G_IO_ERROR_CANCELLED
 */
gboolean
ful_sample_time_filter_derive (FulSampleTimeFilter **out_filter,
                               FulThreadSet         *threads,
                               FulViewOptions       *options,
                               FulDeriveCache       *cache,
                               GCancellable         *cancellable,
                               GError              **error)
{
  g_autofree char *threads_key = ful_thread_set_get_key (threads);
  g_autoptr(GString) key = g_string_new (threads_key);
  g_autoptr(FulSearch) search = ful_search_new (threads->profile, options->search_highlights ? "" : options->search,
                                               options->search_flags, error);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulSampleTimeFilter *self;
  gboolean any = FALSE;

  *out_filter = NULL;
  if (search == NULL)
    return FALSE;

  for (guint i = 0; search->labels[i]; i++)
    {
      any = TRUE;
      g_string_append_printf (key, "label %d %s\n", search->match_case, search->labels[i]);
    }
  for (guint i = 0; i < options->n_transforms; i++)
    if (options->transforms[i]->enabled && ful_transform_filters_rows (options->transforms[i]))
      {
        g_autofree char *name = ful_transform_to_key (options->transforms[i]);

        any = TRUE;
        g_string_append (key, name);
        g_string_append_c (key, '\n');
      }
  if (!any)
    return TRUE;

  *out_filter = ful_derive_cache_lookup (cache, FUL_STAGE_ROWS, key->str, cancellable, &slot);
  if (*out_filter)
    return TRUE;

  self = g_atomic_rc_box_new0 (FulSampleTimeFilter);
  self->sample_stack = g_memdup2 (threads->stack, threads->n_samples * sizeof *threads->stack);
  self->js_allocation_stack = copy_stacks (threads->js_allocations);
  self->native_allocation_stack = copy_stacks (threads->native_allocations);
  for (guint i = 0; i < options->n_transforms; i++)
    {
      FulTransform *transform = options->transforms[i];
      gboolean inside = transform->filter_type == FUL_SAMPLE_FILTER_MARKER_SEARCH;
      g_autoptr(GArray) found = NULL;
      g_autoptr(GArray) ranges = NULL;

      if (!transform->enabled || !ful_transform_filters_rows (transform))
        continue;

      found = find_marker_ranges (threads, transform->filter, cache, cancellable, error);
      if (found == NULL)
        {
          ful_sample_time_filter_unref (self);
          return FALSE;
        }
      ranges = ful_sample_time_filter_join ((FulTimeRange *) (gpointer) found->data, found->len);
      drop_rows (self->sample_stack, threads->time, threads->n_samples, ranges, inside);
      if (threads->js_allocations)
        drop_rows (self->js_allocation_stack, threads->js_allocations->time,
                   threads->js_allocations->table.n_rows, ranges, inside);
      if (threads->native_allocations)
        drop_rows (self->native_allocation_stack, threads->native_allocations->time,
                   threads->native_allocations->table.n_rows, ranges, inside);
    }

  if (search->labels[0])
    {
      drop_unlabelled (self->sample_stack, threads, search);
      drop_all (self->js_allocation_stack, threads->js_allocations);
      drop_all (self->native_allocation_stack, threads->native_allocations);
    }

  ful_derive_slot_fill (&slot, self, threads->n_samples * sizeof *self->sample_stack, (GDestroyNotify) ful_sample_time_filter_unref);
  *out_filter = self;

  return TRUE;
}
