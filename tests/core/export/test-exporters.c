/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "export/ful-exporters.h"
#include "ful-pprof-reader.h"
#include "ful-test-profile.h"
#include "ful-test-text.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

static GBytes *
export (const char    *format,
        FulTestView   *view,
        GError       **error)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GError) none = NULL;
  const FulExporter *exporter = ful_exporter_find (format, &none);

  g_assert_no_error (none);
  if (!ful_exporter_write (exporter, &(FulExportView) { view->derived, view->rows, view->tree }, stream, NULL, error))
    return NULL;
  g_assert_true (g_output_stream_close (stream, NULL, NULL));

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static char *
export_text (const char  *format,
             FulTestView *view)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = export (format, view, &error);
  gsize n;
  const char *data;

  g_assert_no_error (error);
  data = g_bytes_get_data (bytes, &n);

  return n > 0 ? g_strndup (data, n) : g_strdup ("");
}

static void
assert_export (FulProfile *profile,
               const char *format,
               const char *expected)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autofree char *text = export_text (format, view);

  g_assert_cmpstr (text, ==, expected);
}

/* A column at the end of a line, cut off; whether there is one as flamegraph.pl sees it. */
static gboolean
take_column (char   *line,
             double *out)
{
  char *space = strrchr (line, ' ');
  gsize digits = space ? strspn (space + 1, "0123456789") : 0;

  if (digits == 0 || (space[1 + digits] == '.' && space[1 + digits + 1 + strspn (space + 2 + digits, "0123456789")]) ||
      (space[1 + digits] != '.' && space[1 + digits] != '\0'))
    return FALSE;
  *out = g_ascii_strtod (space + 1, NULL);
  *space = '\0';

  return TRUE;
}

static double
sum_folded (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean signs = FALSE;
  double sum = 0;

  for (guint i = 0; lines[i] && *lines[i] != '\0'; i++)
    {
      double last, first = 0;
      gboolean two;

      g_assert_true (g_utf8_validate (lines[i], -1, NULL));
      g_assert_true (take_column (lines[i], &last));
      two = take_column (lines[i], &first);
      g_assert_true (i == 0 || two == signs);
      signs = two;
      g_assert_cmpuint (strlen (lines[i]), >, 0);
      sum += last - first;
    }

  return sum;
}

static double
sum_speedscope (const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = json_from_string (text, &error);
  JsonArray *profiles;
  guint n_frames;
  double sum = 0;

  g_assert_no_error (error);
  n_frames = json_array_get_length (json_object_get_array_member (
    json_object_get_object_member (json_node_get_object (root), "shared"), "frames"));
  profiles = json_object_get_array_member (json_node_get_object (root), "profiles");
  g_assert_cmpuint (json_array_get_length (profiles), <=, 2);
  for (guint p = 0; p < json_array_get_length (profiles); p++)
    {
      JsonObject *profile = json_array_get_object_element (profiles, p);
      JsonArray *samples = json_object_get_array_member (profile, "samples");
      JsonArray *weights = json_object_get_array_member (profile, "weights");
      double total = 0;

      g_assert_cmpuint (json_array_get_length (samples), ==, json_array_get_length (weights));
      for (guint i = 0; i < json_array_get_length (samples); i++)
        {
          JsonArray *stack = json_array_get_array_element (samples, i);

          g_assert_cmpfloat (json_array_get_double_element (weights, i), >, 0);
          total += json_array_get_double_element (weights, i);
          g_assert_cmpuint (json_array_get_length (stack), >, 0);
          for (guint f = 0; f < json_array_get_length (stack); f++)
            g_assert_cmpint (json_array_get_int_element (stack, f), <, n_frames);
        }
      g_assert_cmpfloat (total, ==, json_object_get_double_member (profile, "endValue"));
      sum += p == 0 ? total : -total;
    }

  return sum;
}

