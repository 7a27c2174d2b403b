/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/find/ful-marker-statistics.h"

#include <math.h>

typedef struct
{
  const char     *name;
  FulMarkerPhase  phase;
  double          start;
  double          end;
  const char     *payload;
} Mark;

static const char meta[] =
  "{\"markerSchema\":[{\"name\":\"T\",\"fields\":[{\"key\":\"size\",\"format\":\"bytes\"},"
  "{\"key\":\"what\",\"format\":\"string\"},{\"key\":\"share\",\"format\":\"percentage\"},"
  "{\"key\":\"when\",\"format\":\"time\"}]},"
  "{\"name\":\"U\",\"fields\":[{\"key\":\"size\",\"format\":\"integer\"}]}]}";

static FulMarkerStatistics *
make_statistics (const Mark    *marks,
                 guint          n_marks,
                 GCancellable  *cancellable,
                 GError       **error)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  guint zero = 0;

  test->builder->profile->meta_json = g_strdup (meta);
  for (guint i = 0; i < n_marks; i++)
    ful_test_profile_mark (test, thread, marks[i].name, marks[i].phase, marks[i].start, marks[i].end, marks[i].payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (all, i);

  return ful_marker_statistics_new (list, all, cancellable, error);
}

/* "name count: key n sum mean median p95 min max; …" for each name; "-" is the duration. */
static char *
to_text (FulMarkerStatistics *statistics)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < statistics->rows->len; i++)
    {
      const FulMarkerSummary *row = &g_array_index (statistics->rows, FulMarkerSummary, i);

      g_string_append_printf (text, "%s %u:", row->name, row->n_markers);
      for (guint k = 0; k < row->figures->len; k++)
        {
          const FulMarkerFigures *figures = &g_array_index (row->figures, FulMarkerFigures, k);

          g_string_append_printf (text, " %s %u %g %g %g %g %g %g;", figures->key ? figures->key : "-", figures->n,
                                  figures->sum, figures->mean, figures->median, figures->p95, figures->min,
                                  figures->max);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_names_and_fields (void)
{
  static const Mark marks[] = {
    { "a", FUL_MARKER_PHASE_INTERVAL, 0, 4, "{\"type\":\"T\",\"size\":10,\"what\":\"7\",\"when\":5}" },
    { "a", FUL_MARKER_PHASE_INTERVAL, 1, 2, "{\"type\":\"T\",\"size\":\"x\",\"share\":0.5}" },
    { "a", FUL_MARKER_PHASE_INTERVAL, 2, 3, "{\"type\":\"U\",\"size\":3}" },
    { "a", FUL_MARKER_PHASE_INSTANT, 2, NAN, "{\"type\":\"T\",\"size\":30}" },
    { "b", FUL_MARKER_PHASE_INSTANT, 2, NAN, NULL },
    { "d", FUL_MARKER_PHASE_INTERVAL_START, 0, NAN, NULL },   /* has no end: its duration is not known */
    { "c", FUL_MARKER_PHASE_INTERVAL, 0, 50, NULL },
  };
  g_autoptr(FulMarkerStatistics) statistics = make_statistics (marks, G_N_ELEMENTS (marks), NULL, NULL);
  g_autofree char *text = to_text (statistics);

  g_assert_cmpstr (text, ==,
                   "c 1: - 1 50 50 50 50 50 50;\n"
                   "a 4: - 3 6 2 1 4 1 4; size 2 40 20 20 30 10 30; share 1 0.5 0.5 0.5 0.5 0.5 0.5;"
                   " size 1 3 3 3 3 3 3;\n"
                   "b 1:\n"
                   "d 1:\n");
}

/* Names in order, fields below theirs. */
static void
test_sort (void)
{
  static const Mark marks[] = {
    { "b", FUL_MARKER_PHASE_INTERVAL, 0, 4, "{\"type\":\"T\",\"size\":10}" },
    { "c", FUL_MARKER_PHASE_INTERVAL, 1, 2, NULL },
    { "c", FUL_MARKER_PHASE_INTERVAL, 1, 6, NULL },
    { "a", FUL_MARKER_PHASE_INSTANT, 2, NAN, "{\"type\":\"T\",\"size\":30}" },
  };
  static const struct { FulMarkerFigure order; gboolean descending; const char *expected; } cases[] = {
    { FUL_MARKER_FIGURE_NAME, FALSE, "a a.size b b.size c " }, { FUL_MARKER_FIGURE_NAME, TRUE, "c b b.size a a.size " },
    { FUL_MARKER_FIGURE_COUNT, TRUE, "c b b.size a a.size " }, { FUL_MARKER_FIGURE_COUNT, FALSE, "b b.size a a.size c " },
    { FUL_MARKER_FIGURE_SUM, TRUE, "c b b.size a a.size " }, { FUL_MARKER_FIGURE_MEAN, TRUE, "b b.size c a a.size " },
    { FUL_MARKER_FIGURE_MAX, FALSE, "a a.size b b.size c " }, { FUL_MARKER_FIGURE_MEDIAN, FALSE, "a a.size c b b.size " },
    { FUL_MARKER_FIGURE_P95, TRUE, "c b b.size a a.size " },
  };
  g_autoptr(FulMarkerStatistics) statistics = make_statistics (marks, G_N_ELEMENTS (marks), NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GArray) lines = ful_marker_statistics_sort (statistics, cases[i].order, cases[i].descending);
      g_autoptr(GString) text = g_string_new (NULL);

      for (guint k = 0; k < lines->len; k++)
        {
          const FulMarkerStatisticsLine *line = &g_array_index (lines, FulMarkerStatisticsLine, k);
          const FulMarkerSummary *row = &g_array_index (statistics->rows, FulMarkerSummary, line->summary);

          g_string_append (text, row->name);
          if (line->figures >= 0)
            g_string_append_printf (text, ".%s", g_array_index (row->figures, FulMarkerFigures, line->figures).key);
          g_string_append_c (text, ' ');
        }
      g_assert_cmpstr (text->str, ==, cases[i].expected);
    }
}

/* Against definitions that count instead of sorting. */
static void
test_random (void)
{
  for (guint round = 0; round < 50; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 60);
      g_autofree Mark *marks = g_new0 (Mark, n);
      g_autofree double *values = g_new (double, n);
      g_autoptr(FulMarkerStatistics) statistics = NULL;
      const FulMarkerFigures *figures;
      double sum = 0;
      guint not_above = 0, below = 0, below_median = 0, above_median = 0;

      for (guint i = 0; i < n; i++)
        {
          values[i] = g_test_rand_int_range (0, 20);
          sum += values[i];
          marks[i] = (Mark) { "a", FUL_MARKER_PHASE_INTERVAL, i, i + values[i], NULL };
        }
      statistics = make_statistics (marks, n, NULL, NULL);
      figures = ful_marker_summary_get_durations (&g_array_index (statistics->rows, FulMarkerSummary, 0));
      g_assert_cmpuint (figures->n, ==, n);
      g_assert_cmpfloat (figures->sum, ==, sum);
      for (guint i = 0; i < n; i++)
        {
          not_above += values[i] <= figures->p95;
          below += values[i] < figures->p95;
          below_median += values[i] < figures->median;
          above_median += values[i] > figures->median;
        }
      g_assert_cmpuint (not_above * 100, >=, n * 95);
      g_assert_cmpuint (below * 100, <, n * 95);
      g_assert_cmpuint (below_median * 2, <=, n);
      g_assert_cmpuint (above_median * 2, <=, n);
    }
}

static void
test_cancellation (void)
{
  static const Mark marks[] = { { "a", FUL_MARKER_PHASE_INTERVAL, 0, 1, NULL } };
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (make_statistics (marks, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-statistics/names-and-fields", test_names_and_fields);
  g_test_add_func ("/marker-statistics/sort", test_sort);
  g_test_add_func ("/marker-statistics/random", test_random);
  g_test_add_func ("/marker-statistics/cancellation", test_cancellation);

  return g_test_run ();
}
