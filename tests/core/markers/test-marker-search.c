/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/find/ful-marker-search.h"

#include <math.h>

static const char meta[] =
  "{\"markerSchema\":[7,{},{\"name\":\"Empty\"},"
  "{\"name\":\"T\",\"fields\":[{\"key\":\"url\",\"format\":\"url\"},{\"key\":\"Count\",\"format\":\"integer\",\"hidden\":true},"
  "{\"key\":\"text\",\"format\":\"unique-string\"},{\"key\":\"table\",\"format\":{\"type\":\"table\",\"columns\":[]}},"
  "{\"key\":\"odd\",\"format\":\"no such format\"},{\"key\":\"url\",\"format\":\"string\"},{\"label\":\"x\"},null]},"
  "{\"name\":\"Jank\",\"fields\":[{\"key\":\"mine\",\"format\":\"string\"}]}]}";

/* Markers named a, b, … whose payloads are what the tests look for. */
static FulMarkerList *
make_list (void)
{
  static const char *const payloads[] = {
    "{\"type\":\"T\",\"url\":\"http://Example.org/x\",\"Count\":42}",
    "{\"type\":\"T\",\"text\":0,\"table\":[[1,\"two\"],[null]]}",
    "{\"type\":\"T\",\"text\":1000000,\"odd\":{\"a\":\"hidden\"},\"stranger\":\"zebra\"}",
    "{\"type\":\"T\",\"text\":\"plain\",\"url\":\"\",\"odd\":null,\"Count\":1e300}",
    "{\"type\":\"Unknown\",\"url\":\"http://\"}",
    NULL,
    "{\"type\":\"T\",\"text\":1e300,\"url\":[[[",
    "{\"type\":\"T\",\"text\":-1,\"Count\":\"ÄRGER\"}",
  };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  guint zero = 0;

  test->builder->profile->meta_json = g_strdup (meta);
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      g_autofree char *name = g_strdup_printf ("%c%s", 'a' + i, i % 2 ? "[Layout]" : "");

      ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, i, i + 0.5, payloads[i]);
    }
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);

  return ful_marker_list_derive (set, NULL, NULL, NULL);
}

static char *
find (FulMarkerList *list, const char *text, const FulTimeRange *range)
{
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new (text);
  g_autoptr(GArray) found = ful_marker_search_filter (search, list, range, NULL, NULL);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    g_string_append (names, ful_marker_list_get_name (list, g_array_index (found, guint, i)));

  return g_string_free (names, FALSE);
}

/* Durations hold in addition to what else is searched for. */
static void
test_durations (void)
{
  static const struct { const char *search, *expected; } cases[] = {
    { "dur:>5ms", "cd" }, { "duration:>=5ms", "bcd" }, { "dur:<5", "a" }, { "dur:<=5", "ab" }, { "dur:>5000us", "cd" },
    { "dur: > 0.005 s", "" }, { "dur:>0.005s", "cd" }, { "dur:>5000000ns", "cd" }, { "DUR:>5MS", "cd" },
    { "dur:>5μs", "abcd" }, { "dur:>=5,dur:<20", "bc" }, { "dur:>5,name:c", "c" }, { "name:c,name:a,dur:>5", "c" },
    { "-dur:>5", "abegf" }, { "-dur:>5,-dur:<5", "begf" }, { "-name:c,dur:>5", "d" },
    /* Texts to search for, as they are no limits. */
    { "dur:5", "" }, { "dur:>5days", "" }, { "dur:>", "" }, { "other:>5", "" }, { "dur:>x", "" },
  };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL, 0, 1, NULL);
  ful_test_profile_mark (test, thread, "b", FUL_MARKER_PHASE_INTERVAL, 0, 5, NULL);
  ful_test_profile_mark (test, thread, "c", FUL_MARKER_PHASE_INTERVAL, 0, 10, NULL);
  ful_test_profile_mark (test, thread, "d", FUL_MARKER_PHASE_INTERVAL, 0, 20, NULL);
  ful_test_profile_mark (test, thread, "e", FUL_MARKER_PHASE_INSTANT, 0, NAN, NULL);
  ful_test_profile_mark (test, thread, "f", FUL_MARKER_PHASE_INTERVAL_START, 0, NAN, NULL);
  ful_test_profile_mark (test, thread, "g", FUL_MARKER_PHASE_INSTANT, 0, NAN, NULL);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *names = find (list, cases[i].search, NULL);

      g_test_message ("%s", cases[i].search);
      g_assert_cmpstr (names, ==, cases[i].expected);
    }
}

