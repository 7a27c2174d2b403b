/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overview as JSON: {"overview": 1, "kind", "what": {…}, "limits": […], "findings": [texts], "threads": […],
 * "workSet": [threads], "workShare", "frames", "functions": […], "own": […], "ownShare", "categories": […],
 * "libraries": […], "unresponsive": {"count", "total", "rows"}, "markers": […], "requests": {…}, "pages": […],
 * "memory": […]}. The last five are left out if the profile has none. Times are ms after the start of the root range. */

#include "config.h"

#include "ful-overview-json.h"

#include "insight/markers/ful-insight-limits.h"
#include "insight/markers/ful-insight-memory.h"
#include "insight/markers/ful-insight-pages.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/samples/ful-insight-weights.h"
#include "stacks/ful-func-kind.h"

#include <math.h>

#define MAX_REQUESTS 5

/* A member for a number that may not be known. */
static void
write_if_known (FulQueryJson *json,
                const char   *key,
                double        number)
{
  if (!isnan (number))
    ful_query_json_number_member (json, key, number);
}

static void
write_place (const FulOverviewFunction *function,
             const char                *key,
             FulQueryJson              *json)
{
  g_autofree char *place = function->file && function->line != FUL_NONE
                             ? g_strdup_printf ("%s:%d", function->file, function->line) : NULL;

  ful_query_json_string_member (json, key, place ? place : function->file ? function->file
                           : function->kind != FUL_FUNC_KIND_UNNAMED ? function->library : NULL);
}

static void
write_what (const FulOverview *self,
            FulQueryJson      *json)
{
  static const char *const bases[] = { "cpu", "timing", "weight" };
  FulProfile *profile = self->weights->profile;
  gboolean is_timed = self->weights->is_timed;

  ful_query_json_begin_object_member (json, "what");
  ful_query_json_string_member (json, "product", profile->product && *profile->product ? profile->product
                                 : profile->writer ? profile->writer : "Unknown program");
  ful_query_json_string_member (json, "format", profile->format);
  ful_query_json_string_member (json, "writer", profile->writer);
  ful_query_json_number_member (json, "durationMs", is_timed ? self->weights->range.end - self->weights->range.start : NAN);
  ful_query_json_number_member (json, "startTime", profile->start_time > 0 ? profile->start_time : NAN);
  ful_query_json_number_member (json, "intervalMs", is_timed ? profile->interval : NAN);
  ful_query_json_number_member (json, "threads", self->weights->n_threads);
  ful_query_json_number_member (json, "processes", self->n_processes);
  ful_query_json_number_member (json, "samples", (double) self->n_samples);
  ful_query_json_number_member (json, "markers", (double) self->n_markers);
  ful_query_json_string_member (json, "basis", bases[self->weights->basis]);
  ful_query_json_string_member (json, "unit", self->unit);
  ful_query_json_number_member (json, "total", self->weights->busy);
  ful_query_json_end_object (json);
}

static void
write_limit (const FulInsightLimit *limit,
             FulQueryJson          *json)
{
  static const char *const share_keys[] = {
    [FUL_INSIGHT_LIMIT_FEW_SAMPLES] = "margin", [FUL_INSIGHT_LIMIT_MISSED_INTERVALS] = "lostShare",
    [FUL_INSIGHT_LIMIT_FLAWS] = NULL,
  };
  const char *share_key = share_keys[limit->kind];
  gboolean has_intervals = limit->kind == FUL_INSIGHT_LIMIT_MISSED_INTERVALS;
  g_autofree char *text = ful_insight_limit_to_text (limit);

  ful_query_json_begin_object (json);
  ful_query_json_string_member (json, "kind", ful_insight_limit_kind_to_word (limit->kind));
  if (limit->kind == FUL_INSIGHT_LIMIT_FEW_SAMPLES)
    ful_query_json_number_member (json, "samples", (double) limit->count);
  if (limit->kind == FUL_INSIGHT_LIMIT_FLAWS)
    ful_query_json_number_member (json, "count", (double) limit->count);
  write_if_known (json, has_intervals ? "interval" : "ms", limit->ms);
  write_if_known (json, "median", limit->median);
  write_if_known (json, share_key ? share_key : "share", limit->share);
  if (limit->name)
    ful_query_json_string_member (json, limit->kind == FUL_INSIGHT_LIMIT_FLAWS ? "first" : "library", limit->name);
  write_if_known (json, "libraryShare", limit->name_share);
  ful_query_json_string_member (json, "text", text);
  ful_query_json_end_object (json);
}

