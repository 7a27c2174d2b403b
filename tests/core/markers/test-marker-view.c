/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/layout/ful-marker-view.h"

#include <math.h>

#define NETWORK(status) "{\"type\":\"Network\",\"id\":1,\"status\":\"" status "\",\"URI\":\"http://x\"}"

typedef struct
{
  const char     *name;
  FulMarkerPhase  phase;
  double          start;
  double          end;
  const char     *payload;
} Mark;

/* The names are not in the order of the times. */
static const Mark marks[] = {
  { "b", FUL_MARKER_PHASE_INTERVAL, 0, 4, NULL },
  { "a|x", FUL_MARKER_PHASE_INTERVAL, 1, 3, "{\"type\":\"T\",\"what\":\"say \\\"hi\\\", you\"}" },
  { "C", FUL_MARKER_PHASE_INSTANT, 2, NAN, NULL },
  { "b", FUL_MARKER_PHASE_INTERVAL, 3, 5, NULL },
  { "hidden", FUL_MARKER_PHASE_INTERVAL, 3, 5, "{\"type\":\"Hidden\"}" },
  { "open", FUL_MARKER_PHASE_INTERVAL_START, 6, NAN, NULL },
  { "load", FUL_MARKER_PHASE_INTERVAL, 7, 8, NETWORK ("STATUS_START") },
  { "load", FUL_MARKER_PHASE_INTERVAL, 8, 9, NETWORK ("STATUS_STOP") },
};

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
} Fixture;

static Fixture
set_up (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A A A A A A A A A\n");
  Fixture fixture;

  test->builder->profile->meta_json = g_strdup (
    "{\"markerSchema\":[{\"name\":\"T\",\"tableLabel\":\"{marker.data.what}\",\"display\":[\"marker-table\"],"
    "\"fields\":[{\"key\":\"what\",\"format\":\"string\"}]},{\"name\":\"Hidden\",\"display\":[],\"fields\":[]}]}");
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    ful_test_profile_mark (test, thread, marks[i].name, marks[i].phase, marks[i].start, marks[i].end, marks[i].payload);
  fixture.profile = ful_test_profile_seal (test);
  fixture.cache = ful_derive_cache_new (fixture.profile, FUL_DERIVE_CACHE_BUDGET);

  return fixture;
}

static void
tear_down (Fixture *fixture)
{
  g_clear_object (&fixture->profile);
  g_clear_pointer (&fixture->cache, ful_derive_cache_unref);
}

/* "name name …: found of in-range", and "elsewhere n" if there are none in the range. */
static void
assert_view (Fixture                *fixture,
             FulViewOptions         *options,
             FulMarkerViewKind       kind,
             const char             *search,
             const FulMarkerSortKey *keys,
             guint                   n_keys,
             const char             *expected)
{
  g_autoptr(FulMarkerView) view = ful_marker_view_new (fixture->profile, options, kind, search, keys, n_keys,
                                                       fixture->cache, NULL, NULL);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < view->markers->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ful_marker_list_get_name (view->list, g_array_index (view->markers, guint, i)));
  g_string_append_printf (text, ": %u of %u", view->markers->len, view->n_in_range);
  if (view->n_in_range == 0)
    g_string_append_printf (text, " elsewhere %u", view->n_any);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_kinds_and_ranges (void)
{
  Fixture fixture = set_up ();
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulViewOptions) committed = ful_view_options_copy (all);
  g_autoptr(FulViewOptions) preview = ful_view_options_copy (all);
  g_autoptr(FulViewOptions) early = ful_view_options_copy (all);

  ful_view_options_set_range (committed, &(FulTimeRange) { 3.5, 5 });
  ful_view_options_set_preview (preview, &(FulTimeRange) { 0, 0.5 });
  ful_view_options_set_range (early, &(FulTimeRange) { 0, 1 });

  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "", NULL, 0, "b a|x C b open load: 6 of 6");
  assert_view (&fixture, all, FUL_MARKER_VIEW_CHART, "", NULL, 0, "b C b open load: 5 of 5");
  assert_view (&fixture, all, FUL_MARKER_VIEW_NETWORK, "", NULL, 0, "load: 1 of 1");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "name:b", NULL, 0, "b b: 2 of 6");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "nothing", NULL, 0, ": 0 of 6");
  assert_view (&fixture, committed, FUL_MARKER_VIEW_TABLE, "", NULL, 0, "b b: 2 of 2");
  assert_view (&fixture, preview, FUL_MARKER_VIEW_TABLE, "", NULL, 0, "b: 1 of 1");
  /* A chart shows the preview within the committed range. */
  assert_view (&fixture, preview, FUL_MARKER_VIEW_CHART, "", NULL, 0, "b C b open load: 5 of 5");
  assert_view (&fixture, early, FUL_MARKER_VIEW_NETWORK, "", NULL, 0, ": 0 of 0 elsewhere 1");
  tear_down (&fixture);
}

