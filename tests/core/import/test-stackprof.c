/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON of stackprof. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

#define PROFILE(raw, rest) "{\"version\":1.2,\"mode\":\"cpu\",\"interval\":500,\"samples\":9," \
  "\"frames\":{\"1\":{\"name\":\"f\",\"file\":\"a.rb\",\"line\":3},\"2\":{\"name\":\"g\",\"file\":\"<cfunc>\"}}" raw rest "}"

static void
test_samples (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("stackprof.ok.json");
  FulStackIndex stack = ful_profile_get_thread (profile, 0)->samples->stack[0];
  FulFuncIndex func = profile->frames->func[profile->stacks->frame[stack]];

  /* The last two have no time, and a frame that does not exist. */
  ful_test_assert_samples (profile, "5000 main;Integer#times;Work#run 1\n5001 main;Integer#times;Work#run 1\n5002 main;Integer#times 1\n"
                           "5003 (garbage collection) 1\n5004.5 main;Integer#times;Work#run 1\n5004.5 main 2\n");
  g_assert_cmpstr (ful_profile_get_string (profile, profile->sources->filename[profile->funcs->source[func]]), ==, "/opt/app/b.rb");
  g_assert_cmpint (profile->funcs->line[func], ==, 7);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
}

static void
test_times (void)
{
  g_autoptr(FulProfile) deltas = ful_test_load_text (PROFILE (",\"raw\":[1,1,2,2,1,2,1]", ",\"raw_timestamp_deltas\":[500,600,900]"));
  g_autoptr(FulProfile) without = ful_test_load_text (PROFILE (",\"raw\":[1,1,4,2,1,2,1]", ""));

  ful_test_assert_samples (deltas, "0.5 f 1\n1.1 f 1\n2 f;g 1\n");
  ful_test_assert_samples (without, "0 f 4\n2 f;g 1\n");
}

static void
test_flaws (void)
{
  static const char *const cut[] = { "[1,1,2,5,1]", "[1,1,2,-1]", "[1,1,2,1]", "[1,1,2,1,1,0]", "[1,1,2,1.5,1,2]", "[1,1,2,null]", "[1,1,2,4294967296,1]" };
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cut); i++)
    {
      g_autofree char *raw = g_strconcat (",\"raw\":", cut[i], NULL);
      g_autofree char *text = g_strdup_printf ("%s%s}", "{\"mode\":\"cpu\",\"interval\":500,\"samples\":9,\"frames\":{\"1\":{\"name\":\"f\"}}", raw);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      ful_test_assert_samples (profile, "0 f 2\n");
      g_assert_cmpint (ful_import_log_get (profile->log, 0)->severity, ==, FUL_SEVERITY_DATA_LOSS);
    }
  for (guint i = 0; i < 3; i++)
    {
      static const char *const frames[] = { "null", "7", "{}" };
      g_autofree char *text = g_strdup_printf ("{\"mode\":\"cpu\",\"interval\":500,\"samples\":3,\"frames\":{\"1\":{\"name\":\"f\"},\"2\":%s},"
                                               "\"raw\":[2,1,2,3]}", frames[i]);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      ful_test_assert_samples (profile, "0 f;<unknown> 3\n");
      g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, i < 2);
    }
  g_assert_null (ful_test_load (PROFILE ("", ""), strlen (PROFILE ("", "")), &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
  g_assert_nonnull (strstr (error->message, "raw: true"));
}

/* What stackprof itself counted: self and total of functions. */
static void
test_recording (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("import/stackprof-wall.json.gz");
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;
  guint n_decode = 0, n_times = 0;

  g_assert_cmpuint (samples->table.n_rows, ==, 529);
  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      const char *leaf = ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[samples->stack[i]]]);

      n_decode += g_str_equal (leaf, "Object#decode");
      n_times += g_str_equal (leaf, "Integer#times");
    }
  g_assert_cmpuint (n_decode, ==, 311);
  g_assert_cmpuint (n_times, ==, 218);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/stackprof/samples", test_samples);
  g_test_add_func ("/stackprof/times", test_times);
  g_test_add_func ("/stackprof/flaws", test_flaws);
  g_test_add_func ("/stackprof/recording", test_recording);

  return g_test_run ();
}
