/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded stacks and output of perf script, as people have them. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

/* The stack, then category and library of its innermost frame. */
static char *
sample_text (FulProfile *profile,
             guint       thread,
             guint       sample)
{
  g_autofree char *stack = ful_test_stack_text (profile, thread, sample);
  FulFrameIndex leaf = profile->stacks->frame[ful_profile_get_thread (profile, thread)->samples->stack[sample]];
  FulResourceIndex resource = profile->funcs->resource[profile->frames->func[leaf]];

  return g_strdup_printf ("%s; %s%s%s", stack, ful_profile_get_category (profile, profile->frames->category[leaf])->name,
                          resource == FUL_NONE ? "" : " ",
                          resource == FUL_NONE ? "" : ful_profile_get_string (profile, profile->resources->name[resource]));
}

static void
assert_sample (FulProfile *profile,
               guint       thread,
               guint       sample,
               double      time,
               const char *expected)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  g_autofree char *text = sample_text (profile, thread, sample);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpfloat_with_epsilon (samples->time[sample], time, 1e-9);
}

static void
assert_thread (FulProfile *profile,
               guint       i,
               const char *name,
               const char *pid,
               const char *tid,
               guint       n_samples)
{
  FulThread *thread = ful_profile_get_thread (profile, i);

  g_assert_cmpstr (thread->name, ==, name);
  g_assert_cmpstr (thread->pid, ==, pid);
  g_assert_cmpstr (thread->tid, ==, tid);
  g_assert_cmpuint (thread->samples->table.n_rows, ==, n_samples);
}

