/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON of pyinstrument: trees of its renderer and of its pages, stacks of a session. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

static void
test_tree (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("pyinstrument.ok.json");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  FulFuncIndex func = profile->frames->func[profile->stacks->frame[thread->samples->stack[1]]];

  ful_test_assert_samples (profile, "0 <module> 100\n0 <module>;Work.run 250\n0 <module>;Work.run;read 1250\n0 <module>;sleep 400\n");
  g_assert_cmpstr (thread->name, ==, "Program: a.py");
  g_assert_cmpint (thread->weight_type, ==, FUL_WEIGHT_TYPE_TRACING_MS);
  g_assert_cmpstr (ful_profile_get_string (profile, profile->sources->filename[profile->funcs->source[func]]), ==, "/opt/app/b.py");
  g_assert_cmpint (profile->funcs->line[func], ==, 10);
  g_assert_false (profile->has_times);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

/* NUL between the parts of a name is how it is written, no flaw. */
static void
test_session (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("pyinstrument.ok.pyisession");

  ful_test_assert_samples (profile, "0 <module>;Work.run 10\n10 <module> 5\n15 <module>;Work.run 15\n");
  g_assert_true (profile->has_times);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

static void
test_page (void)
{
  g_autoptr(FulProfile) profile =
    ful_test_load_text ("{\"session\":{\"target_description\":\"x\",\"min_interval\":0.002},\"frame_tree\":{\"identifier\":\"main\\u0000/x.py\\u00001\",\"time\":3,"
               "\"attributes\":{},\"children\":[{\"identifier\":\"[self]\",\"time\":1,\"children\":[]},{\"identifier\":\"f\\u0000/x.py\\u00005\",\"time\":2}]}}");

  ful_test_assert_samples (profile, "0 main 1000\n0 main;f 2000\n");
  g_assert_cmpfloat (profile->interval, ==, 2);
}

static void
test_flaws (void)
{
  g_autoptr(FulProfile) tree =
    ful_test_load_text ("{\"duration\":1,\"root_frame\":{\"function\":\"m\",\"time\":2,\"children\":[null,{\"function\":\"\",\"time\":\"x\"},{\"function\":\"g\",\"time\":1}]}}");
  g_autoptr(FulProfile) records =
    ful_test_load_text ("{\"duration\":1,\"frame_records\":[[[\"a\\u0000b\\u0000c\"],1],null,[[],1],[[\"a\"],null],[[7,\"b\"],1]]}");
  static const char empty[] = "{\"duration\":1,\"frame_records\":[]}";
  g_autoptr(GError) error = NULL;

  ful_test_assert_samples (tree, "0 m 1000\n0 m;g 1000\n");
  g_assert_cmpuint (ful_import_log_get_n_records (tree->log), ==, 2);
  ful_test_assert_samples (records, "0 a 1000\n1000 b 1000\n");
  g_assert_cmpuint (ful_import_log_get_n_records (records->log), ==, 3);
  g_assert_null (ful_test_load (empty, strlen (empty), &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pyinstrument/tree", test_tree);
  g_test_add_func ("/pyinstrument/session", test_session);
  g_test_add_func ("/pyinstrument/page", test_page);
  g_test_add_func ("/pyinstrument/flaws", test_flaws);

  return g_test_run ();
}