/* The fields of one record of RFC 4180; moves *@text after it. */
static GPtrArray *
take_record (const char **text)
{
  GPtrArray *fields = g_ptr_array_new_with_free_func (g_free);
  const char *c = *text;

  for (;;)
    {
      GString *field = g_string_new (NULL);
      gboolean quoted = *c == '"';

      for (c += quoted; quoted ? *c != '"' || c[1] == '"' : *c != ',' && *c != '\r'; c++)
        {
          g_assert_true (*c != '\0' && (quoted || (*c != '"' && *c != '\n')));
          g_string_append_c (field, *c);
          c += quoted && *c == '"';
        }
      c += quoted;
      g_ptr_array_add (fields, g_string_free (field, FALSE));
      if (*c == '\r')
        break;
      g_assert_true (*c++ == ',');
    }
  g_assert_true (g_str_has_prefix (c, "\r\n"));
  *text = c + 2;

  return fields;
}

static double
sum_csv (const char *text)
{
  double sum = 0;

  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (guint i = 0; *text != '\0'; i++)
    {
      g_autoptr(GPtrArray) fields = take_record (&text);

      g_assert_cmpuint (fields->len, ==, 5);
      if (i > 0)
        sum += g_ascii_strtod (g_ptr_array_index (fields, 1), NULL);
    }

  return sum;
}

static void
test_folded (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A A A -\n"
                                                              "B B    \n"
                                                              "C      \n");

  assert_export (profile, "folded", "A 1\nA;B 1\nA;B;C 1\n");
}

static void
test_csv (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A   A   \n"
                                                              "B,c 0x7 \n");

  assert_export (profile, "csv", "name,self,total,unit,origin\r\n"
                                 "A,0,2,samples,libtest.so\r\n"
                                 "\"B,c\",1,1,samples,libtest.so\r\n"
                                 "0x7,1,1,samples,\r\n");
}

/* A function whose weight and that of what it calls cancel out has weight of its own. */
static void
test_csv_cancelled_out (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A\n"
                                                         "  B\n");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_weigh (thread, (double[]) { 2, -2 }, 2);
  profile = ful_test_profile_seal (test);
  assert_export (profile, "csv", "name,self,total,unit,origin\r\n"
                                 "B,-2,-2,samples,libtest.so\r\n"
                                 "A,2,0,samples,libtest.so\r\n");
}

static void
test_speedscope (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A A - A A\n"
                                                              "B B   B  \n");

  assert_export (profile, "speedscope",
                 "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
                 "\"exporter\":\"fulgens@" PACKAGE_VERSION "\",\"name\":\"Test\","
                 "\"shared\":{\"frames\":[{\"name\":\"B\"},{\"name\":\"A\"}]},"
                 "\"profiles\":[{\"type\":\"sampled\",\"name\":\"Test\",\"unit\":\"none\",\"startValue\":0,"
                 "\"endValue\":4,\"samples\":[[1,0],[1,0],[1]],\"weights\":[2,1,1]}]}\n");
}

/* Libraries, addresses, lines and files. */
static void
test_pprof (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A   A  \n"
                                                         "B.js  \n");
  FulProfileBuilder *builder = test->builder;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  FulLib *lib = ful_lib_new_unknown ();
  guint source = ful_table_builder_append (&builder->sources, 1);
  gint64 sum;

  g_free (lib->path);
  lib->path = g_strdup ("/lib/libtest.so");
  g_ptr_array_add (builder->profile->libs, lib);
  FUL_CELLS (&builder->frames, FUL_FRAME_LIB, gint32)[0] = 0;
  FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[0] = 0x1f0;
  FUL_CELLS (&builder->frames, FUL_FRAME_LINE, gint32)[1] = 7;
  FUL_CELLS (&builder->sources, FUL_SOURCE_FILENAME, gint32)[source] =
    ful_string_table_intern (builder->strings, "https://x.org/b.js", -1);
  FUL_CELLS (&builder->funcs, FUL_FUNC_SOURCE, gint32)[1] = (gint32) source;
  FUL_CELLS (&builder->funcs, FUL_FUNC_LINE, gint32)[1] = 5;
  ful_test_profile_weigh (thread, (double[]) { 0.4, 1.25 }, 2);
  thread->thread->weight_type = FUL_WEIGHT_TYPE_TRACING_MS;
  profile = ful_test_profile_seal (test);

  view = ful_test_view_new (profile, NULL);
  bytes = export ("pprof", view, NULL);
  text = ful_pprof_to_text (bytes, &sum);
  g_assert_cmpstr (text, ==, "time/nanoseconds\n"
                             "1250000: A[/lib/libtest.so+1f0] thread=Test process=default category=Other\n"
                             "400000: B.js@https://x.org/b.js:7 A[/lib/libtest.so+1f0] thread=Test process=default category=Other\n");
  g_assert_cmpint (sum, ==, 1650000);
}

