/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "import/common/ful-import-samples.h"
#include "threads/ful-view-options.h"
#include "tree/ful-derived-thread.h"
#include "plots/ful-plot.h"
#include "plots/ful-track-plots.h"

#include <math.h>

#define WIDTH 100

#define META \
  "{\"markerSchema\":[" \
  "{\"name\":\"M\",\"display\":[\"timeline-memory\"],\"fields\":[{\"key\":\"n\",\"label\":\"Amount\",\"format\":\"bytes\"}]}," \
  "{\"name\":\"O\",\"display\":[\"timeline-overview\"]}," \
  "{\"name\":\"G\",\"display\":[],\"graphs\":[{\"key\":\"v\",\"type\":\"line\",\"color\":\"red\"}," \
  "{\"key\":\"w\",\"type\":\"bar\",\"color\":\"blue\"}]}]," \
  "\"visualMetrics\":{\"VisualProgress\":[{\"percent\":50,\"timestamp\":50},{\"percent\":100,\"timestamp\":80}," \
  "{\"percent\":0,\"timestamp\":20},{\"percent\":1,\"timestamp\":null},7]}}"

static void
request (FulTestProfile   *test,
         FulThreadBuilder *thread,
         guint             id,
         double            start,
         double            end)
{
  g_autofree char *name = g_strdup_printf ("Load %u", id);
  g_autofree char *started = g_strdup_printf ("{\"type\":\"Network\",\"id\":%u,\"status\":\"STATUS_START\"}", id);
  g_autofree char *stopped = g_strdup_printf ("{\"type\":\"Network\",\"id\":%u,\"status\":\"STATUS_STOP\"}", id);

  ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, start, start, started);
  ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, start, end, stopped);
}

/* A thread of 100 ms with a sample each 10 ms; @loses: something from 40 to 60 ms. */
static FulProfile *
create (gboolean loses)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulStackIndex stack = ful_test_profile_stack (test, "A B C");
  FulCounter *counter = ful_counter_new ();
  FulTableBuilder *samples;

  for (guint i = 0; i < 10; i++)
    ful_test_profile_sample (thread, i * 10, i % 2 ? stack : ful_test_profile_stack (test, "A"));
  ful_test_profile_mark (test, thread, "Low", FUL_MARKER_PHASE_INTERVAL, 20, 40, "{\"type\":\"M\",\"n\":12}");
  ful_test_profile_mark (test, thread, "Instant", FUL_MARKER_PHASE_INSTANT, 60, NAN, "{\"type\":\"M\"}");
  ful_test_profile_mark (test, thread, "Reflow", FUL_MARKER_PHASE_INTERVAL, 10, 90, "{\"type\":\"O\"}");
  ful_test_profile_mark (test, thread, "Graph", FUL_MARKER_PHASE_INSTANT, 10, NAN, "{\"type\":\"G\",\"v\":1,\"w\":3}");
  ful_test_profile_mark (test, thread, "Graph", FUL_MARKER_PHASE_INSTANT, 50, NAN, "{\"type\":\"G\",\"v\":3,\"w\":3}");
  ful_test_profile_mark (test, thread, "Graph", FUL_MARKER_PHASE_INSTANT, 70, NAN, "{\"type\":\"G\",\"v\":\"x\",\"w\":9}");
  ful_test_profile_mark (test, thread, "Load", FUL_MARKER_PHASE_INSTANT, 77, NAN,
                         "{\"type\":\"tracing\",\"category\":\"Navigation\"}");
  request (test, thread, 1, 5, 25);
  request (test, thread, 2, 10, 15);

  counter->name = g_strdup ("malloc");
  counter->pid = g_strdup (thread->thread->pid);
  counter->display_json = g_strdup ("{\"graphType\":\"line-accumulated\",\"markerSchemaLocation\":\"timeline-memory\","
                                    "\"tooltipRows\":[{\"source\":\"accumulated\",\"format\":{\"unit\":\"bytes\"},"
                                    "\"label\":\"so far\"}]}");
  samples = &ful_profile_builder_add_counter (test->builder, counter)->samples;
  for (guint i = 0; i < 10; i++)
    {
      guint row = ful_table_builder_append (samples, 1);

      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_TIME, double)[row] = i * 10;
      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_COUNT, double)[row] = 100;
    }
  test->builder->profile->meta_json = g_strdup (META);
  if (loses)
    ful_thread_builder_add_loss (thread, 40, 60);

  return ful_test_profile_seal (test);
}

