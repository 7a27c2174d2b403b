/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread that is not the first one works for 200 ms of CPU time, and executes the program again, which works until there are 400 ms. */

#include <pthread.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

static double
get_spent (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);

  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
work (double until)
{
  while (get_spent () < until)
    for (int i = 0; i < 1000; i++)
      sum += (unsigned long) i;
}

__attribute__ ((noinline)) void
after (void)
{
  work (0.4);
  sum++;
}

static void *
run (void *name)
{
  work (0.2);
  execl (name, name, "again", NULL);

  return NULL;
}

int
main (int    argc,
      char **argv)
{
  pthread_t thread;

  if (argc > 1)
    {
      after ();
      return 6;
    }
  pthread_create (&thread, NULL, run, argv[0]);
  for (;;)
    pause ();
}