static void
write_thread (const FulOverview       *self,
              const FulOverviewThread *row,
              FulQueryJson            *json)
{
  FulThread *thread = ful_profile_get_thread (self->weights->profile, row->thread);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "thread", row->thread);
  ful_query_json_string_member (json, "name", row->name);
  ful_query_json_string_member (json, "pid", thread->pid);
  ful_query_json_string_member (json, "tid", thread->tid);
  ful_query_json_number_member (json, "busy", row->busy);
  ful_query_json_number_member (json, "share", row->share);
  write_if_known (json, "lifeMs", row->life);
  write_if_known (json, "use", row->use);
  write_if_known (json, "peak", row->peak);
  write_if_known (json, "peakStart", row->peak_start - self->root_range.start);
  write_if_known (json, "peakMs", row->peak_length);
  ful_query_json_begin_array_member (json, "hotPath");
  for (guint i = 0; row->path[i]; i++)
    ful_query_json_string (json, row->path[i]);
  ful_query_json_end_array (json);
  ful_query_json_number_member (json, "hotShare", row->path_share);
  ful_query_json_string_member (json, "category", row->category);
  ful_query_json_number_member (json, "categoryShare", row->category_share);
  if (row->own)
    {
      ful_query_json_string_member (json, "own", row->own->name);
      write_place (row->own, "ownOrigin", json);
      ful_query_json_number_member (json, "ownShare", row->own_share);
    }
  ful_query_json_end_object (json);
}

