/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "base/ful-string-table.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-list.h"

#include <math.h>

/* A list of one marker: 1500 to 4000 ms, of type T, with that schema. */
static FulMarkerList *
make_list (const char *schema,
           const char *payload,
           double      end)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  guint zero = 0;

  test->builder->profile->meta_json = g_strdup_printf ("{\"markerSchema\":[{\"name\":\"T\",%s}]}", schema);
  ful_string_table_intern (test->builder->strings, "", -1);
  ful_test_profile_mark (test, thread, "Mark[Layout]",
                         isnan (end) ? FUL_MARKER_PHASE_INSTANT : FUL_MARKER_PHASE_INTERVAL, 1500, end, payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  /* Those of later snapshots are not of this one. */
  while (ful_string_table_get_n (profile->strings) < 200)
    ful_string_table_append (profile->strings, "later", -1);

  return ful_marker_list_derive (set, NULL, NULL, NULL);
}

static void
assert_label (const char         *schema,
              const char         *payload,
              double              end,
              FulMarkerLabelKind  kind,
              const char         *expected)
{
  g_autoptr(FulMarkerList) list = make_list (schema, payload, end);
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);
  g_autofree char *label = ful_marker_labeler_get (labeler, 0, kind);

  if (!g_str_equal (label, expected))
    g_error ("%s with %s: expected %s, found %s", schema, payload, expected, label);
}