static FulPlotRequest
request_plot (const FulPlotKind *kind,
              FulTrackType       type,
              FulProfile        *profile,
              FulDeriveCache    *cache,
              FulTrackList      *tracks)
{
  FulPlotRequest request = { .profile = profile, .tracks = tracks, .cache = cache, .range = { 0, 100 },
                             .width = WIDTH, .height = kind->height, .scale = 1, .node = FUL_NONE,
                             .cpu_reference = 1 };

  for (guint i = 0; i < tracks->tracks->len; i++)
    {
      const FulTrack *global = g_ptr_array_index (tracks->tracks, i);

      if (global->type == type)
        request.track = global;
      for (guint k = 0; global->locals && k < global->locals->len; k++)
        if (((FulTrack *) g_ptr_array_index (global->locals, k))->type == type)
          request.track = g_ptr_array_index (global->locals, k);
    }
  g_assert_nonnull (request.track);

  return request;
}

static FulPlot *
plot_profile (FulProfile        *profile,
              const FulPlotKind *kind,
              FulTrackType       type,
              FulTimeRange       range,
              guint              width)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  FulPlotRequest request = request_plot (kind, type, profile, cache, tracks);

  request.range = range;
  request.width = width;

  return ful_plot_new (kind, &request, NULL, NULL, NULL);
}

static FulPlot *
plot_range (const FulPlotKind *kind,
            FulTrackType       type,
            FulTimeRange       range,
            guint              width)
{
  g_autoptr(FulProfile) profile = create (FALSE);

  return plot_profile (profile, kind, type, range, width);
}

static FulPlot *
plot (const FulPlotKind *kind,
      FulTrackType       type)
{
  return plot_range (kind, type, (FulTimeRange) { 0, 100 }, WIDTH);
}

static gboolean
is_painted (const FulPlot *self,
            guint          x,
            guint          y)
{
  return ((const guint32 *) g_bytes_get_data (self->pixels->bytes, NULL))[y * self->pixels->width + x] >> 24 > 0;
}

static FulPlotTip *
probe (const FulPlot *self,
       double         x,
       double         y)
{
  return ful_plot_probe (self, &(FulPlotPoint) { .x = x, .y = y });
}

static void
assert_tip (const FulPlot *self,
            double         x,
            double         y,
            const char    *title,
            const char    *value)
{
  g_autoptr(FulPlotTip) tip = probe (self, x, y);

  g_assert_cmpstr (tip ? tip->title : NULL, ==, title);
  g_assert_cmpstr (tip ? tip->value : NULL, ==, value);
}

static void
test_counter (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_counter, FUL_TRACK_COUNTER);
  g_autoptr(FulPlotTip) tip = probe (self, 90, 5);

  /* From the bottom left to the top right. */
  g_assert_true (is_painted (self, 1, self->pixels->height - 1));
  g_assert_false (is_painted (self, 1, 5));
  g_assert_true (is_painted (self, 90, 3));
  assert_tip (self, 90, 5, "malloc", "900B");
  g_assert_cmpfloat (tip->dot_x, ==, 90);
  g_assert_cmpfloat_with_epsilon (tip->dot_y, 1, 0.01);
  assert_tip (self, 2, 5, "malloc", "0B");
}

