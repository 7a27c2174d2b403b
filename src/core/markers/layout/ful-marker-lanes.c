/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers in lanes (markers.md 7): all instants of a name share one, an interval is
 * placed in the first free lane of its name. The ends of the lanes of a name are
 * the leaves of a tree of least ends, so that the lane is found in O(log lanes). */

#include "config.h"

#include "ful-marker-lanes.h"

#include "base/ful-hash.h"
#include "markers/find/ful-marker-search.h"
#include "stacks/ful-search.h"

#include <math.h>
#include <string.h>

typedef struct _Name Name;

/* Lanes of one name, and of one category if these are separate, in the order of creation. */
typedef struct
{
  const Name       *name;
  FulCategoryIndex  category;
  gboolean          is_instant;
  guint             n_lanes;
  guint             next;         /* where the next of them is placed */
} Group;

struct _Name
{
  const char *text;
  char       *folded;      /* in lower case */
  guint       place;       /* among the names, in the order these are met */
  gint32      instants;    /* lane, or FUL_NONE */
  GArray     *lanes;       /* guint: lanes of intervals */
  double     *ends;        /* tree: [1] is the root, [n_leaves + i] the end of the lane with number i */
  guint       n_leaves;    /* a power of 2 */
  GPtrArray  *groups;      /* Group */
};

/* A lane under construction. */
typedef struct
{
  Group            *group;
  FulCategoryIndex  category;     /* of the first marker */
  guint             n_markers;
} Draft;

typedef struct
{
  FulMarkerList *list;
  gboolean       by_category;
  guint          max_lanes;
  GHashTable    *names;        /* text → Name */
  GHashTable    *named;        /* name of the list + 1 → Name, so that a text is hashed once */
  GPtrArray     *groups;       /* Group */
  GArray        *drafts;       /* Draft */
  gint32        *lane_of;
} Builder;

static void
name_free (gpointer data)
{
  Name *name = data;

  g_free (name->folded);
  g_free (name->ends);
  g_array_unref (name->lanes);
  g_ptr_array_unref (name->groups);
  g_free (name);
}

static Name *
get_name (Builder    *self,
          const char *text)
{
  Name *name = g_hash_table_lookup (self->names, text);

  if (name)
    return name;

  name = g_new0 (Name, 1);
  name->text = text;
  name->folded = ful_search_fold (text);
  name->place = g_hash_table_size (self->names);
  name->instants = FUL_NONE;
  name->lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  name->groups = g_ptr_array_new ();
  g_hash_table_insert (self->names, (gpointer) text, name);

  return name;
}

/* "Test" is first and "Other" last. */
static int
compare_categories (const Builder    *self,
                    FulCategoryIndex  x,
                    FulCategoryIndex  y)
{
  const char *a = ful_profile_get_category (self->list->profile, x)->name;
  const char *b = ful_profile_get_category (self->list->profile, y)->name;
  int first = g_str_equal (b, "Test") - g_str_equal (a, "Test");
  int last = g_str_equal (a, "Other") - g_str_equal (b, "Other");

  return first ? first : last ? last : strcmp (a, b);
}

static Group *
get_group (Builder          *self,
           Name             *name,
           FulCategoryIndex  category,
           gboolean          is_instant)
{
  Group *group;

  for (guint i = 0; i < name->groups->len; i++)
    {
      group = g_ptr_array_index (name->groups, i);
      if (group->is_instant == is_instant &&
          (!self->by_category || compare_categories (self, group->category, category) == 0))
        return group;
    }

  group = g_new (Group, 1);
  *group = (Group) { name, category, is_instant, 0, 0 };
  g_ptr_array_add (name->groups, group);
  g_ptr_array_add (self->groups, group);

  return group;
}

static gint32
add_lane (Builder  *self,
          Name     *name,
          gboolean  is_instant,
          guint     marker)
{
  FulCategoryIndex category = self->list->category[marker];
  Draft draft = { get_group (self, name, category, is_instant), category, 0 };

  draft.group->n_lanes++;
  g_array_append_val (self->drafts, draft);

  return (gint32) self->drafts->len - 1;
}

