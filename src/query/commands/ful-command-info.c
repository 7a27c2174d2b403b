/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query info: product, duration and threads of the profile. */

#include "config.h"

#include "ful-commands.h"

#include "ful-available-panels.h"
#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-format.h"
#include "io/json/ful-json-document.h"
#include "markers/list/ful-marker-list.h"
#include "model/ful-import-log.h"
#include "threads/ful-strategy.h"
#include "tracks/ful-counter-curve.h"
#include "tracks/ful-track-list.h"

#include <math.h>

/* `sampleUnits` as in the file. */
static void
write_sample_units (FulQuery     *query,
                    FulQueryJson *json)
{
  g_autoptr(JsonObject) meta = ful_json_parse_object (query->profile->meta_json);
  JsonNode *units = meta ? json_object_get_member (meta, "sampleUnits") : NULL;

  ful_query_json_key (json, "sampleUnits");
  if (units)
    {
      g_autofree char *text = ful_json_write_text (units, FALSE);

      ful_query_json_raw (json, text);
    }
  else
    ful_query_json_null (json);
}

static void
write_tables (FulProfile   *profile,
              FulQueryJson *json)
{
  ful_query_json_begin_object_member (json, "tables");
  ful_query_json_number_member (json, "stackTable", profile->stacks->table.n_rows);
  ful_query_json_number_member (json, "frameTable", profile->frames->table.n_rows);
  ful_query_json_number_member (json, "funcTable", profile->n_recorded_funcs);
  ful_query_json_number_member (json, "resourceTable", profile->resources->table.n_rows);
  ful_query_json_number_member (json, "nativeSymbols", profile->native_symbols->table.n_rows);
  ful_query_json_number_member (json, "sources", profile->sources->table.n_rows);
  ful_query_json_number_member (json, "libs", profile->libs->len);
  ful_query_json_end_object (json);
}

/* What the file was. */
static void
write_format (FulProfile   *profile,
              FulQueryJson *json)
{
  ful_query_json_begin_object_member (json, "format");
  ful_query_json_string_member (json, "name", profile->format);
  ful_query_json_string_member (json, "version", profile->format_version);
  ful_query_json_string_member (json, "writer", profile->writer);
  ful_query_json_end_object (json);
}

/* Number of rows. */
static void
add_count (FulQueryRow              *cells,
           const FulAllocationTable *table)
{
  ful_query_row_add_number (cells, table ? table->table.n_rows : NAN);
}

static guint
count_markers (FulQuery *query,
               guint     thread)
{
  g_autoptr(FulThreadSet) set = ful_thread_set_new (query->profile, &thread, 1, NULL, NULL);
  g_autoptr(FulMarkerList) markers = ful_marker_list_derive (set, query->reader.cache, NULL, NULL);

  return markers->n_markers;
}

static char *
score_to_json (const FulActivityScore *score)
{
  FulQueryJson json;
  char *text = NULL;

  ful_query_json_init (&json, &text);
  ful_query_json_begin_object (&json);
  ful_query_json_boolean_member (&json, "essential", score->is_essential);
  ful_query_json_boolean_member (&json, "parentProcess", score->is_in_parent_process);
  ful_query_json_boolean_member (&json, "interestingEvenWithMinimalActivity", score->is_interesting);
  ful_query_json_number_member (&json, "sampleScore", score->sample_score);
  ful_query_json_number_member (&json, "boosted", score->boosted_score);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);

  return text;
}

static GPtrArray *
list_panels (FulProfile *profile,
             FulThread  *thread)
{
  g_auto(GStrv) panels = ful_thread_list_available_panels (profile, thread);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; panels[i]; i++)
    g_ptr_array_add (names, (gpointer) g_intern_string (panels[i]));

  return names;
}

static GPtrArray *
list_strategies (FulProfile *profile,
                 guint       index)
{
  g_autoptr(FulThreadSet) threads = ful_thread_set_new (profile, &index, 1, NULL, NULL);
  g_autoptr(GArray) strategies = ful_strategy_list_useful (threads);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < strategies->len; i++)
    g_ptr_array_add (names, (gpointer) ful_strategy_to_string (g_array_index (strategies, FulStrategy, i)));

  return names;
}

