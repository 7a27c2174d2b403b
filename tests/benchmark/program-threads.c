/* SPDX-License-Identifier: GPL-3.0-or-later */

/* program-threads BUSY SLEEPERS SECONDS [WAKES]: threads that work, and threads that sleep and wake WAKES times a second (0: never).
 * Prints how much work was done, and the CPU time of the program in s. */

#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static atomic_int is_over;
static atomic_ulong n_done;
static int n_wakes;

__attribute__ ((noinline)) static unsigned
work (unsigned seed,
      int      depth)
{
  unsigned sum = seed;

  if (depth > 0)
    return work (seed * 2654435761u, depth - 1) + (unsigned) depth;
  for (int i = 0; i < 2000; i++)
    sum = sum * 1664525u + 1013904223u;

  return sum;
}

static void *
be_busy (void *data)
{
  unsigned seed = (unsigned) (size_t) data, i = 0;

  while (!atomic_load (&is_over))
    {
      seed += work (seed, 10 + (int) (i++ % 20));
      atomic_fetch_add (&n_done, 1);
    }

  return (void *) (size_t) seed;
}

static void *
sleep_on (void *data)
{
  struct timespec pause = { n_wakes > 0 ? 0 : 3600, n_wakes > 0 ? 1000000000 / n_wakes : 0 };

  while (!atomic_load (&is_over))
    nanosleep (&pause, NULL);

  return data;
}

int
main (int    argc,
      char **argv)
{
  int n_busy = argc > 3 ? atoi (argv[1]) : 8, n_sleepers = argc > 3 ? atoi (argv[2]) : 0;
  double seconds = argc > 3 ? atof (argv[3]) : 10;
  struct timespec pause = { (time_t) seconds, (long) ((seconds - (double) (time_t) seconds) * 1e9) };
  struct rusage usage;
  pthread_t thread;

  n_wakes = argc > 4 ? atoi (argv[4]) : 0;
  for (int i = 0; i < n_busy + n_sleepers; i++)
    if (pthread_create (&thread, NULL, i < n_busy ? be_busy : sleep_on, (void *) (size_t) i) != 0)
      return 1;
  nanosleep (&pause, NULL);
  atomic_store (&is_over, 1);
  getrusage (RUSAGE_SELF, &usage);
  printf ("%lu %.6f\n", (unsigned long) atomic_load (&n_done),
          (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
  fflush (stdout);
  _Exit (0);
}
