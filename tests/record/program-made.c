/* SPDX-License-Identifier: GPL-3.0-or-later */

/* made HOW MS: calls code that it has generated, each piece for MS ms of CPU time, and names it for perf. HOW: "map" as
 * /tmp/perf-PID.map, "dump" as ./jit-PID.dump. The pieces: made_with keeps a frame pointer; made_without is like the
 * trampolines of Python; made_later has the place of the first one. For x86-64. */

#define _GNU_SOURCE

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define NO_INLINE __attribute__ ((noinline, noclone))

static volatile unsigned long sum;
static FILE *file;
static int is_dump;
static double ms;

static uint64_t
get_ns (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);

  return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_nsec;
}

NO_INLINE void
burn (void)
{
  uint64_t end = get_ns (CLOCK_THREAD_CPUTIME_ID) + (uint64_t) (ms * 1e6);

  while (get_ns (CLOCK_THREAD_CPUTIME_ID) < end)
    for (unsigned i = 0; i < 10000; i++)
      sum += i;
}

static void
put (uint64_t number,
     size_t   n)
{
  fwrite (&number, n, 1, file);
}

static void
open_names (void)
{
  char path[64];

  is_dump ? snprintf (path, sizeof path, "jit-%d.dump", (int) getpid ()) : snprintf (path, sizeof path, "/tmp/perf-%d.map", (int) getpid ());
  file = fopen (path, "w+");
  if (file == NULL)
    exit (2);
  if (!is_dump)
    return;

  mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno (file), 0);
  put (0x4a695444, 4);
  put (1, 4);
  put (40, 4);
  put (62, 4);
  put (0, 4);
  put ((uint64_t) getpid (), 4);
  put (get_ns (CLOCK_MONOTONIC), 8);
  put (0, 8);
  fflush (file);
}

static void
name_code (const void *code,
           size_t      n,
           const char *name)
{
  static uint64_t index;

  if (is_dump)
    {
      put (0, 4);
      put (16 + 40 + strlen (name) + 1 + n, 4);
      put (get_ns (CLOCK_MONOTONIC), 8);
      put ((uint64_t) getpid (), 4);
      put ((uint64_t) gettid (), 4);
      put ((uintptr_t) code, 8);
      put ((uintptr_t) code, 8);
      put (n, 8);
      put (index++, 8);
      fwrite (name, strlen (name) + 1, 1, file);
      fwrite (code, n, 1, file);
    }
  else
    fprintf (file, "%lx %zx %s\n", (unsigned long) (uintptr_t) code, n, name);
  fflush (file);
}

NO_INLINE void
call (char *code)
{
  ((void (*) (void (*) (void))) (uintptr_t) code) (burn);
  sum++;
}

int
main (int    argc,
      char **argv)
{
  static const unsigned char with[] = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3 };
  static const unsigned char without[] = { 0x48, 0x83, 0xec, 0x08, 0xff, 0xd7, 0x48, 0x83, 0xc4, 0x08, 0xc3 };
  char *code = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (argc < 3 || code == MAP_FAILED)
    return 2;
  is_dump = strcmp (argv[1], "dump") == 0;
  ms = atof (argv[2]);
  memcpy (code, with, sizeof with);
  memcpy (code + 64, without, sizeof without);
  open_names ();
  name_code (code, sizeof with, "made_with");
  call (code);
  name_code (code + 64, sizeof without, "made_without");
  call (code + 64);
  usleep (300000);
  memcpy (code, without, sizeof without);
  name_code (code, sizeof without, "made_later");
  usleep (300000);
  call (code);

  return 0;
}