typedef struct
{
  FulQuery     *query;
  FulTrackList *tracks;
} Info;

static const FulQueryColumn columns[] = {
  { "index", "thread", FUL_UNIT_NUMBER },
  { "name", NULL, FUL_UNIT_TEXT },
  { "friendlyName", "name", FUL_UNIT_NAME },
  { "pid", NULL, FUL_UNIT_TEXT },
  { "tid", NULL, FUL_UNIT_TEXT },
  { "processType", NULL, FUL_UNIT_TEXT },
  { "processName", NULL, FUL_UNIT_TEXT },
  { "isMainThread", NULL, FUL_UNIT_NUMBER },
  { "sampleCount", "samples", FUL_UNIT_NUMBER },
  { "rawMarkerCount", "markers", FUL_UNIT_NUMBER },
  { "derivedMarkerCount", NULL, FUL_UNIT_NUMBER },
  { "weightType", NULL, FUL_UNIT_TEXT },
  { "jsAllocationCount", NULL, FUL_UNIT_NUMBER },
  { "nativeAllocationCount", NULL, FUL_UNIT_NUMBER },
  { "activityScore", NULL, FUL_UNIT_TEXT },
  { "usefulTabs", NULL, FUL_UNIT_TEXT },
  { "strategies", NULL, FUL_UNIT_TEXT },
};

static char *
dup_shown_thread (FulQuery     *query,
                  FulTrackList *tracks,
                  guint         index)
{
  FulThread *thread = ful_profile_get_thread (query->profile, index);
  g_autofree char *name = ful_format_visible (tracks->thread_names[index], "");
  gboolean selected = query->color && index == g_array_index (tracks->selected_threads, guint, 0);

  return g_strdup_printf ("%s%s (pid %s, tid %s)%s", selected ? "\033[1m" : "", name, thread->pid, thread->tid,
                          selected ? "\033[0m" : "");
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Info *self = table->data;
  FulProfile *profile = self->query->profile;
  FulThread *thread = ful_profile_get_thread (profile, i);

  ful_query_row_add_number (cells, i);
  ful_query_row_add_text (cells, thread->name);
  ful_query_row_add_text (cells, self->tracks->thread_names[i]);
  ful_query_row_take_shown (cells, dup_shown_thread (self->query, self->tracks, i));
  ful_query_row_add_text (cells, thread->pid);
  ful_query_row_add_text (cells, thread->tid);
  ful_query_row_add_text (cells, thread->process_type);
  ful_query_row_add_text (cells, thread->process_name);
  ful_query_row_add_boolean (cells, thread->is_main_thread);
  ful_query_row_add_number (cells, thread->samples->table.n_rows);
  ful_query_row_add_number (cells, thread->markers->table.n_rows);
  if (!ful_query_row_skip (cells))
    ful_query_row_add_number (cells, count_markers (self->query, i));
  ful_query_row_add_text (cells, ful_weight_type_to_string (thread->weight_type));
  add_count (cells, thread->js_allocations);
  add_count (cells, thread->native_allocations);
  ful_query_row_take_json (cells, score_to_json (&self->tracks->scores[i]));
  ful_query_row_take_list (cells, list_panels (profile, thread));
  ful_query_row_take_list (cells, list_strategies (profile, i));
}