static void
grow_tree (Name *name)
{
  guint n = name->n_leaves;
  double *ends = g_new (double, 4 * MAX (n, 1));

  name->n_leaves = MAX (2 * n, 2);
  for (guint i = 0; i < name->n_leaves; i++)
    ends[name->n_leaves + i] = i < n ? name->ends[n + i] : INFINITY;
  for (guint i = name->n_leaves - 1; i > 0; i--)
    ends[i] = fmin (ends[2 * i], ends[2 * i + 1]);
  g_free (name->ends);
  name->ends = ends;
}

/* The number of the first lane whose last marker ends at @time or before; that of a new one without such. */
static guint
find_free (const Name *name,
           double      time)
{
  guint at = 1;

  if (name->n_leaves == 0 || !(name->ends[1] <= time))
    return name->lanes->len;

  while (at < name->n_leaves)
    at = name->ends[2 * at] <= time ? 2 * at : 2 * at + 1;

  return MIN (at - name->n_leaves, name->lanes->len);
}

static void
set_end (Name   *name,
         guint   number,
         double  end)
{
  guint at = name->n_leaves + number;

  name->ends[at] = end;
  for (at /= 2; at > 0; at /= 2)
    name->ends[at] = fmin (name->ends[2 * at], name->ends[2 * at + 1]);
}

/* The lane for the interval; FUL_NONE if there are too many. */
static gint32
find_lane (Builder *self,
           Name    *name,
           guint    marker)
{
  guint number = find_free (name, self->list->start[marker]);

  if (number == name->lanes->len)
    {
      guint lane;

      if (number == self->max_lanes)
        return FUL_NONE;
      lane = (guint) add_lane (self, name, FALSE, marker);
      g_array_append_val (name->lanes, lane);
      if (number == name->n_leaves)
        grow_tree (name);
    }
  set_end (name, number, self->list->end[marker]);

  return (gint32) g_array_index (name->lanes, guint, number);
}

static Name *
find_name (Builder *self,
           guint    marker)
{
  gpointer key = GINT_TO_POINTER (self->list->name[marker] + 1);
  Name *name = g_hash_table_lookup (self->named, key);

  if (g_strcmp0 (ful_marker_list_get_type (self->list, marker), "Network") == 0)
    return get_name (self, "Network Requests");

  if (name == NULL)
    {
      name = get_name (self, ful_marker_list_get_name (self->list, marker));
      if (self->list->name[marker] >= 0)
        g_hash_table_insert (self->named, key, name);
    }

  return name;
}

static void
place_marker (Builder *self,
              guint    marker)
{
  Name *name = find_name (self, marker);
  gint32 lane;

  if (isnan (self->list->end[marker]))
    {
      if (name->instants == FUL_NONE)
        name->instants = add_lane (self, name, TRUE, marker);
      lane = name->instants;
    }
  else
    lane = find_lane (self, name, marker);

  self->lane_of[marker] = lane;
  if (lane != FUL_NONE)
    g_array_index (self->drafts, Draft, lane).n_markers++;
}

static int
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const Builder *self = data;
  const Group *x = *(const Group * const *) a, *y = *(const Group * const *) b;
  int order = 0;

  if (self->by_category)
    {
      order = compare_categories (self, x->category, y->category);
      if (order == 0 && g_str_equal (ful_profile_get_category (self->list->profile, x->category)->name, "Network"))
        order = g_str_equal (x->name->text, "Network Requests") - g_str_equal (y->name->text, "Network Requests");
    }
  if (order == 0)
    order = strcmp (x->name->folded, y->name->folded);
  if (order == 0)
    order = (x->name->place > y->name->place) - (x->name->place < y->name->place);

  return order ? order : y->is_instant - x->is_instant;
}

static void
clear (gpointer data)
{
  FulMarkerLanes *self = data;

  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_free (self->lanes);
  g_free (self->lane_of);
  g_free (self->colors);
  g_free (self->all_markers);
}