/* A stack that samples of two threads end in is a sample of each. */
static void
test_pprof_threads (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, "A A\n"
                                                        "B  \n");
  FulThreadBuilder *second = ful_test_profile_add (test, "A A\n"
                                                         "B B\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  gint64 sum;

  g_free (second->thread->name);
  second->thread->name = g_strdup ("Other \xff");
  g_free (first->thread->process_name);
  first->thread->process_name = g_strdup ("prog");
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, "{ \"thread\": [0, 1] }");
  bytes = export ("pprof", view, NULL);
  text = ful_pprof_to_text (bytes, &sum);
  g_assert_cmpstr (text, ==, "samples/count\n"
                             "1: A thread=Test process=prog category=Other\n"
                             "1: B A thread=Test process=prog category=Other\n"
                             "2: B A thread=Other \xef\xbf\xbd process=default category=Other\n");
  g_assert_cmpint (sum, ==, 4);
}

/* What one stack loses by rounding, the next one gets. */
static void
test_rounding (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A B C D\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  gint64 sum;

  ful_test_profile_weigh (thread, (double[]) { 0.75, 0.75, 0.75, 0.75 }, 4);
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, NULL);
  bytes = export ("pprof", view, NULL);
  text = ful_pprof_to_text (bytes, &sum);
  g_assert_cmpint (sum, ==, 3);
}

static void
test_too_large (void)
{
  static const struct { double weight; const char *format; } cases[] = {
    { 1e19, "pprof" },
    { 1.5e308, "folded" },
    { 1.5e308, "pprof" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      FulThreadBuilder *thread = ful_test_profile_add (test, "A B\n");
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulTestView) view = NULL;
      g_autoptr(GError) error = NULL;

      ful_test_profile_weigh (thread, (double[]) { cases[i].weight, cases[i].weight }, 2);
      profile = ful_test_profile_seal (test);
      view = ful_test_view_new (profile, NULL);
      g_assert_null (export (cases[i].format, view, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
    }
}

/* Numbers without an exponent, however small or large, and both signs. */
static void
test_folded_numbers (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A B C D\n");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_weigh (thread, (double[]) { 0x1p-30, 1e21, -2.5, 3 }, 4);
  profile = ful_test_profile_seal (test);
  assert_export (profile, "folded", "A 0 0.000000000931322574615478515625\n"
                                    "B 0 1000000000000000000000\n"
                                    "C 2.5 0\n"
                                    "D 0 3\n");
}

static const char *const strange_names[] = {
  "a;b", "line\nbreak\r", "say \"x\", y", "\xff\xfe bytes", "ends in 12", "7", "", "\t", "=1+1", "日本 3.5", "{\"a\":1}\\",
};

/* A profile of odd names with weights of both signs, and a view of it. */
static FulProfile *
make_random_profile (GRand *random)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  guint n = (guint) g_rand_int_range (random, 0, 40);
  gboolean is_ms = g_rand_boolean (random);
  g_autofree double *weights = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GString) path = g_string_new (NULL);
      guint depth = (guint) g_rand_int_range (random, 0, 6);

      for (guint d = 0; d < depth; d++)
        g_string_append_printf (path, "F%d%s%s ", g_rand_int_range (random, 0, 8), g_rand_boolean (random) ? ".js" : "",
                                g_rand_int_range (random, 0, 4) == 0 ? "[Idle]" : "");
      ful_test_profile_sample (thread, i, ful_test_profile_stack (test, path->str));
      weights[i] = g_rand_int_range (random, g_rand_boolean (random) ? -200 : 0, 200) / (is_ms ? 64.0 : 1.0);
      if (g_rand_int_range (random, 0, 3) == 0)
        ful_test_profile_allocate (thread, i, ful_test_profile_stack (test, path->str), g_rand_int_range (random, -9, 10),
                                   g_rand_int_range (random, 0, 4));
    }
  if (is_ms)
    thread->thread->weight_type = FUL_WEIGHT_TYPE_TRACING_MS;
  if (is_ms || g_rand_boolean (random))
    ful_test_profile_weigh (thread, weights, n);
  for (guint f = 0; f < test->builder->funcs.n_rows; f++)
    if (g_rand_boolean (random))
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_NAME, gint32)[f] =
        ful_string_table_intern (test->builder->strings,
                                 strange_names[g_rand_int_range (random, 0, G_N_ELEMENTS (strange_names))], -1);

  return ful_test_profile_seal (test);
}