/* What is filled is a line, with the same numbers. */
static void
test_line (void)
{
  static const struct { const FulPlotKind *kind; FulTrackType type; guint height; } plots[] = {
    { &ful_plot_counter, FUL_TRACK_COUNTER, 27 }, { &ful_plot_activity, FUL_TRACK_PROCESS, 28 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    {
      g_autoptr(FulPlot) filled = plot (plots[i].kind, plots[i].type);
      g_autoptr(FulPlot) line = plot (plots[i].kind->line, plots[i].type);
      guint n_filled = 0, n_line = 0, end = 0;

      g_assert_cmpuint (line->pixels->height, ==, filled->pixels->height);
      for (guint y = 0; y < plots[i].height; y++)
        {
          n_filled += is_painted (filled, 50, y);
          n_line += is_painted (line, 50, y);
          end = is_painted (line, 50, y) ? y + 1 : end;
        }
      g_assert_cmpuint (n_filled, >, 8);
      g_assert_cmpuint (n_line, >, 0);
      g_assert_cmpuint (n_line, <, 4);
      /* As high. */
      g_assert_cmpuint (plots[i].height - end, >=, n_filled - 4);
    }
}

static void
assert_tip_of_difference (const FulPlot *self,
                          double         x,
                          double         dot_y,
                          const char    *value)
{
  g_autoptr(FulPlotTip) tip = probe (self, x, 5);

  g_assert_cmpstr (tip->value, ==, value);
  g_assert_cmpfloat_with_epsilon (tip->dot_y, dot_y, 0.01);
}

/* Sums of both signs are filled from zero. */
static void
test_difference (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulCounter *counter = ful_counter_new ();
  FulTableBuilder *samples;
  const double counts[] = { 0, 0, 100, 0, -200, 0 };
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulPlot) self = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    ful_test_profile_sample (thread, i * 20, FUL_NONE);
  counter->name = g_strdup ("difference");
  counter->pid = g_strdup (thread->thread->pid);
  counter->display_json = g_strdup ("{\"unit\":\"bytes\"}");
  samples = &ful_profile_builder_add_counter (test->builder, counter)->samples;
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      guint row = ful_table_builder_append (samples, 1);

      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_TIME, double)[row] = i * 20;
      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_COUNT, double)[row] = counts[i];
    }
  profile = ful_test_profile_seal (test);
  self = plot_profile (profile, &ful_plot_difference, FUL_TRACK_COUNTER, (FulTimeRange) { 0, 100 }, WIDTH);

  assert_tip_of_difference (self, 10, 13.5, "+0B");
  assert_tip_of_difference (self, 50, 1, "+100B");
  assert_tip_of_difference (self, 85, 26, "−100B");
  for (guint y = 3; y < 24; y++)
    {
      g_assert_cmpint (is_painted (self, 5, y), ==, y >= 12 && y < 15);
      g_assert_cmpint (is_painted (self, 50, y), ==, y < 14);
      g_assert_cmpint (is_painted (self, 90, y), ==, y >= 13);
    }
}

/* What is written under the bar of a thread without times. */
static void
assert_total (FulProfile     *profile,
              FulDeriveCache *cache,
              FulStrategy     strategy,
              FulPlot       **shown,
              const char     *expected)
{
  g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulDerivedThread) derived = NULL;
  FulPlotRequest request = { .profile = profile, .tracks = tracks, .cache = cache, .range = { 0, 1 }, .width = WIDTH,
                             .height = ful_plot_total.height, .scale = 1, .node = FUL_NONE,
                             .track = g_ptr_array_index (tracks->tracks, 0) };
  FulPlot *before = *shown;

  ful_view_options_set_threads (options, (guint[]) { 0 }, 1);
  options->strategy = strategy;
  derived = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  request.derived = derived;
  if (before)
    g_assert_false (ful_plot_request_equal (before->request, &request));
  *shown = ful_plot_new (&ful_plot_total, &request, before, NULL, NULL);
  g_clear_pointer (&before, ful_plot_unref);
  g_assert_cmpuint ((*shown)->labels->len, ==, 1);
  g_assert_cmpstr (g_array_index ((*shown)->labels, FulPlotLabel, 0).text, ==, expected);
}

/* The total of a profile without times is that of the sample type that is shown. */
static void
test_total (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulPlot) shown = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;

  ful_import_samples_add_type (thread, "objects", "count", FALSE);
  ful_import_samples_add_type (thread, "space", "bytes", TRUE);
  for (guint i = 0; i < 2; i++)
    {
      ful_import_samples_add (thread, 0, ful_test_profile_stack (test, "A"));
      ful_import_samples_set_value (thread, i, 0, 3 + i);
      ful_import_samples_set_value (thread, i, 1, 1000);
    }
  profile = ful_test_profile_seal (test);
  g_assert_false (profile->has_times);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);

  assert_total (profile, cache, FUL_STRATEGY_TIMING, &shown, "2,000B");
  assert_total (profile, cache, ful_strategy_from_sample_type ("objects"), &shown, "7 objects");
}

