/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of simpleperf whose samples come before what they refer to. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

/* "TIME STACK [CATEGORY of the innermost] WEIGHT; …" */
static char *
thread_text (FulProfile *profile,
             guint       thread)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, thread, i);
      FulFrameIndex leaf = profile->stacks->frame[samples->stack[i]];

      g_string_append_printf (text, "%g %s [%s] %g; ", samples->time[i], stack,
                              ful_profile_get_category (profile, profile->frames->category[leaf])->name, samples->weight[i]);
    }

  return g_string_free (text, FALSE);
}

static void
test_report (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("simpleperf.ok.trace");
  g_autofree char *worker = NULL;
  g_autofree char *example = NULL;

  g_assert_cmpuint (profile->threads->len, ==, 2);
  g_assert_cmpstr (ful_profile_get_thread (profile, 0)->name, ==, "worker");
  g_assert_false (ful_profile_get_thread (profile, 0)->is_main_thread);
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->tid, ==, "11");
  g_assert_true (ful_profile_get_thread (profile, 1)->is_main_thread);
  g_assert_cmpstr (profile->product, ==, "com.example");

  worker = thread_text (profile, 0);
  example = thread_text (profile, 1);
  g_assert_cmpstr (worker, ==, "3 com.example.Main.run [Java] 0; 4 java.lang.Thread.run;unknown+0x0 [Other] 0.25; ");
  g_assert_cmpstr (example, ==, "1 __libc_init;[kernel.kallsyms]+0x99 [Kernel] 0.5; 2 __libc_init;read [System] 0.25; ");

  /* A file that does not exist, a thread without record, lost samples. */
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 3);
}

static void
test_empty (void)
{
  static const char report[] = "SIMPLEPERF\1\0\0\0\0";
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_test_load (report, sizeof report, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/simpleperf/report", test_report);
  g_test_add_func ("/simpleperf/empty", test_empty);

  return g_test_run ();
}