static char *
make_random_view (GRand *random)
{
  static const char *const strategies[] = {
    "timing", "timing", "native-allocations", "native-retained-allocations", "native-deallocations-memory",
  };
  static const char *const implementations[] = { "combined", "js", "cpp" };

  return g_strdup_printf ("{\"thread\": 0, \"range\": %s, \"implementation\": \"%s\", \"strategy\": \"%s\","
                          " \"includeIdle\": %s, \"search\": \"%s\", \"transforms\": [%s]}",
                          g_rand_boolean (random) ? "null" : "[3, 20]",
                          implementations[g_rand_int_range (random, 0, 3)],
                          strategies[g_rand_int_range (random, 0, G_N_ELEMENTS (strategies))],
                          g_rand_boolean (random) ? "true" : "false", g_rand_boolean (random) ? "" : "F",
                          g_rand_boolean (random) ? ""
                            : "{\"type\": \"collapse-resource\", \"resource\": \"libtest.so\"}");
}

/* Read back, every format has the weight of the call tree, to the last bit. */
static void
test_weight_is_conserved (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (11);
  guint n_mixed = 0;

  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr(FulProfile) profile = make_random_profile (random);
      g_autofree char *view_text = make_random_view (random);
      g_autoptr(FulTestView) view = ful_test_view_new (profile, view_text);
      g_autofree char *folded = export_text ("folded", view);
      g_autofree char *speedscope = export_text ("speedscope", view);
      g_autofree char *csv = export_text ("csv", view);
      g_autoptr(GBytes) pprof = export ("pprof", view, NULL);
      g_autofree char *pprof_text = NULL;
      double expected = 0;
      gint64 sum;

      for (guint n = 0; n < view->nodes->n_nodes; n++)
        expected += view->tree->self[n];
      n_mixed += fabs (expected) != view->tree->root_total;

      g_assert_cmpfloat (sum_folded (folded), ==, expected);
      g_assert_cmpfloat (sum_speedscope (speedscope), ==, expected);
      g_assert_cmpfloat (sum_csv (csv), ==, expected);
      pprof_text = ful_pprof_to_text (pprof, &sum);
      g_assert_cmpfloat ((double) sum, ==,
                         expected * (view->tree->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1e6 : 1));
    }
  g_assert_cmpuint (n_mixed, >, 100);
}

static void
test_unknown_format (void)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_exporter_find ("gif", &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "speedscope"));
}

/* What cannot be written leaves a file as it was. */
static void
test_save (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  FulExportView what = { view->derived, view->rows, view->tree };
  g_autofree char *directory = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "a.folded", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (ful_exporter_save (&ful_export_folded, &what, file, NULL, &error));
  g_cancellable_cancel (cancellable);
  g_assert_false (ful_exporter_save (&ful_export_csv, &what, file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, "A 1\n");
  g_unlink (path);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exporters/folded", test_folded);
  g_test_add_func ("/exporters/folded-numbers", test_folded_numbers);
  g_test_add_func ("/exporters/csv", test_csv);
  g_test_add_func ("/exporters/csv-cancelled-out", test_csv_cancelled_out);
  g_test_add_func ("/exporters/speedscope", test_speedscope);
  g_test_add_func ("/exporters/pprof", test_pprof);
  g_test_add_func ("/exporters/pprof-threads", test_pprof_threads);
  g_test_add_func ("/exporters/rounding", test_rounding);
  g_test_add_func ("/exporters/too-large", test_too_large);
  g_test_add_func ("/exporters/weight-is-conserved", test_weight_is_conserved);
  g_test_add_func ("/exporters/unknown-format", test_unknown_format);
  g_test_add_func ("/exporters/save", test_save);

  return g_test_run ();
}