static void
test_order (void)
{
  Fixture fixture = set_up ();
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  FulMarkerSortKey late[] = { { FUL_MARKER_COLUMN_START, TRUE } };
  FulMarkerSortKey longest[] = { { FUL_MARKER_COLUMN_DURATION, TRUE }, { FUL_MARKER_COLUMN_START, TRUE } };
  FulMarkerSortKey names[] = { { FUL_MARKER_COLUMN_NAME, FALSE }, { FUL_MARKER_COLUMN_DURATION, FALSE } };

  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "", late, 1, "load open b C a|x b: 6 of 6");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "", longest, 1, "b a|x b load C open: 6 of 6");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "", longest, 2, "b load b a|x open C: 6 of 6");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "name:b", names, 2, "b b: 2 of 6");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "name:o,name:b,name:a", names, 1, "a|x b b load open: 5 of 6");
  tear_down (&fixture);
}

/* By a field: numbers, then texts (both of which are no bytes); what has none is first, and last the other way round. */
static void
test_columns (void)
{
  static const char *const payloads[] = {
    "{\"type\":\"T\",\"size\":10}", "{\"type\":\"T\",\"size\":\"b\"}", "{\"type\":\"U\",\"size\":9.5}", "{\"type\":\"T\",\"size\":null}",
    "{\"type\":\"T\",\"size\":\"a\"}", "{\"type\":\"V\",\"size\":1}", "{\"type\":\"T\",\"size\":10,\"id\":0}", NULL,
  };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A A A A A A A A A\n");
  g_autoptr(FulMarkerView) view = NULL;
  g_autoptr(FulMarkerFieldColumn) size = NULL;
  g_autoptr(FulMarkerFieldColumn) id = NULL;
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  FulMarkerSortKey up[] = { { 0, FALSE, "size" } };
  FulMarkerSortKey down[] = { { 0, TRUE, "size" }, { FUL_MARKER_COLUMN_START, TRUE, NULL } };
  g_autofree char *bytes = NULL;
  g_autofree char *number = NULL;
  g_autofree char *none = NULL;
  g_autofree char *string = NULL;
  Fixture fixture;

  test->builder->profile->meta_json = g_strdup (
    "{\"markerSchema\":[{\"name\":\"T\",\"display\":[\"marker-table\"],\"fields\":[{\"key\":\"size\",\"label\":\"Size\","
    "\"format\":\"bytes\"},{\"key\":\"id\",\"format\":\"unique-string\"}]},"
    "{\"name\":\"U\",\"display\":[\"marker-table\"],\"fields\":[{\"key\":\"size\",\"format\":\"decimal\"}]}]}");
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      char name[] = { (char) ('a' + i), '\0' };

      ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INSTANT, i, NAN, payloads[i]);
    }
  fixture.profile = ful_test_profile_seal (test);
  fixture.cache = ful_derive_cache_new (fixture.profile, FUL_DERIVE_CACHE_BUDGET);

  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "", up, 1, "d f h c a g b e: 8 of 8");
  assert_view (&fixture, all, FUL_MARKER_VIEW_TABLE, "", down, 2, "e b g a c h f d: 8 of 8");

  view = ful_marker_view_new (fixture.profile, all, FUL_MARKER_VIEW_TABLE, "name:a", NULL, 0, fixture.cache, NULL, NULL);
  g_assert_cmpuint (view->fields->len, ==, 2);
  g_assert_cmpstr (g_array_index (view->fields, FulMarkerFieldInfo, 0).label, ==, "Size");
  g_assert_cmpstr (g_array_index (view->fields, FulMarkerFieldInfo, 1).key, ==, "id");
  size = ful_marker_field_column_new (view->list, "size");
  id = ful_marker_field_column_new (view->list, "id");
  bytes = ful_marker_field_column_dup_text (size, 0);
  number = ful_marker_field_column_dup_text (size, 2);
  none = ful_marker_field_column_dup_text (size, 5);
  string = ful_marker_field_column_dup_text (id, 6);
  g_assert_cmpstr (bytes, ==, "10B");
  g_assert_cmpstr (number, ==, "9.5");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (string, ==, "libtest.so");
  tear_down (&fixture);
}