static guint n_prepared, n_painted;
static FulPlotKind counted;

static gpointer
count_prepare (const FulPlotRequest  *request,
               GCancellable          *cancellable,
               GError               **error)
{
  n_prepared++;

  return ful_plot_activity.prepare (request, cancellable, error);
}

static FulGraphPixels *
count_paint (FulPlot       *self,
             GCancellable  *cancellable,
             GError       **error)
{
  n_painted++;

  return ful_plot_activity.paint (self, cancellable, error);
}

/* What a view of the track does with a snapshot. */
static void
show (FulPlot       **shown,
      FulProfile     *profile,
      FulDeriveCache *cache,
      gint32          thread,
      FulTimeRange    range)
{
  g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  static const FulTrack both[] = {
    { .type = FUL_TRACK_THREAD, .thread = 0, .counter = FUL_NONE },
    { .type = FUL_TRACK_THREAD, .thread = 1, .counter = FUL_NONE },
  };
  FulPlotRequest next = { .profile = profile, .tracks = tracks, .track = &both[thread], .cache = cache, .thread = thread,
                          .range = range, .width = WIDTH, .height = counted.height, .scale = 1, .node = FUL_NONE,
                          .cpu_reference = 1 };
  FulPlot *before = *shown;

  if (before && ful_plot_request_equal (before->request, &next))
    return;

  *shown = ful_plot_new (&counted, &next, before, NULL, NULL);
  g_clear_pointer (&before, ful_plot_unref);
}

/* A thread without new rows is not prepared again, and painted only for another range. */
static void
test_idle_thread (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *busy = ful_test_profile_add (test, "A  A\n");
  g_autoptr(FulProfile) first = NULL;
  g_autoptr(FulProfile) second = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  FulPlot *shown[2] = { NULL };

  counted = ful_plot_activity;
  counted.prepare = count_prepare;
  counted.paint = count_paint;
  ful_test_profile_add (test, "A  A\n");
  first = ful_profile_builder_publish (test->builder, NULL);
  cache = ful_derive_cache_new (first, FUL_DERIVE_CACHE_BUDGET);
  ful_test_profile_sample (busy, 5, FUL_NONE);
  second = ful_profile_builder_publish (test->builder, NULL);

  for (gint32 t = 0; t < 2; t++)
    show (&shown[t], first, cache, t, (FulTimeRange) { 0, 10 });
  g_assert_cmpuint (n_prepared, ==, 2);
  g_assert_cmpuint (n_painted, ==, 2);
  for (gint32 t = 0; t < 2; t++)
    show (&shown[t], second, cache, t, (FulTimeRange) { 0, 10 });
  g_assert_cmpuint (n_prepared, ==, 3);
  g_assert_cmpuint (n_painted, ==, 3);
  for (gint32 t = 0; t < 2; t++)
    show (&shown[t], second, cache, t, (FulTimeRange) { 0, 20 });
  g_assert_cmpuint (n_prepared, ==, 3);
  g_assert_cmpuint (n_painted, ==, 5);

  for (guint t = 0; t < 2; t++)
    ful_plot_unref (shown[t]);
  ful_test_profile_free (test);
}

