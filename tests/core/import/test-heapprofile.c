/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sampling heap profiles of V8. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

static void
assert_samples (FulProfile *profile,
                const char *expected)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, 0, i);

      g_assert_cmpfloat (samples->time[i], ==, 0);
      g_string_append_printf (text, "%s %g, ", stack, samples->weight[i]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Members in any order; calls without bytes of their own are only callers. */
static void
test_file (void)
{
  g_autofree char *text = NULL;
  g_autoptr(FulProfile) profile = NULL;
  FulFuncIndex func;

  g_assert_true (g_file_get_contents (FUL_FIXTURES "/v8.ok.heapprofile", &text, NULL, NULL));
  profile = ful_test_load_text (text);
  assert_samples (profile, "(root);make 320, (root);make;(anonymous a.js:9) 16, (root);make;(anonymous a.js:9);Array 64, ");
  g_assert_cmpint (ful_profile_get_thread (profile, 0)->weight_type, ==, FUL_WEIGHT_TYPE_BYTES);
  func = profile->frames->func[1];
  g_assert_cmpstr (ful_profile_get_func_name (profile, func), ==, "make");
  g_assert_true (profile->funcs->is_js[func]);
  g_assert_cmpint (profile->funcs->line[func], ==, 7);
  g_assert_cmpint (profile->funcs->column[func], ==, 3);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

/* Recursion would end the program. */
static void
test_deep (void)
{
  enum { DEPTH = 100000 };
  g_autoptr(GString) text = g_string_new ("{\"head\":");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < DEPTH; i++)
    g_string_append (text, "{\"callFrame\":{\"functionName\":\"f\"},\"selfSize\":0,\"children\":[");
  g_string_append (text, "{\"callFrame\":{\"functionName\":\"g\"},\"selfSize\":8,\"children\":[]}");
  for (guint i = 0; i < DEPTH; i++)
    g_string_append (text, "]}");
  g_string_append (text, "}");
  profile = ful_test_load (text->str, text->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->stacks->table.n_rows, ==, DEPTH + 1);
  g_assert_cmpfloat (ful_profile_get_thread (profile, 0)->samples->weight[0], ==, 8);
}

static void
test_errors (void)
{
  static const struct { const char *text; int code; } cases[] = {
    { "{\"head\":{\"callFrame\":{},\"selfSize\":0}}", FUL_ERROR_EMPTY },
    { "{\"head\":{\"selfSize\":-5,\"callFrame\":7,\"children\":{}}}", FUL_ERROR_EMPTY },
    { "{\"head\":{\"callFrame\":{\"functionName\":\"f\"},\"selfSize\":9,\"children\":[{\"selfSize\":7", FUL_ERROR_TRUNCATED },
  };

  g_autoptr(FulProfile) profile =
    ful_test_load_text ("{\"head\":{\"callFrame\":{},\"selfSize\":9,\"children\":[1,null,{\"callFrame\":{\"functionName\":\"f\"},\"selfSize\":4},\"x\"]}}");

  assert_samples (profile, "(anonymous) 9, (anonymous);f 4, ");
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    ful_test_assert_refused (cases[i].text, cases[i].code);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heapprofile/file", test_file);
  g_test_add_func ("/heapprofile/deep", test_deep);
  g_test_add_func ("/heapprofile/errors", test_errors);

  return g_test_run ();
}
