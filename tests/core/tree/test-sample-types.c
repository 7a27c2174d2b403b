/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several weights of the same samples: from an importer to the call tree. */

#include "config.h"

#include "ful-test-profile.h"

#include "import/common/ful-import-samples.h"
#include "model/ful-sample-type.h"
#include "threads/ful-strategy.h"
#include "tree/ful-derived-thread.h"

#include <string.h>

#define SAMPLE_TYPE(name) ful_strategy_from_sample_type (name)

/* Samples at @times, the first of 1 object and 10 kB, and so on; the last one has no objects. */
static FulThreadBuilder *
add_thread (FulTestProfile *test,
            const double   *times,
            guint           n_times)
{
  FulThreadBuilder *thread = ful_test_profile_add (test, "");

  g_assert_true (ful_import_samples_add_type (thread, "objects", "count", FALSE));
  g_assert_true (ful_import_samples_add_type (thread, "space", "kilobytes", TRUE));
  for (guint i = 0; i < n_times; i++)
    {
      char path[] = { 'A', (char) ('B' + i), '\0' };
      guint row = ful_import_samples_add (thread, times[i], ful_test_profile_stack (test, path));

      if (i + 1 < n_times)
        ful_import_samples_set_value (thread, row, 0, i + 1);
      ful_import_samples_set_value (thread, row, 1, 10 * (i + 1));
      ful_import_samples_set_value (thread, row, 2, 1);   /* no such type */
    }

  return thread;
}

static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *plain;
  FulProfile *profile;

  ful_import_samples_sort (add_thread (test, (const double[]) { 5, 1, 3 }, 3));
  add_thread (test, (const double[]) { 2, 1 }, 2);   /* sorted by the checks */
  plain = ful_test_profile_add (test, "");
  ful_test_profile_sample (plain, 2, ful_test_profile_stack (test, "AZ"));

  profile = ful_profile_builder_seal (test->builder, NULL, NULL);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 1);   /* that samples were sorted */
  ful_test_profile_free (test);

  return profile;
}

/* "TOTAL TYPE[ WORD]: WEIGHT …" */
static char *
view_text (FulProfile  *profile,
           const guint *threads,
           guint        n_threads,
           FulStrategy  strategy)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulDerivedThread) derived = NULL;
  g_autoptr(FulSampleRows) rows = NULL;
  g_autoptr(FulCallTree) tree = NULL;
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);

  ful_view_options_set_threads (options, threads, n_threads);
  options->strategy = strategy;
  derived = ful_derived_thread_new (profile, options, NULL, NULL, &error);
  g_assert_no_error (error);
  rows = ful_derived_thread_get_rows (derived, NULL);
  tree = ful_derive_call_tree (profile, options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);

  g_string_append_printf (text, "%g %s", tree->root_total, ful_weight_type_to_string (tree->weight_type));
  if (tree->weight_word)
    g_string_append_printf (text, " %s", tree->weight_word);
  g_string_append_c (text, ':');
  for (guint i = 0; i < rows->n_rows; i++)
    g_string_append_printf (text, " %g", rows->weight ? rows->weight[i] : 1);

  return g_string_free (text, FALSE);
}

static void
assert_view (FulProfile  *profile,
             const char  *threads,
             FulStrategy  strategy,
             const char  *expected)
{
  g_autofree char *text = NULL;
  guint numbers[3];

  for (guint i = 0; threads[i]; i++)
    numbers[i] = (guint) (threads[i] - '0');
  text = view_text (profile, numbers, (guint) strlen (threads), strategy);
  g_assert_cmpstr (text, ==, expected);
}

/* Values stay with their samples, and the default type is what timing shows. */
static void
test_values (void)
{
  g_autoptr(FulProfile) profile = make_profile ();

  assert_view (profile, "0", FUL_STRATEGY_TIMING, "61440 bytes: 20480 30720 10240");
  assert_view (profile, "0", SAMPLE_TYPE ("space"), "61440 bytes: 20480 30720 10240");
  assert_view (profile, "0", SAMPLE_TYPE ("objects"), "3 samples objects: 2 0 1");
  assert_view (profile, "1", SAMPLE_TYPE ("objects"), "1 samples objects: 0 1");
  /* Types that a thread lacks. */
  assert_view (profile, "0", SAMPLE_TYPE ("other"), "61440 bytes: 20480 30720 10240");
  assert_view (profile, "0", FUL_STRATEGY_NATIVE_ALLOCATIONS, "61440 bytes: 20480 30720 10240");
  assert_view (profile, "2", SAMPLE_TYPE ("objects"), "1 samples: 1");
}

/* Merged threads have the types of all; a thread without a type has none of it. */
static void
test_merge (void)
{
  g_autoptr(FulProfile) profile = make_profile ();

  assert_view (profile, "01", SAMPLE_TYPE ("objects"), "4 samples objects: 0 2 1 0 1");
  assert_view (profile, "10", SAMPLE_TYPE ("objects"), "4 samples objects: 0 2 1 0 1");
  assert_view (profile, "21", SAMPLE_TYPE ("objects"), "1 samples objects: 0 0 1");
  assert_view (profile, "21", FUL_STRATEGY_TIMING, "30720 bytes: 20480 0 10240");
}

static void
test_names (void)
{
  g_autoptr(GPtrArray) types = NULL;
  g_autofree char *name = g_strnfill (500, 'x');
  FulStrategy strategy;
  const char *shown;

  g_assert_cmpstr (ful_sample_types_add (&types, "a", "", FUL_WEIGHT_TYPE_SAMPLES, TRUE)->name, ==, "a");
  g_assert_cmpstr (ful_sample_types_add (&types, "a", "", FUL_WEIGHT_TYPE_SAMPLES, FALSE)->name, ==, "a 2");
  g_assert_cmpstr (ful_sample_types_add (&types, "a", "", FUL_WEIGHT_TYPE_SAMPLES, FALSE)->name, ==, "a 3");
  /* Cut between two letters, not in one. */
  memcpy (name + 199, "\303\244", 2);
  shown = ful_sample_types_add (&types, name, "", FUL_WEIGHT_TYPE_SAMPLES, FALSE)->name;
  g_assert_cmpuint (strlen (shown), ==, 199);
  while (types->len < FUL_MAX_SAMPLE_TYPES)
    g_assert_nonnull (ful_sample_types_add (&types, "b", "", FUL_WEIGHT_TYPE_SAMPLES, FALSE));
  g_assert_null (ful_sample_types_add (&types, "c", "", FUL_WEIGHT_TYPE_SAMPLES, FALSE));

  g_assert_true (ful_strategy_parse ("sample-type:in use", &strategy, NULL));
  g_assert_cmpstr (ful_strategy_get_sample_type (strategy), ==, "in use");
  g_assert_cmpstr (ful_strategy_to_string (strategy), ==, "sample-type:in use");
  g_assert_false (ful_strategy_parse ("in use", &strategy, NULL));
  g_assert_null (ful_strategy_get_sample_type (FUL_STRATEGY_TIMING));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sample-types/values", test_values);
  g_test_add_func ("/sample-types/merge", test_merge);
  g_test_add_func ("/sample-types/names", test_names);

  return g_test_run ();
}
