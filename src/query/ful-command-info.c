/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query info: product, duration and threads of the profile. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "base/ful-format.h"
#include "io/ful-json-document.h"
#include "markers/list/ful-marker-list.h"
#include "model/ful-import-log.h"
#include "threads/ful-strategy.h"
#include "tracks/ful-available-panels.h"
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
  ful_query_json_key (json, "tables");
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "stackTable", profile->stacks->table.n_rows);
  ful_query_json_number_member (json, "frameTable", profile->frames->table.n_rows);
  ful_query_json_number_member (json, "funcTable", profile->n_recorded_funcs);
  ful_query_json_number_member (json, "resourceTable", profile->resources->table.n_rows);
  ful_query_json_number_member (json, "nativeSymbols", profile->native_symbols->table.n_rows);
  ful_query_json_number_member (json, "sources", profile->sources->table.n_rows);
  ful_query_json_number_member (json, "libs", profile->libs->len);
  ful_query_json_end_object (json);
}

static void
write_count (FulQueryJson             *json,
             const char               *name,
             const FulAllocationTable *table)
{
  ful_query_json_key (json, name);
  if (table)
    ful_query_json_number (json, table->table.n_rows);
  else
    ful_query_json_null (json);
}

static void
write_thread (FulQuery     *query,
              FulTrackList *tracks,
              guint         index,
              FulQueryJson *json)
{
  FulThread *thread = ful_profile_get_thread (query->profile, index);
  const FulActivityScore *score = &tracks->scores[index];
  g_auto(GStrv) panels = ful_thread_list_available_panels (query->profile, thread);
  g_autoptr(GArray) strategies = ful_strategy_list_useful (thread);
  g_autoptr(FulThreadSet) set = ful_thread_set_new (query->profile, &index, 1, NULL, NULL);
  g_autoptr(FulMarkerList) markers = ful_marker_list_derive (set, query->reader.cache, NULL, NULL);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "index", index);
  ful_query_json_string_member (json, "name", thread->name);
  ful_query_json_string_member (json, "friendlyName", tracks->thread_names[index]);
  ful_query_json_string_member (json, "pid", thread->pid);
  ful_query_json_string_member (json, "tid", thread->tid);
  ful_query_json_string_member (json, "processType", thread->process_type);
  ful_query_json_string_member (json, "processName", thread->process_name);
  ful_query_json_boolean_member (json, "isMainThread", thread->is_main_thread);
  ful_query_json_number_member (json, "sampleCount", thread->samples->table.n_rows);
  ful_query_json_number_member (json, "rawMarkerCount", thread->markers->table.n_rows);
  ful_query_json_number_member (json, "derivedMarkerCount", markers->n_markers);
  ful_query_json_string_member (json, "weightType", ful_weight_type_to_string (thread->weight_type));
  write_count (json, "jsAllocationCount", thread->js_allocations);
  write_count (json, "nativeAllocationCount", thread->native_allocations);
  ful_query_json_key (json, "activityScore");
  ful_query_json_begin_object (json);
  ful_query_json_boolean_member (json, "essential", score->is_essential);
  ful_query_json_boolean_member (json, "parentProcess", score->is_in_parent_process);
  ful_query_json_boolean_member (json, "interestingEvenWithMinimalActivity", score->is_interesting);
  ful_query_json_number_member (json, "sampleScore", score->sample_score);
  ful_query_json_number_member (json, "boosted", score->boosted_score);
  ful_query_json_end_object (json);
  ful_query_json_key (json, "usefulTabs");
  ful_query_json_begin_array (json);
  for (guint i = 0; panels[i]; i++)
    ful_query_json_string (json, panels[i]);
  ful_query_json_end_array (json);
  ful_query_json_key (json, "strategies");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < strategies->len; i++)
    ful_query_json_string (json, ful_strategy_to_string (g_array_index (strategies, FulStrategy, i)));
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
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
      ful_query_json_key (json, "locals");
      ful_query_json_begin_array (json);
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
  ful_query_json_key (json, "accumulated");
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "min", curve.min);
  ful_query_json_number_member (json, "max", curve.max);
  ful_query_json_number_member (json, "range", curve.max - curve.min);
  ful_query_json_end_object (json);
  ful_query_json_number_member (json, "maxPerMs", all.rate_max);
  ful_query_json_end_object (json);
}

