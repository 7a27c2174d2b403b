/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A C program with inlined functions and a nested function. */

volatile int sink;

static inline __attribute__ ((always_inline)) int
leaf (int x)
{
  sink = x;
  return sink * x;
}

static inline __attribute__ ((always_inline)) int
middle (int x)
{
  int sum = 0;

  for (int i = 0; i < x; i++)
    sum += leaf (i);
  return sum + leaf (x);
}

__attribute__ ((noinline)) int
work (int x)
{
  return middle (x) + middle (sink);
}

int
main (int argc, char **argv)
{
  return work (argc) + leaf ((int) (argv[0] != 0));
}