static void
test_syntax (void)
{
  static const struct { const char *search, *expected; } cases[] = {
    { "", "abcdefgh" },
    { " , ,", "abcdefgh" },
    { "layout", "bdfh" },
    { "cat:LAY", "bdfh" },
    { "CAT:lay", "bdfh" },
    { "name:layout", "" },
    { "type:t", "abcdgh" },
    { "-type:t", "ef" },
    { "unknown", "e" },
    /* Values. */
    { "example", "a" },
    { "url:EXAMPLE.ORG", "a" },
    { "count:42", "a" },
    { "count:4", "a" },
    { "Count:1e+300", "d" },
    { "ärger", "h" },
    { "libtest", "b" },                    /* string 0 */
    { "table:1,nothing", "b" },            /* the comma parts terms */
    { "two", "b" },
    { "object", "c" },
    { "hidden", "" },
    { "zebra", "" },                       /* no field of the schema */
    { "text:plain", "d" },
    { "text:1", "" },                      /* a string that does not exist */
    { "null", "" },
    /* Several terms: any of the positive ones, and none of the negative ones. */
    { "example,two", "ab" },
    { "name:a,cat:layout", "abdfh" },
    { "layout,-name:b", "dfh" },
    { "-cat:layout,-url:example", "ceg" },
    { "name:b,-cat:layout", "" },
    { "-count:42", "bcdefgh" },
    /* Not what it looks like. */
    { "http://", "a" },
    { "url:http://example", "a" },
    { "-:x", "" },
    { "-text", "" },
    { "name:", "" },
    { "na me:a", "" },
  };
  g_autoptr(FulMarkerList) list = make_list ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *names = find (list, cases[i].search, NULL);

      if (!g_str_equal (names, cases[i].expected))
        g_error ("“%s”: expected %s, found %s", cases[i].search, cases[i].expected, names);
    }
}

/* Both ends of a range count; an end at 0 does not. */
static void
test_range (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  static const struct { FulTimeRange range; const char *expected; } cases[] = {
    { { -9, 9 }, "zabi" }, { { 1, 2 }, "ab" }, { { 2, 3 }, "bi" }, { { 3, 4 }, "i" }, { { 3.5, 4 }, "" },
    { { -1, 0 }, "" }, { { -4, -2 }, "z" }, { { 5, 4 }, "" },
  };
  guint zero = 0;

  ful_test_profile_mark (test, thread, "z", FUL_MARKER_PHASE_INTERVAL, -3, 0, NULL);
  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL, 0.5, 1, NULL);
  ful_test_profile_mark (test, thread, "b", FUL_MARKER_PHASE_INTERVAL, 1, 2, NULL);
  ful_test_profile_mark (test, thread, "i", FUL_MARKER_PHASE_INSTANT, 3, NAN, NULL);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *names = find (list, "", &cases[i].range);

      g_assert_cmpstr (names, ==, cases[i].expected);
    }
}

static void
test_schemas (void)
{
  static const char *const damaged[] = {
    NULL, "[]", "{}", "{\"markerSchema\":{}}", "{\"markerSchema\":[{\"name\":{}}]}",
    "{\"markerSchema\":[{\"name\":\"x\",\"fields\":7}]}", "{\"markerSchema\":[{\"name\":\"x\",\"fields\":[{\"key\":[]}]}]}",
  };
  g_autoptr(FulMarkerList) list = make_list ();
  const FulMarkerSchema *schema = ful_marker_schemas_find (list->schemas, "T");

  g_assert_cmpuint (schema->fields->len, ==, 5);   /* a key counts once */
  g_assert_cmpint (g_array_index (schema->fields, FulMarkerField, 3).format, ==, FUL_MARKER_FORMAT_TABLE);
  g_assert_cmpint (g_array_index (schema->fields, FulMarkerField, 4).format, ==, FUL_MARKER_FORMAT_RAW);
  g_assert_nonnull (ful_marker_schemas_find (list->schemas, "Empty"));
  g_assert_null (ful_marker_schemas_find (list->schemas, "Unknown"));
  g_assert_null (ful_marker_schemas_find (list->schemas, NULL));
  /* Ours takes the place of the file's. */
  g_assert_cmpuint (ful_marker_schemas_find (list->schemas, "Jank")->fields->len, ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulMarkerSchemas) schemas = NULL;

      ful_test_profile_add (test, "A\n");
      test->builder->profile->meta_json = g_strdup (damaged[i]);
      profile = ful_test_profile_seal (test);
      schemas = ful_marker_schemas_derive (profile, NULL);
      g_assert_nonnull (ful_marker_schemas_find (schemas, "IPC"));
    }
}

static void
test_cancellation (void)
{
  g_autoptr(FulMarkerList) list = make_list ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_search_filter (NULL, list, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-search/syntax", test_syntax);
  g_test_add_func ("/marker-search/durations", test_durations);
  g_test_add_func ("/marker-search/range", test_range);
  g_test_add_func ("/marker-search/schemas", test_schemas);
  g_test_add_func ("/marker-search/cancellation", test_cancellation);

  return g_test_run ();
}
