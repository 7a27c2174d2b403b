/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Spends 70, 20 and 10 parts of its CPU time in three functions, in bursts of random length, in two threads.
 * program-split SEED MS: prints the CPU time of each function in ns. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__ ((noinline))

static volatile unsigned sink;
static __thread unsigned long long spent[3];

static unsigned long long
get_cpu (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (unsigned long long) time.tv_sec * 1000000000 + (unsigned long long) time.tv_nsec;
}

/* Not a single call of the system between two looks at the clock. */
static inline __attribute__ ((always_inline)) void
burn (unsigned ns,
      unsigned long long *to)
{
  unsigned long long begin = get_cpu (), now;

  do
    {
      for (unsigned i = 0; i < 20000; i++)
        sink = sink * 31 + i;
      now = get_cpu ();
    }
  while (now - begin < ns);
  *to += now - begin;
}

NOINLINE void take_seventy (unsigned ns);
NOINLINE void take_twenty (unsigned ns);
NOINLINE void take_ten (unsigned ns);
NOINLINE void work (unsigned seed, unsigned ms);

void take_seventy (unsigned ns) { burn (ns, &spent[0]); }
void take_twenty (unsigned ns) { burn (ns, &spent[1]); }
void take_ten (unsigned ns) { burn (ns, &spent[2]); }

void
work (unsigned seed,
      unsigned ms)
{
  unsigned long long end = get_cpu () + (unsigned long long) ms * 1000000;

  while (get_cpu () < end)
    {
      unsigned length = 10000 + (unsigned) rand_r (&seed) % 400000;
      unsigned choice = (unsigned) rand_r (&seed) % 10;

      if (choice < 7)
        take_seventy (length);
      else if (choice < 9)
        take_twenty (length);
      else
        take_ten (length);
    }
}

static unsigned seed_of_all, ms_of_all;

static void *
run (void *unused)
{
  work (seed_of_all + 1, ms_of_all);
  flockfile (stdout);
  printf ("worker %llu %llu %llu\n", spent[0], spent[1], spent[2]);
  funlockfile (stdout);

  return unused;
}

int
main (int    argc,
      char **argv)
{
  pthread_t thread;

  if (argc < 3)
    return 2;
  seed_of_all = (unsigned) atoi (argv[1]);
  ms_of_all = (unsigned) atoi (argv[2]);
  pthread_create (&thread, NULL, run, NULL);
  work (seed_of_all, ms_of_all);
  flockfile (stdout);
  printf ("main %llu %llu %llu\n", spent[0], spent[1], spent[2]);
  funlockfile (stdout);
  pthread_join (thread, NULL);

  return 3;
}