static void
write_functions (const GArray *functions,
                 gboolean      are_own,
                 FulQueryJson *json)
{
  static const char *const kinds[] = { "own", "library", "label", "unnamed", "meta" };

  ful_query_json_begin_array_member (json, are_own ? "own" : "functions");
  for (guint i = 0; i < functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (functions, FulOverviewFunction, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", row->name);
      write_place (row, "origin", json);
      if (are_own)
        {
          ful_query_json_number_member (json, "charged", row->weight);
          ful_query_json_number_member (json, "share", row->share);
          ful_query_json_number_member (json, "self", row->self);
        }
      else
        {
          ful_query_json_string_member (json, "kind", kinds[row->kind]);
          ful_query_json_number_member (json, "self", row->self);
          ful_query_json_number_member (json, "share", row->share);
        }
      ful_query_json_number_member (json, "total", row->total);
      ful_query_json_number_member (json, "thread", row->thread);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static void
write_shares (const GArray *shares,
              const char   *key,
              FulQueryJson *json)
{
  ful_query_json_begin_array_member (json, key);
  for (guint i = 0; i < shares->len; i++)
    {
      const FulOverviewShare *row = &g_array_index (shares, FulOverviewShare, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", row->name);
      if (row->color)
        ful_query_json_string_member (json, "color", row->color);
      ful_query_json_number_member (json, "weight", row->weight);
      ful_query_json_number_member (json, "share", row->share);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static void
write_stretch (const FulOverview        *self,
               const FulOverviewStretch *row,
               FulQueryJson             *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "thread", row->thread);
  ful_query_json_string_member (json, "name", self->thread_names[row->thread]);
  ful_query_json_number_member (json, "start", row->start - self->root_range.start);
  ful_query_json_number_member (json, "duration", row->duration);
  write_if_known (json, "busy", row->busy);
  if (row->own)
    {
      ful_query_json_string_member (json, "own", row->own->name);
      write_place (row->own, "ownOrigin", json);
      ful_query_json_number_member (json, "ownShare", row->own_share);
    }
  if (row->category)
    {
      ful_query_json_string_member (json, "category", row->category);
      ful_query_json_number_member (json, "categoryShare", row->category_share);
    }
  if (row->marker)
    {
      ful_query_json_string_member (json, "marker", row->marker);
      ful_query_json_number_member (json, "markerMs", row->marker_ms);
    }
  ful_query_json_end_object (json);
}

static void
write_stretches (const FulOverview *self,
                 FulQueryJson      *json)
{
  ful_query_json_begin_object_member (json, "unresponsive");
  ful_query_json_number_member (json, "count", self->n_stretches);
  ful_query_json_number_member (json, "total", self->stretch_ms);
  ful_query_json_begin_array_member (json, "rows");
  for (guint i = 0; i < self->stretches->len; i++)
    write_stretch (self, &g_array_index (self->stretches, FulOverviewStretch, i), json);
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

/* Only where the scheduler said it. */
static void
write_waits (const FulOverview *self,
             FulQueryJson      *json)
{
  if (self->waits->len == 0)
    return;

  ful_query_json_begin_object_member (json, "waited");
  ful_query_json_number_member (json, "count", self->n_waits);
  ful_query_json_number_member (json, "total", self->wait_ms);
  ful_query_json_begin_array_member (json, "rows");
  for (guint i = 0; i < self->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (self->waits, FulOverviewWait, i);

      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "thread", row->thread);
      ful_query_json_string_member (json, "name", self->thread_names[row->thread]);
      ful_query_json_number_member (json, "start", row->start - self->root_range.start);
      ful_query_json_number_member (json, "duration", row->duration);
      ful_query_json_string_member (json, "in", row->place ? row->place->name : NULL);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
write_markers (const FulOverview *self,
               FulQueryJson      *json)
{
  ful_query_json_begin_array_member (json, "markers");
  for (guint i = 0; i < self->markers->len; i++)
    {
      const FulOverviewMarker *row = &g_array_index (self->markers, FulOverviewMarker, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", row->name);
      ful_query_json_number_member (json, "count", row->n);
      ful_query_json_number_member (json, "total", row->total);
      ful_query_json_number_member (json, "self", row->self);
      ful_query_json_number_member (json, "longest", row->longest);
      ful_query_json_number_member (json, "start", row->start - self->root_range.start);
      ful_query_json_number_member (json, "thread", row->thread);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

/* @rows: (transfer full): numbers of requests */
static void
write_some_requests (const FulOverview *self,
                     GArray            *rows,
                     const char        *key,
                     FulQueryJson      *json)
{
  ful_query_json_begin_array_member (json, key);
  for (guint i = 0; i < rows->len; i++)
    {
      const FulInsightRequest *row = &g_array_index (self->requests->all, FulInsightRequest, g_array_index (rows, guint, i));

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "url", row->url);
      ful_query_json_number_member (json, "status", row->status);
      ful_query_json_string_member (json, "state", row->state);
      ful_query_json_number_member (json, "start", row->start - self->root_range.start);
      ful_query_json_number_member (json, "duration", row->duration);
      ful_query_json_number_member (json, "size", row->size);
      ful_query_json_string_member (json, "phase", row->phase);
      ful_query_json_number_member (json, "phaseMs", row->phase_ms);
      ful_query_json_number_member (json, "thread", row->thread);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  g_array_unref (rows);
}

static void
write_requests (const FulOverview *self,
                FulQueryJson      *json)
{
  ful_query_json_begin_object_member (json, "requests");
  ful_query_json_number_member (json, "count", self->requests->all->len);
  write_some_requests (self, ful_insight_requests_list_failed (self->requests, MAX_REQUESTS), "failed", json);
  ful_query_json_number_member (json, "failedCount", self->requests->n_failed);
  ful_query_json_number_member (json, "failedReal", self->requests->n_failed_pages);
  write_some_requests (self, ful_insight_requests_list_slow (self->requests, MAX_REQUESTS), "slow", json);
  ful_query_json_number_member (json, "slowCount", self->requests->n_slow);
  ful_query_json_end_object (json);
}

static void
write_pages (const FulOverview *self,
             FulQueryJson      *json)
{
  ful_query_json_begin_array_member (json, "pages");
  for (guint i = 0; i < self->pages->len; i++)
    {
      const FulInsightPage *row = &g_array_index (self->pages, FulInsightPage, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "url", row->url);
      ful_query_json_number_member (json, "thread", row->thread);
      ful_query_json_number_member (json, "navigationStart", row->start - self->root_range.start);
      write_if_known (json, "fcp", row->first_paint);
      write_if_known (json, "lcp", row->largest_paint);
      write_if_known (json, "dcl", row->content);
      write_if_known (json, "load", row->load);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static void
write_memory (const FulOverview *self,
              FulQueryJson      *json)
{
  FulProfile *profile = self->weights->profile;

  ful_query_json_begin_array_member (json, "memory");
  for (guint i = 0; i < self->memory->len; i++)
    {
      const FulInsightMemory *row = &g_array_index (self->memory, FulInsightMemory, i);
      FulCounter *counter = g_ptr_array_index (profile->counters, row->counter);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "process", counter->main_thread < profile->threads->len ? self->thread_names[counter->main_thread]
                                                                                : counter->pid);
      ful_query_json_number_member (json, "counter", row->counter);
      ful_query_json_number_member (json, "growth", row->growth);
      ful_query_json_number_member (json, "peak", row->peak);
      ful_query_json_number_member (json, "peakAt", row->peak_time - self->root_range.start);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static void
write_samples (const FulOverview *self,
               FulQueryJson      *json)
{
  const FulInsightWeights *weights = self->weights;

  ful_query_json_begin_array_member (json, "threads");
  for (guint i = 0; i < self->threads->len; i++)
    write_thread (self, &g_array_index (self->threads, FulOverviewThread, i), json);
  ful_query_json_end_array (json);
  ful_query_json_begin_array_member (json, "workSet");
  for (guint i = 0; i < weights->n_work_set; i++)
    ful_query_json_number (json, weights->work_set[i]);
  ful_query_json_end_array (json);
  ful_query_json_number_member (json, "workShare", weights->busy > 0 ? weights->work_busy / weights->busy : 0);
  ful_query_json_string_member (json, "frames", self->of_scripts ? "js" : "combined");
  write_functions (self->functions, FALSE, json);
  write_functions (self->own, TRUE, json);
  ful_query_json_number_member (json, "ownShare", self->own_share);
  write_shares (self->categories, "categories", json);
  write_shares (self->libraries, "libraries", json);
}

/* Writes the whole answer. */
void
ful_overview_write_json (const FulOverview *overview,
                         FulQueryJson      *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "overview", 1);
  ful_query_json_string_member (json, "kind", overview->weights->profile->format);
  write_what (overview, json);
  ful_query_json_begin_array_member (json, "limits");
  for (guint i = 0; i < overview->limits->len; i++)
    write_limit (&g_array_index (overview->limits, FulInsightLimit, i), json);
  ful_query_json_end_array (json);
  ful_query_json_begin_array_member (json, "findings");
  for (guint i = 0; i < overview->findings->len; i++)
    ful_query_json_string (json, g_array_index (overview->findings, FulFinding, i).text);
  ful_query_json_end_array (json);

  write_samples (overview, json);
  if (overview->has_loop)
    write_stretches (overview, json);
  write_waits (overview, json);
  if (overview->weights->is_timed)
    write_markers (overview, json);
  if (overview->requests->all->len > 0)
    write_requests (overview, json);
  if (overview->pages->len > 0)
    write_pages (overview, json);
  if (overview->memory->len > 0)
    write_memory (overview, json);
  ful_query_json_end_object (json);
}