static void
test_templates (void)
{
  static const struct { const char *label, *expected; } cases[] = {
    { "plain", "plain" },
    { "{marker.name}, { marker.category }", "Mark, Layout" },
    { "{\xc2\xa0marker.start }/{marker.end}/{marker.duration}", "1.500s/4s/2.500s" },
    { "{marker.data.known}-{marker.data.raw}-{marker.data.missing}-{marker.data.null}", "12ms-3.5--" },
    { "{marker.data.a key-with 1}", "odd" },
    { "{marker.data.yes ? 'a' : 'b'}{marker.data.no?'c':'d'}{marker.data.missing ? 'e' : ''}", "ad" },
    { "{marker.data.known ? 'a.b' : 'c'}", "a.b" },
    /* Not understood: nothing. */
    { "[{marker.data}{marker.data.}{marker}{x.y.z}{marker.data.a.b}{marker.data.yes ? a : b}]", "[]" },
    { "[{marker.data.a key ? 'a' : 'b'}{marker.data.yes ? 'a'}{marker.data.yes ? 'a' : 'b' x}]", "[]" },
    /* Braces that are text. */
    { "a{}b", "a{}b" },
    { "a{marker.name", "a{marker.name" },
    { "a}b", "a}b" },
    { "{{marker.name}}", "}" },
    { "{}{marker.name}", "{}Mark" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema = g_strdup_printf ("\"tooltipLabel\":\"%s\",\"fields\":"
                                                 "[{\"key\":\"known\",\"format\":\"milliseconds\"}]", cases[i].label);

      assert_label (schema, "{\"type\":\"T\",\"known\":12,\"raw\":3.5,\"a key-with 1\":\"odd\",\"yes\":1,\"no\":0,"
                    "\"null\":null}", 4000, FUL_MARKER_LABEL_TOOLTIP, cases[i].expected);
    }
  assert_label ("\"chartLabel\":\"{marker.end} {marker.duration}\"", "{\"type\":\"T\"}", NAN, FUL_MARKER_LABEL_CHART,
                "unknown unknown");
}

static void
test_fallbacks (void)
{
  static const struct { const char *schema, *payload; FulMarkerLabelKind kind; const char *expected; } cases[] = {
    { "\"tooltipLabel\":\"\"", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TOOLTIP, "Mark" },
    { "\"tooltipLabel\":7", NULL, FUL_MARKER_LABEL_TOOLTIP, "Mark" },
    { "\"x\":0", "{\"type\":\"T\"}", FUL_MARKER_LABEL_CHART, "" },
    { "\"x\":0", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TABLE, "" },
    /* The name has a column of its own. */
    { "\"tableLabel\":\"{marker.name} — x\"", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TABLE, "x" },
    { "\"tableLabel\":\"{marker.name}\xc2\xa0-\xc2\xa0{marker.name}\"", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TABLE, "Mark" },
    { "\"tableLabel\":\"{marker.name}: x\"", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TABLE, "Mark: x" },
    { "\"tableLabel\":\"{marker.name}\"", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TABLE, "Mark" },
    { "\"tooltipLabel\":\"{marker.name} — x\"", "{\"type\":\"T\"}", FUL_MARKER_LABEL_TOOLTIP, "Mark — x" },
    { "\"x\":0", "{\"type\":\"FileIO\",\"source\":\"S\",\"operation\":\"open\",\"filename\":\"/f\"}", FUL_MARKER_LABEL_TABLE,
      "(S) open — /f" },
    { "\"x\":0", "{\"type\":\"FileIO\",\"source\":\"\",\"operation\":\"open\"}", FUL_MARKER_LABEL_TABLE, "open" },
    { "\"x\":0", "{\"type\":\"FileIO\",\"source\":\"S\",\"filename\":\"/f\"}", FUL_MARKER_LABEL_TABLE, "/f" },
    { "\"x\":0", "{\"type\":\"Network\",\"URI\":\"http://x\",\"status\":\"STATUS_STOP\"}", FUL_MARKER_LABEL_CHART, "http://x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_label (cases[i].schema, cases[i].payload, 4000, cases[i].kind, cases[i].expected);
}

/* Strings of the profile: "" is 0 or more, "libtest.so" is there, 99 is not. */
static void
test_formats (void)
{
  static const struct { const char *format, *value, *expected; } cases[] = {
    { "\"string\"", "\"x\"", "x" },
    { "\"string\"", "\"\"", "(empty)" },
    { "\"url\"", "[1,null,{}]", "1,,[object Object]" },
    { "\"string\"", "true", "true" },
    { "\"unique-string\"", "0", "libtest.so" },
    { "\"flow-id\"", "99", "(empty)" },
    { "\"unique-string\"", "-1", "(empty)" },
    { "\"unique-string\"", "\"text\"", "text" },
    { "\"duration\"", "1432.1", "1.432s" },
    { "\"time\"", "0", "0s" },
    { "\"seconds\"", "1500", "1.500s" },
    { "\"milliseconds\"", "72.5334", "73ms" },
    { "\"microseconds\"", "0.5", "0.50μs" },
    { "\"nanoseconds\"", "1", "1.00ns" },
    { "\"bytes\"", "12345", "12.3KB" },
    { "\"percentage\"", "0.034", "3.4%" },
    { "\"integer\"", "1234567.8", "1,234,568" },
    { "\"decimal\"", "1.25", "1.3" },
    { "\"hexadecimal\"", "255", "0xff" },
    { "\"hexadecimal\"", "-1", "0xffffffff" },
    { "\"hexadecimal\"", "1e300", "0x0" },
    { "\"integer\"", "true", "1" },
    { "\"integer\"", "false", "0" },
    { "\"integer\"", "\" 42 \"", "42" },
    { "\"integer\"", "\"x\"", "<invalid>" },
    { "\"duration\"", "[1]", "<invalid>" },
    { "\"bytes\"", "\"\"", "<invalid>" },
    { "\"pid\"", "\"123\"", "PID: 123" },
    { "\"tid\"", "7", "TID: 7" },
    { "\"list\"", "[1,\"b\",null,\"\"]", "1, b, (empty), (empty)" },
    { "\"list\"", "[]", "" },
    { "\"list\"", "\"text\"", "text" },
    { "\"no such format\"", "1.50", "1.5" },
    { "7", "1.50", "1.5" },
    { "{\"type\":\"table\",\"columns\":[{\"type\":\"bytes\"},{}]}", "[[1,\"a\"],[2,null]]", "(1B, a),(2B, (empty))" },
    { "{\"type\":\"table\",\"columns\":[{\"label\":\"A\"},{}]}", "[[1,2]]", "(A, (empty)),(1, 2)" },
    { "{\"type\":\"table\",\"columns\":[{\"label\":\"A\"},{}]}", "[[1,2],[3]]", "1,2,3" },
    { "{\"type\":\"table\",\"columns\":[{\"type\":\"table\"}]}", "[[[1]]]", "(1)" },
    { "{\"type\":\"table\",\"columns\":[]}", "[[]]", "()" },
    { "{\"type\":\"table\",\"columns\":7}", "[[1]]", "1" },
    { "\"table\"", "{}", "[object Object]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema = g_strdup_printf ("\"chartLabel\":\"{marker.data.v}\",\"fields\":"
                                                 "[{\"key\":\"v\",\"format\":%s}]", cases[i].format);
      g_autofree char *payload = g_strdup_printf ("{\"type\":\"T\",\"v\":%s}", cases[i].value);

      assert_label (schema, payload, 4000, FUL_MARKER_LABEL_CHART, cases[i].expected);
    }
}

/* Labels of all types and kinds by one labeler, in any order. */
static void
test_types_by_turns (void)
{
  static const char *const payloads[] = {
    "{\"type\":\"T\",\"v\":1,\"w\":2}", NULL, "{\"type\":\"U\",\"v\":3,\"w\":4}", "{\"type\":\"Unknown\",\"v\":5}",
    "{\"type\":\"FileIO\",\"operation\":\"open\"}", "{\"type\":\"T\",\"w\":6}",
  };
  static const char *const expected[] = {
    "Jank – event processing delay|Event processing delay|", "1.0ms|2|11.0ms", "Mark||", "Mark Mark|3|34", "Mark||", "Mark|open|", "|6|1",
  };
  static const double delays[] = { 60, 0 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerLabeler) labeler = NULL;
  guint zero = 0;

  test->builder->profile->meta_json =
    g_strdup ("{\"markerSchema\":[{\"name\":\"T\",\"tooltipLabel\":\"{marker.data.v}\",\"tableLabel\":\"{marker.data.w}\","
              "\"chartLabel\":\"{marker.data.w ? '1' : '0'}{marker.data.v}\",\"fields\":[{\"key\":\"v\",\"format\":\"milliseconds\"}]},"
              "{\"name\":\"U\",\"tooltipLabel\":\"{marker.name} {marker.name}\",\"tableLabel\":\"{marker.data.v}\","
              "\"chartLabel\":\"{marker.data.v}{marker.data.w}\"}]}");
  thread->samples.buffers[FUL_SAMPLE_EVENT_DELAY] = ful_buffer_new (FUL_TYPE_F64, G_N_ELEMENTS (delays));
  memcpy (FUL_CELLS (&thread->samples, FUL_SAMPLE_EVENT_DELAY, double), delays, sizeof delays);
  thread->samples.buffers[FUL_SAMPLE_EVENT_DELAY]->n = G_N_ELEMENTS (delays);
  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    ful_test_profile_mark (test, thread, "Mark", FUL_MARKER_PHASE_INSTANT, 100 + i, NAN, payloads[i]);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  labeler = ful_marker_labeler_new (list);
  g_assert_cmpuint (list->n_markers, ==, G_N_ELEMENTS (expected));

  for (guint i = 0; i < 2 * list->n_markers; i++)
    {
      guint marker = i % list->n_markers;
      g_autofree char *tooltip = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TOOLTIP);
      g_autofree char *table = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TABLE);
      g_autofree char *chart = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_CHART);
      g_autofree char *all = g_strjoin ("|", tooltip, table, chart, NULL);

      g_assert_cmpstr (all, ==, expected[marker]);
    }
}

