/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames of each kind for test-unwind.py: small ones, some of any size, calls from the C library, recursion. */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static volatile int sum;

static int
compare (const void *a,
         const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static __attribute__((noinline)) int
recurse (int n)
{
  int result = n < 2 ? n : recurse (n - 1) + recurse (n - 2);

  sum += n;

  return result;
}

static __attribute__((noinline)) void
sort (int n)
{
  int *numbers = malloc (sizeof *numbers * (size_t) n);

  for (int i = 0; i < n; i++)
    numbers[i] = rand ();
  qsort (numbers, (size_t) n, sizeof *numbers, compare);
  free (numbers);
  sum++;
}

static __attribute__((noinline)) void
use_any_size (int n)
{
  char *bytes = __builtin_alloca (n);

  memset (bytes, 1, (size_t) n);
  sum += bytes[n / 2] + recurse (15);
  sum++;
}

static void *
work (void *data)
{
  for (int k = 0; k < 15; k++)
    {
      sort (60000);
      sum += recurse (22);
      for (int i = 0; i < 30; i++)
        use_any_size (16 + i);
    }

  return data;
}

int
main (void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);

  return 0;
}
