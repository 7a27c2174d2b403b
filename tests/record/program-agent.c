/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an agent in a program may meet: program-agent HOW. "masked": all signals are blocked, and have their default back.
 * "other-stack": one works on a stack that it has made. "clone": a thread that was not made by pthread_create(). "exec": works, and
 * executes itself. "loaded FILE": works in a library that is loaded later. "leave": threads that end in all ways. Prints
 * CPU time of the main thread in ns. */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline, noclone))
#define STACK_BYTES (256 << 10)

static volatile unsigned sink;

static unsigned long long
get_cpu (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (unsigned long long) time.tv_sec * 1000000000 + (unsigned long long) time.tv_nsec;
}

NOINLINE void work (unsigned ms);
NOINLINE void work_apart (void);
NOINLINE void work_masked (void);

void
work (unsigned ms)
{
  unsigned long long end = get_cpu () + ms * 1000000ull;

  while (get_cpu () < end)
    for (unsigned i = 0; i < 20000; i++)
      sink = sink * 31 + i;
}

void
work_masked (void)
{
  work (300);
  sink++;
}

static ucontext_t of_main, apart;

void
work_apart (void)
{
  work (300);
  sink++;
}

static void
run_apart (void)
{
  getcontext (&apart);
  apart.uc_stack.ss_sp = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  apart.uc_stack.ss_size = STACK_BYTES;
  apart.uc_link = &of_main;
  makecontext (&apart, work_apart, 0);
  swapcontext (&of_main, &apart);
}

static void
run_masked (void)
{
  sigset_t all;

  sigfillset (&all);
  for (int i = 1; i < NSIG; i++)
    signal (i, SIG_DFL);
  sigprocmask (SIG_SETMASK, &all, NULL);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  work_masked ();
}

static int
run_clone (void *data)
{
  (void) data;
  usleep (400000);

  return 0;
}

static void *
leave (void *data)
{
  work (150);
  if (data == (void *) 1)
    pthread_exit (NULL);
  if (data == (void *) 2)
    for (;;)
      usleep (1000);   /* until it is cancelled */

  return NULL;
}

static void
run_leaving (void)
{
  pthread_t threads[3];

  for (size_t i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, leave, (void *) i);
  usleep (600000);
  pthread_cancel (threads[2]);
  for (size_t i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
}

/* Each prints its CPU time, and calls no destructors. */
static void
run_children (void)
{
  for (int i = 0; i < 20; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          work (11);
          dprintf (STDOUT_FILENO, "%llu\n", get_cpu ());
          _exit (0);
        }
      waitpid (child, NULL, 0);
    }
}

int
main (int    argc,
      char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";

  if (strcmp (how, "masked") == 0)
    run_masked ();
  else if (strcmp (how, "other-stack") == 0)
    run_apart ();
  else if (strcmp (how, "clone") == 0)
    {
      char *stack = malloc (STACK_BYTES);

      clone (run_clone, stack + STACK_BYTES, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, NULL);
      usleep (600000);
    }
  else if (strcmp (how, "exec") == 0)
    {
      work (200);
      execl (argv[0], argv[0], "again", (char *) NULL);
    }
  else if (strcmp (how, "again") == 0)
    work (200);
  else if (strcmp (how, "loaded") == 0)
    {
      void *library = dlopen (argv[2], RTLD_NOW);
      void (*run) (void) = library ? (void (*) (void)) dlsym (library, "work_loaded") : NULL;

      if (run == NULL)
        return 1;
      run ();
    }
  else if (strcmp (how, "leave") == 0)
    run_leaving ();
  else if (strcmp (how, "children") == 0)
    run_children ();
  else if (strcmp (how, "first-leaves") == 0)
    {
      pthread_t thread;

      pthread_create (&thread, NULL, leave, NULL);
      work (50);
      pthread_exit (NULL);
    }
  else if (strcmp (how, "named") == 0)
    {
      work (200);
      prctl (PR_SET_NAME, "worker");
      work (100);
    }
  printf ("%llu\n", get_cpu ());

  return 0;
}
