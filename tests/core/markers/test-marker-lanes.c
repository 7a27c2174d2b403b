/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/layout/ful-marker-rows.h"

#include <math.h>

typedef struct
{
  const char *name;
  double      start;
  double      end;       /* NaN: an instant */
  const char *payload;
} Mark;

static FulMarkerList *
make_list (const Mark *marks,
           guint       n_marks)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  char *none[] = { NULL };
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  guint zero = 0;

  g_ptr_array_add (test->builder->profile->categories, ful_category_new ("Test", "red", none));
  g_ptr_array_add (test->builder->profile->categories, ful_category_new ("Network", "red", none));
  for (guint i = 0; i < n_marks; i++)
    ful_test_profile_mark (test, thread, marks[i].name,
                           isnan (marks[i].end) ? FUL_MARKER_PHASE_INSTANT : FUL_MARKER_PHASE_INTERVAL,
                           marks[i].start, marks[i].end, marks[i].payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);

  return ful_marker_list_derive (set, NULL, NULL, NULL);
}

/* "Category name: start start …" for each lane; "!" is an instant. */
static char *
to_text (FulMarkerLanes *lanes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      const FulMarkerLane *lane = &lanes->lanes[i];

      g_string_append_printf (text, "%s %s%s:", ful_profile_get_category (lanes->list->profile, lane->category)->name,
                              lane->name, lane->is_instant ? "!" : "");
      for (guint k = 0; k < lane->n_markers; k++)
        g_string_append_printf (text, " %g", lanes->list->start[lane->markers[k]]);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
assert_lanes (FulMarkerList *list,
              gboolean       by_category,
              const char    *expected)
{
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulMarkerLanes) lanes = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (all, i);
  lanes = ful_marker_lanes_new (list, all, by_category, G_MAXUINT, NULL, NULL);
  text = to_text (lanes);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_overlaps (void)
{
  static const Mark marks[] = {
    { "a", 0, 4 }, { "a", 1, 2 }, { "b", 1, 9 }, { "a", 2, 3 }, { "a", 2, 8 }, { "a", 2.5, NAN }, { "a", 2.5, NAN },
    { "a", 4, 4 }, { "a", 4, 5 }, { "a", 6, 7 },
  };
  g_autoptr(FulMarkerList) list = make_list (marks, G_N_ELEMENTS (marks));

  assert_lanes (list, FALSE,
                "Other a!: 2.5 2.5\n"
                "Other a: 0 4 4 6\n"
                "Other a: 1 2\n"
                "Other a: 2\n"
                "Other b: 1\n");
}

static void
test_order (void)
{
  static const Mark marks[] = {
    { "b", 0, 1 }, { "Éa[Layout]", 0, 1 }, { "B", 0, 1 }, { "b", 0, 1 }, { "a[Network]", 0, 1 }, { "z[Test]", 0, 1 },
    { "a[Layout]", 0, 1 }, { "A[Layout]", 0, NAN }, { "x[Network]", 0, 1, "{\"type\":\"Network\",\"status\":\"\"}" },
    { "z[Network]", 0, 1 }, { "b[Layout]", 2, 3 },
  };
  g_autoptr(FulMarkerList) list = make_list (marks, G_N_ELEMENTS (marks));

  assert_lanes (list, TRUE,
                "Test z: 0\n"
                "Layout a: 0\n"
                "Layout A!: 0\n"
                "Layout Éa: 0\n"
                "Network a: 0\n"
                "Network z: 0\n"
                "Network Network Requests: 0\n"
                "Other b: 0 2\n"
                "Other b: 0\n"
                "Other B: 0\n");
  assert_lanes (list, FALSE,
                "Network a: 0\n"
                "Layout a: 0\n"
                "Layout A!: 0\n"
                "Other b: 0 2\n"
                "Other b: 0\n"
                "Other B: 0\n"
                "Network Network Requests: 0\n"
                "Test z: 0\n"
                "Network z: 0\n"
                "Layout Éa: 0\n");
}

static void
test_too_many (void)
{
  Mark marks[305];
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulMarkerLanes) lanes = NULL;
  guint lane, place;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      marks[i] = (Mark) { "a", i, 1000 + i };
      g_array_append_val (all, i);
    }
  list = make_list (marks, G_N_ELEMENTS (marks));
  lanes = ful_marker_lanes_new (list, all, FALSE, FUL_MARKER_LANES_MAX_OF_REFERENCE, NULL, NULL);
  g_assert_cmpuint (lanes->n_lanes, ==, 300);
  g_assert_cmpuint (lanes->lanes[299].n_markers, ==, 1);
  g_assert_true (ful_marker_lanes_find_marker (lanes, 299, &lane, &place));
  g_assert_cmpuint (lane, ==, 299);
  g_assert_false (ful_marker_lanes_find_marker (lanes, 300, &lane, &place));
  g_clear_pointer (&lanes, ful_marker_lanes_unref);

  lanes = ful_marker_lanes_new (list, all, FALSE, G_MAXUINT, NULL, NULL);
  g_assert_cmpuint (lanes->n_lanes, ==, 305);
}

