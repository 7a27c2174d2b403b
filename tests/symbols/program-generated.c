/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that generates a function while it runs, and names it for perf. For test-unwind.py; x86-64. */

#define _GNU_SOURCE

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int
main (void)
{
  /* push %rbp; mov %rsp,%rbp; mov $100000000,%ecx; 1: dec %ecx; jnz 1b; pop %rbp; ret */
  static const unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0xb9, 0x00, 0xe1, 0xf5, 0x05, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3 };
  void *memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void (*function) (void);
  char path[64];
  FILE *map;

  snprintf (path, sizeof path, "/tmp/perf-%d.map", (int) getpid ());
  map = fopen (path, "w");
  if (memory == MAP_FAILED || map == NULL)
    return 1;

  fprintf (map, "%lx %zx generated loop\n", (unsigned long) memory, sizeof code);
  fclose (map);
  memcpy (memory, code, sizeof code);
  memcpy (&function, &memory, sizeof function);
  for (int i = 0; i < 5; i++)
    function ();
  puts (path);

  return 0;
}
