/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "threads/ful-thread-set.h"

/* Samples of merged threads: by time, then from the greatest number of a thread, whatever the order of the selection, then
 * in their own. */
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

          threads[t] = t;
          n_samples += n;
          for (guint k = 0; k < n; k++)
            ful_test_profile_sample (thread, time += g_test_rand_int_range (0, 3), g_test_rand_bit () ? stack : FUL_NONE);
        }
      for (guint t = n_threads; t > 1; t--)
        {
          guint other = (guint) g_test_rand_int_range (0, (gint32) t), last = threads[t - 1];

          threads[t - 1] = threads[other];
          threads[other] = last;
        }
      profile = ful_test_profile_seal (test);
      set = ful_thread_set_new (profile, threads, n_threads, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (set->n_samples, ==, n_samples);

      for (guint time = 0; i < n_samples; time++)
        for (guint number = n_threads; number-- > 0;)
          {
            const FulSampleTable *samples = ful_profile_get_thread (profile, number)->samples;

            for (guint k = 0; k < samples->table.n_rows; k++)
              if (samples->time[k] == time)
                {
                  g_assert_cmpfloat (set->time[i], ==, time);
                  g_assert_cmpuint (threads[set->thread[i]], ==, number);
                  g_assert_cmpint (set->stack[i], ==, samples->stack[k]);
                  i++;
                }
          }
    }
}

#define N_THREADS 4
#define N_SNAPSHOTS 8
#define N_READERS 3

/* Samples about @start; with few different times, so that many threads have the same. */
static void
add_samples (FulTestProfile *test,
             double          start)
{
  FulStackIndex stack = ful_test_profile_stack (test, "A");

  for (guint t = 0; t < N_THREADS; t++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (test->builder->threads, t);
      gint32 n = g_test_rand_int_range (-5, 20);
      double time = start;

      for (gint32 i = 0; i < n; i++)
        ful_test_profile_sample (thread, time += g_test_rand_int_range (0, 3), g_test_rand_bit () ? stack : FUL_NONE);
    }
}

/* Mostly later than all samples before, or at their time; the last samples of a snapshot are at most 60 ms after its start. */
static FulProfile *
publish (FulTestProfile *test,
         guint           number)
{
  g_autoptr(GError) error = NULL;
  FulProfile *snapshot;

  add_samples (test, 100.0 * number - (g_test_rand_int_range (0, 4) == 0 ? 80 : 0));
  snapshot = ful_profile_builder_publish (test->builder, &error);
  g_assert_no_error (error);

  return snapshot;
}

static FulTestProfile *
begin (void)
{
  FulTestProfile *test = ful_test_profile_new ();

  for (guint t = 0; t < N_THREADS; t++)
    ful_test_profile_add (test, "");

  return test;
}

static FulThreadSet *
derive (FulProfile     *profile,
        guint           first,
        FulDeriveCache *cache)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(GError) error = NULL;
  FulThreadSet *set;

  ful_view_options_set_threads (options, (guint[]) { first, (first + 2) % N_THREADS, (first + 1) % N_THREADS }, 3);
  set = ful_thread_set_derive (profile, options, cache, NULL, &error);
  g_assert_no_error (error);

  return set;
}

static void
assert_equal (const FulThreadSet *set,
              const FulThreadSet *expected)
{
  g_assert_cmpmem (set->time, set->n_samples * sizeof *set->time, expected->time, expected->n_samples * sizeof *set->time);
  g_assert_cmpmem (set->stack, set->n_samples * sizeof *set->stack,
                   expected->stack, expected->n_samples * sizeof *set->stack);
  g_assert_cmpmem (set->thread, set->n_samples * sizeof *set->thread,
                   expected->thread, expected->n_samples * sizeof *set->thread);
}

/* Each snapshot has the samples that one merge of all rows gives, and keeps them. */
static void
test_growth (void)
{
  guint n_shared = 0, n_merged = 0;

  for (guint round = 0; round < 200; round++)
    {
      FulTestProfile *test = begin ();
      g_autoptr(FulDeriveCache) cache = NULL;
      guint first = (guint) g_test_rand_int_range (0, N_THREADS);
      FulThreadSet *sets[N_SNAPSHOTS], *expected[N_SNAPSHOTS];

      for (guint i = 0; i < N_SNAPSHOTS; i++)
        {
          g_autoptr(FulProfile) snapshot = publish (test, i);

          if (cache == NULL)
            cache = ful_derive_cache_new (snapshot, FUL_DERIVE_CACHE_BUDGET);
          sets[i] = derive (snapshot, first, cache);
          expected[i] = derive (snapshot, first, NULL);
          assert_equal (sets[i], expected[i]);
          if (i > 0 && sets[i]->n_samples > sets[i - 1]->n_samples)
            *(sets[i]->time == sets[i - 1]->time ? &n_shared : &n_merged) += 1;
        }
      for (guint i = 0; i < N_SNAPSHOTS; i++)
        {
          assert_equal (sets[i], expected[i]);
          ful_thread_set_unref (sets[i]);
          ful_thread_set_unref (expected[i]);
        }
      ful_test_profile_free (test);
    }
  g_assert_cmpuint (n_shared, >, 200);
  g_assert_cmpuint (n_merged, >, 200);
}

