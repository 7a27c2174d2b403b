/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the C library hands memory out.
 *
 * While a profile is read, columns come and go that are as large as the profile: they
 * are mapped one by one, so that the system gets back what is freed, and no holes stay.
 * What is derived and drawn after that comes and goes all the time: its memory is kept,
 * as each page that the system hands out again costs a fault. */

#include "config.h"

#include "ful-memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef G_OS_UNIX
#include <sys/mman.h>
#include <unistd.h>
#endif

#define MAPPED_FROM_BYTES_READING (64 * 1024)
#define MAPPED_FROM_BYTES (32 * 1024 * 1024)   /* glibc takes no more */
#define KEPT_BYTES (64 * 1024 * 1024)

#ifdef __GLIBC__
static GMutex lock;
static guint n_reading;
#endif

/**
 * ful_memory_init:
 *
 * To be called once, at the start of a program that reads profiles.
 */
void
ful_memory_init (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, MAPPED_FROM_BYTES);
  mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
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

/**
 * ful_memory_populate:
 * @data: memory that was never written to
 * @n: its length in bytes; all of it will be written to soon
 *
 * Asks for the pages in one go where the system can; a page at a time costs twice as much.
 */
void
ful_memory_populate (gpointer data,
                     gsize    n)
{
#ifdef MADV_POPULATE_WRITE
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize skipped = -(gsize) data % page;

  if (n > skipped)
    madvise ((char *) data + skipped, (n - skipped) / page * page, MADV_POPULATE_WRITE);
#endif
}
