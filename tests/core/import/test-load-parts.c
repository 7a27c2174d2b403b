/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Snapshots of a profile while its file is read: they share the rows of the profile, which is the one that reading in one
 * go gives, with the same log. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "import/ful-loader.h"

#include <string.h>

#define N_THREADS 5

#define META "\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0}"
#define LIBS "\"libs\":[]"
#define SHARED \
  "\"shared\":{\"stringArray\":[\"A\",\"B\",\"m\"]," \
  "\"stackTable\":{\"length\":3,\"frame\":[0,1,9],\"prefixOffset\":[0,1,1]}," \
  "\"frameTable\":{\"length\":2,\"func\":[0,1],\"category\":[0,77],\"subcategory\":[null,null],\"line\":[null,null]," \
  "\"column\":[null,null],\"address\":[-1,-1],\"inlineDepth\":[0,0],\"nativeSymbol\":[null,null],\"innerWindowID\":[0,0]}," \
  "\"funcTable\":{\"length\":2,\"name\":[0,1],\"isJS\":[false,false],\"relevantForJS\":[false,false]," \
  "\"resource\":[-1,0],\"source\":[null,null],\"lineNumber\":[null,null],\"columnNumber\":[null,null]}," \
  "\"resourceTable\":{\"length\":1,\"lib\":[null],\"name\":[0],\"host\":[null],\"type\":[1]}," \
  "\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[]}}"

/* Flaws of every kind of part: a thread that is none, stacks and names that are not there, times in disorder, payloads. */
static void
append_threads (GString *text,
                guint    n)
{
  g_string_append (text, "\"threads\":[null");
  for (guint i = 0; i < n; i++)
    {
      if (i == 2)
        g_string_append (text, ",\"none\"");
      g_string_append_printf (text, ",{\"name\":\"T%u\",\"pid\":%u,\"tid\":%u,\"processType\":\"default\",\"registerTime\":0,"
                              "\"samples\":{\"length\":3,\"stack\":[0,1,%u],\"time\":[%u,%u,%u],\"weight\":null,"
                              "\"weightType\":\"samples\"},"
                              "\"markers\":{\"length\":2,\"name\":[2,%u],\"startTime\":[1,null],\"endTime\":[null,2],"
                              "\"phase\":[0,1],\"category\":[0,0],\"data\":[{\"type\":\"t%u\",\"x\":%u},3]},\"more\":%u}",
                              i, i / 2, i, i == 1 ? 50 : 2, i, i == 3 ? 0 : i + 1, i + 2, i % 2 ? 90 : 1, i, i, i);
    }
  g_string_append_c (text, ']');
}

static char *
make_text (const char *before,
           const char *after)
{
  GString *text = g_string_new ("{");

  g_string_append (text, before);
  append_threads (text, N_THREADS);
  g_string_append_printf (text, "%s}", after);

  return g_string_free (text, FALSE);
}

#define COUNTERS \
  ",\"counters\":[{\"name\":\"c\",\"category\":\"Memory\",\"description\":\"\",\"pid\":\"0\",\"mainThreadIndex\":44," \
  "\"samples\":{\"length\":2,\"time\":[5,1],\"count\":[1,2]}}],\"pages\":[1]"

static void
take_cb (FulProfile *snapshot,
         gpointer    snapshots)
{
  ful_test_assert_sound (snapshot);
  g_ptr_array_add (snapshots, snapshot);
}

/* @snapshots: (nullable): gets one with each thread */
static FulProfile *
load (const char    *text,
      gsize          n,
      FulLoadFlags   flags,
      GPtrArray     *snapshots,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, n);
  g_autoptr(FulLoadProgress) progress = ful_load_progress_new ();

  if (snapshots)
    ful_load_progress_set_snapshots (progress, 0, take_cb, snapshots);

  return ful_loader_load_bytes (bytes, flags, progress, cancellable, error);
}

static char *
dup_log (FulProfile *profile)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ful_import_log_get_n (profile->log); i++)
    {
      const FulImportLogEntry *entry = ful_import_log_get (profile->log, i);

      g_string_append_printf (text, "%s %s %s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                              ful_severity_to_string (entry->severity), entry->where, entry->message, entry->count,
                              entry->first_row, entry->first_offset);
    }

  return g_string_free (text, FALSE);
}

