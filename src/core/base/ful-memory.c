/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the C library hands memory out.
 *
 * While a profile is read, columns come and go that are as large as the profile: they
 * are mapped one by one, so that the system gets back what is freed, and no holes stay.
 * What is derived and drawn after that comes and goes all the time: its memory is kept,
 * as each page that the system hands out again costs a fault. */

#include "config.h"

#include "ful-memory.h"

#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef G_OS_UNIX
#include <sys/mman.h>
#include <unistd.h>
#endif

#define MAPPED_FROM_BYTES_READING (128 * 1024)
#define MAPPED_FROM_BYTES (32 * 1024 * 1024)   /* glibc takes no more */
#define POPULATED_FROM_BYTES (16 * 1024)
#define OPENED_BYTES (256 * 1024)
/* That of the common architectures; no harm elsewhere. */
#define HUGE_PAGE_BYTES (2 * 1024 * 1024)
#define HUGE_FROM_BYTES (3 * 1024 * 1024)
#define KEPT_BYTES (256 * 1024 * 1024)
#define N_ARENAS 8
/* Enough for the C library to look at the end of an arena, and not mapped on its own. */
#define VISIT_BYTES (96 * 1024)
/* What a window of usual size takes until a profile was looked at from all sides; a larger
 * block would be mapped on its own and go back to the system when it is freed. */
#define STOCK_BLOCK_BYTES (9 * 1024 * 1024)
#define N_STOCK_BLOCKS 4

#ifdef __GLIBC__
static GMutex lock;
static guint n_reading;
#endif

/* GLib ends the program when memory or a thread cannot be had, with a trap. One line is enough, and a
 * status of its own. There may be no memory for anything more. */
static void
fatal_cb (const char     *domain,
          GLogLevelFlags  level,
          const char     *message,
          gpointer        user_data)
{
  static const char text[] = ": Not enough memory\n";
  const char *name = g_get_prgname ();

  if (strstr (message, "failed to allocate") == NULL && strstr (message, "creating thread") == NULL)
    {
      g_log_default_handler (domain, level, message, user_data);
      return;
    }

  name = name ? name : "fulgens";
  if (write (STDERR_FILENO, name, strlen (name)) >= 0 && write (STDERR_FILENO, text, sizeof text - 1) >= 0)
    _exit (FUL_MEMORY_EXIT_STATUS);
  _exit (FUL_MEMORY_EXIT_STATUS);
}

/**
 * ful_memory_is_available:
 * @n_bytes: a size that a file gives
 *
 * For what can be refused before the program would have to end. Costs a map and an unmap.
 *
 * Returns: whether so much can be allocated now
 */
gboolean
ful_memory_is_available (gsize n_bytes)
{
  gpointer data;

  if (n_bytes < HUGE_FROM_BYTES)
    return TRUE;
  data = g_try_malloc (n_bytes);
  g_free (data);

  return data != NULL;
}

/**
 * ful_memory_init:
 *
 * To be called once, at the start of a program that reads profiles.
 */
void
ful_memory_init (void)
{
  g_log_set_handler ("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, fatal_cb, NULL);
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, MAPPED_FROM_BYTES);
  mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
  mallopt (M_ARENA_MAX, N_ARENAS);
#endif
}

/**
 * ful_memory_begin_reading:
 *
 * From now on, until as many ful_memory_end_reading(), memory is handed out as it is best
 * for reading a profile. Any thread.
 */
void
ful_memory_begin_reading (void)
{
#ifdef __GLIBC__
  g_mutex_lock (&lock);
  if (n_reading++ == 0)
    mallopt (M_MMAP_THRESHOLD, MAPPED_FROM_BYTES_READING);
  g_mutex_unlock (&lock);
#endif
}

void
ful_memory_end_reading (void)
{
#ifdef __GLIBC__
  g_mutex_lock (&lock);
  if (--n_reading == 0)
    mallopt (M_MMAP_THRESHOLD, MAPPED_FROM_BYTES);
  g_mutex_unlock (&lock);
#endif
}

static gpointer
allocate (gsize n)
{
#ifdef MADV_HUGEPAGE
  gsize rounded = (n + HUGE_PAGE_BYTES / 2) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
  gpointer data;

  /* No more than a sixteenth is lost to the last page. */
  if (rounded > n + n / 16)
    rounded -= HUGE_PAGE_BYTES;
  if (n >= HUGE_FROM_BYTES && posix_memalign (&data, HUGE_PAGE_BYTES, MAX (n, rounded)) == 0)
    {
      madvise (data, rounded, MADV_HUGEPAGE);
      return data;
    }
#endif

  return g_malloc (n);
}

/**
 * ful_memory_grow:
 * @data: (transfer full) (nullable): memory from g_malloc()
 * @used: bytes of it that have to be kept
 * @n: number of elements there shall be room for
 * @element_size: bytes of each
 *
 * For columns of a file, which stay. Large ones get huge pages where the system has them:
 * that is a tenth of the work of mapping, clearing and unmapping, and half the time of
 * opening a file of slabs.
 *
 * Returns: (transfer full): memory for g_free(), without the pages of what is new
 */
gpointer
ful_memory_grow (gpointer data,
                 gsize    used,
                 gsize    n,
                 gsize    element_size)
{
  gpointer larger;
  gsize n_bytes;

  if (!g_size_checked_mul (&n_bytes, n, element_size))
    g_error ("%" G_GSIZE_FORMAT " elements of %" G_GSIZE_FORMAT " bytes cannot be allocated", n, element_size);
  if (n_bytes < HUGE_FROM_BYTES)
    return g_realloc (data, n_bytes);

  larger = allocate (n_bytes);
  if (used > 0)
    memcpy (larger, data, used);
  g_free (data);

  return larger;
}