/* Against the definition: each row is not after the next one. */
static void
test_random_order (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  static const FulMarkerTableColumnId columns[] = {
    FUL_MARKER_COLUMN_START, FUL_MARKER_COLUMN_DURATION, FUL_MARKER_COLUMN_NAME,
  };
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint zero = 0;

  for (guint i = 0; i < 300; i++)
    {
      double start = g_test_rand_int_range (0, 50);
      char name[] = { (char) ('a' + g_test_rand_int_range (0, 4)), '\0' };

      ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, start,
                             start + g_test_rand_int_range (0, 5), NULL);
    }
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (guint));
      FulMarkerSortKey keys[3];
      guint n_keys = (guint) g_test_rand_int_range (1, 4);

      for (guint i = 0; i < 3; i++)
        keys[i] = (FulMarkerSortKey) { columns[g_test_rand_int_range (0, 3)], g_test_rand_bit (), NULL };
      for (guint i = 0; i < list->n_markers; i++)
        if (g_test_rand_bit ())
          g_array_append_val (markers, i);
      g_assert_true (ful_markers_sort (list, markers, keys, n_keys, NULL, NULL));
      for (guint i = 1; i < markers->len; i++)
        {
          guint a = g_array_index (markers, guint, i - 1), b = g_array_index (markers, guint, i);
          double order = 0;

          for (guint k = 0; k < n_keys && order == 0; k++)
            {
              order = keys[k].column == FUL_MARKER_COLUMN_START ? list->start[a] - list->start[b]
                      : keys[k].column == FUL_MARKER_COLUMN_DURATION
                        ? (list->end[a] - list->start[a]) - (list->end[b] - list->start[b])
                        : *ful_marker_list_get_name (list, a) - *ful_marker_list_get_name (list, b);
              order = keys[k].descending ? -order : order;
            }
          g_assert_true (order < 0 || (order == 0 && a < b));
        }
    }
}

