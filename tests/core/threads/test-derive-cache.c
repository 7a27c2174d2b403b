/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"

#include "threads/ful-derive-cache.h"

static void
insert (FulDeriveCache *cache,
        const char     *key,
        gsize           size)
{
  gpointer result = g_atomic_rc_box_alloc (1);

  ful_derive_cache_insert (cache, FUL_STAGE_NODES, key, result, size, g_atomic_rc_box_release);
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
      gpointer result = ful_derive_cache_lookup (cache, FUL_STAGE_NODES, key);

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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/derive-cache/order-of-use", test_order_of_use);
  g_test_add_func ("/derive-cache/budget", test_budget);

  return g_test_run ();
}
