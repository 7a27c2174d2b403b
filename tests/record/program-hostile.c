/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hostile HOW …: what programs do to a recorder.
 * plugins MS A B: loads A, runs its code for MS ms of CPU time, unloads it, and the same with B, at the same address if
 *   the system has it so; prints 1 if it was
 * replace MS A B: loads A, puts the file B in its place, and runs the code of A
 * undumpable MS: forbids that others see its memory
 * forks MS: starts processes that end at once, one after the other, for MS ms
 * names MS KIND: a perf map or jitdump that is "garbage", a "pipe", "huge", "link", or a "dump" of wrong sizes
 * busy MS N: N threads */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NO_INLINE __attribute__ ((noinline, noclone))

static volatile unsigned long sum;
static double ms;

static double
get_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

NO_INLINE void
burn (void)
{
  double end = get_ms (CLOCK_THREAD_CPUTIME_ID) + ms;

  while (get_ms (CLOCK_THREAD_CPUTIME_ID) < end)
    for (unsigned i = 0; i < 10000; i++)
      sum += i;
}

/* Runs the code of a plugin. Returns: where it was */
static void *
run_plugin (void *plugin)
{
  void (*work) (void (*) (void)) = (void (*) (void (*) (void))) dlsym (plugin, "work");

  if (work == NULL)
    exit (3);
  work (burn);
  sum++;

  return (void *) work;
}

static void *
load (const char *path)
{
  void *plugin = dlopen (path, RTLD_NOW | RTLD_LOCAL);

  if (plugin == NULL)
    {
      fprintf (stderr, "%s\n", dlerror ());
      exit (3);
    }

  return plugin;
}

static void
run_plugins (char **paths)
{
  void *places[2];

  for (unsigned i = 0; i < 2; i++)
    {
      void *plugin = load (paths[i]);

      places[i] = run_plugin (plugin);
      dlclose (plugin);
    }
  printf ("%d\n", places[0] == places[1]);
}

static void
run_replaced (char **paths)
{
  void *plugin = load (paths[0]);

  if (rename (paths[1], paths[0]) != 0)
    exit (3);
  run_plugin (plugin);
}

static void
run_forks (void)
{
  double end = get_ms (CLOCK_MONOTONIC) + ms;
  unsigned n = 0;

  while (get_ms (CLOCK_MONOTONIC) < end)
    {
      pid_t pid = fork ();

      if (pid == 0)
        _exit (0);
      if (pid > 0)
        waitpid (pid, NULL, 0);
      n += pid > 0;
    }
  printf ("%u\n", n);
}

static void
write_garbage (FILE *file)
{
  static const char *const lines[] = {
    "", " ", "x", "-1 -1 minus", "0 0 nothing", "0 ffffffffffffffff all", "ffffffffffffffff ffffffffffffffff end",
    "10000000000000000000000 1 long", "7f0000000000 10", "7f0000000000 10 ", "7f0000000000 zz name", "\xff\xfe\x00 10 \xff\xfe",
  };

  for (unsigned i = 0; i < 20000; i++)
    fprintf (file, "%s\n", lines[i % (sizeof lines / sizeof *lines)]);
  for (unsigned i = 0; i < 300000; i++)   /* a line of 300 kB */
    fputc ('a', file);
  fflush (file);
}

/* A dump whose records have wrong sizes, mapped as perf wants it. */
static void
write_dump (void)
{
  char path[64];
  uint32_t header[] = { 0x4a695444, 1, 40, 62, 0, (uint32_t) getpid (), 0, 0, 0, 0 };
  uint32_t records[][4] = { { 0, 0xffffffff, 0, 0 }, { 0, 0, 0, 0 }, { 0, 17, 0, 0 }, { 99, 1 << 30, 0, 0 } };
  int file;

  snprintf (path, sizeof path, "jit-%d.dump", (int) getpid ());
  file = open (path, O_CREAT | O_RDWR | O_TRUNC, 0600);
  if (file < 0 || write (file, header, sizeof header) < 0 || write (file, records, sizeof records) < 0)
    exit (3);
  if (mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED)
    exit (3);
}

static void
run_names (const char *kind)
{
  char path[64];
  FILE *file;

  snprintf (path, sizeof path, "/tmp/perf-%d.map", (int) getpid ());
  unlink (path);
  if (strcmp (kind, "dump") == 0)
    write_dump ();
  else if (strcmp (kind, "pipe") == 0 && mkfifo (path, 0600) != 0)
    exit (3);
  else if (strcmp (kind, "link") == 0 && symlink ("/dev/zero", path) != 0)
    exit (3);
  else if (strcmp (kind, "garbage") == 0 || strcmp (kind, "huge") == 0)
    {
      file = fopen (path, "w");
      if (file == NULL)
        exit (3);
      write_garbage (file);
      if (strcmp (kind, "huge") == 0 && ftruncate (fileno (file), (off_t) 1 << 40) != 0)
        exit (3);
    }
  burn ();
  unlink (path);
}

static void *
burn_cb (void *data)
{
  burn ();

  return data;
}

static void
run_busy (unsigned n)
{
  pthread_t threads[64];

  for (unsigned i = 0; i < n; i++)
    pthread_create (&threads[i], NULL, burn_cb, NULL);
  for (unsigned i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

int
main (int    argc,
      char **argv)
{
  const char *how = argc > 2 ? argv[1] : "";

  ms = argc > 2 ? atof (argv[2]) : 0;
  if (strcmp (how, "plugins") == 0 && argc == 5)
    run_plugins (argv + 3);
  else if (strcmp (how, "replace") == 0 && argc == 5)
    run_replaced (argv + 3);
  else if (strcmp (how, "undumpable") == 0)
    {
      prctl (PR_SET_DUMPABLE, 0);
      burn ();
    }
  else if (strcmp (how, "forks") == 0)
    run_forks ();
  else if (strcmp (how, "names") == 0 && argc == 4)
    run_names (argv[3]);
  else if (strcmp (how, "busy") == 0 && argc == 4)
    run_busy ((unsigned) atoi (argv[3]));
  else
    return 2;

  return 0;
}
