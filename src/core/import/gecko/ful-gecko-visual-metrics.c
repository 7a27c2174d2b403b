/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Visual metrics of a page load, as browsertime puts them into `meta`, → markers
 * of the parent's main thread and of the main thread of the page's tab
 * (formats.md 5 step 10). Called once all threads and their causes are there. */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-bytes.h"
#include "base/ful-table.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <math.h>

#define SCHEMA_NAME "VisualMetricProgress"

/* Windows that are pages of their own, not frames of others. */
static GArray *
list_top_windows (FulRawTree       *tree,
                  const FulRawNode *pages)
{
  GArray *windows = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = ful_raw_length (pages);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *page = ful_raw_element (tree, pages, i);
      double window = ful_raw_get_number (page, "innerWindowID");

      if (ful_raw_get_number (page, "embedderInnerWindowID") == 0 && window > 0)
        g_array_append_val (windows, window);
    }

  return windows;
}

static gboolean
is_tick_of_page (FulGeckoReader         *reader,
                 const FulThreadBuilder *thread,
                 guint                   row,
                 GArray                 *windows)
{
  gint64 start = FUL_CELLS (&thread->markers, FUL_MARKER_PAYLOAD, gint64)[row];
  gint32 length = FUL_CELLS (&thread->markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row];
  double window;

  if (length <= 0)
    return FALSE;

  ful_raw_tree_reset (reader->scratch);
  window = ful_raw_get_number (ful_raw_tree_parse (reader->scratch, thread->payloads.data + start, (gsize) length, NULL),
                               "innerWindowID");
  for (guint i = 0; i < windows->len; i++)
    if (g_array_index (windows, double, i) == window)
      return TRUE;

  return FALSE;
}

/* The first marker of that name, or FUL_NONE; with @windows one that belongs to a window of them. */
static gint32
find_marker (FulGeckoReader   *reader,
             FulThreadBuilder *thread,
             const char       *name,
             GArray           *windows)
{
  const gint32 *names = FUL_CELLS (&thread->markers, FUL_MARKER_NAME, gint32);
  FulStringIndex string;

  ful_string_table_update_index (reader->builder->strings);
  string = ful_string_table_find (reader->builder->strings, name);
  for (guint i = 0; string != FUL_NONE && i < thread->markers.n_rows; i++)
    if (names[i] == string && (windows == NULL || is_tick_of_page (reader, thread, i, windows)))
      return (gint32) i;

  return FUL_NONE;
}

/* The parent's main thread, and the main thread of the first tab that painted a page. */
static gboolean
find_threads (FulGeckoReader   *reader,
              const FulRawNode *pages,
              FulThreadBuilder *threads[2])
{
  g_autoptr(GArray) windows = list_top_windows (reader->tree, pages);
  GPtrArray *all = reader->builder->threads;

  threads[0] = threads[1] = NULL;
  for (guint i = 0; i < all->len; i++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (all, i);

      if (!g_str_equal (thread->thread->name, "GeckoMain"))
        continue;
      if (threads[0] == NULL && g_str_equal (thread->thread->process_type, "default"))
        threads[0] = thread;
      if (threads[1] == NULL && i > 0 && g_str_equal (thread->thread->process_type, "tab")
          && find_marker (reader, thread, "RefreshDriverTick", windows) != FUL_NONE)
        threads[1] = thread;
    }

  return threads[0] && threads[1];
}

/* An interval, or with @percentage an instant at @start with it as payload. A time that is missing is no marker. */
static void
add_marker (FulGeckoReader   *reader,
            FulThreadBuilder *thread,
            const char       *name,
            FulCategoryIndex  category,
            double            start,
            double            end,
            double            percentage)
{
  FulTableBuilder *markers = &thread->markers;
  gboolean is_instant = !isnan (percentage);
  gsize payload = thread->payloads.n;
  guint row;

  if (isnan (start) || (!is_instant && isnan (end)))
    return;

  row = ful_table_builder_append (markers, 1);
  FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = ful_string_table_intern (reader->builder->strings, name, -1);
  FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = start;
  FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = MAX (category, 0);
  FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = is_instant ? FUL_MARKER_PHASE_INSTANT : FUL_MARKER_PHASE_INTERVAL;
  if (!is_instant)
    {
      FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = end;
      return;
    }

  ful_bytes_append_s (&thread->payloads, "{\"type\":\"" SCHEMA_NAME "\",\"percentage\":");
  ful_raw_write_number (percentage, &thread->payloads);
  ful_bytes_append_c (&thread->payloads, '}');
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = (gint64) payload;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) (thread->payloads.n - payload);
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] =
    ful_string_table_intern (reader->builder->texts, SCHEMA_NAME, -1);
}