static void
assert_same (FulProfile *profile,
             FulProfile *expected)
{
  g_autofree char *log = dup_log (profile), *expected_log = dup_log (expected);
  g_autofree char *file = ful_test_profile_text (profile), *expected_file = ful_test_profile_text (expected);

  g_assert_cmpstr (log, ==, expected_log);
  g_assert_cmpstr (file, ==, expected_file);
  g_assert_cmpint (profile->has_times, ==, expected->has_times);
  g_assert_false (profile->grows);
}

static GPtrArray *
new_list (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

/* Each snapshot has the threads so far, which are the very ones of the profile. */
static void
assert_grow (GPtrArray  *snapshots,
             FulProfile *profile)
{
  for (guint i = 0; i < snapshots->len; i++)
    {
      FulProfile *snapshot = g_ptr_array_index (snapshots, i);

      g_assert_true (snapshot->grows);
      g_assert_cmpstr (snapshot->format, ==, profile->format);
      g_assert_true (ful_profile_has_rows_of (profile, snapshot));
      g_assert_cmpuint (snapshot->stack_serial, ==, profile->stack_serial);
      g_assert_cmpuint (snapshot->funcs->table.n_rows, ==, profile->funcs->table.n_rows);
      for (guint t = 0; t < snapshot->threads->len; t++)
        g_assert_true (ful_profile_get_thread (snapshot, t) == ful_profile_get_thread (profile, t));
    }
}

static void
test_same_as_at_once (void)
{
  g_autofree char *text = make_text (META "," LIBS "," SHARED ",", COUNTERS);
  g_autoptr(GPtrArray) snapshots = new_list ();
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) expected = load (text, strlen (text), FUL_LOAD_DEFAULT, NULL, NULL, &error);
  g_autoptr(FulProfile) profile = load (text, strlen (text), FUL_LOAD_DEFAULT, snapshots, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (snapshots->len, ==, N_THREADS + 1);   /* and with what is no thread */
  for (guint i = 0, n = 1; i < snapshots->len; i++, n += i != 2)
    g_assert_cmpuint (((FulProfile *) g_ptr_array_index (snapshots, i))->threads->len, ==, MIN (n, N_THREADS));
  assert_grow (snapshots, profile);
  assert_same (profile, expected);
  g_assert_cmpuint (ful_import_log_get_n (expected->log), >, 8);
}

/* Real profiles, and one whose text goes on after its end. */
static void
test_fixtures (void)
{
  static const char *const names[] = { "processed-v70-two-processes.ok.json", "fx153-startup-small.processed70.json.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GBytes) bytes = ful_test_fixture (names[i]);
      g_autoptr(GPtrArray) snapshots = new_list ();
      g_autoptr(FulProfile) expected = load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), FUL_LOAD_DEFAULT, NULL,
                                             NULL, NULL);
      g_autoptr(FulProfile) profile = load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), FUL_LOAD_DEFAULT,
                                            snapshots, NULL, NULL);

      assert_grow (snapshots, profile);
      assert_same (profile, expected);
    }
}