/* Lanes in their order, and the markers in them. */
static FulMarkerLanes *
build_lanes (Builder *builder,
             GArray  *markers)
{
  FulMarkerLanes *self = g_atomic_rc_box_new0 (FulMarkerLanes);
  g_autofree gint32 *number = g_new (gint32, MAX (builder->drafts->len, 1));
  guint *next;
  guint first = 0;

  g_ptr_array_sort_with_data (builder->groups, compare_groups, builder);
  for (guint i = 0; i < builder->groups->len; i++)
    {
      Group *group = g_ptr_array_index (builder->groups, i);

      group->next = first;
      first += group->n_lanes;
    }

  self->list = ful_marker_list_ref (builder->list);
  self->n_lanes = builder->drafts->len;
  self->lanes = g_new (FulMarkerLane, MAX (self->n_lanes, 1));
  self->all_markers = next = g_new (guint, markers->len);
  self->lane_of = g_steal_pointer (&builder->lane_of);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      Draft *draft = &g_array_index (builder->drafts, Draft, i);

      number[i] = (gint32) draft->group->next++;
      self->lanes[number[i]] = (FulMarkerLane) { draft->group->name->text, draft->group->is_instant, draft->category,
                                                 draft->n_markers, NULL };
    }
  for (guint i = 0; i < self->n_lanes; i++)
    {
      self->lanes[i].markers = next;
      next += self->lanes[i].n_markers;
      self->lanes[i].n_markers = 0;
    }
  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      FulMarkerLane *lane;

      if (self->lane_of[marker] == FUL_NONE)
        continue;
      self->lane_of[marker] = number[self->lane_of[marker]];
      lane = &self->lanes[self->lane_of[marker]];
      lane->markers[lane->n_markers++] = marker;
    }

  return self;
}

static gint32 *
new_lane_of (const FulMarkerList *list)
{
  gsize size = MAX (list->n_markers, 1) * sizeof (gint32);
  gint32 *lane_of = g_malloc (size);

  memset (lane_of, 0xff, size);

  return lane_of;
}

/**
 * ful_marker_lanes_new:
 * @list: markers
 * @markers: (element-type guint): which of them, ascending
 * @by_category: whether lanes are grouped by category, as in the marker chart
 * @max_lanes: limit on lanes for intervals of one name; intervals beyond it are omitted
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * About 150 ns a marker; those that may have a colour take 10 ns for a byte of their payload.
 *
 * Returns: (transfer full): the markers in lanes
 */
FulMarkerLanes *
ful_marker_lanes_new (FulMarkerList  *list,
                      GArray         *markers,
                      gboolean        by_category,
                      guint           max_lanes,
                      GCancellable   *cancellable,
                      GError        **error)
{
  Builder builder = { .list = list, .by_category = by_category, .max_lanes = max_lanes };
  FulMarkerLanes *self = NULL;
  guint8 *colors = NULL;
  gboolean ok = TRUE;

  builder.names = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, name_free);
  builder.named = g_hash_table_new (NULL, NULL);
  builder.groups = g_ptr_array_new_with_free_func (g_free);
  builder.drafts = g_array_new (FALSE, FALSE, sizeof (Draft));
  builder.lane_of = new_lane_of (list);
  for (guint i = 0; ok && i < markers->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0)
        ok = !g_cancellable_set_error_if_cancelled (cancellable, error);
      place_marker (&builder, g_array_index (markers, guint, i));
    }
  if (ok)
    colors = ful_marker_colors_find (list, markers, cancellable, error);
  if (colors)
    {
      self = build_lanes (&builder, markers);
      self->colors = colors;
    }
  g_hash_table_unref (builder.names);
  g_hash_table_unref (builder.named);
  g_ptr_array_unref (builder.groups);
  g_array_unref (builder.drafts);
  g_free (builder.lane_of);

  return self;
}

/**
 * ful_marker_lanes_new_timings:
 * @list: markers
 * @range: the committed range, absolute
 * @max_lanes: as for ful_marker_lanes_new()
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * User timings of pages, to be drawn above the stack chart (call-tree.md 9).
 *
 * Returns: (transfer full): the markers of type UserTiming in lanes
 */
FulMarkerLanes *
ful_marker_lanes_new_timings (FulMarkerList       *list,
                              const FulTimeRange  *range,
                              guint                max_lanes,
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

  return ful_marker_lanes_new (list, timings, FALSE, max_lanes, cancellable, error);
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
  self->lane_of = new_lane_of (list);
  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);

      self->all_markers[i] = marker;
      self->lane_of[marker] = (gint32) i;
      self->lanes[i] = (FulMarkerLane) { ful_marker_list_get_name (list, marker), isnan (list->end[marker]),
                                         list->category[marker], 1, &self->all_markers[i] };
    }

  return self;
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
