/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long markers take: two million raw ones, a third of them starts and ends, with
 * payloads of 120 bytes. Prints a JSON line for each figure: ns of CPU time a
 * derived marker, the best of several rounds. Fails if a text for display costs more
 * than MAX_PRINTS times what g_strdup_printf() of a label costs in the same rounds. */

#include "config.h"

#include "bench-report.h"
#include "ful-test-profile.h"

#include "base/ful-memory.h"
#include "markers/find/ful-marker-field-column.h"
#include "markers/find/ful-marker-search.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/list/ful-marker-label.h"

#include <math.h>
#include <stdlib.h>

#define N_MARKERS 2000000
#define N_TEXTS 100000
#define N_ROUNDS 5
#define N_TEXT_ROUNDS 15
#define MAX_PRINTS 3.2

#define URL "https://example.org/a/path/of/some/length/%u.html"

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
    g_strdup ("{\"markerSchema\":[{\"name\":\"T\",\"tableLabel\":\"{marker.data.url} {marker.data.count}\","
                 "\"tooltipLabel\":\"{marker.name} {marker.start} {marker.duration}\",\"fields\":["
              "{\"key\":\"url\",\"format\":\"url\"},{\"key\":\"count\",\"format\":\"integer\"}]}]}");
  for (guint i = 0; i < N_MARKERS; i++)
    {
      char name[32], payload[200];
      FulMarkerPhase phase = (FulMarkerPhase) g_rand_int_range (rand, 0, 6);

      phase = phase > FUL_MARKER_PHASE_INTERVAL_END ? FUL_MARKER_PHASE_INTERVAL : phase;
      g_snprintf (name, sizeof name, "Name %d", g_rand_int_range (rand, 0, 50));
      g_snprintf (payload, sizeof payload, "{\"type\":\"T\",\"url\":\"" URL "\","
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

/* What a label costs whose values are at hand. */
static void
print (void)
{
  for (guint i = 0; i < N_TEXTS; i++)
    g_free (g_strdup_printf (URL " %u,%03u", i % 1000, i / 1000, i % 1000));
}

static void
label (FulMarkerLabelKind kind)
{
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);

  for (guint i = 0; i < N_TEXTS; i++)
    g_free (ful_marker_labeler_get (labeler, i, kind));
}

static void
label_of_fields (void)
{
  label (FUL_MARKER_LABEL_TABLE);
}

static void
label_of_times (void)
{
  label (FUL_MARKER_LABEL_TOOLTIP);
}

static void
field (void)
{
  g_autoptr(FulMarkerFieldColumn) column = ful_marker_field_column_new (list, "count");

  for (guint i = 0; i < N_TEXTS; i++)
    g_free (ful_marker_field_column_dup_text (column, i));
}

static double
measure (void (*run) (void))
{
  double start = bench_cpu_ms ();

  run ();

  return bench_cpu_ms () - start;
}

/* Returns: whether none costs too much */
static gboolean
compare_texts (void)
{
  static const struct { const char *name; void (*run) (void); } texts[] = {
    { "label a marker by fields", label_of_fields }, { "label a marker by times", label_of_times }, { "text of a field", field },
  };
  double best[G_N_ELEMENTS (texts)], best_print = INFINITY;
  gboolean ok = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    best[i] = INFINITY;
  for (guint round = 0; round < N_TEXT_ROUNDS; round++)
    {
      best_print = fmin (best_print, measure (print));
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        best[i] = fmin (best[i], measure (texts[i].run));
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      bench_report (texts[i].name, best[i] * 1e6 / N_TEXTS, "ns", "payloads of 120 bytes", best_print * 1e6 / N_TEXTS);
      ok &= best[i] <= MAX_PRINTS * best_print;
    }

  return ok;
}

int
main (void)
{
  static const struct { const char *name; void (*run) (void); double reference_ns; } cases[] = {
    { "derive markers", derive, 100 },
    { "search markers by name", find_name, 0 },
    { "search markers in payloads", find_in_payloads, 0 },
    { "lay out markers", lay_out, 200 },
  };
  gboolean ok;

  ful_memory_init ();
  make_profile ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *input = NULL;
      double best = INFINITY;

      for (guint round = 0; round < N_ROUNDS; round++)
        best = fmin (best, measure (cases[i].run));
      input = g_strdup_printf ("%u markers", list->n_markers);
      bench_report (cases[i].name, best * 1e6 / list->n_markers, "ns", input, cases[i].reference_ns);
    }
  ok = compare_texts ();
  ful_marker_list_unref (list);
  ful_thread_set_unref (set);

  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
