/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The profile that the aims of deriving and drawing are given for. */

#include "config.h"

#include "bench-profile.h"

/* Samples 1 ms apart, after those that the thread has. */
void
bench_profile_add_samples (FulThreadBuilder *thread,
                           guint             n_samples,
                           guint             n_stacks,
                           GRand            *rand)
{
  guint first = ful_table_builder_append (&thread->samples, n_samples);
  double *time = FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double);
  gint32 *stack = FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32);

  for (guint i = first; i < first + n_samples; i++)
    {
      time[i] = i;
      /* A third of the samples of real captures repeat the one before. */
      stack[i] = i > 0 && g_rand_double (rand) < 0.35 ? stack[i - 1] : g_rand_int_range (rand, 0, (gint32) n_stacks);
    }
}

/* Skewed choice of functions, of which there are a fifth as many as stacks; mean depth about 77; one thread. */
FulTestProfile *
bench_profile_build (guint n_samples,
                     guint n_stacks)
{
  guint n_funcs = n_stacks / 5;
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  gint32 *func, *frame, *prefix, *category;

  test->builder->profile->meta_json = g_strdup ("{\"interval\":1,\"startTime\":0,\"processType\":0,\"product\":\"Benchmark\",\"stackwalk\":1,\"version\":30}");
  g_ptr_array_add (test->builder->profile->libs, ful_lib_new_unknown ());
  ful_table_builder_append (&test->builder->funcs, n_funcs);
  func = FUL_CELLS (&test->builder->funcs, FUL_FUNC_NAME, gint32);
  for (guint i = 0; i < n_funcs; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, i % 2 ? "function %u" : "0x%x", i % 2 ? i : 16 * i);
      func[i] = ful_string_table_append (test->builder->strings, name, -1);
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_IS_JS, guint8)[i] = i % 2;
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_RESOURCE, gint32)[i] = 0;
    }
  ful_table_builder_append (&test->builder->frames, n_funcs * 2);
  func = FUL_CELLS (&test->builder->frames, FUL_FRAME_FUNC, gint32);
  category = FUL_CELLS (&test->builder->frames, FUL_FRAME_CATEGORY, gint32);
  for (guint i = 0; i < n_funcs * 2; i++)
    {
      func[i] = (gint32) (i % n_funcs);
      category[i] = (gint32) (i % 3);
      FUL_CELLS (&test->builder->frames, FUL_FRAME_SUBCATEGORY, gint32)[i] = 0;
      if (i % 2 == 0)   /* not a script */
        {
          FUL_CELLS (&test->builder->frames, FUL_FRAME_LIB, gint32)[i] = 0;
          FUL_CELLS (&test->builder->frames, FUL_FRAME_ADDRESS, gint64)[i] = 16 * (gint64) i;
        }
    }

  ful_table_builder_append (&test->builder->stacks, n_stacks);
  frame = FUL_CELLS (&test->builder->stacks, FUL_STACK_FRAME, gint32);
  prefix = FUL_CELLS (&test->builder->stacks, FUL_STACK_PREFIX, gint32);
  for (gint32 i = 0; i < (gint32) n_stacks; i++)
    {
      double r = g_rand_double (rand);
      gint32 up = 1 + (gint32) (g_rand_double (rand) * g_rand_double (rand) * 40);

      frame[i] = (gint32) (r * r * r * n_funcs) + (g_rand_int (rand) % 2) * n_funcs;
      prefix[i] = i % 4096 == 0 ? -1 : MAX (i - up, 0);
    }

  bench_profile_add_samples (thread, n_samples, n_stacks, rand);

  return test;
}

FulProfile *
bench_profile_new (guint n_samples,
                   guint n_stacks)
{
  return ful_test_profile_seal (bench_profile_build (n_samples, n_stacks));
}