static void
write_json (FulQuery     *query,
            FulTrackList *tracks)
{
  FulProfile *profile = query->profile;
  FulTimeRange range = ful_root_range_compute (profile);
  FulQueryJson json;

  ful_query_json_init (&json, query->answer);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "product", profile->product);
  ful_query_json_number_member (&json, "interval", profile->interval);
  ful_query_json_number_member (&json, "processedVersion", 70);
  ful_query_json_key (&json, "symbolicated");
  if (profile->symbolicated < 0)
    ful_query_json_null (&json);
  else
    ful_query_json_boolean (&json, profile->symbolicated);
  write_sample_units (query, &json);
  ful_query_json_key (&json, "rootRange");
  ful_query_json_begin_object (&json);
  ful_query_json_number_member (&json, "start", range.start);
  ful_query_json_number_member (&json, "end", range.end);
  ful_query_json_number_member (&json, "length", range.end - range.start);
  ful_query_json_end_object (&json);
  ful_query_json_number_member (&json, "zeroAt", range.start);
  ful_query_json_key (&json, "categories");
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < profile->categories->len; i++)
    {
      FulCategory *category = ful_profile_get_category (profile, (FulCategoryIndex) i);

      ful_query_json_begin_array (&json);
      ful_query_json_string (&json, category->name);
      ful_query_json_string (&json, category->color);
      ful_query_json_end_array (&json);
    }
  ful_query_json_end_array (&json);
  write_tables (profile, &json);
  ful_query_json_key (&json, "selectedThreads");
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < tracks->selected_threads->len; i++)
    ful_query_json_number (&json, g_array_index (tracks->selected_threads, guint, i));
  ful_query_json_end_array (&json);
  ful_query_json_string_member (&json, "selectedTab", first_panel (query, tracks));
  ful_query_json_string_member (&json, "timelineType", profile->has_categories ? "cpu-category" : "stack");
  ful_query_json_key (&json, "threads");
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < profile->threads->len; i++)
    write_thread (query, tracks, i, &json);
  ful_query_json_end_array (&json);
  ful_query_json_key (&json, "tracks");
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < tracks->tracks->len; i++)
    write_track (profile, g_ptr_array_index (tracks->tracks, i), &json);
  ful_query_json_end_array (&json);
  ful_query_json_key (&json, "counters");
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < profile->counters->len; i++)
    write_counter (profile, i, range, &json);
  ful_query_json_end_array (&json);
  ful_query_json_key (&json, "trackCount");
  ful_query_json_begin_object (&json);
  ful_query_json_number_member (&json, "hidden", tracks->n_hidden);
  ful_query_json_number_member (&json, "total", tracks->n_tracks);
  ful_query_json_end_object (&json);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}

static void
print_text (FulQuery     *query,
            FulTrackList *tracks)
{
  FulProfile *profile = query->profile;
  FulTimeRange range = ful_root_range_compute (profile);
  g_autofree char *length = ful_format_duration (range.end - range.start);

  g_print ("%s%s%s\n", query->color ? "\033[1m" : "",
           profile->product && *profile->product ? profile->product : "Profile", query->color ? "\033[0m" : "");
  g_print ("%s, a sample every %g ms, %u threads, %u counters\n", length, profile->interval,
           profile->threads->len, profile->counters->len);
  g_print ("%u functions, %u stacks, %u libraries, %s\n", profile->n_recorded_funcs,
           profile->stacks->table.n_rows, profile->libs->len,
           profile->symbolicated > 0 ? "with symbols" : "without symbols");
  g_print ("\n%6s %10s %10s  %s\n", "thread", "samples", "markers", "name");
  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      gboolean selected = i == g_array_index (tracks->selected_threads, guint, 0);

      g_print ("%s%6u %10u %10u  %s (pid %s, tid %s)%s\n", selected && query->color ? "\033[1m" : "", i,
               thread->samples->table.n_rows, thread->markers->table.n_rows, tracks->thread_names[i],
               thread->pid, thread->tid, selected && query->color ? "\033[0m" : "");
    }
  if (ful_import_log_get_n (profile->log) > 0)
    g_print ("\n%u kinds of flaws; see fulgens-query check\n", ful_import_log_get_n (profile->log));
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(FulTrackList) tracks = ful_track_list_new (query->profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, error);

  if (tracks == NULL)
    return FUL_EXIT_USAGE;

  if (query->json)
    write_json (query, tracks);
  else
    print_text (query, tracks);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_info = {
  "info", "what the profile is and what its threads hold", 0, run,
  "threads", "",
};