static void
add_metric (FulGeckoReader   *reader,
            FulThreadBuilder *threads[2],
            const char       *metric,
            const FulRawNode *progress,
            double            navigation_start,
            FulCategoryIndex  category)
{
  g_autofree char *progress_name = g_strconcat (metric, " Progress", NULL);
  g_autofree char *change_name = g_strconcat (metric, " Change", NULL);
  guint n = ful_raw_length (progress);
  double start = navigation_start;
  double end = ful_raw_get_number (ful_raw_element (reader->tree, progress, n - 1), "timestamp");

  if (isnan (start))
    start = ful_raw_get_number (ful_raw_element (reader->tree, progress, 0), "timestamp");
  for (guint t = 0; t < 2; t++)
    add_marker (reader, threads[t], progress_name, category, start, end, NAN);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *step = ful_raw_element (reader->tree, progress, i);
      double timestamp = ful_raw_get_number (step, "timestamp");
      double percent = ful_raw_get_number (step, "percent");

      for (guint t = 0; t < 2; t++)
        add_marker (reader, threads[t], change_name, category, timestamp, NAN, isnan (percent) ? 0 : percent / 100);
    }
}

static void
add_schema (FulRawTree *tree,
            FulRawNode *schemas)
{
  static const char text[] =
    "{\"name\":\"" SCHEMA_NAME "\",\"tableLabel\":\"{marker.name} — {marker.data.percentage}\","
    "\"display\":[\"marker-chart\",\"marker-table\"],"
    "\"fields\":[{\"key\":\"percentage\",\"label\":\"Percentage\",\"format\":\"percentage\"}]}";
  guint n = ful_raw_length (schemas);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (ful_raw_get_string (ful_raw_element (tree, schemas, i), "name"), SCHEMA_NAME) == 0)
      return;

  ful_raw_append_node (tree, schemas, ful_raw_tree_parse_string (tree, text));
}

/**
 * ful_gecko_add_visual_metrics:
 * @reader: the reader; all threads are there
 * @metrics: (nullable): `meta.visualMetrics`
 * @pages: (nullable): pages of all processes
 * @category: category of the markers
 * @schemas: marker schemas of the profile; gets that of the new markers
 *
 * Appends the markers that show how the picture of a page grew. Their rows come
 * after all others of their thread.
 */
void
ful_gecko_add_visual_metrics (FulGeckoReader   *reader,
                              const FulRawNode *metrics,
                              const FulRawNode *pages,
                              FulCategoryIndex  category,
                              FulRawNode       *schemas)
{
  static const struct { const char *name, *member; } kinds[] = {
    { "Visual", "VisualProgress" },
    { "ContentfulSpeedIndex", "ContentfulSpeedIndexProgress" },
    { "PerceptualSpeedIndex", "PerceptualSpeedIndexProgress" },
  };
  FulThreadBuilder *threads[2];
  double navigation_start = NAN;
  gint32 navigation;

  if (!ful_raw_is (metrics, FUL_RAW_OBJECT) || ful_raw_length (pages) == 0 || !find_threads (reader, pages, threads))
    return;

  navigation = find_marker (reader, threads[1], "Navigation::Start", NULL);
  if (navigation != FUL_NONE)
    navigation_start = FUL_CELLS (&threads[1]->markers, FUL_MARKER_START_TIME, double)[navigation];

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      FulRawNode *progress = ful_raw_get (metrics, kinds[i].member);

      if (ful_raw_length (progress) == 0)
        continue;
      add_metric (reader, threads, kinds[i].name, progress, navigation_start, category);
      add_schema (reader->tree, schemas);
    }
}