static void
write_track (FulProfile     *profile,
             const FulTrack *track,
             FulQueryJson   *json)
{
  guint64 window;

  ful_query_json_begin_object (json);
  ful_query_json_string_member (json, "type", ful_track_type_to_string (track->type));
  ful_query_json_string_member (json, "name", track->name);
  ful_query_json_boolean_member (json, "hidden", track->hidden);
  if (track->type == FUL_TRACK_PROCESS)
    {
      ful_query_json_string_member (json, "pid", track->pid);
      ful_query_json_key (json, "mainThreadIndex");
      if (track->thread == FUL_NONE)
        ful_query_json_null (json);
      else
        ful_query_json_number (json, track->thread);
      ful_query_json_begin_array_member (json, "locals");
      for (guint i = 0; i < track->locals->len; i++)
        write_track (profile, g_ptr_array_index (track->locals, i), json);
      ful_query_json_end_array (json);
    }
  else if (track->counter != FUL_NONE)
    ful_query_json_number_member (json, "counterIndex", track->counter);
  else if (track->thread != FUL_NONE)
    ful_query_json_number_member (json, "threadIndex", track->thread);
  if (track->marker_schema)
    ful_query_json_string_member (json, "markerSchema", track->marker_schema);
  if (track->window_id && g_ascii_string_to_unsigned (track->window_id, 10, 0, G_MAXUINT32, &window, NULL))
    ful_query_json_number_member (json, "id", (double) window);
  else if (track->window_id)
    ful_query_json_string_member (json, "id", track->window_id);
  ful_query_json_end_object (json);
}

static const char *
first_panel (FulQuery     *query,
             FulTrackList *tracks)
{
  guint thread = g_array_index (tracks->selected_threads, guint, 0);
  g_auto(GStrv) panels = ful_thread_list_available_panels (query->profile, ful_profile_get_thread (query->profile, thread));

  return g_intern_string (panels[0]);
}

/* Without the value before the recording; `accumulated` is the one of the graph of the whole range. */
static void
write_counter (FulProfile   *profile,
               guint         index,
               FulTimeRange  range,
               FulQueryJson *json)
{
  FulCounter *counter = g_ptr_array_index (profile->counters, index);
  g_autoptr(FulCounterStyle) style = ful_counter_style_new (counter);
  guint n = counter->samples->table.n_rows;
  double min = INFINITY, max = -INFINITY, sum = 0;
  FulCounterCurve curve, all;

  ful_counter_curve_init (&curve, profile, counter, style->is_accumulated, range);
  ful_counter_curve_init (&all, profile, counter, style->is_accumulated, (FulTimeRange) { -INFINITY, INFINITY });
  for (guint i = 0; i < n; i++)
    {
      double count = ful_counter_curve_get_count (&curve, i);

      min = MIN (min, count);
      max = MAX (max, count);
      sum += count;
    }

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "index", index);
  ful_query_json_string_member (json, "name", counter->name);
  ful_query_json_string_member (json, "category", counter->category);
  ful_query_json_string_member (json, "pid", counter->pid);
  ful_query_json_number_member (json, "mainThreadIndex", counter->main_thread);
  ful_query_json_string_member (json, "displayLabel", style->label);
  ful_query_json_string_member (json, "graphType", style->graph_type);
  ful_query_json_string_member (json, "unit", style->unit);
  ful_query_json_number_member (json, "sampleCount", n);
  if (n > 0)
    {
      ful_query_json_number_member (json, "min", min);
      ful_query_json_number_member (json, "max", max);
      ful_query_json_number_member (json, "sum", sum);
      ful_query_json_number_member (json, "rawFirst", counter->samples->count[0]);
    }
  ful_query_json_begin_object_member (json, "accumulated");
  ful_query_json_number_member (json, "min", curve.min);
  ful_query_json_number_member (json, "max", curve.max);
  ful_query_json_number_member (json, "range", curve.max - curve.min);
  ful_query_json_end_object (json);
  ful_query_json_number_member (json, "maxPerMs", all.rate_max);
  ful_query_json_end_object (json);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Info *self = table->data;
  FulTrackList *tracks = self->tracks;
  FulProfile *profile = self->query->profile;
  FulTimeRange range = ful_root_range_compute (profile);

  write_format (profile, json);
  ful_query_json_string_member (json, "product", profile->product);
  ful_query_json_number_member (json, "interval", profile->interval);
  ful_query_json_number_member (json, "processedVersion", 70);
  ful_query_json_key (json, "symbolicated");
  if (profile->symbolicated < 0)
    ful_query_json_null (json);
  else
    ful_query_json_boolean (json, profile->symbolicated);
  write_sample_units (self->query, json);
  ful_query_json_begin_object_member (json, "rootRange");
  ful_query_json_number_member (json, "start", range.start);
  ful_query_json_number_member (json, "end", range.end);
  ful_query_json_number_member (json, "length", range.end - range.start);
  ful_query_json_end_object (json);
  ful_query_json_number_member (json, "zeroAt", range.start);
  if (profile->start_time > 0)
    ful_query_json_number_member (json, "startTime", profile->start_time);
  if (!isnan (profile->profiling_start_time) && !isnan (profile->profiling_end_time))
    ful_query_json_number_member (json, "durationMs", profile->profiling_end_time - profile->profiling_start_time);
  ful_query_json_begin_array_member (json, "categories");
  for (guint i = 0; i < profile->categories->len; i++)
    {
      FulCategory *category = ful_profile_get_category (profile, (FulCategoryIndex) i);

      ful_query_json_begin_array (json);
      ful_query_json_string (json, category->name);
      ful_query_json_string (json, category->color);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
  write_tables (profile, json);
  ful_query_json_begin_array_member (json, "selectedThreads");
  for (guint i = 0; i < tracks->selected_threads->len; i++)
    ful_query_json_number (json, g_array_index (tracks->selected_threads, guint, i));
  ful_query_json_end_array (json);
  ful_query_json_string_member (json, "selectedTab", first_panel (self->query, tracks));
  ful_query_json_string_member (json, "timelineType", profile->has_categories ? "cpu-category" : "stack");
  ful_query_json_begin_array_member (json, "tracks");
  for (guint i = 0; i < tracks->tracks->len; i++)
    write_track (profile, g_ptr_array_index (tracks->tracks, i), json);
  ful_query_json_end_array (json);
  ful_query_json_begin_array_member (json, "counters");
  for (guint i = 0; i < profile->counters->len; i++)
    write_counter (profile, i, range, json);
  ful_query_json_end_array (json);
  ful_query_json_begin_object_member (json, "trackCount");
  ful_query_json_number_member (json, "hidden", tracks->n_hidden);
  ful_query_json_number_member (json, "total", tracks->n_tracks);
  ful_query_json_end_object (json);
}

