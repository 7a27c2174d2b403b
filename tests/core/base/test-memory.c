/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-memory.h"

#include <string.h>
#ifdef G_OS_UNIX
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

/* Only glibc is told how to hand memory out, and the sanitizers bring their own. */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define IS_TOLD TRUE
#else
#define IS_TOLD FALSE
#endif

#define BLOCK_BYTES (4 * 1024 * 1024)

/* Returns: page faults of writing to a new block, which is freed again */
static glong
count_faults (gsize n_bytes)
{
#ifdef G_OS_UNIX
  struct rusage before, after;
  char *block;

  getrusage (RUSAGE_SELF, &before);
  block = g_malloc (n_bytes);
  memset (block, 1, n_bytes);
  g_assert_cmpint (block[g_random_int_range (0, (gint32) n_bytes)], ==, 1);
  g_free (block);
  getrusage (RUSAGE_SELF, &after);

  return after.ru_minflt - before.ru_minflt;
#else
  return 0;
#endif
}

/* Returns: whether the system gets pages when asked for them */
static gboolean
populates (void)
{
#ifdef MADV_POPULATE_WRITE
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gpointer data = mmap (NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  gboolean does = madvise (data, page, MADV_POPULATE_WRITE) == 0;

  munmap (data, page);

  return does;
#else
  return FALSE;
#endif
}

/* The thread that stocks up is the last one there is beside this one. */
static void
wait_for_stock (void)
{
  guint n_threads;

  do
    {
      g_autoptr(GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);

      g_assert_nonnull (dir);
      for (n_threads = 0; g_dir_read_name (dir); n_threads++)
        ;
      g_usleep (1000);
    }
  while (n_threads > 1);
}

static void
test_kept (void)
{
  glong first, again, reading, reading_again, after;

  if (!IS_TOLD)
    {
      g_test_skip ("Memory is handed out by something else than glibc");
      return;
    }

  ful_memory_init ();
  first = count_faults (BLOCK_BYTES);
  again = count_faults (BLOCK_BYTES);

  /* Larger than what was kept. */
  ful_memory_begin_reading ();
  ful_memory_begin_reading ();
  ful_memory_end_reading ();
  reading = count_faults (4 * BLOCK_BYTES);
  reading_again = count_faults (4 * BLOCK_BYTES);
  ful_memory_end_reading ();

  count_faults (4 * BLOCK_BYTES);
  after = count_faults (4 * BLOCK_BYTES);

  g_test_message ("faults: %ld, again %ld; reading: %ld, again %ld; after that %ld",
                  first, again, reading, reading_again, after);
  g_assert_cmpint (again, <, first);
  g_assert_cmpint (reading_again, >, after);
  g_assert_cmpint (2 * reading_again, >, reading);
}

static void
test_grow (void)
{
  char *data = NULL;
  gsize used = 0;

  /* Through all sizes at which something changes, and to ones that fill huge pages badly. */
  for (gsize n = 1; n < 20000000; n += n / 3 + 1)
    {
      data = ful_memory_grow (data, used, n, 1);
      memset (data + used, (int) (n % 127), n - used);
      used = n;
    }
  used = 0;
  for (gsize n = 1; n < 20000000; n += n / 3 + 1)
    {
      for (gsize i = used; i < n; i += 1009)
        g_assert_cmpint (data[i], ==, n % 127);
      g_assert_cmpint (data[n - 1], ==, n % 127);
      used = n;
    }
  data = g_realloc (data, used / 2);
  g_assert_cmpint (data[0], ==, 1);
  g_free (data);
}

static void
test_open (void)
{
  guint32 *data = g_new (guint32, 1000000);
  gsize opened = 0, n_calls = 0;

  for (gsize i = 0; i < 1000000; i++)
    {
      if (i == opened)
        {
          opened = ful_memory_open (data, sizeof *data, opened, i + 1, 1000000);
          g_assert_cmpuint (opened, >, i);
          g_assert_cmpuint (opened, <=, 1000000);
          n_calls++;
        }
      data[i] = (guint32) i;
    }
  g_assert_cmpuint (n_calls, >, 2);
  g_assert_cmpuint (n_calls, <, 100);
  for (guint i = 0; i < 1000000; i++)
    g_assert_cmpuint (data[i], ==, i);

  /* All that is wanted at once, and no memory at all. */
  g_assert_cmpuint (ful_memory_open (data, sizeof *data, 0, 1000000, 1000000), ==, 1000000);
  g_assert_cmpuint (data[999999], ==, 999999);
  g_assert_cmpuint (ful_memory_open (NULL, 1, 0, 7, 16), ==, 16);
  g_free (data);
}

static void
test_new (void)
{
  guint64 *some = ful_memory_new (1000000, sizeof *some);
  guint64 *none = ful_memory_new (0, sizeof *none);

  some[0] = some[999999] = 1;
  g_assert_nonnull (none);
  g_free (some);
  g_free (none);
}

static void
test_populate (void)
{
  char *block = g_malloc0 (3 * 65536);

  /* What is there stays, at any place and of any length. */
  memset (block, 7, 3 * 65536);
  for (gsize n = 0; n < 3; n++)
    {
      ful_memory_populate (block + 17 + n * 5000, n * 60000);
      ful_memory_populate (block + 4095, n);
    }
  for (gsize i = 0; i < 3 * 65536; i++)
    g_assert_cmpint (block[i], ==, 7);
  g_free (block);
}

static void
test_stock (void)
{
  glong without, with;
  gpointer small[1000];

  if (!IS_TOLD || !populates ())
    {
      g_test_skip ("Memory is handed out by something else than glibc, or the system does not populate it");
      return;
    }
  if (!g_test_subprocess ())
    {
      /* In a heap that nothing has grown yet. */
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }

  ful_memory_init ();
  without = count_faults (BLOCK_BYTES);
  ful_memory_stock_up ();
  ful_memory_stock_up ();
  wait_for_stock ();

  /* What is small does not take the place of what is large. */
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    small[i] = g_malloc0 (1 + i % 2000);
  with = count_faults (2 * BLOCK_BYTES);
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    g_free (small[i]);

  g_test_message ("faults: %ld, with a stock %ld", without, with);
  g_assert_cmpint (without, >, 0);
  g_assert_cmpint (10 * with, <, without);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/kept", test_kept);
  g_test_add_func ("/memory/grow", test_grow);
  g_test_add_func ("/memory/open", test_open);
  g_test_add_func ("/memory/new", test_new);
  g_test_add_func ("/memory/populate", test_populate);
  g_test_add_func ("/memory/stock", test_stock);

  return g_test_run ();
}
