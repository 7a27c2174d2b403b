/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A deep recursion, threads that are too short for a tick, children that run something else, a death, and time in the kernel
 * and in code that it gives to each process.
 * program-family WHAT */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline))

static volatile unsigned sink;

static void
burn (unsigned ms)
{
  clock_t end = clock () + (clock_t) ms * (CLOCKS_PER_SEC / 1000);

  while (clock () < end)
    for (unsigned i = 0; i < 20000; i++)
      sink = sink * 31 + i;
}

NOINLINE unsigned go_down (unsigned depth);

unsigned
go_down (unsigned depth)
{
  volatile unsigned here = depth;

  if (depth == 0)
    burn (300);
  else
    here += go_down (depth - 1);

  return here;
}

static void *
be_short (void *unused)
{
  for (unsigned i = 0; i < 30000; i++)
    sink = sink * 31 + i;

  return unused;
}

static void
have_children (const char *self)
{
  for (int i = 0; i < 3; i++)
    if (fork () == 0)
      {
        execl (self, "child", "recursion", "20", (char *) NULL);
        _exit (9);
      }
  while (wait (NULL) > 0)
    ;
}

static int pipes[2][2];

static void *
answer (void *data)
{
  char byte;

  while (read (pipes[0][0], &byte, 1) == 1 && byte != 0)
    if (write (pipes[1][1], &byte, 1) != 1)
      break;

  return data;
}

/* Two threads that wait for one another, many thousand times a second. Prints the CPU time of both. */
static void
take_turns (unsigned ms)
{
  struct timespec used;
  pthread_t thread;
  char byte = 1;

  if (pipe (pipes[0]) != 0 || pipe (pipes[1]) != 0)
    return;
  pthread_create (&thread, NULL, answer, NULL);
  do
    {
      if (write (pipes[0][1], &byte, 1) != 1 || read (pipes[1][0], &byte, 1) != 1)
        break;
      clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
    }
  while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < ms);
  byte = 0;
  if (write (pipes[0][1], &byte, 1) == 1)
    pthread_join (thread, NULL);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  printf ("turns %lld\n", (long long) used.tv_sec * 1000000000 + used.tv_nsec);
}

int
main (int    argc,
      char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";

  if (strcmp (what, "recursion") == 0)
    return (int) (go_down ((unsigned) atoi (argv[2])) & 1) * 0;
  if (strcmp (what, "short") == 0)
    for (int i = 0; i < 500; i++)
      {
        pthread_t thread;

        pthread_create (&thread, NULL, be_short, NULL);
        pthread_join (thread, NULL);
      }
  if (strcmp (what, "children") == 0)
    have_children (argv[0]);
  if (strcmp (what, "death") == 0)
    {
      burn (200);
      raise (SIGKILL);
    }
  if (strcmp (what, "turns") == 0)
    take_turns ((unsigned) atoi (argv[2]));
  if (strcmp (what, "kernel") == 0)
    for (clock_t end = clock () + CLOCKS_PER_SEC / 2; clock () < end; )
      for (int i = 0; i < 100; i++)
        getppid ();
  if (strcmp (what, "time") == 0)
    for (clock_t end = clock () + CLOCKS_PER_SEC / 2; clock () < end; )
      for (int i = 0; i < 100000; i++)
        {
          struct timespec now;

          clock_gettime (CLOCK_MONOTONIC, &now);
        }

  return 0;
}
