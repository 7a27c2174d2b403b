/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "threads/ful-thread-set.h"

/* Samples of merged threads: by time, then in the order of the selection, then in their own. */
static void
test_merge (void)
{
  for (guint round = 0; round < 200; round++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      guint n_threads = (guint) g_test_rand_int_range (2, 12), n_samples = 0, i = 0;
      g_autofree guint *threads = g_new (guint, n_threads);
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulThreadSet) set = NULL;
      g_autoptr(GError) error = NULL;
      FulStackIndex stack = ful_test_profile_stack (test, "A");

      for (guint t = 0; t < n_threads; t++)
        {
          FulThreadBuilder *thread = ful_test_profile_add (test, "");
          guint n = (guint) g_test_rand_int_range (0, 20);
          double time = 0;

          threads[t] = n_threads - 1 - t;
          n_samples += n;
          for (guint k = 0; k < n; k++)
            ful_test_profile_sample (thread, time += g_test_rand_int_range (0, 3), g_test_rand_bit () ? stack : FUL_NONE);
        }
      profile = ful_test_profile_seal (test);
      set = ful_thread_set_new (profile, threads, n_threads, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (set->n_samples, ==, n_samples);

      for (guint time = 0; i < n_samples; time++)
        for (guint t = 0; t < n_threads; t++)
          {
            const FulSampleTable *samples = ful_profile_get_thread (profile, threads[t])->samples;

            for (guint k = 0; k < samples->table.n_rows; k++)
              if (samples->time[k] == time)
                {
                  g_assert_cmpfloat (set->time[i], ==, time);
                  g_assert_cmpuint (set->thread[i], ==, t);
                  g_assert_cmpint (set->stack[i], ==, samples->stack[k]);
                  i++;
                }
          }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-set/merge", test_merge);

  return g_test_run ();
}