/* Times of which a capture lost something are hatched in each kind of track, and only these. */
static void
test_losses (void)
{
  static const struct { const FulPlotKind *kind; FulTrackType type; } plots[] = {
    { &ful_plot_counter, FUL_TRACK_COUNTER }, { &ful_plot_memory, FUL_TRACK_COUNTER },
    { &ful_plot_marker_graph, FUL_TRACK_MARKER }, { &ful_plot_network, FUL_TRACK_NETWORK },
    { &ful_plot_overview, FUL_TRACK_THREAD },
  };
  g_autoptr(FulProfile) profile = create (FALSE);
  g_autoptr(FulProfile) lossy = create (TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    {
      g_autoptr(FulPlot) whole = plot_profile (profile, plots[i].kind, plots[i].type, (FulTimeRange) { 0, 100 }, WIDTH);
      g_autoptr(FulPlot) self = plot_profile (lossy, plots[i].kind, plots[i].type, (FulTimeRange) { 0, 100 }, WIDTH);
      const guint32 *a = g_bytes_get_data (whole->pixels->bytes, NULL);
      const guint32 *b = g_bytes_get_data (self->pixels->bytes, NULL);

      for (guint x = 0; x < WIDTH; x++)
        for (guint y = 0; y < self->pixels->height; y++)
          {
            gboolean is_hatched = x >= 40 && x < 60 && (x + y) % 8 < 2;

            g_assert_cmphex (b[y * WIDTH + x], ==, is_hatched ? 0x1f000000 : a[y * WIDTH + x]);
          }
    }
}

static void
test_strip (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_counter_strip, FUL_TRACK_COUNTER);
  g_autoptr(FulPlotTip) tip = NULL;
  const FulPlotTipRow *last;

  for (guint x = 0; x < WIDTH; x++)
    g_assert_cmpint (is_painted (self, x, 2), ==, (x >= 20 && x < 40) || x == 60);
  assert_tip (self, 30, 2, "Low", "20.0 ms");
  assert_tip (self, 61, 2, "Instant", NULL);
  assert_tip (self, 50, 2, NULL, NULL);

  tip = probe (self, 30, 2);
  g_assert_true (tip->has_range);
  g_assert_cmpfloat (tip->range.start, ==, 20);
  g_assert_cmpfloat (tip->range.end, ==, 40);

  /* The fields come last. */
  last = &g_array_index (tip->rows, FulPlotTipRow, tip->rows->len - 1);
  g_assert_cmpstr (last->label, ==, "Amount");
  g_assert_cmpstr (last->text, ==, "12B");
}

/* Bars of the overview have their level. */
static void
test_overview (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_overview, FUL_TRACK_PROCESS);

  g_assert_false (is_painted (self, 50, 0));
  g_assert_true (is_painted (self, 50, self->pixels->height / 2));
  assert_tip (self, 50, self->pixels->height / 2, "Reflow", "80.0 ms");
}

static void
test_network (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_network, FUL_TRACK_NETWORK);

  assert_tip (self, 20, 2, "Load 1", "20.0 ms");
  assert_tip (self, 12, 7, "Load 2", "5.00 ms");
  assert_tip (self, 12, 12, NULL, NULL);
  assert_tip (self, 77, 20, "Load", NULL);
  g_assert_cmpuint (self->labels->len, ==, 1);
  g_assert_cmpstr (g_array_index (self->labels, FulPlotLabel, 0).text, ==, "Load");
  g_assert_true (is_painted (self, 77, 0));
  g_assert_true (is_painted (self, 77, self->pixels->height - 1));
}

static double
get_luminance (double r,
               double g,
               double b)
{
  double linear[3] = { r, g, b };

  for (guint i = 0; i < 3; i++)
    linear[i] = linear[i] <= 0.04045 ? linear[i] / 12.92 : pow ((linear[i] + 0.055) / 1.055, 2.4);

  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/* On a dark ground a bar has the contrast that graphics need, 3:1. */
static void
test_network_dark (void)
{
  const double ground = 0x1e / 255.0;
  g_autoptr(FulPlot) light = plot (&ful_plot_network, FUL_TRACK_NETWORK);
  g_autoptr(FulPlotRequest) request = ful_plot_request_copy (light->request);
  g_autoptr(FulPlot) self = NULL;
  guint32 pixel;
  double a, over[3];

  request->scheme = FUL_COLOR_SCHEME_DARK;
  self = ful_plot_new (&ful_plot_network, request, NULL, NULL, NULL);
  pixel = ((const guint32 *) g_bytes_get_data (self->pixels->bytes, NULL))[2 * self->pixels->width + 20];
  a = (pixel >> 24) / 255.0;
  for (guint i = 0; i < 3; i++)
    over[i] = (pixel >> (16 - 8 * i) & 0xff) / 255.0 * a + ground * (1 - a);
  g_assert_cmpfloat ((get_luminance (over[0], over[1], over[2]) + 0.05) / (get_luminance (ground, ground, ground) + 0.05),
                     >=, 3);
}

static void
test_progress (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_progress, FUL_TRACK_VISUAL_PROGRESS);

  assert_tip (self, 55, 5, "Visual Progress", "50%");
  assert_tip (self, 99, 5, "Visual Progress", "100%");
  g_assert_false (is_painted (self, 10, self->pixels->height - 1));
  g_assert_false (is_painted (self, 60, 3));
  g_assert_true (is_painted (self, 90, 1));
}