static void
test_perf_fields (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("perf-script.ok.txt");

  g_assert_cmpuint (profile->threads->len, ==, 4);
  assert_thread (profile, 0, "renamed", "100", "101", 3);
  assert_thread (profile, 1, "kworker/0:1-ev", "0", "7", 1);
  assert_thread (profile, 2, "sorter:1 (x)", "100", "102", 1);
  assert_thread (profile, 3, "renamed", "100", "100", 1);
  g_assert_true (ful_profile_get_thread (profile, 3)->is_main_thread);
  g_assert_false (ful_profile_get_thread (profile, 0)->is_main_thread);

  assert_sample (profile, 0, 0, 500, "Widget::paint(); User /usr/lib/libw.so");
  assert_sample (profile, 0, 1, 1000, "main;outer(int, char);inner; User /usr/lib/libc.so.6");
  assert_sample (profile, 0, 2, 2500, "only_leaf; User /bin/b");
  assert_sample (profile, 1, 0, 1000.5, "worker_thread;schedule; Kernel [kernel.kallsyms]");
  assert_sample (profile, 2, 0, 1001, "nameless;gone; User /tmp/old.so (deleted)");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

/* Each event with periods is a sample type of all threads; those of clocks are ms. Without periods there is none. */
static void
test_perf_periods (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("a 1/1 2.0: 30 cycles:u:\n\t10 main (/b)\n\n"
                                                      "b 1/2 1.0: 2500000 cpu-clock:\n\t10 main (/b)\n\n"
                                                      "a 1/1 1.5: 7000000 cpu-clock:\n\t10 main (/b)\n\n"
                                                      "a 1/1 3.0: sched:x: y\n\t10 main (/b)\n\n");
  g_autoptr(FulProfile) without = ful_test_load_text ("a 1/1 2.0: cycles:u:\n\t10 main (/b)\n\n");

  for (guint t = 0; t < 2; t++)
    {
      GPtrArray *types = ful_profile_get_thread (profile, t)->sample_types;
      const FulSampleType *cycles = types->pdata[1], *clock = types->pdata[2];

      g_assert_cmpuint (types->len, ==, 3);
      g_assert_cmpstr (ful_sample_types_get_default (types)->name, ==, "samples");
      g_assert_cmpstr (cycles->name, ==, "cycles:u");
      g_assert_cmpstr (clock->name, ==, "cpu-clock");
      g_assert_cmpfloat (clock->values[0], ==, t == 0 ? 7 : 2.5);
      g_assert_cmpfloat (cycles->values[0], ==, 0);
      if (t == 0)
        {
          g_assert_cmpfloat (cycles->values[1], ==, 30);
          g_assert_cmpfloat (clock->values[1], ==, 0);
          g_assert_cmpfloat (cycles->values[2], ==, 0);
        }
    }
  g_assert_null (ful_profile_get_thread (without, 0)->sample_types);
}

static void
test_perf_flaws (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("a 1/2 1.0: cycles:\n\t10 f (/a)\n\nno thread at all\n\t10 g (/a)\n\n"
                                             "a 1/2 3.0: cycles:\r\n\t10 f (/a)\r\n\r\na 1/2 4.0: cycles:\n\t10 \377 (/a)");
  const FulImportLogEntry *entry;

  assert_thread (profile, 0, "a", "1", "2", 3);
  assert_sample (profile, 0, 1, 3000, "f; User /a");
  assert_sample (profile, 0, 2, 4000, "?; User /a");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 2);
  entry = ful_import_log_get (profile->log, 0);
  g_assert_cmpint (entry->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpint (entry->first_row, ==, 3);
  g_assert_cmpint (entry->first_offset, ==, 31);
}

static void
test_perf_without_stacks (void)
{
  static const char text[] = "# ========\n# captured on : today\n# ========\n#\n";
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_test_load (text, strlen (text), &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

static void
assert_weights (FulProfile   *profile,
                const double *weights,
                guint         n)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;

  g_assert_cmpuint (samples->table.n_rows, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (samples->weight ? samples->weight[i] : 1, ==, weights[i]);
}

static void
test_folded_lines (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main;a b 2 3\r\nmain;java_[j] 2\n\n;x;;y 1\nmain;zero 0\nmain;kernel_[k] 1\n");

  /* The first line has two columns, so its weight is their difference. */
  assert_weights (profile, (const double[]) { 1, 1, 1, 1, 1 }, 5);
  assert_sample (profile, 0, 0, 0, "main;a b; Native");
  assert_sample (profile, 0, 1, 1, "main;java; Java");
  assert_sample (profile, 0, 2, 2, "main;java; Java");
  assert_sample (profile, 0, 3, 3, ";x;;y; Native");
  assert_sample (profile, 0, 4, 4, "main;kernel_[k]; Native");
  g_assert_null (ful_profile_get_thread (profile, 0)->samples->weight);
}

/* What is no small whole number is one sample, which takes its time on the axis all the same. */
static void
test_folded_counts (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main;a 1\nmain;b 12.5\nmain;c 4000000000\nmain;d 10 4\nmain;e\nno stack\n"
                                             "main;f 99999999999999999999\n");

  assert_weights (profile, (const double[]) { 1, 12.5, 4e9, -6, 1 }, 5);
  assert_sample (profile, 0, 2, 13.5, "main;c; Native");
  assert_sample (profile, 0, 3, 4000000013.5, "main;d; Native");
  assert_sample (profile, 0, 4, 4000000019.5, "main;e; Native");
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 2);
}

static void
test_folded_one_line (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("main;work 3");

  assert_weights (profile, (const double[]) { 1, 1, 1 }, 3);
}

/* What only looks a little like folded stacks. */
static void
test_not_folded (void)
{
  static const char *const texts[] = { "[1, 2 3\n", "# title 12\n", "just some words\n", "{\"a\": 12\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (texts[i], strlen (texts[i]), &error));
      g_assert_false (g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-formats/perf-script/fields", test_perf_fields);
  g_test_add_func ("/text-formats/perf-script/periods", test_perf_periods);
  g_test_add_func ("/text-formats/perf-script/flaws", test_perf_flaws);
  g_test_add_func ("/text-formats/perf-script/without-stacks", test_perf_without_stacks);
  g_test_add_func ("/text-formats/folded/lines", test_folded_lines);
  g_test_add_func ("/text-formats/folded/counts", test_folded_counts);
  g_test_add_func ("/text-formats/folded/one-line", test_folded_one_line);
  g_test_add_func ("/text-formats/folded/not-folded", test_not_folded);

  return g_test_run ();
}