static void
test_locations (void)
{
  static const struct { const char *payload; guint expected; } cases[] = {
    { "{\"type\":\"T\"}", FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_MEMORY },
    { "{\"type\":\"Unknown\"}", FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE },
    { NULL, FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE },
    { "{\"type\":\"FileIO\"}", FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE | FUL_MARKER_LOCATION_FILE_IO },
    { "{\"type\":\"FileIO\",\"threadId\":1}", FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE },
    { "{\"type\":\"Network\",\"status\":\"STATUS_STOP\"}",
      FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE | FUL_MARKER_LOCATION_NETWORK },
  };
  g_autoptr(GArray) first = g_array_new (FALSE, TRUE, sizeof (guint));

  g_array_set_size (first, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulMarkerList) list = make_list ("\"display\":[\"marker-chart\",7,\"timeline-memory\",\"moon\"]",
                                                 cases[i].payload, 4000);

      for (guint location = 1; location <= FUL_MARKER_LOCATION_NETWORK; location <<= 1)
        {
          g_autoptr(GArray) shown = ful_marker_list_filter_by_location (list, first, (FulMarkerLocation) location);

          g_assert_cmpuint (shown->len, ==, (cases[i].expected & location) != 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-label/templates", test_templates);
  g_test_add_func ("/marker-label/fallbacks", test_fallbacks);
  g_test_add_func ("/marker-label/formats", test_formats);
  g_test_add_func ("/marker-label/types-by-turns", test_types_by_turns);
  g_test_add_func ("/marker-label/locations", test_locations);

  return g_test_run ();
}