/**
 * ful_memory_next_size:
 * @allocated: bytes that a growing array has
 * @wanted: bytes that it needs
 * @least: bytes that it shall have in any case
 *
 * A large array takes far more than it needs: what is not opened costs nothing, and each
 * move of its pages interrupts all threads.
 *
 * Returns: bytes to allocate next
 */
gsize
ful_memory_next_size (gsize allocated,
                      gsize wanted,
                      gsize least)
{
  gsize factor = allocated >= OPENED_BYTES / 4 ? 4 : 2;

  return MAX (MAX (wanted, allocated * factor), least);
}

/**
 * ful_memory_populate:
 * @data: memory; what is in it stays
 * @n: its length in bytes; all of it will be written to soon
 *
 * Asks for the pages in one go where the system can, unless the one in the middle is there.
 * A page at a time costs twice as much, and in some virtual machines ten times.
 */
void
ful_memory_populate (gpointer data,
                     gsize    n)
{
#ifdef MADV_POPULATE_WRITE
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize before = (gsize) data % page;
  gsize n_pages = (before + n) / page;
  char *first = (char *) data - before;
  unsigned char is_resident = 0;

  if (n < POPULATED_FROM_BYTES)
    return;

  /* Memory that is used again has its pages. */
  mincore (first + n_pages / 2 * page, page, &is_resident);
  if (!(is_resident & 1))
    madvise (first, n_pages * page, MADV_POPULATE_WRITE);
#endif
}

#ifdef __GLIBC__

static gpointer
stock_up_worker (gpointer user_data)
{
  gpointer *blocks = user_data;

  for (guint i = 0; i < N_STOCK_BLOCKS; i++)
    {
      ful_memory_populate (blocks[i], STOCK_BLOCK_BYTES);
      g_free (blocks[i]);
    }
  g_free (blocks);

  return NULL;
}

#endif

/**
 * ful_memory_stock_up:
 *
 * Gets pages, in a thread, for what the main thread allocates next: it would wait for each
 * of them when it writes there the first time, in the middle of a frame. To be called
 * by the main thread; further calls do nothing.
 */
void
ful_memory_stock_up (void)
{
#ifdef __GLIBC__
  static gboolean is_stocked;
  gpointer *blocks;

  if (is_stocked)
    return;

  is_stocked = TRUE;
  blocks = g_new (gpointer, N_STOCK_BLOCKS);
  for (guint i = 0; i < N_STOCK_BLOCKS; i++)
    blocks[i] = g_malloc (STOCK_BLOCK_BYTES);
  g_thread_unref (g_thread_new ("stock-up", stock_up_worker, blocks));
#endif
}

#ifdef __GLIBC__

typedef struct
{
  GMutex gate;
  gint   n_ready;
} Visit;

/* A freed block next to the end of an arena is what makes the C library look at the end. */
static gpointer
visit_worker (gpointer user_data)
{
  Visit *visit = user_data;
  volatile char *block = g_malloc (VISIT_BYTES);

  block[0] = 0;
  g_atomic_int_inc (&visit->n_ready);
  g_mutex_lock (&visit->gate);
  g_mutex_unlock (&visit->gate);
  g_free ((char *) block);

  return NULL;
}

/* malloc_trim () leaves the ends of all arenas but the main one. A thread gets an arena that no other has, and
 * then the next one in the ring: twice as many threads at once as there are arenas come to all of them. */
static void
trim_arenas (void)
{
  GThread *threads[2 * N_ARENAS];
  Visit visit = { 0 };
  gint n = 0;

  g_mutex_init (&visit.gate);
  g_mutex_lock (&visit.gate);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    if ((threads[n] = g_thread_try_new ("give-back", visit_worker, &visit, NULL)))
      n++;
  while (g_atomic_int_get (&visit.n_ready) < n)
    g_usleep (200);

  mallopt (M_TRIM_THRESHOLD, VISIT_BYTES);
  g_mutex_unlock (&visit.gate);
  for (gint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
  g_mutex_clear (&visit.gate);
}

#endif

/**
 * ful_memory_give_back:
 *
 * Gives what was freed back to the system. Any thread but the main one: it takes some ms for each 100 MB.
 */
void
ful_memory_give_back (void)
{
#ifdef __GLIBC__
  trim_arenas ();
  malloc_trim (0);
#endif
}

/**
 * ful_memory_new:
 * @n: number of elements
 * @element_size: bytes of each
 *
 * For large arrays of which all will be written to.
 *
 * Returns: (transfer full): memory for g_free(), with its pages, not set to anything
 */
gpointer
ful_memory_new (gsize n,
                gsize element_size)
{
  gpointer data = g_malloc_n (MAX (n, 1), element_size);

  ful_memory_populate (data, n * element_size);

  return data;
}

/**
 * ful_memory_open:
 * @data: (nullable): memory that is written to from its start on
 * @element_size: bytes of an element, not 0
 * @opened: elements that were opened so far
 * @wanted: elements that will be written to next, @opened or more
 * @allocated: elements that there is memory for, @wanted or more
 *
 * Populates a growing array some way ahead of what is in it, as it is not known how much
 * of its memory will be used.
 *
 * Returns: the number of elements that are open now
 */
gsize
ful_memory_open (gpointer data,
                 gsize    element_size,
                 gsize    opened,
                 gsize    wanted,
                 gsize    allocated)
{
  gsize now = MIN (allocated, MAX (wanted, opened + OPENED_BYTES / element_size));

  if (data)
    ful_memory_populate ((char *) data + opened * element_size, (now - opened) * element_size);

  return now;
}
