/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long markers take: two million raw ones, a third of them starts and ends, with
 * payloads of 120 bytes. Prints a JSON line for each figure: ns of CPU time a
 * derived marker, the best of several rounds. */

#include "config.h"

#include "bench-report.h"
#include "ful-test-profile.h"

#include "base/ful-memory.h"
#include "markers/find/ful-marker-search.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-label.h"

#include <math.h>

#define N_MARKERS 2000000
#define N_LABELS 100000
#define N_ROUNDS 5

static FulThreadSet *set;
static FulMarkerList *list;

static void
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(FulProfile) profile = NULL;
  guint zero = 0;

  test->builder->profile->meta_json =
    g_strdup ("{\"markerSchema\":[{\"name\":\"T\",\"tableLabel\":\"{marker.data.url} {marker.data.count}\",\"fields\":["
              "{\"key\":\"url\",\"format\":\"url\"},{\"key\":\"count\",\"format\":\"integer\"}]}]}");
  for (guint i = 0; i < N_MARKERS; i++)
    {
      char name[32], payload[200];
      FulMarkerPhase phase = (FulMarkerPhase) g_rand_int_range (rand, 0, 6);

      phase = phase > FUL_MARKER_PHASE_INTERVAL_END ? FUL_MARKER_PHASE_INTERVAL : phase;
      g_snprintf (name, sizeof name, "Name %d", g_rand_int_range (rand, 0, 50));
      g_snprintf (payload, sizeof payload, "{\"type\":\"T\",\"url\":\"https://example.org/a/path/of/some/length/%u.html\","
                  "\"count\":%u,\"innerWindowID\":12345678,\"cause\":{\"stack\":0}}", i % 1000, i);
      ful_test_profile_mark (test, thread, name, phase, i, i + g_rand_double_range (rand, 0, 5), payload);
    }
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
}

static void
derive (void)
{
  g_clear_pointer (&list, ful_marker_list_unref);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
}

static void
find (const char *text)
{
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new (text);
  g_autoptr(GArray) found = ful_marker_search_filter (search, list, NULL, NULL, NULL);

  g_assert_nonnull (found);
}

static void
find_name (void)
{
  find ("name");
}

static void
find_in_payloads (void)
{
  find ("nowhere");
}

static void
lay_out (void)
{
  g_autoptr(GArray) all = ful_marker_search_filter (NULL, list, NULL, NULL, NULL);
  g_autoptr(FulMarkerLanes) lanes = ful_marker_lanes_new (list, all, TRUE, G_MAXUINT, NULL, NULL);

  g_assert_nonnull (lanes);
}

static void
label (void)
{
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);

  for (guint i = 0; i < N_LABELS; i++)
    g_free (ful_marker_labeler_get (labeler, i, FUL_MARKER_LABEL_TABLE));
}

int
main (void)
{
  static const struct { const char *name; void (*run) (void); gboolean is_label; double reference_ns; } cases[] = {
    { "derive markers", derive, FALSE, 100 },
    { "search markers by name", find_name, FALSE, 0 },
    { "search markers in payloads", find_in_payloads, FALSE, 0 },
    { "lay out markers", lay_out, FALSE, 200 },
    { "label a marker", label, TRUE, 0 },
  };

  ful_memory_init ();
  make_profile ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *input = NULL;
      double best = INFINITY;

      for (guint round = 0; round < N_ROUNDS; round++)
        {
          double start = bench_cpu_ms ();

          cases[i].run ();
          best = fmin (best, bench_cpu_ms () - start);
        }
      input = g_strdup_printf ("%u markers", list->n_markers);
      bench_report (cases[i].name, best * 1e6 / (cases[i].is_label ? N_LABELS : list->n_markers), "ns", input,
                    cases[i].reference_ns);
    }
  ful_marker_list_unref (list);
  ful_thread_set_unref (set);

  return 0;
}