/* Which lane is free is found in a tree: the same as by looking at each of them. */
static void
test_random (void)
{
  for (guint round = 0; round < 50; round++)
    {
      Mark marks[200];
      double ends[G_N_ELEMENTS (marks)];
      guint n_ends = 0;
      g_autoptr(FulMarkerList) list = NULL;
      g_autoptr(FulMarkerLanes) lanes = NULL;
      g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          double start = g_test_rand_int_range (0, 100);

          marks[i] = (Mark) { "a", start, start + g_test_rand_int_range (0, 1 + (int) round * 2) };
          g_array_append_val (all, i);
        }
      list = make_list (marks, G_N_ELEMENTS (marks));
      lanes = ful_marker_lanes_new (list, all, round % 2, G_MAXUINT, NULL, NULL);
      for (guint i = 0; i < list->n_markers; i++)
        {
          guint free = 0, lane, place;

          while (free < n_ends && ends[free] > list->start[i])
            free++;
          n_ends = MAX (n_ends, free + 1);
          ends[free] = list->end[i];
          g_assert_true (ful_marker_lanes_find_marker (lanes, i, &lane, &place));
          g_assert_cmpuint (lane, ==, free);
          g_assert_cmpuint (lanes->lanes[lane].markers[place], ==, i);
        }
      g_assert_cmpuint (lanes->n_lanes, ==, n_ends);
    }
}

/* All open at once: each has a lane, and a row that is found. */
static void
test_million_lanes (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulMarkerLanes) lanes = NULL;
  g_autoptr(FulMarkerRows) rows = NULL;
  guint zero = 0, lane, place;

  for (guint i = 0; i < 1000000; i++)
    {
      ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL, i, 2e6, NULL);
      g_array_append_val (all, i);
    }
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  lanes = ful_marker_lanes_new (list, all, TRUE, G_MAXUINT, NULL, NULL);
  g_assert_cmpuint (lanes->n_lanes, ==, 1000000);
  rows = ful_marker_rows_new (lanes, TRUE);
  g_assert_cmpuint (rows->n_rows, ==, 1000001);
  g_assert_true (ful_marker_lanes_find_marker (lanes, 999999, &lane, &place));
  g_assert_cmpuint (ful_marker_rows_find_lane (rows, lane), ==, 1000000);
}