/* The marker with a text where a number should be is left out. */
static void
test_marker_graph (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_marker_graph, FUL_TRACK_MARKER);
  g_autoptr(FulPlotTip) tip = probe (self, 90, 4);
  guint n = tip->rows->len;

  g_assert_cmpstr (tip->title, ==, "Graph");
  g_assert_cmpstr (g_array_index (tip->rows, FulPlotTipRow, n - 2).label, ==, "v");
  g_assert_cmpstr (g_array_index (tip->rows, FulPlotTipRow, n - 2).text, ==, "3.00");
  g_assert_cmpstr (g_array_index (tip->rows, FulPlotTipRow, n - 1).text, ==, "3.00");
  g_assert_false (is_painted (self, 70, 5));
}

/* As high as the stack of the sample is deep; a root alone has no height. */
static void
test_stack (void)
{
  g_autoptr(FulPlot) plain = plot (&ful_plot_stack, FUL_TRACK_PROCESS);
  g_autoptr(FulTestView) view = ful_test_view_new (plain->request->profile, NULL);
  FulPlotRequest request = *plain->request;
  g_autoptr(FulPlot) self = NULL;
  g_autoptr(FulPlotTip) tip = NULL;

  request.cache = view->cache;
  request.derived = view->derived;
  request.tree = view->tree;
  self = ful_plot_new (&ful_plot_stack, &request, NULL, NULL, NULL);

  g_assert_true (is_painted (self, 10, 0));
  g_assert_true (is_painted (self, 10, self->pixels->height - 1));
  g_assert_false (is_painted (self, 20, self->pixels->height - 1));
  g_assert_false (is_painted (self, 15, self->pixels->height - 1));

  tip = probe (self, 10, 5);
  g_assert_cmpstr (tip->title, ==, "C");
  g_assert_cmpuint (tip->n_path, ==, 3);
  assert_tip (self, 15, 5, NULL, NULL);
}

