/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers in lanes (markers.md 7): all instants of a name share one, an interval
 * goes to the first lane of its name that is free by then. O(markers × lanes of
 * a name), of which there are at most 300. */

#include "config.h"

#include "ful-marker-lanes.h"

#include "derive/ful-search.h"
#include "ful-marker-search.h"

#include <math.h>
#include <string.h>

/* Further overlapping intervals of one name are not shown. */
#define MAX_LANES_OF_NAME 300

/* A lane under construction. */
typedef struct
{
  FulMarkerLane  lane;
  double         end;          /* of the last marker */
  char          *folded;       /* the name in lower case */
  guint          place;        /* of the name among the names, in the order these are met */
  gint32         next;         /* lane of the same name, or FUL_NONE */
  GArray        *markers;
} Draft;

/* The lanes of one name. */
typedef struct
{
  const char *text;
  guint       place;
  guint       n_lanes;     /* of intervals */
  gint32      instants;    /* lane, or FUL_NONE */
  gint32      first;       /* lane of intervals, or FUL_NONE */
} Name;

typedef struct
{
  FulMarkerList *list;
  gboolean       by_category;
  GHashTable    *names;        /* text → Name */
  GArray        *drafts;       /* Draft */
} Builder;

static void
clear_draft (gpointer data)
{
  Draft *draft = data;

  g_free (draft->folded);
  g_array_unref (draft->markers);
}

static Name *
get_name (Builder    *self,
          const char *text)
{
  Name *name = g_hash_table_lookup (self->names, text);

  if (name)
    return name;

  name = g_new (Name, 1);
  *name = (Name) { text, g_hash_table_size (self->names), 0, FUL_NONE, FUL_NONE };
  g_hash_table_insert (self->names, (gpointer) text, name);

  return name;
}

static gint32
add_lane (Builder    *self,
          const Name *name,
          gboolean    is_instant,
          guint       marker)
{
  Draft draft = {
    .lane = { name->text, is_instant, self->list->category[marker], 0, NULL },
    .folded = ful_search_fold (name->text),
    .place = name->place,
    .next = FUL_NONE,
    .markers = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  g_array_append_val (self->drafts, draft);

  return (gint32) self->drafts->len - 1;
}

/* The lane that the interval goes to; FUL_NONE if there are too many. */
static gint32
find_lane (Builder *self,
           Name    *name,
           guint    marker)
{
  gint32 lane = name->first, last = FUL_NONE;

  for (; lane != FUL_NONE; lane = g_array_index (self->drafts, Draft, lane).next)
    {
      if (g_array_index (self->drafts, Draft, lane).end <= self->list->start[marker])
        return lane;
      last = lane;
    }
  if (name->n_lanes == MAX_LANES_OF_NAME)
    return FUL_NONE;

  name->n_lanes++;
  lane = add_lane (self, name, FALSE, marker);
  if (last == FUL_NONE)
    name->first = lane;
  else
    g_array_index (self->drafts, Draft, last).next = lane;

  return lane;
}

static void
place_marker (Builder *self,
              guint    marker)
{
  const char *type = ful_marker_list_get_type (self->list, marker);
  Name *name = get_name (self, g_strcmp0 (type, "Network") == 0 ? "Network Requests"
                                                                : ful_marker_list_get_name (self->list, marker));
  gint32 lane;
  Draft *draft;

  if (isnan (self->list->end[marker]))
    {
      if (name->instants == FUL_NONE)
        name->instants = add_lane (self, name, TRUE, marker);
      lane = name->instants;
    }
  else
    lane = find_lane (self, name, marker);
  if (lane == FUL_NONE)
    return;

  draft = &g_array_index (self->drafts, Draft, lane);
  draft->end = self->list->end[marker];
  g_array_append_val (draft->markers, marker);
}

/* "Test" stands first and "Other" last. */
static int
compare_categories (const char *a,
                    const char *b)
{
  int first = g_str_equal (b, "Test") - g_str_equal (a, "Test");
  int last = g_str_equal (a, "Other") - g_str_equal (b, "Other");

  return first ? first : last ? last : strcmp (a, b);
}

static int
compare_drafts (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const Builder *self = data;
  const Draft *x = a, *y = b;
  int order = 0;

  if (self->by_category)
    {
      const char *bucket = ful_profile_get_category (self->list->profile, x->lane.category)->name;

      order = compare_categories (bucket, ful_profile_get_category (self->list->profile, y->lane.category)->name);
      if (order == 0 && g_str_equal (bucket, "Network"))
        order = g_str_equal (x->lane.name, "Network Requests") - g_str_equal (y->lane.name, "Network Requests");
    }
  if (order == 0)
    order = strcmp (x->folded, y->folded);
  if (order == 0)
    order = (x->place > y->place) - (x->place < y->place);
  if (order == 0)
    order = y->lane.is_instant - x->lane.is_instant;

  /* The sort is stable: lanes of one name stay in the order they were made. */
  return order;
}

static void
clear (gpointer data)
{
  FulMarkerLanes *self = data;

  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_free (self->lanes);
  g_free (self->all_markers);
}

static FulMarkerLanes *
build_lanes (Builder *builder,
             guint    n_markers)
{
  FulMarkerLanes *self = g_atomic_rc_box_new0 (FulMarkerLanes);
  guint *next;

  g_array_sort_with_data (builder->drafts, compare_drafts, builder);
  self->list = ful_marker_list_ref (builder->list);
  self->n_lanes = builder->drafts->len;
  self->lanes = g_new (FulMarkerLane, MAX (self->n_lanes, 1));
  self->all_markers = next = g_new (guint, MAX (n_markers, 1));
  for (guint i = 0; i < self->n_lanes; i++)
    {
      Draft *draft = &g_array_index (builder->drafts, Draft, i);

      self->lanes[i] = draft->lane;
      self->lanes[i].n_markers = draft->markers->len;
      self->lanes[i].markers = next;
      memcpy (next, draft->markers->data, draft->markers->len * sizeof *next);
      next += draft->markers->len;
    }

  return self;
}

/**
 * ful_marker_lanes_new:
 * @list: markers
 * @markers: (element-type guint): which of them, ascending
 * @by_category: whether lanes of one category stand together, as in the marker chart
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the markers in lanes
 */
FulMarkerLanes *
ful_marker_lanes_new (FulMarkerList  *list,
                      GArray         *markers,
                      gboolean        by_category,
                      GCancellable   *cancellable,
                      GError        **error)
{
  Builder builder = { list, by_category, NULL, NULL };
  FulMarkerLanes *self = NULL;
  gboolean ok = TRUE;

  builder.names = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  builder.drafts = g_array_new (FALSE, FALSE, sizeof (Draft));
  g_array_set_clear_func (builder.drafts, clear_draft);
  for (guint i = 0; ok && i < markers->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0)
        ok = !g_cancellable_set_error_if_cancelled (cancellable, error);
      place_marker (&builder, g_array_index (markers, guint, i));
    }
  if (ok)
    self = build_lanes (&builder, markers->len);
  g_hash_table_unref (builder.names);
  g_array_unref (builder.drafts);

  return self;
}

