/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Says markers of each kind: program-markers HOW [N [MS]]. Prints what it said. */

#include "fulgens-marker.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define N_THREADS 4

static int n_each = 1000;
static int lasts_ms;

static void
sleep_ms (long ms)
{
  struct timespec time;

  /* Until a time: what is left of a duration has the kernel's slack again, as much as a timer of run_signals() lets pass. */
  clock_gettime (CLOCK_MONOTONIC, &time);
  time.tv_sec += ms / 1000;
  time.tv_nsec += ms % 1000 * 1000000;
  if (time.tv_nsec >= 1000000000)
    {
      time.tv_sec++;
      time.tv_nsec -= 1000000000;
    }
  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0)
    ;
}

static void
say_fields (void)
{
  FulgensField fields[8];
  uint64_t start = fulgens_marker_now ();

  fields[0] = fulgens_text ("path", "a \"quoted\" \xc3\xa4 text");
  fields[1] = fulgens_int ("number", INT64_C (-9007199254740993));
  fields[2] = fulgens_number ("ratio", 0.125);
  fields[3] = fulgens_bytes ("size", 1 << 20);
  fields[4] = fulgens_duration ("took", 12.5);
  fields[5] = fulgens_percent ("done", 0.75);
  fields[6] = fulgens_url ("page", "https://example.org/");
  fields[7] = fulgens_text ("nothing", NULL);
  fulgens_marker_instant ("Network", "plain", NULL);
  fulgens_marker_instant (NULL, "said", "a text");
  fulgens_marker_interval ("Disk", "span", start, start + 5000000, "five \xff ms");
  fulgens_marker_instant_fields ("Network", "all", fields, 8);
  fulgens_marker_interval_fields ("Network", "load", start, start + 2500000, fields, 2);
  fields[0] = fulgens_int ("path", 7);
  fulgens_marker_instant_fields ("Network", "all", fields, 1);
  fulgens_marker_thread_name ("named");
  for (int i = 0; i <= 10; i++)
    {
      fulgens_marker_counter ("Queue", "length", "", i % 4);
      fulgens_marker_counter ("Memory", "arena", "bytes", 4096.0 * i);
      sleep_ms (30);
    }
}

/* Texts and fields that are too long, too many, or none. */
static void
say_much (void)
{
  static char text[100001];
  FulgensField fields[40];

  memset (text, 'x', sizeof text - 1);
  fulgens_marker_instant ("Long", "long", text);
  text[4095] = '\xc3';
  text[4096] = '\xa4';
  fulgens_marker_instant ("Long", "cut", text);
  for (int i = 0; i < 40; i++)
    fields[i] = fulgens_text ("same", text);
  fulgens_marker_instant_fields ("Long", "many", fields, 40);   /* lost */
  fulgens_marker_instant_fields ("Long", "large", fields, 5);   /* lost */
  fulgens_marker_instant_fields ("Long", "twice", fields, 2);
  fulgens_marker_instant ("", "", "");
  fulgens_marker_instant (NULL, NULL, NULL);
}

static void *
say_many (void *data)
{
  int thread = *(int *) data;

  for (int i = 0; i < n_each; i++)
    {
      FulgensField fields[2];

      fields[0] = fulgens_int ("thread", thread);
      fields[1] = fulgens_int ("i", i);
      fulgens_marker_instant_fields ("Many", "tick", fields, 2);
    }
  sleep_ms (lasts_ms);

  return NULL;
}

static void
run_threads (void)
{
  pthread_t threads[N_THREADS];
  int numbers[N_THREADS];

  for (int i = 0; i < N_THREADS; i++)
    {
      numbers[i] = i;
      pthread_create (&threads[i], NULL, say_many, &numbers[i]);
    }
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
}

/* A tree: each process says who it is; the last ones execute this program again. */
static void
run_family (const char *self)
{
  fulgens_marker_instant ("Family", "parent", NULL);
  for (int i = 0; i < 3; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          char text[32];

          snprintf (text, sizeof text, "child %d", i);
          fulgens_marker_instant ("Family", "child", text);
          execl (self, self, "once", (char *) NULL);
          _exit (1);
        }
      waitpid (child, NULL, 0);
    }
  fulgens_marker_instant ("Family", "parent again", NULL);
  clearenv ();
  if (fork () == 0)
    {
      fulgens_marker_instant ("Family", "after clearing", NULL);
      _exit (0);
    }
  wait (NULL);
}

static volatile sig_atomic_t n_handled;

static void
handle (int number)
{
  FulgensField field = fulgens_int ("n", n_handled);

  (void) number;
  fulgens_marker_instant_fields ("Signals", "handled", &field, 1);
  n_handled++;
}

/* Markers in a handler that interrupts the writing of others. */
static void
run_signals (void)
{
  struct sigaction action;
  timer_t timer;
  struct itimerspec each = { { 0, 50000 }, { 0, 50000 } };
  int n = 0;

  memset (&action, 0, sizeof action);
  action.sa_handler = handle;
  sigaction (SIGALRM, &action, NULL);
  fulgens_marker_instant ("Signals", "first", NULL);
  timer_create (CLOCK_MONOTONIC, NULL, &timer);
  timer_settime (timer, 0, &each, NULL);
  for (; n_handled < n_each; n++)
    {
      if (n % 512 == 511)
        sleep_ms (1);   /* what is not read yet has room */
      fulgens_marker_instant ("Signals", "written", NULL);
    }
  timer_delete (timer);
  printf ("%d %d\n", n, (int) n_handled);
}

int
main (int    argc,
      char **argv)
{
  const char *how = argc > 1 ? argv[1] : "fields";

  if (argc > 2)
    n_each = atoi (argv[2]);
  if (argc > 3)
    lasts_ms = atoi (argv[3]);
  if (strcmp (how, "closed") == 0)   /* as a daemon does */
    {
      fulgens_marker_instant ("Daemon", "before", NULL);
      for (int file = 3; file < 256; file++)
        close (file);
      fulgens_marker_instant ("Daemon", "after", NULL);
    }
  else if (strcmp (how, "fields") == 0)
    say_fields ();
  else if (strcmp (how, "much") == 0)
    say_much ();
  else if (strcmp (how, "threads") == 0)
    run_threads ();
  else if (strcmp (how, "family") == 0)
    run_family (argv[0]);
  else if (strcmp (how, "once") == 0)
    fulgens_marker_instant ("Family", "executed", NULL);
  else if (strcmp (how, "signals") == 0)
    run_signals ();
  else if (strcmp (how, "killed") == 0)
    {
      fulgens_marker_instant ("Daemon", "last words", NULL);
      raise (SIGKILL);
    }
  else if (strcmp (how, "active") == 0)   /* prints who it is, and when it changes */
    for (int was = -1, i = 0; i < 20000; i++)
      {
        if (fulgens_marker_active () != was)
          {
            was = fulgens_marker_active ();
            printf ("%d %d\n", (int) getpid (), was);
            fflush (stdout);
          }
        fulgens_marker_instant ("Active", "turn", NULL);
        sleep_ms (1);
      }

  return 0;
}
