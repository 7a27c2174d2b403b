/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "base/ful-format.h"
#include "export/markers/ful-marker-csv.h"

#include <math.h>

static const char meta[] =
  "{\"markerSchema\":["
  "{\"name\":\"T\",\"tableLabel\":\"{marker.data.what}!\",\"fields\":[{\"key\":\"what\",\"format\":\"string\"},"
  "{\"key\":\"size\",\"format\":\"bytes\"}]},"
  "{\"name\":\"L\",\"tableLabel\":\"{marker.data.size}\",\"fields\":[{\"key\":\"size\",\"format\":\"milliseconds\"}]},"
  "{\"name\":\"U\",\"fields\":[{\"key\":\"name\",\"format\":\"unique-string\"},{\"key\":\"size\",\"format\":\"list\"}]}]}";

static GBytes *
write_markers (FulTestProfile  *test,
               GCancellable    *cancellable,
               GError         **error)
{
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint zero = 0;

  test->builder->profile->meta_json = g_strdup (meta);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (markers, i);
  if (!ful_marker_csv_write (list, markers, 1, stream, cancellable, error))
    return NULL;
  g_assert_true (g_output_stream_close (stream, NULL, NULL));

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
test_rows (void)
{
  static const char expected[] =
    "start,end,duration,name,category,thread,type,label,data.what,data.size,data.name\r\n"
    "-1,3,4,a,Other,0,T,\"x, \"\"y\"\"!\",\"x, \"\"y\"\"\",10.5,\r\n"
    "0,,,b,Other,0,U,,,\"1,two\",libtest.so\r\n"               /* an instant; the number of a string; a list */
    "1,2.1,1.1,\\u001b(m,Other,0,T,\"l1\nl2\\u202e\t!\",\"l1\nl2\\u202e\t\",,\r\n"
    "2,3,1,c,Other,0,V,,,,\r\n"                        /* nothing is known of the type */
    "3,3.5,0.5,d,Other,0,U,,,,-1\r\n"                 /* no string has such a number */
    "4,,,\"e,\",Other,0,,,,,\r\n";
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL, 0, 4,
                         "{\"type\":\"T\",\"size\":10.5,\"what\":\"x, \\\"y\\\"\"}");
  ful_test_profile_mark (test, thread, "b", FUL_MARKER_PHASE_INSTANT, 1, NAN,
                         "{\"type\":\"U\",\"name\":0,\"size\":[1,\"two\"]}");
  ful_test_profile_mark (test, thread, "\033(m", FUL_MARKER_PHASE_INTERVAL, 2, 3.1,
                         "{\"type\":\"T\",\"size\":null,\"what\":\"l1\\nl2\u202e\\t\"}");
  ful_test_profile_mark (test, thread, "c", FUL_MARKER_PHASE_INTERVAL, 3, 4, "{\"type\":\"V\",\"size\":7}");
  ful_test_profile_mark (test, thread, "d", FUL_MARKER_PHASE_INTERVAL, 4, 4.5, "{\"type\":\"U\",\"name\":-1}");
  ful_test_profile_mark (test, thread, "e,", FUL_MARKER_PHASE_INSTANT, 5, NAN, NULL);

  bytes = write_markers (test, NULL, &error);
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (text, ==, expected);
}

/* The table is for programs: no number in it is written as the locale does. */
static void
test_locale (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL, 1.5, 4, "{\"type\":\"L\",\"size\":8000.5}");
  ful_format_set_style (",", ".", "\3");
  bytes = write_markers (test, NULL, NULL);
  ful_format_set_style (".", ",", "\3");
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (text, ==,
                   "start,end,duration,name,category,thread,type,label,data.size\r\n"
                   "0.5,3,2.5,a,Other,0,L,\"8,001ms\",8000.5\r\n");
}

static void
test_cancelled (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INSTANT, 0, NAN, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (write_markers (test, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-csv/rows", test_rows);
  g_test_add_func ("/marker-csv/locale", test_locale);
  g_test_add_func ("/marker-csv/cancelled", test_cancelled);

  return g_test_run ();
}
