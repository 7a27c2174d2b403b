/* SPDX-License-Identifier: GPL-3.0-or-later */

/* waits HOW MS [PIECE_MS]: threads that wait. "kinds": one works, and waits in three ways; prints how long. "sleepers": 200
 * threads, of which two work; "asleep": those without the two. "preempted": more threads work than there are CPUs; each
 * prints its CPU time and its lifetime. "deep": one works, in 100 frames of 200 bytes and more. "used", "unused":
 * as "kinds", below a frame with an array of 20 KiB. "exchange": two processes wait for one
 * another, some 10,000 times a second. "turns": waits of two lengths, in turn. "kernel": works, and lets the kernel work,
 * at two places in turn. */

#define _GNU_SOURCE

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NO_INLINE __attribute__ ((noinline, noclone))

static volatile unsigned long sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int ends[2];
static double piece_ms;
static double spent[4];   /* ms of real time: work, and each way to wait */

static double
get_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);

  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

NO_INLINE void
do_work (double ms)
{
  double end = get_ms (CLOCK_THREAD_CPUTIME_ID) + ms;

  while (get_ms (CLOCK_THREAD_CPUTIME_ID) < end)
    for (unsigned i = 0; i < 10000; i++)
      sum += i;
}

NO_INLINE void
wait_for_condition (double ms)
{
  struct timespec end;

  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_sec += (long) ms / 1000;
  end.tv_nsec += (long) ms % 1000 * 1000000;
  end.tv_sec += end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  pthread_mutex_lock (&mutex);
  while (pthread_cond_timedwait (&never, &mutex, &end) == 0)
    sum++;
  pthread_mutex_unlock (&mutex);
}

NO_INLINE void
wait_in_poll (double ms)
{
  poll (NULL, 0, (int) ms);
  sum++;
}

NO_INLINE void
wait_in_read (void)
{
  char byte;

  sum += (unsigned long) read (ends[0], &byte, 1);
}

NO_INLINE unsigned
go_down (unsigned depth,
         double   ms)
{
  volatile char room[200];

  room[depth % sizeof room] = (char) depth;
  if (depth == 0)
    do_work (ms);
  else
    sum += go_down (depth - 1, ms);

  return depth + (unsigned) room[depth % sizeof room];
}

static void *
write_bytes (void *data)
{
  /* One byte each time that all the rest has been done. */
  for (;;)
    {
      struct timespec time = { 0, (long) (piece_ms * 1e6) };

      pthread_mutex_lock (&mutex);
      pthread_cond_wait (data, &mutex);
      pthread_mutex_unlock (&mutex);
      nanosleep (&time, NULL);
      (void) !write (ends[1], "", 1);
    }

  return NULL;
}

static double
add_to (int    i,
        double since)
{
  double now = get_ms (CLOCK_MONOTONIC);

  spent[i] += now - since;

  return now;
}

NO_INLINE void
run_kinds (double ms)
{
  static pthread_cond_t begins = PTHREAD_COND_INITIALIZER;
  double end = get_ms (CLOCK_MONOTONIC) + ms;
  pthread_t thread;

  pthread_create (&thread, NULL, write_bytes, &begins);
  pthread_setname_np (thread, "writer");
  usleep (10000);
  while (get_ms (CLOCK_MONOTONIC) < end)
    {
      double now = get_ms (CLOCK_MONOTONIC);

      do_work (piece_ms);
      now = add_to (0, now);
      wait_for_condition (piece_ms);
      now = add_to (1, now);
      wait_in_poll (piece_ms);
      now = add_to (2, now);
      pthread_mutex_lock (&mutex);
      pthread_cond_signal (&begins);
      pthread_mutex_unlock (&mutex);
      wait_in_read ();
      now = add_to (3, now);
    }
  printf ("%.3f %.3f %.3f %.3f\n", spent[0], spent[1], spent[2], spent[3]);
}

NO_INLINE void
run_below_array (double ms,
                 int    is_used)
{
  volatile char array[20480];

  for (unsigned i = 0; i < sizeof array; i += is_used ? 512 : sizeof array)
    array[i] = 1;
  run_kinds (ms);
  sum += (unsigned long) array[0];
}

/* Two processes that wait for one another, as often as they can. */
NO_INLINE void
run_exchange (double ms)
{
  double end = get_ms (CLOCK_MONOTONIC) + ms;
  int back[2];
  char byte = 0;

  if (pipe (back) != 0)
    return;
  if (fork () == 0)
    {
      close (ends[1]);
      while (read (ends[0], &byte, 1) == 1)
        (void) !write (back[1], &byte, 1);
      _exit (0);
    }
  while (get_ms (CLOCK_MONOTONIC) < end)
    {
      (void) !write (ends[1], &byte, 1);
      sum += (unsigned long) read (back[0], &byte, 1);
    }
}

