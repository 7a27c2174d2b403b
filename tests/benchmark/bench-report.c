/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "bench-report.h"

#include <stdio.h>
#include <time.h>

/* Returns: the CPU time (ms) that the process has used so far */
double
bench_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);

  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* Prints a figure as a JSON line, and what it is to be compared with: @reference, 0 for none. */
void
bench_report (const char *name,
              double      value,
              const char *unit,
              const char *input,
              double      reference)
{
  printf ("{\"name\": \"%s\", \"value\": %.3f, \"unit\": \"%s\", \"input\": \"%s\"", name, value, unit, input);
  if (reference > 0)
    printf (", \"reference\": %.3f, \"ratio\": %.3f", reference, value / reference);
  printf ("}\n");
}