/* What the profile is. */
static char *
dup_summary (FulQuery *query)
{
  FulProfile *profile = query->profile;
  FulTimeRange range = ful_root_range_compute (profile);
  g_autofree char *duration = ful_format_duration (range.end - range.start);
  g_autofree char *times = profile->has_times ? g_strdup_printf ("%s, a sample every %g ms", duration, profile->interval)
                                              : g_strdup ("no times");
  g_autofree char *product = ful_format_visible (profile->product && *profile->product ? profile->product : "Profile", "");
  g_autofree char *format = ful_profile_dup_format (profile);
  g_autofree char *writer = ful_format_visible (profile->writer ? profile->writer : "", "");

  return g_strdup_printf ("%s%s%s\n%s%s%s\n%s, %u threads, %u counters\n"
                          "%u functions, %u stacks, %u libraries, %s\n\n",
                          query->color ? "\033[1m" : "", product, query->color ? "\033[0m" : "",
                          format ? format : "", *writer ? ", written by " : "", writer,
                          times, profile->threads->len, profile->counters->len,
                          profile->n_recorded_funcs, profile->stacks->table.n_rows, profile->libs->len,
                          profile->symbolicated > 0 ? "with symbols" : "without symbols");
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulTrackList *tracks = ful_track_list_new (query->profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, error);
  guint n_flaws = ful_import_log_get_n (query->profile->log);
  FulQueryTable *table;
  Info *self;

  if (tracks == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Info));
  self = table->data;
  self->query = query;
  self->tracks = ful_query_table_attach (table, tracks, (GDestroyNotify) ful_track_list_unref);
  table->n_rows = query->profile->threads->len;
  table->rows_are_objects = TRUE;
  table->rows_key = "threads";
  table->before = dup_summary (query);
  table->after = n_flaws > 0 ? g_strdup_printf ("\n%u kinds of flaws; see fulgens-query check\n", n_flaws) : NULL;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_info = {
  "info", "what the profile is and what its threads hold", 0, make_table, NULL,
};