/* "= Category: markers", "Name: markers", and "." for a further lane of a name. */
static void
assert_rows (FulMarkerLanes *lanes,
             gboolean        with_headings,
             const char     *expected)
{
  g_autoptr(FulMarkerRows) rows = ful_marker_rows_new (lanes, with_headings);
  g_autoptr(GString) text = g_string_new (NULL);
  guint n_headings = 0;

  for (guint i = 0; i < rows->n_rows; i++)
    {
      const FulMarkerRow *row = &rows->rows[i];
      const FulMarkerLane *lane = &lanes->lanes[row->lane];

      g_assert_cmpuint (row->n_headings, ==, n_headings);
      n_headings += row->is_heading;
      if (!row->is_heading)
        g_assert_cmpuint (ful_marker_rows_find_lane (rows, row->lane), ==, i);
      if (row->is_heading)
        g_string_append_printf (text, "= %s: %u\n", ful_profile_get_category (lanes->list->profile, lane->category)->name,
                                row->n_markers);
      else if (row->is_first)
        g_string_append_printf (text, "%s: %u\n", lane->name, row->n_markers);
      else
        g_string_append (text, ".\n");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_rows (void)
{
  static const Mark marks[] = {
    { "a[Test]", 0, 4 }, { "b", 1, 9 }, { "a", 2, 3 }, { "b", 2, 8 }, { "b", 3, NAN }, { "a[Test]", 5, 6 },
  };
  g_autoptr(FulMarkerList) list = make_list (marks, G_N_ELEMENTS (marks));
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulMarkerLanes) lanes = NULL;

  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (all, i);
  lanes = ful_marker_lanes_new (list, all, TRUE, G_MAXUINT, NULL, NULL);
  assert_rows (lanes, TRUE, "= Test: 2\na: 2\n= Other: 4\na: 1\nb: 3\n.\n.\n");
  assert_rows (lanes, FALSE, "a: 3\n.\nb: 3\n.\n.\n");
}

static void
test_timings (void)
{
  static const Mark marks[] = {
    { "a", 0, 1, "{\"type\":\"UserTiming\"}" }, { "b", 1, 2, "{\"type\":\"UserTiming\"}" }, { "c", 1, 2 },
    { "d", 3, 4, "{\"type\":\"UserTiming\"}" },
  };
  g_autoptr(FulMarkerList) list = make_list (marks, G_N_ELEMENTS (marks));
  g_autoptr(FulMarkerLanes) lanes = ful_marker_lanes_new_timings (list, &(FulTimeRange) { 1.5, 3 }, G_MAXUINT, NULL, NULL);
  g_autofree char *text = to_text (lanes);

  g_assert_cmpstr (text, ==, "Other b: 1\nOther d: 3\n");
}

static void
test_find_first (void)
{
  static const Mark marks[] = { { "a", 0, 1 }, { "a", 3, 4 }, { "a", 4, 6 } };
  g_autoptr(FulMarkerList) list = make_list (marks, G_N_ELEMENTS (marks));
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulMarkerLanes) lanes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_array_append_val (all, i);
  lanes = ful_marker_lanes_new (list, all, FALSE, G_MAXUINT, NULL, NULL);
  g_assert_cmpuint (lanes->n_lanes, ==, 1);
  g_assert_cmpuint (ful_marker_lanes_find_first (lanes, 0, -1), ==, 0);
  g_assert_cmpuint (ful_marker_lanes_find_first (lanes, 0, 1), ==, 0);
  g_assert_cmpuint (ful_marker_lanes_find_first (lanes, 0, 2), ==, 1);
  g_assert_cmpuint (ful_marker_lanes_find_first (lanes, 0, 5), ==, 2);
  g_assert_cmpuint (ful_marker_lanes_find_first (lanes, 0, 7), ==, 3);
}

static void
test_cancellation (void)
{
  static const Mark marks[] = { { "a", 0, 1 } };
  g_autoptr(FulMarkerList) list = make_list (marks, G_N_ELEMENTS (marks));
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GArray) all = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr(GError) error = NULL;

  g_array_set_size (all, 1);
  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_lanes_new (list, all, FALSE, G_MAXUINT, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-lanes/overlaps", test_overlaps);
  g_test_add_func ("/marker-lanes/order", test_order);
  g_test_add_func ("/marker-lanes/too-many", test_too_many);
  g_test_add_func ("/marker-lanes/random", test_random);
  g_test_add_func ("/marker-lanes/million-lanes", test_million_lanes);
  g_test_add_func ("/marker-lanes/rows", test_rows);
  g_test_add_func ("/marker-lanes/timings", test_timings);
  g_test_add_func ("/marker-lanes/find-first", test_find_first);
  g_test_add_func ("/marker-lanes/cancellation", test_cancellation);

  return g_test_run ();
}
