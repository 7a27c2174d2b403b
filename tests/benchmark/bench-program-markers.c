/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a marker costs the program that says it: without a recorder, while it pauses, and recorded, with a text and with
 * fields. Prints a JSON line for each figure: ns of CPU time a marker, the best of several rounds. */

#include "config.h"

#include "bench-report.h"
#include "markers/ful-record-ring-file.h"
#include "markers/ful-record-ring-folder.h"

#include "fulgens-marker.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_ROUNDS 7
#define N_IDLE 10000000
#define N_RECORDED 4000     /* of one round; they fit into the ring */
#define RING_BYTES (1u << 20)

static FulRecordRingFile ring;

static void
say_text (void)
{
  fulgens_marker_instant ("Category", "name", "a text of some length");
}

static void
say_fields (void)
{
  FulgensField fields[] = { fulgens_text ("path", "/a/path/to/a/file"), fulgens_int ("line", 5), fulgens_bytes ("size", 4096),
                            fulgens_duration ("took", 1.5) };

  fulgens_marker_interval_fields ("Category", "name", 1, 2, fields, G_N_ELEMENTS (fields));
}

static void
read_ring (void)
{
  FulBytes bytes = { NULL };

  if (ring.n_bytes > 0)
    ful_record_ring_file_consume (&ring, ful_record_ring_file_read (&ring, &bytes));
  ful_bytes_clear (&bytes);
}

static void
measure (const char *name,
         void      (*say) (void),
         guint       n,
         double      most)
{
  double best = G_MAXDOUBLE;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin, took;

      read_ring ();
      begin = bench_cpu_ms ();
      for (guint i = 0; i < n; i++)
        say ();
      took = (bench_cpu_ms () - begin) * 1e6 / n;
      best = MIN (best, took);
    }
  bench_report (name, best, "ns", "a marker", most);
}

int
main (void)
{
  g_autoptr(FulRecordRingFolder) folder = NULL;
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) names = NULL;

  g_unsetenv ("FULGENS_MARKERS");
  if (fork () == 0)
    {
      measure ("marker-no-recorder", say_text, N_IDLE, 10);
      fflush (stdout);
      _exit (0);
    }
  wait (NULL);

  folder = ful_record_ring_folder_new (RING_BYTES, &error);
  g_assert_no_error (error);
  g_setenv ("FULGENS_MARKERS", folder->path, TRUE);
  fulgens_marker_instant (NULL, "first", NULL);
  names = ful_record_ring_folder_list (folder, FUL_RECORD_RINGS_OF_MARKERS);
  if (names[0] == NULL || !ful_record_ring_file_open (&ring, folder->file, names[0], folder->capture))
    return 1;
  measure ("marker-text", say_text, N_RECORDED, 1000);
  measure ("marker-fields", say_fields, N_RECORDED, 1000);
  if (ring.n_dropped > 0)
    return 1;   /* it was not recorded */
  ful_record_ring_file_set_off (&ring, TRUE);
  measure ("marker-paused", say_text, N_IDLE, 10);
  ful_record_ring_file_close (&ring);

  return 0;
}
