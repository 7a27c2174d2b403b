/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"

#include "threads/ful-derive-cache.h"

static void
insert (FulDeriveCache *cache,
        const char     *key,
        gsize           size)
{
  g_auto(FulDeriveSlot) slot = { NULL };
  gpointer result = ful_derive_cache_lookup (cache, FUL_STAGE_NODES, key, NULL, &slot);

  if (result == NULL)
    {
      result = g_atomic_rc_box_alloc (1);
      ful_derive_slot_fill (&slot, result, size, g_atomic_rc_box_release);
    }
  g_atomic_rc_box_release (result);
}

/* Which of the keys, a letter each, the cache has. Looking is use: the last one looked for is the newest. */
static char *
find (FulDeriveCache *cache,
      const char     *keys)
{
  GString *found = g_string_new (NULL);

  for (const char *p = keys; *p; p++)
    {
      char key[2] = { *p, '\0' };
      g_auto(FulDeriveSlot) slot = { NULL };
      gpointer result = ful_derive_cache_lookup (cache, FUL_STAGE_NODES, key, NULL, &slot);

      if (result)
        {
          g_string_append_c (found, *p);
          g_atomic_rc_box_release (result);
        }
    }

  return g_string_free (found, FALSE);
}

static void
assert_finds (FulDeriveCache *cache,
              const char     *keys,
              const char     *expected)
{
  g_autofree char *found = find (cache, keys);

  g_assert_cmpstr (found, ==, expected);
}

/* What was used least recently goes first. */
static void
test_order_of_use (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 100);

  insert (cache, "a", 40);
  insert (cache, "b", 40);
  assert_finds (cache, "a", "a");
  insert (cache, "c", 40);
  assert_finds (cache, "abc", "ac");
}

/* However many came and went, or came again, the budget is for those that are there. */
static void
test_budget (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 100);

  for (guint i = 0; i < 50; i++)
    insert (cache, (const char *[]) { "a", "b", "c", "d" }[i % 4], 40);
  assert_finds (cache, "abcd", "ab");
  for (guint i = 0; i < 50; i++)
    insert (cache, "e", 40);
  assert_finds (cache, "abe", "be");

  /* The newest is kept, whatever its size. */
  insert (cache, "f", 1000);
  assert_finds (cache, "abef", "f");
}

#define N_THREADS 8

typedef struct
{
  FulDeriveCache *cache;
  GCancellable   *cancellable;
  guint           n_failing;   /* atomic: makers that give up */
  guint           n_looking;   /* atomic */
  guint           n_makers;    /* likewise */
  guint           n_found;     /* likewise */
} Work;

/* A job that needs a result, and makes it if nobody does. */
static gpointer
work (gpointer data)
{
  Work *self = data;
  g_auto(FulDeriveSlot) slot = { NULL };
  gpointer result;

  g_atomic_int_inc (&self->n_looking);
  result = ful_derive_cache_lookup (self->cache, FUL_STAGE_NODES, "a", self->cancellable, &slot);
  if (result == NULL && slot.cache)
    {
      g_atomic_int_inc (&self->n_makers);
      while (g_atomic_int_get (&self->n_looking) < N_THREADS)
        g_usleep (100);
      g_usleep (30000);   /* others wait now, or come later */
      if (g_atomic_int_get (&self->n_failing) > 0)
        {
          g_atomic_int_add (&self->n_failing, -1);
          return NULL;
        }
      result = g_atomic_rc_box_alloc (1);
      ful_derive_slot_fill (&slot, result, 1, g_atomic_rc_box_release);
    }
  if (result == NULL)
    return NULL;
  g_atomic_int_inc (&self->n_found);
  g_atomic_rc_box_release (result);

  return NULL;
}

static void
run_all (Work *self)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("work", work, self);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

/* One makes it, the others get it. */
static void
test_makers (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 100);
  Work self = { .cache = cache };

  run_all (&self);
  g_assert_cmpuint (self.n_makers, ==, 1);
  g_assert_cmpuint (self.n_found, ==, N_THREADS);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_NODES), ==, 1);
}

/* One who gives up, as it was cancelled, leaves it to another one. */
static void
test_makers_that_fail (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 100);
  Work self = { .cache = cache, .n_failing = 3 };

  run_all (&self);
  g_assert_cmpuint (self.n_makers, ==, 4);
  g_assert_cmpuint (self.n_found, ==, N_THREADS - 3);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_NODES), ==, 1);
}

/* Who waits can be cancelled; then there is no result, and nothing to make. */
static void
test_cancelled_waiters (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 100);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_auto(FulDeriveSlot) slot = { NULL };
  Work self = { .cache = cache, .cancellable = cancellable };
  GThread *thread;

  g_assert_null (ful_derive_cache_lookup (cache, FUL_STAGE_NODES, "a", NULL, &slot));
  thread = g_thread_new ("work", work, &self);
  while (g_atomic_int_get (&self.n_looking) == 0)
    g_usleep (100);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  g_assert_cmpuint (self.n_makers, ==, 0);
  g_assert_cmpuint (self.n_found, ==, 0);

  /* The place is that of the maker still. */
  g_cancellable_reset (cancellable);
  thread = g_thread_new ("work", work, &self);
  while (g_atomic_int_get (&self.n_looking) == 1)
    g_usleep (100);
  {
    gpointer result = g_atomic_rc_box_alloc (1);

    ful_derive_slot_fill (&slot, result, 1, g_atomic_rc_box_release);
    g_atomic_rc_box_release (result);
  }
  g_thread_join (thread);
  g_assert_cmpuint (self.n_makers, ==, 0);
  g_assert_cmpuint (self.n_found, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/derive-cache/order-of-use", test_order_of_use);
  g_test_add_func ("/derive-cache/budget", test_budget);
  g_test_add_func ("/derive-cache/makers", test_makers);
  g_test_add_func ("/derive-cache/makers-that-fail", test_makers_that_fail);
  g_test_add_func ("/derive-cache/cancelled-waiters", test_cancelled_waiters);

  return g_test_run ();
}