/* Older files with shared tables: what is before the threads is upgraded before they come. */
static void
test_versions (void)
{
  static const struct { guint version; const char *prefix; gboolean in_parts; } cases[] = {
    { 59, "\"prefix\":[null,0,1]", FALSE },
    { 60, "\"prefix\":[null,0,1]", TRUE },
    { 65, "\"prefix\":[null,0,1]", TRUE },
    { 65, "\"prefix\":[1,null,1]", FALSE },    /* stacks move, and threads with them */
    { 66, "\"prefixOffset\":[0,1,1]", TRUE },
    { 69, "\"prefixOffset\":[0,1,1]", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *meta = g_strdup_printf ("\"meta\":{\"preprocessedProfileVersion\":%u,\"interval\":1,\"startTime\":0,"
                                               "\"markerSchema\":[{\"name\":\"Network\",\"display\":[\"marker-chart\"]}]}",
                                               cases[i].version);
      g_auto(GStrv) shared = g_strsplit (SHARED, "\"prefixOffset\":[0,1,1]", 2);
      g_autofree char *before = g_strconcat (meta, "," LIBS COUNTERS ",", shared[0], cases[i].prefix, shared[1], ",", NULL);
      g_autofree char *text = make_text (before, "");
      g_autoptr(GPtrArray) snapshots = new_list ();
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) expected = load (text, strlen (text), FUL_LOAD_DEFAULT, NULL, NULL, &error);
      g_autoptr(FulProfile) profile = load (text, strlen (text), FUL_LOAD_DEFAULT, snapshots, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (snapshots->len > 0, ==, cases[i].in_parts);
      g_assert_cmpstr (profile->format_version, ==, expected->format_version);
      assert_grow (snapshots, profile);
      assert_same (profile, expected);
    }
}

/* What threads need comes after them, or the version is another one: there is nothing to show before the end. */
static void
test_whole_only (void)
{
  static const struct { const char *before, *after; } cases[] = {
    { META "," SHARED ",", "," LIBS },
    { META "," LIBS ",", "," SHARED },
    { LIBS "," SHARED ",", "," META },
    { "\"meta\":{\"preprocessedProfileVersion\":69,\"interval\":1,\"startTime\":0}," LIBS "," SHARED ",", COUNTERS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = make_text (cases[i].before, cases[i].after);
      g_autoptr(GPtrArray) snapshots = new_list ();
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) expected = load (text, strlen (text), FUL_LOAD_DEFAULT, NULL, NULL, &error);
      g_autoptr(FulProfile) profile = load (text, strlen (text), FUL_LOAD_DEFAULT, snapshots, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (snapshots->len, ==, 0);
      assert_same (profile, expected);
    }
}

/* Of a file that is cut off anywhere all complete threads were shown before its error. What opens of it on demand is the
 * same as without snapshots. */
static void
test_truncated (void)
{
  g_autofree char *text = make_text (META "," LIBS "," SHARED ",", COUNTERS);
  gsize n = strlen (text);
  const char *first = strstr (text, "\"T0\"");

  for (gsize cut = 1; cut < n; cut += 7)
    {
      g_autoptr(GPtrArray) snapshots = new_list ();
      g_autoptr(GPtrArray) again = new_list ();
      g_autoptr(GError) error = NULL;
      g_autoptr(GError) expected_error = NULL;
      g_autoptr(FulProfile) expected = load (text, cut, FUL_LOAD_PARTIAL, NULL, NULL, &expected_error);
      g_autoptr(FulProfile) part = load (text, cut, FUL_LOAD_PARTIAL, snapshots, NULL, &error);

      g_assert_cmpint (part != NULL, ==, expected != NULL);
      if (part)
        assert_same (part, expected);
      g_clear_error (&error);

      g_assert_null (load (text, cut, FUL_LOAD_DEFAULT, again, NULL, &error));
      g_assert_nonnull (error);
      if (cut > (gsize) (first - text) + 500)
        g_assert_cmpuint (again->len, >, 0);
    }
}

/* An error after all threads. */
static void
test_error_flushes (void)
{
  g_autofree char *text = make_text (META "," LIBS "," SHARED ",", ",\"x\":}");
  g_autoptr(GPtrArray) snapshots = new_list ();
  g_autoptr(GError) error = NULL;

  g_assert_null (load (text, strlen (text), FUL_LOAD_DEFAULT, snapshots, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
  g_assert_cmpuint (((FulProfile *) g_ptr_array_index (snapshots, snapshots->len - 1))->threads->len, ==, N_THREADS);
}

/* JavaScript would have the last one, which comes after what was shown. */
static void
test_member_twice (void)
{
  static const char *const after[] = { "," META, "," LIBS, "," SHARED, ",\"threads\":[]" };

  for (guint i = 0; i < G_N_ELEMENTS (after); i++)
    {
      g_autofree char *text = make_text (META "," LIBS "," SHARED ",", after[i]);
      g_autoptr(GPtrArray) snapshots = new_list ();
      g_autoptr(GError) error = NULL;

      g_assert_null (load (text, strlen (text), FUL_LOAD_DEFAULT, snapshots, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      g_assert_cmpuint (snapshots->len, >, 0);
    }
}

#define N_LONG 60000
#define FLAW 40000
#define N_BLANKS (9 << 20)

/* Samples that come late enough to be read ahead. The last thread has a stack that is not there. */
static char *
make_long_text (void)
{
  GString *text = g_string_new ("{" META "," LIBS "," SHARED ",");

  for (guint i = 0; i < N_BLANKS; i++)
    g_string_append_c (text, ' ');
  g_string_append (text, "\"threads\":[");
  for (guint t = 0; t < 3; t++)
    {
      g_string_append_printf (text, "%s{\"name\":\"T%u\",\"pid\":1,\"tid\":%u,\"processType\":\"default\",\"registerTime\":0,"
                              "\"samples\":{\"length\":%u,\"weight\":null,\"weightType\":\"samples\",\"time\":[0.5",
                              t > 0 ? "," : "", t, t, N_LONG);
      for (guint i = 1; i < N_LONG; i++)
        g_string_append_printf (text, ",%u.5", i);
      g_string_append (text, "],\"stack\":[null");
      for (guint i = 1; i < N_LONG; i++)
        g_string_append (text, t == 2 && i == FLAW ? ",9" : i % 3 == 1 ? ",1" : ",0");
      g_string_append (text, "]},\"markers\":{\"length\":0,\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],"
                             "\"category\":[],\"data\":[]}}");
    }
  g_string_append (text, "]}");

  return g_string_free (text, FALSE);
}

static void
test_long (void)
{
  g_autofree char *text = make_long_text ();
  g_autoptr(GPtrArray) snapshots = new_list ();
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = load (text, strlen (text), FUL_LOAD_DEFAULT, snapshots, NULL, &error);
  g_autoptr(FulProfile) part = NULL;
  g_autofree char *log = NULL;

  g_assert_no_error (error);
  assert_grow (snapshots, profile);
  g_assert_cmpuint (snapshots->len, ==, 3);
  log = dup_log (profile);
  g_assert_nonnull (strstr (log, "threads[2].samples"));
  g_assert_nonnull (strstr (log, " 1 " G_STRINGIFY (FLAW) " "));
  for (guint t = 0; t < 3; t++)
    {
      const FulSampleTable *samples = ful_profile_get_thread (profile, t)->samples;

      g_assert_cmpuint (samples->table.n_rows, ==, N_LONG);
      for (guint i = 0; i < N_LONG; i++)
        {
          g_assert_true (samples->time[i] == i + 0.5);
          g_assert_true (samples->stack[i] == (i == 0 || (t == 2 && i == FLAW) ? FUL_NONE : i % 3 == 1));
        }
    }

  part = load (text, strlen (text) - N_LONG, FUL_LOAD_PARTIAL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (part->threads->len, ==, 3);
  g_assert_cmpuint (ful_profile_get_thread (part, 2)->samples->table.n_rows, >, N_LONG / 3);
  g_assert_cmpuint (ful_profile_get_thread (part, 2)->samples->table.n_rows, <, FLAW);
}

static void
cancel_cb (FulProfile *snapshot,
           gpointer    cancellable)
{
  g_cancellable_cancel (cancellable);
  g_object_unref (snapshot);
}

static void
test_cancel (void)
{
  g_autofree char *text = make_text (META "," LIBS "," SHARED ",", COUNTERS);
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr(FulLoadProgress) progress = ful_load_progress_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  ful_load_progress_set_snapshots (progress, 0, cancel_cb, cancellable);
  g_assert_null (ful_loader_load_bytes (bytes, FUL_LOAD_DEFAULT, progress, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Of a load that is over before the first one is due. */
static void
test_none_if_short (void)
{
  g_autofree char *text = make_text (META "," LIBS "," SHARED ",", COUNTERS);
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr(FulLoadProgress) progress = ful_load_progress_new ();
  g_autoptr(GPtrArray) snapshots = new_list ();
  g_autoptr(FulProfile) profile = NULL;

  ful_load_progress_set_snapshots (progress, 60000, take_cb, snapshots);
  profile = ful_loader_load_bytes (bytes, FUL_LOAD_DEFAULT, progress, NULL, NULL);
  g_assert_nonnull (profile);
  g_assert_cmpuint (snapshots->len, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/load-parts/same-as-at-once", test_same_as_at_once);
  g_test_add_func ("/load-parts/fixtures", test_fixtures);
  g_test_add_func ("/load-parts/versions", test_versions);
  g_test_add_func ("/load-parts/whole-only", test_whole_only);
  g_test_add_func ("/load-parts/truncated", test_truncated);
  g_test_add_func ("/load-parts/error-flushes", test_error_flushes);
  g_test_add_func ("/load-parts/member-twice", test_member_twice);
  g_test_add_func ("/load-parts/long", test_long);
  g_test_add_func ("/load-parts/cancel", test_cancel);
  g_test_add_func ("/load-parts/none-if-short", test_none_if_short);

  return g_test_run ();
}
