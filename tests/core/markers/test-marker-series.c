/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "base/ful-category-color.h"
#include "markers/find/ful-marker-series.h"

#include <malloc.h>
#include <math.h>

#define SCHEMA(graphs) "{\"markerSchema\":[{\"name\":\"T\",\"display\":[],\"fields\":[]," graphs "}]}"

/* Markers of the name "m" with these payloads, one a ms; as "key:type …| marker:value,value …". */
static void
assert_series (const char        *meta,
               const char *const *payloads,
               guint              n_payloads,
               const char        *expected)
{
  static const char *const types[] = { "line", "filled", "bar" };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerSeries) series = NULL;
  guint zero = 0;

  test->builder->profile->meta_json = g_strdup (meta);
  ful_test_profile_mark (test, thread, "other", FUL_MARKER_PHASE_INSTANT, 0, NAN, "{\"type\":\"T\",\"a\":7,\"b\":7}");
  for (guint i = 0; i < n_payloads; i++)
    ful_test_profile_mark (test, thread, "m", FUL_MARKER_PHASE_INSTANT, i + 1, NAN, payloads[i]);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  series = ful_marker_series_new (list, ful_profile_find_string (profile, "m"), "T");

  for (guint k = 0; k < series->lines->len; k++)
    {
      const FulMarkerGraphLine *line = &g_array_index (series->lines, FulMarkerGraphLine, k);

      g_string_append_printf (text, "%s:%s ", line->key, types[line->type]);
    }
  g_string_append_c (text, '|');
  for (guint i = 0; i < series->markers->len; i++)
    for (guint k = 0; k < series->lines->len; k++)
      {
        if (k == 0)
          g_string_append_printf (text, " %g:", list->start[g_array_index (series->markers, guint, i)]);
        g_string_append_printf (text, "%s%g", k > 0 ? "," : "",
                                g_array_index (series->lines, FulMarkerGraphLine, k).values[i]);
      }

  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_values (void)
{
  static const char *const payloads[] = {
    "{\"type\":\"T\",\"a\":1,\"b\":2}", "{\"type\":\"T\",\"b\":-4.5,\"a\":3}",
  };

  assert_series (SCHEMA ("\"graphs\":[{\"key\":\"a\",\"type\":\"bar\"},{\"key\":\"b\",\"type\":\"line-filled\"}]"),
                 payloads, G_N_ELEMENTS (payloads), "a:bar b:filled | 1:1,2 2:3,-4.5");
}

/* A marker without one of the numbers is not drawn at all; its number is then not in the way of others. */
static void
test_gaps (void)
{
  static const char *const payloads[] = {
    "{\"type\":\"T\",\"a\":1}", NULL, "{\"type\":\"T\",\"a\":1,\"b\":\"2\"}", "{\"type\":\"Other\",\"a\":1,\"b\":2}",
    "{\"type\":\"T\",\"a\":5,\"b\":6}", "{\"type\":\"T\",\"a\":null,\"b\":6}",
  };

  assert_series (SCHEMA ("\"graphs\":[{\"key\":\"a\",\"type\":\"line\"},{\"key\":\"b\",\"type\":\"strange\"}]"), payloads,
                 G_N_ELEMENTS (payloads), "a:line b:line | 5:5,6");
}

static void
test_bad_schema (void)
{
  static const char *const payloads[] = { "{\"type\":\"T\",\"a\":1}" };

  assert_series ("{}", payloads, 1, "|");
  assert_series ("{\"markerSchema\":3}", payloads, 1, "|");
  assert_series (SCHEMA ("\"graphs\":[]"), payloads, 1, "|");
  assert_series (SCHEMA ("\"graphs\":[3,{},{\"key\":4},{\"key\":\"a\",\"type\":5}]"), payloads, 1, "a:line | 1:1");
}

/* Values are for the markers that are drawn, and for a bounded number of lines. */
static void
test_memory (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GString) graphs = g_string_new ("{\"markerSchema\":[{\"name\":\"T\",\"display\":[],\"fields\":[],\"graphs\":[");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerSeries) series = NULL;
  guint zero = 0;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (graphs, "%s{\"key\":\"a\"}", i > 0 ? "," : "");
  g_string_append (graphs, "]}]}");
  test->builder->profile->meta_json = g_strdup (graphs->str);
  for (guint i = 0; i < 10000; i++)
    ful_test_profile_mark (test, thread, i == 0 ? "m" : "other", FUL_MARKER_PHASE_INSTANT, i, NAN, "{\"type\":\"T\",\"a\":1}");
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  series = ful_marker_series_new (list, ful_profile_find_string (profile, "m"), "T");

  g_assert_cmpuint (series->lines->len, ==, 100);
  g_assert_cmpuint (malloc_usable_size (g_array_index (series->lines, FulMarkerGraphLine, 0).values), <, 10000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-series/values", test_values);
  g_test_add_func ("/marker-series/gaps", test_gaps);
  g_test_add_func ("/marker-series/bad-schema", test_bad_schema);
  g_test_add_func ("/marker-series/memory", test_memory);

  return g_test_run ();
}
