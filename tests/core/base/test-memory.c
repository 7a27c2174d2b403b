/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-memory.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 1000
#define N_BLOCKS 64000

static void
test_available (void)
{
  g_assert_true (ful_memory_is_available (0));
  g_assert_true (ful_memory_is_available (16 * 1024 * 1024));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  /* A sanitizer ends the program at such a size. */
  g_assert_false (ful_memory_is_available (G_MAXSIZE / 4));
#endif
}

static void
test_next_size (void)
{
  g_assert_cmpuint (ful_memory_next_size (0, 1, 128), ==, 128);
  g_assert_cmpuint (ful_memory_next_size (128, 129, 128), ==, 256);
  g_assert_cmpuint (ful_memory_next_size (128, 1000, 128), ==, 1000);
}

static guint
resident_kb (void)
{
  g_autofree char *status = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));

  return (guint) atoi (strstr (status, "RssAnon:") + strlen ("RssAnon:"));
}

/* Many small blocks under one that stays, so that the end of the heap cannot go back. */
static void
test_give_back (void)
{
  static gpointer blocks[N_BLOCKS];
  gpointer last;
  guint with_blocks, freed, given_back;

#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip ("Memory is not from glibc");
  return;
#endif
  for (guint i = 0; i < N_BLOCKS; i++)
    blocks[i] = memset (g_malloc (BLOCK_BYTES), 1, BLOCK_BYTES);
  last = g_malloc (BLOCK_BYTES);
  with_blocks = resident_kb ();
  for (guint i = 0; i < N_BLOCKS; i++)
    g_free (blocks[i]);
  freed = resident_kb ();
  ful_memory_give_back ();
  given_back = resident_kb ();
  g_free (last);

  g_test_message ("kB: %u with blocks, %u freed, %u given back", with_blocks, freed, given_back);
  g_assert_cmpuint (given_back, <, with_blocks - (guint64) N_BLOCKS * BLOCK_BYTES / 1024 * 9 / 10);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/available", test_available);
  g_test_add_func ("/memory/next-size", test_next_size);
  g_test_add_func ("/memory/give-back", test_give_back);

  return g_test_run ();
}