/* Sizes and ranges of nothing, and all kinds that need no filters. */
static void
test_nothing (void)
{
  static const struct { const FulPlotKind *kind; FulTrackType type; } cases[] = {
    { &ful_plot_activity, FUL_TRACK_PROCESS },
    { &ful_plot_stack, FUL_TRACK_PROCESS },
    { &ful_plot_event_delay, FUL_TRACK_PROCESS },
    { &ful_plot_memory, FUL_TRACK_PROCESS },
    { &ful_plot_file_io, FUL_TRACK_PROCESS },
    { &ful_plot_jank, FUL_TRACK_PROCESS },
    { &ful_plot_overview, FUL_TRACK_PROCESS },
    { &ful_plot_ipc, FUL_TRACK_PROCESS },
    { &ful_plot_counter, FUL_TRACK_COUNTER },
    { &ful_plot_counter_strip, FUL_TRACK_COUNTER },
    { &ful_plot_network, FUL_TRACK_NETWORK },
    { &ful_plot_progress, FUL_TRACK_VISUAL_PROGRESS },
    { &ful_plot_marker_graph, FUL_TRACK_MARKER },
  };
  static const FulTimeRange ranges[] = { { 0, 0 }, { 1e6, 2e6 }, { -5, 1e-9 }, { 0, 1e15 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (ranges); k++)
      for (guint width = 1; width < 40; width += 19)
        {
          g_autoptr(FulPlot) self = plot_range (cases[i].kind, cases[i].type, ranges[k], width);

          g_clear_pointer (&(FulPlotTip *) { probe (self, width / 2.0, 1) }, ful_plot_tip_free);
          g_clear_pointer (&(FulPlotTip *) { probe (self, -1, 1e9) }, ful_plot_tip_free);
        }
}

static void
test_cancelled (void)
{
  g_autoptr(FulPlot) self = plot (&ful_plot_counter_strip, FUL_TRACK_COUNTER);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_plot_new (&ful_plot_counter_strip, self->request, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

typedef struct
{
  const FulPlotRequest *request;
  gint                 *n_waiting;
} AtOnce;

/* Begins with the others, not after them. */
static void
wait_for_others (gint *n_waiting)
{
  g_atomic_int_dec_and_test (n_waiting);
  while (g_atomic_int_get (n_waiting) > 0)
    ;
}

static gpointer
plot_thread (gpointer data)
{
  g_autofree AtOnce *job = data;

  wait_for_others (job->n_waiting);

  return ful_plot_new (&ful_plot_network, job->request, NULL, NULL, NULL);
}

/* Two network tracks and a note that looks for its function: what they share they only read. The build with
 * ThreadSanitizer sees it if not. */
static void
test_network_at_once (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr(FulProfile) profile = create (FALSE);
      g_autoptr(FulDeriveCache) first = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
      g_autoptr(FulDeriveCache) second = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
      g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
      FulPlotRequest requests[2];
      gint n_waiting = 3;
      GThread *threads[2];

      for (guint i = 0; i < 2; i++)
        {
          AtOnce job = { &requests[i], &n_waiting };

          requests[i] = request_plot (&ful_plot_network, FUL_TRACK_NETWORK, profile, i ? second : first, tracks);
          threads[i] = g_thread_new ("plot", plot_thread, g_memdup2 (&job, sizeof job));
        }
      wait_for_others (&n_waiting);
      g_assert_cmpint (ful_profile_find_string (profile, "Reflow"), !=, FUL_NONE);
      for (guint i = 0; i < 2; i++)
        {
          g_autoptr(FulPlot) self = g_thread_join (threads[i]);

          g_assert_cmpuint (self->labels->len, ==, 1);
        }
    }
}

/* Strips above the graph, which is the last one; a counter is about the main thread of its process. */
static void
test_of_tracks (void)
{
  g_autoptr(FulProfile) profile = create (FALSE);
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  const struct { FulTrackType type; const FulPlotKind *kinds[FUL_MAX_TRACK_PLOTS]; } cases[] = {
    { FUL_TRACK_THREAD, { &ful_plot_activity } }, { FUL_TRACK_COUNTER, { &ful_plot_counter_strip, &ful_plot_counter } },
    { FUL_TRACK_NETWORK, { &ful_plot_network } }, { FUL_TRACK_VISUAL_PROGRESS, { &ful_plot_progress } },
    { FUL_TRACK_MARKER, { &ful_plot_marker_graph } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FulPlotKind *kinds[FUL_MAX_TRACK_PLOTS] = { NULL };
      const FulTrack *track = request_plot (&ful_plot_counter, cases[i].type, profile, cache, tracks).track;
      guint n = ful_track_list_plots (profile, tracks, track, kinds);

      g_test_message ("%s", track->name);
      for (guint k = 0; k < FUL_MAX_TRACK_PLOTS; k++)
        g_assert_true ((k < n ? kinds[k] : NULL) == cases[i].kinds[k]);
      g_assert_cmpint (ful_track_get_plot_thread (profile, track), ==, cases[i].type == FUL_TRACK_VISUAL_PROGRESS ? FUL_NONE : 0);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plots/total", test_total);
  g_test_add_func ("/plots/losses", test_losses);
  g_test_add_func ("/plots/idle-thread", test_idle_thread);
  g_test_add_func ("/plots/counter", test_counter);
  g_test_add_func ("/plots/line", test_line);
  g_test_add_func ("/plots/difference", test_difference);
  g_test_add_func ("/plots/strip", test_strip);
  g_test_add_func ("/plots/overview", test_overview);
  g_test_add_func ("/plots/network", test_network);
  g_test_add_func ("/plots/network-dark", test_network_dark);
  g_test_add_func ("/plots/progress", test_progress);
  g_test_add_func ("/plots/marker-graph", test_marker_graph);
  g_test_add_func ("/plots/stack", test_stack);
  g_test_add_func ("/plots/nothing", test_nothing);
  g_test_add_func ("/plots/network-at-once", test_network_at_once);
  g_test_add_func ("/plots/of-tracks", test_of_tracks);
  g_test_add_func ("/plots/cancelled", test_cancelled);

  return g_test_run ();
}
