/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What it costs to read numbers of a long JSON text ahead on another processor, beside reading it on one: CPU time and page
 * faults of the process, CPU time of the thread that reads the document, and time by the clock, which means nothing where
 * the machine has other work. Medians of rounds in turns. Prints a JSON line for each figure; fails if CPU time or page
 * faults are more than they may be. */

#include "config.h"

#include "bench-report.h"

#include "base/ful-memory.h"
#include "io/raw/ful-raw-ahead.h"
#include "io/raw/ful-raw-tree.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define N_ROUNDS 7
#define N_THREADS 4
#define N_SAMPLES 1000000
/* Of reading alone: copies of numbers from one processor to another. Opening a file does more than that. */
#define MAX_CPU 1.2
#define MAX_FAULTS 1.1

typedef enum { CPU, READER, CLOCK, FAULTS, N_FIGURES } Figure;

/* Samples of several threads, as most bytes of a long profile. */
static GBytes *
make_text (void)
{
  GString *text = g_string_sized_new (N_THREADS * (gsize) N_SAMPLES * 24);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  g_string_append (text, "{\"threads\":[");
  for (guint t = 0; t < N_THREADS; t++)
    {
      g_string_append (text, t > 0 ? ",{\"stack\":[0" : "{\"stack\":[0");
      for (guint i = 1; i < N_SAMPLES; i++)
        g_string_append_printf (text, ",%d", g_rand_int_range (rand, 0, 300000));
      g_string_append (text, "],\"timeDeltas\":[0");
      for (guint i = 1; i < N_SAMPLES; i++)
        g_string_append_printf (text, ",1.%03d", g_rand_int_range (rand, 0, 1000));
      g_string_append (text, "],\"threadCPUDelta\":[null");
      for (guint i = 1; i < N_SAMPLES; i++)
        g_string_append_printf (text, ",%d", g_rand_int_range (rand, 0, 1200000));
      g_string_append (text, "]}");
    }
  g_string_append (text, "]}");

  return g_string_free_to_bytes (text);
}

static void
add_figures (double figures[N_FIGURES],
             double sign)
{
  struct timespec now;
  struct rusage usage;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  getrusage (RUSAGE_SELF, &usage);
  figures[CPU] += sign * bench_cpu_ms ();
  figures[READER] += sign * (now.tv_sec * 1e3 + now.tv_nsec / 1e6);
  figures[CLOCK] += sign * g_get_monotonic_time () / 1e3;
  figures[FAULTS] += sign * usage.ru_minflt;
}

static void
measure (GBytes *text,
         guint   n_threads,
         double  figures[N_FIGURES])
{
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_bytes (text);
  guint64 bytes_read;
  FulByteStream *stream;
  FulRawTree *tree = ful_raw_tree_new ();
  FulJsonReader reader;
  FulRawAhead *ahead;

  add_figures (figures, -1);
  stream = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, NULL);
  ful_json_reader_init_stream (&reader, stream, NULL);
  ahead = ful_raw_ahead_new (stream, &reader, n_threads, 1);
  g_assert_nonnull (ful_raw_tree_read (tree, &reader, FALSE));
  ful_json_reader_clear (&reader);
  ful_raw_ahead_free (ahead);
  ful_byte_stream_free (stream);
  add_figures (figures, 1);

  ful_raw_tree_free (tree);
  ful_memory_give_back ();
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

int
main (void)
{
  static const struct { const char *name, *unit; double limit; } kinds[N_FIGURES] = {
    [CPU] = { "ahead: CPU time", "ms", MAX_CPU },
    [READER] = { "ahead: CPU time of the reader", "ms", 0 },
    [CLOCK] = { "ahead: time by the clock", "ms", 0 },
    [FAULTS] = { "ahead: page faults", "faults", MAX_FAULTS },
  };
  g_autoptr(GBytes) text = NULL;
  double values[2][N_FIGURES][N_ROUNDS];
  int status = EXIT_SUCCESS;

  ful_memory_init ();
  text = make_text ();
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint n_threads = 0; n_threads < 2; n_threads++)
      {
        double figures[N_FIGURES] = { 0 };

        measure (text, n_threads, figures);
        for (guint i = 0; i < N_FIGURES; i++)
          values[n_threads][i][round] = figures[i];
      }

  for (guint i = 0; i < N_FIGURES; i++)
    {
      for (guint n_threads = 0; n_threads < 2; n_threads++)
        qsort (values[n_threads][i], N_ROUNDS, sizeof (double), compare);
      bench_report (kinds[i].name, values[1][i][N_ROUNDS / 2], kinds[i].unit, "4 million samples", values[0][i][N_ROUNDS / 2]);
      if (kinds[i].limit > 0 && values[1][i][N_ROUNDS / 2] > kinds[i].limit * values[0][i][N_ROUNDS / 2])
        status = EXIT_FAILURE;
    }

  return status;
}