static FulProfile *
publish_at (FulTestProfile *test,
            double          start,
            guint           n_times)
{
  for (guint i = 0; i < n_times; i++)
    add_samples (test, start + 10 * i);

  return ful_profile_builder_publish (test->builder, NULL);
}

/* Two sets that go on from one have rows of their own. */
static void
test_two_go_on (void)
{
  guint n_shared = 0;

  for (guint round = 0; round < 50; round++)
    {
      FulTestProfile *test = begin ();
      g_autoptr(FulProfile) first = publish_at (test, 0, 10);
      g_autoptr(FulProfile) second = publish_at (test, 200, 1);
      g_autoptr(FulProfile) third = publish_at (test, 300, 1);
      g_autoptr(FulProfile) fourth = publish_at (test, 300, 1);
      g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (first, FUL_DERIVE_CACHE_BUDGET);
      g_autoptr(FulDeriveCache) other = ful_derive_cache_new (first, FUL_DERIVE_CACHE_BUDGET);
      g_autoptr(FulThreadSet) small = derive (first, 0, cache);
      g_autoptr(FulThreadSet) before = derive (second, 0, cache);
      g_autoptr(FulThreadSet) expected_a = derive (third, 0, NULL);
      g_autoptr(FulThreadSet) expected_b = derive (fourth, 0, NULL);
      g_autoptr(FulThreadSet) a = NULL;
      g_autoptr(FulThreadSet) b = NULL;
      g_autofree char *name = ful_thread_set_get_name (before);
      g_autofree char *rows = ful_thread_set_get_key (before);
      g_auto(FulDeriveSlot) slot = { NULL };

      g_assert_null (ful_derive_cache_lookup_growing (other, FUL_STAGE_THREADS, name, rows, NULL, NULL, &slot));
      ful_derive_slot_fill (&slot, before, 0, (GDestroyNotify) ful_thread_set_unref);
      a = derive (third, 0, cache);
      b = derive (fourth, 0, other);
      assert_equal (a, expected_a);
      assert_equal (b, expected_b);
      n_shared += a->time == before->time && a->n_samples > before->n_samples;
      ful_test_profile_free (test);
    }
  g_assert_cmpuint (n_shared, >, 5);
}

typedef struct
{
  FulProfile     *snapshot;
  FulDeriveCache *cache;
  FulThreadSet   *before;
  FulThreadSet   *expected_before;
  int             n_ready;   /* atomic */
} Reader;

static gpointer
read_sets (gpointer data)
{
  Reader *reader = data;
  g_autoptr(FulThreadSet) expected = derive (reader->snapshot, 0, NULL);
  g_autoptr(FulThreadSet) set = NULL;

  /* All at once. */
  g_atomic_int_inc (&reader->n_ready);
  while (g_atomic_int_get (&reader->n_ready) < N_READERS)
    g_thread_yield ();
  set = derive (reader->snapshot, 0, reader->cache);
  assert_equal (set, expected);
  assert_equal (reader->before, reader->expected_before);

  return NULL;
}

/* Several threads go on from one set and read it, while the writer adds rows. */
static void
test_readers (void)
{
  for (guint round = 0; round < 50; round++)
    {
      FulTestProfile *test = begin ();
      FulProfile *snapshot = publish (test, 0);
      g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (snapshot, FUL_DERIVE_CACHE_BUDGET);

      for (guint i = 1; i < N_SNAPSHOTS; i++)
        {
          g_autoptr(FulThreadSet) before = derive (snapshot, 0, cache);
          g_autoptr(FulThreadSet) expected_before = derive (snapshot, 0, NULL);
          Reader reader = { publish (test, 2 * i), cache, before, expected_before };
          GThread *threads[N_READERS];

          for (guint k = 0; k < N_READERS; k++)
            threads[k] = g_thread_new ("reader", read_sets, &reader);
          g_object_unref (snapshot);
          snapshot = publish (test, 2 * i + 1);
          for (guint k = 0; k < N_READERS; k++)
            g_thread_join (threads[k]);
          g_object_unref (reader.snapshot);
        }
      g_object_unref (snapshot);
      ful_test_profile_free (test);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-set/merge", test_merge);
  g_test_add_func ("/thread-set/growth", test_growth);
  g_test_add_func ("/thread-set/two-go-on", test_two_go_on);
  g_test_add_func ("/thread-set/readers", test_readers);

  return g_test_run ();
}