/**
 * ful_marker_lanes_new_timings:
 * @list: markers
 * @range: the committed range, absolute
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * What a page measured itself, to be drawn on top of the stack chart
 * (call-tree.md 9).
 *
 * Returns: (transfer full): the markers of type UserTiming in lanes
 */
FulMarkerLanes *
ful_marker_lanes_new_timings (FulMarkerList       *list,
                              const FulTimeRange  *range,
                              GCancellable        *cancellable,
                              GError             **error)
{
  g_autoptr(GArray) found = ful_marker_search_filter (NULL, list, range, cancellable, error);
  g_autoptr(GArray) timings = g_array_new (FALSE, FALSE, sizeof (guint));

  if (found == NULL)
    return NULL;

  for (guint i = 0; i < found->len; i++)
    {
      guint marker = g_array_index (found, guint, i);

      if (g_strcmp0 (ful_marker_list_get_type (list, marker), "UserTiming") == 0)
        g_array_append_val (timings, marker);
    }

  return ful_marker_lanes_new (list, timings, FALSE, cancellable, error);
}

/**
 * ful_marker_lanes_new_single:
 * @list: markers
 * @markers: (element-type guint): some of them
 *
 * Returns: (transfer full): a lane for each of the markers, in their order
 */
FulMarkerLanes *
ful_marker_lanes_new_single (FulMarkerList *list,
                             GArray        *markers)
{
  FulMarkerLanes *self = g_atomic_rc_box_new0 (FulMarkerLanes);

  self->list = ful_marker_list_ref (list);
  self->n_lanes = markers->len;
  self->lanes = g_new (FulMarkerLane, MAX (self->n_lanes, 1));
  self->all_markers = g_new (guint, MAX (self->n_lanes, 1));
  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);

      self->all_markers[i] = marker;
      self->lanes[i] = (FulMarkerLane) { ful_marker_list_get_name (list, marker), isnan (list->end[marker]),
                                         list->category[marker], 1, &self->all_markers[i] };
    }

  return self;
}

static double
get_end (const FulMarkerLanes *self,
         guint                 lane,
         guint                 place)
{
  guint marker = self->lanes[lane].markers[place];

  return fmax (self->list->start[marker], self->list->end[marker]);
}

/* The first place from @low on whose marker ends at @time or later; @high if none before it does. */
static guint
find_between (const FulMarkerLanes *self,
              guint                 lane,
              guint                 low,
              guint                 high,
              double                time)
{
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_end (self, lane, middle) >= time)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

/**
 * ful_marker_lanes_find_first:
 * @lane: one of the lanes
 * @time: absolute ms
 *
 * O(log n).
 *
 * Returns: the first place in the lane whose marker ends at @time or later; the number of its markers if
 *   there is none
 */
guint
ful_marker_lanes_find_first (const FulMarkerLanes *self,
                             guint                 lane,
                             double                time)
{
  return find_between (self, lane, 0, self->lanes[lane].n_markers, time);
}

/**
 * ful_marker_lanes_find_next:
 * @lane: one of the lanes
 * @from: a place in it, or behind the last one
 * @time: absolute ms
 *
 * As ful_marker_lanes_find_first(), from a place on; O(log distance).
 */
guint
ful_marker_lanes_find_next (const FulMarkerLanes *self,
                            guint                 lane,
                            guint                 from,
                            double                time)
{
  guint n = self->lanes[lane].n_markers;
  guint low = from, step = 1;

  while (from < n && get_end (self, lane, from) < time)
    {
      low = from + 1;
      from = step < n - from ? from + step : n;
      step *= 2;
    }

  return find_between (self, lane, low, MIN (from, n), time);
}

/**
 * ful_marker_lanes_get_timing_category:
 *
 * Returns: the category whose colour user timings have (call-tree.md 9): that of scripts, or the first
 */
FulCategoryIndex
ful_marker_lanes_get_timing_category (const FulMarkerLanes *self)
{
  FulProfile *profile = self->list->profile;

  for (guint i = 0; i < profile->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (profile, i)->name, "JavaScript"))
      return (FulCategoryIndex) i;

  return 0;
}

FulMarkerLanes *
ful_marker_lanes_ref (FulMarkerLanes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_lanes_unref (FulMarkerLanes *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