/* Another order of what is shown: the same as a new view of the same markers. */
static void
test_other_order (void)
{
  Fixture fixture = set_up ();
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  FulMarkerSortKey late[] = { { FUL_MARKER_COLUMN_START, TRUE } };
  FulMarkerSortKey recorded[] = { { FUL_MARKER_COLUMN_START, FALSE } };
  g_autoptr(FulMarkerView) view = ful_marker_view_new (fixture.profile, all, FUL_MARKER_VIEW_TABLE, "name:b,name:C", late, 1,
                                                       fixture.cache, NULL, NULL);
  g_autoptr(FulMarkerView) sorted = ful_marker_view_new_sorted (view, recorded, 1, NULL, NULL);
  g_autoptr(FulMarkerView) back = ful_marker_view_new_sorted (sorted, late, 1, NULL, NULL);

  g_assert_true (sorted->list == view->list);
  g_assert_true (sorted->found == view->found);
  g_assert_cmpuint (sorted->n_in_range, ==, 6);
  g_assert_cmpuint (sorted->fields->len, ==, view->fields->len);
  g_assert_cmpuint (sorted->markers->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (g_array_index (sorted->markers, guint, i), ==, g_array_index (view->markers, guint, 2 - i));
      g_assert_cmpuint (g_array_index (back->markers, guint, i), ==, g_array_index (view->markers, guint, i));
    }

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_view_new_sorted (view, late, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  tear_down (&fixture);
}

/* Rows that are selected, in the order of the table. */
static void
test_set (void)
{
  Fixture fixture = set_up ();
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  FulMarkerSortKey late[] = { { FUL_MARKER_COLUMN_START, TRUE } };
  g_autoptr(FulMarkerView) view = ful_marker_view_new (fixture.profile, all, FUL_MARKER_VIEW_TABLE, "name:b,name:C", late, 1,
                                                       fixture.cache, NULL, NULL);
  g_autoptr(FulMarkerSet) set = ful_marker_set_new (view->list->n_markers);
  g_autoptr(FulMarkerView) some = NULL;

  /* The first row, the last one, and one that the search did not find. */
  ful_marker_set_add (set, (guint[]) { 0, 1, 3 }, 3);
  some = ful_marker_view_new_of_set (view, set);
  g_assert_cmpuint (view->markers->len, ==, 3);
  g_assert_cmpuint (some->markers->len, ==, 2);
  g_assert_cmpuint (g_array_index (some->markers, guint, 0), ==, 3);
  g_assert_cmpuint (g_array_index (some->markers, guint, 1), ==, 0);
  g_assert_true (some->list == view->list);
  g_assert_cmpuint (g_array_index (some->found, guint, 0), ==, 0);
  g_assert_cmpuint (g_array_index (some->found, guint, 1), ==, 3);
  tear_down (&fixture);
}

/* What a table is sorted by, as text; what makes no sense is left out. */
static void
test_sort_text (void)
{
  static const struct { const char *text, *expected; } cases[] = {
    { "", "start-asc" },
    { "duration-desc~start-asc", "duration-desc~start-asc" },
    { "name-asc", "name-asc" },
    { "field:a-b-desc~field:-asc", "field:a-b-desc~field:-asc" },
    { "details-asc~start~-~name-down~~start-desc", "start-desc" },
    { "field:x", "start-asc" },
  };
  g_autoptr(GString) many = g_string_new (NULL);
  g_autoptr(GArray) keys = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GArray) read = ful_marker_sort_parse (cases[i].text);
      g_autofree char *text = ful_marker_sort_to_text (read);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }

  for (guint i = 0; i < 100; i++)
    g_string_append (many, "name-asc~");
  keys = ful_marker_sort_parse (many->str);
  g_assert_cmpuint (keys->len, ==, 16);
}

static void
test_cancellation (void)
{
  Fixture fixture = set_up ();
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_view_new (fixture.profile, all, FUL_MARKER_VIEW_CHART, "", NULL, 0, fixture.cache,
                                      cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  tear_down (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-view/kinds-and-ranges", test_kinds_and_ranges);
  g_test_add_func ("/marker-view/order", test_order);
  g_test_add_func ("/marker-view/columns", test_columns);
  g_test_add_func ("/marker-view/random-order", test_random_order);
  g_test_add_func ("/marker-view/other-order", test_other_order);
  g_test_add_func ("/marker-view/set", test_set);
  g_test_add_func ("/marker-view/sort-text", test_sort_text);
  g_test_add_func ("/marker-view/cancellation", test_cancellation);

  return g_test_run ();
}
