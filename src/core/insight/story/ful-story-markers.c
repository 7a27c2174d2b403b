/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers and requests of a story (insight.md 13): kinds by their time within the range; of a marker those around it first. */

#include "config.h"

#include "ful-story-markers.h"

#include "base/ful-hash.h"
#include "insight/markers/ful-insight-markers.h"
#include "markers/find/ful-marker-search.h"
#include "markers/network/ful-network-request.h"

#include <math.h>
#include <string.h>

#define MAX_ROWS 3

static double
get_end (const FulMarkerList *list,
         guint                marker)
{
  return isnan (list->end[marker]) ? list->start[marker] : list->end[marker];
}

static void
add_to_kind (FulStory       *self,
             FulStoryMarker *row,
             guint           marker)
{
  double time = ful_story_clip (self, self->list->start[marker], get_end (self->list, marker));

  row->n++;
  row->total += time;
  if (row->n > 1 && !(time > row->longest))
    return;
  row->longest = time;
  row->start = self->list->start[marker];
  row->end = self->list->end[marker];
  row->thread = (guint) self->list->thread[marker];
  row->marker = marker;
}

static int
compare_kinds (gconstpointer a,
               gconstpointer b)
{
  const FulStoryMarker *x = a, *y = b;

  if (x->total != y->total)
    return x->total < y->total ? 1 : -1;
  if (x->n != y->n)
    return x->n < y->n ? 1 : -1;

  return strcmp (x->name, y->name);
}

/* Requests have rows of their own. */
static gboolean
has_kind (const FulMarkerList *list,
          guint                marker)
{
  return !ful_insight_markers_is_left_out (list, marker) &&
         (isnan (list->end[marker]) || ful_insight_markers_is_interval (list, marker, FALSE));
}

/* Adds rows for the kinds with most time of some markers.
 * @markers: (element-type guint) */
static void
add_kinds (FulStory               *self,
           const GArray           *markers,
           FulStoryMarkerRelation  relation)
{
  g_autoptr(GHashTable) places = g_hash_table_new (ful_hash_text, g_str_equal);
  g_autoptr(GArray) kinds = g_array_new (FALSE, FALSE, sizeof (FulStoryMarker));

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const char *name = ful_marker_list_get_name (self->list, marker);
      guint place;

      if (!has_kind (self->list, marker))
        continue;
      place = GPOINTER_TO_UINT (g_hash_table_lookup (places, name));
      if (place == 0)
        {
          FulStoryMarker row = { relation, name };

          g_array_append_val (kinds, row);
          place = kinds->len;
          g_hash_table_insert (places, (gpointer) name, GUINT_TO_POINTER (place));
        }
      add_to_kind (self, &g_array_index (kinds, FulStoryMarker, place - 1), marker);
    }
  g_array_sort (kinds, compare_kinds);
  g_array_append_vals (self->markers, kinds->data, MIN (kinds->len, MAX_ROWS));
}

static void
add_one (FulStory               *self,
         FulStoryMarkerRelation  relation,
         guint                   marker,
         double                  distance)
{
  FulStoryMarker row = { relation, ful_marker_list_get_name (self->list, marker), 0, 0, distance };

  add_to_kind (self, &row, marker);
  row.total = get_end (self->list, marker) - self->list->start[marker];
  g_array_append_val (self->markers, row);
}

/* The innermost ones that hold the marker, each of which begins no earlier than the next row. */
static void
add_holders (FulStory *self)
{
  const FulMarkerList *list = self->list;
  guint marker = (guint) self->marker;
  double start = list->start[marker], end = get_end (list, marker);

  for (guint i = marker, n = 0; i-- > 0 && n < MAX_ROWS; )
    if (list->start[i] <= start && list->end[i] >= end && list->thread[i] == list->thread[marker] && has_kind (list, i))
      {
        add_one (self, FUL_STORY_MARKER_HOLDS, i, 0);
        n++;
      }
}

static void
add_neighbours (FulStory *self)
{
  const FulMarkerList *list = self->list;
  guint marker = (guint) self->marker;
  const char *name = ful_marker_list_get_name (list, marker);
  double end = get_end (list, marker);

  for (guint i = marker; i-- > 0; )
    if (get_end (list, i) <= list->start[marker] && g_str_equal (ful_marker_list_get_name (list, i), name))
      {
        add_one (self, FUL_STORY_MARKER_PREVIOUS, i, list->start[marker] - get_end (list, i));
        break;
      }
  for (guint i = marker + 1; i < list->n_markers; i++)
    if (list->start[i] >= end && g_str_equal (ful_marker_list_get_name (list, i), name))
      {
        add_one (self, FUL_STORY_MARKER_NEXT, i, list->start[i] - end);
        break;
      }
}

/* @found: (element-type guint): markers that overlap the marker
 * Returns: (transfer full) (element-type guint): those that it holds */
static GArray *
list_held (const FulStory *self,
           const GArray   *found)
{
  const FulMarkerList *list = self->list;
  guint marker = (guint) self->marker;
  GArray *held = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < found->len; i++)
    {
      guint other = g_array_index (found, guint, i);

      /* Of two with the same times the first one holds the other. */
      if (other > marker && list->start[other] >= list->start[marker] && get_end (list, other) <= get_end (list, marker))
        g_array_append_val (held, other);
    }

  return held;
}

typedef struct
{
  guint  marker;
  double time;
} InFlight;

static int
compare_in_flight (gconstpointer a,
                   gconstpointer b)
{
  const InFlight *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? 1 : -1;

  return (x->marker > y->marker) - (x->marker < y->marker);
}

static void
list_requests (FulStory     *self,
               const GArray *found)
{
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (InFlight));
  g_autoptr(GArray) longest = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < found->len; i++)
    {
      guint marker = g_array_index (found, guint, i);
      InFlight row = { marker, ful_story_clip (self, self->list->start[marker], get_end (self->list, marker)) };

      if (ful_network_is_request (self->list, marker))
        g_array_append_val (all, row);
    }
  self->n_requests = all->len;
  g_array_sort (all, compare_in_flight);
  for (guint i = 0; i < MIN (all->len, MAX_ROWS); i++)
    g_array_append_val (longest, g_array_index (all, InFlight, i).marker);
  ful_insight_requests_add (self->requests, self->list, longest);
  ful_insight_requests_finish (self->requests);
}

/**
 * ful_story_read_markers:
 *
 * Sets all that comes from the list of markers. O(markers).
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_story_read_markers (FulStory      *self,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new ("");
  g_autoptr(GArray) found = ful_marker_search_filter (search, self->list, self->weights->is_whole ? NULL : &self->weights->range,
                                                      cancellable, error);
  g_autoptr(GArray) held = NULL;

  if (found == NULL)
    return FALSE;

  self->n_markers = found->len;
  if (self->marker == FUL_NONE)
    {
      add_kinds (self, found, FUL_STORY_MARKER_OVERLAPS);
    }
  else
    {
      held = list_held (self, found);
      add_holders (self);
      add_kinds (self, held, FUL_STORY_MARKER_HELD);
      add_neighbours (self);
    }
  list_requests (self, found);

  return TRUE;
}