static void *
sleep_thread (void *data)
{
  wait_for_condition (*(double *) data);

  return NULL;
}

static void *
work_thread (void *data)
{
  double start = get_ms (CLOCK_MONOTONIC);

  do_work (*(double *) data);
  printf ("%d %.3f %.3f\n", (int) gettid (), get_ms (CLOCK_THREAD_CPUTIME_ID), get_ms (CLOCK_MONOTONIC) - start);

  return NULL;
}

static void
run_threads (double ms,
             int    n_sleepers,
             int    n_workers)
{
  pthread_t threads[256];
  int n = 0;

  for (int i = 0; i < n_sleepers; i++)
    pthread_create (&threads[n++], NULL, sleep_thread, &ms);
  for (int i = 0; i < n_workers; i++)
    {
      pthread_create (&threads[n], NULL, work_thread, &ms);
      pthread_setname_np (threads[n++], "worker");
    }
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

NO_INLINE void
wait_for_long (void)
{
  usleep (300000);
  sum++;
}

NO_INLINE void
wait_shortly (double ms)
{
  double end = get_ms (CLOCK_MONOTONIC) + ms;

  while (get_ms (CLOCK_MONOTONIC) < end)
    usleep (150);
}

/* Long waits with many short ones between them. */
static void
run_short (void)
{
  double waited = 0;

  for (int i = 0; i < 4; i++)
    {
      double start = get_ms (CLOCK_MONOTONIC);

      wait_for_long ();
      waited += get_ms (CLOCK_MONOTONIC) - start;
      wait_shortly (300);
    }
  printf ("%.3f\n", waited);
}

/* Waits of two lengths, in turn, at two places. */
NO_INLINE void
take_turns (double ms)
{
  double end = get_ms (CLOCK_MONOTONIC) + ms;

  while (get_ms (CLOCK_MONOTONIC) < end)
    {
      double now = get_ms (CLOCK_MONOTONIC);

      do_work (0.5);
      now = add_to (0, now);
      wait_for_condition (piece_ms);
      now = add_to (1, now);
      wait_in_poll (piece_ms / 2);
      now = add_to (2, now);
    }
  printf ("%.3f %.3f %.3f 0\n", spent[0], spent[1], spent[2]);
}

NO_INLINE void
work_first (double ms)
{
  do_work (ms);
  sum++;
}

NO_INLINE void
work_second (double ms)
{
  do_work (ms);
  sum += 2;
}

NO_INLINE void
work_in_kernel (int zero)
{
  static char bytes[8 << 20];

  sum += (unsigned long) read (zero, bytes, sizeof bytes);
}

NO_INLINE void
run_in_kernel (double ms)
{
  double end = get_ms (CLOCK_THREAD_CPUTIME_ID) + ms;
  int zero = open ("/dev/zero", O_RDONLY);

  while (get_ms (CLOCK_THREAD_CPUTIME_ID) < end)
    {
      work_first (1.5);
      for (int i = 0; i < 4; i++)
        work_in_kernel (zero);
      work_second (1.5);
      for (int i = 0; i < 4; i++)
        work_in_kernel (zero);
    }
  close (zero);
}

int
main (int    argc,
      char **argv)
{
  double ms = argc > 2 ? atof (argv[2]) : 1000;

  piece_ms = argc > 3 ? atof (argv[3]) : 20;
  if (argc < 2 || pipe (ends) != 0)
    return 2;
  if (strcmp (argv[1], "kinds") == 0)
    run_kinds (ms);
  else if (strcmp (argv[1], "used") == 0 || strcmp (argv[1], "unused") == 0)
    run_below_array (ms, argv[1][1] == 's');
  else if (strcmp (argv[1], "sleepers") == 0)
    run_threads (ms, 198, 2);
  else if (strcmp (argv[1], "asleep") == 0)
    run_threads (ms, 198, 0);
  else if (strcmp (argv[1], "preempted") == 0)
    run_threads (ms, 0, 4);
  else if (strcmp (argv[1], "short") == 0)
    run_short ();
  else if (strcmp (argv[1], "exchange") == 0)
    run_exchange (ms);
  else if (strcmp (argv[1], "turns") == 0)
    take_turns (ms);
  else if (strcmp (argv[1], "kernel") == 0)
    run_in_kernel (ms);
  else if (strcmp (argv[1], "deep") == 0)
    go_down (100, ms);
  else
    return 2;

  return 0;
}
