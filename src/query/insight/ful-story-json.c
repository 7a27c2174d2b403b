/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A story as JSON: {"story": 1, "start", "end", "threads": […], "marker", "life", "basis", "unit", "length", "ran", "waited",
 * "samples", "busy", "frames", "foldUnnamed", "functions": […], "strip": [[use, category], …], "waits": {"count", "total",
 * "rows", "longestGap"}, "markers": {"count", "rows"}, "requests": {"count", "rows"}, "meanwhile": […]}. Times are ms after the
 * start of the root range; those of rows are within the range, but for markers before and after. */

#include "config.h"

#include "ful-story-json.h"

#include "insight/markers/ful-insight-requests.h"
#include "insight/overview/ful-overview-sections.h"
#include "insight/samples/ful-insight-weights.h"
#include "insight/story/ful-story.h"
#include "markers/list/ful-marker-list.h"
#include "model/ful-profile.h"

#include <math.h>

static void
write_functions (const FulStory *self,
                 FulQueryJson   *json)
{
  ful_query_json_begin_array_member (json, "functions");
  for (guint i = 0; i < self->functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (self->functions, FulOverviewFunction, i);
      g_autofree char *place = ful_overview_function_dup_place (row);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", row->name);
      ful_query_json_string_member (json, "origin", *place ? place : NULL);
      ful_query_json_number_member (json, "self", row->self);
      ful_query_json_number_member (json, "total", row->total);
      ful_query_json_number_member (json, "share", row->share);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static void
write_strip (const FulStory *self,
             FulQueryJson   *json)
{
  ful_query_json_begin_array_member (json, "strip");
  for (guint i = 0; i < FUL_STORY_BINS; i++)
    {
      const FulStoryBin *bin = &self->bins[i];

      ful_query_json_begin_array (json);
      ful_query_json_number (json, bin->use);
      if (bin->category == FUL_NONE)
        ful_query_json_null (json);
      else
        ful_query_json_string (json, ful_profile_get_category (self->weights->profile, bin->category)->name);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
}

/* Members of an object for a time of a thread. */
static void
write_time (const FulStory *self,
            guint           thread,
            double          start,
            double          duration,
            FulQueryJson   *json)
{
  ful_query_json_number_member (json, "thread", thread);
  ful_query_json_number_member (json, "start", start - self->root_range.start);
  ful_query_json_number_member (json, "duration", duration);
}

static void
write_waits (const FulStory *self,
             FulQueryJson   *json)
{
  ful_query_json_begin_object_member (json, "waits");
  ful_query_json_number_member (json, "count", self->n_waits);
  ful_query_json_number_member (json, "total", self->wait_ms);
  ful_query_json_begin_array_member (json, "rows");
  for (guint i = 0; i < self->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (self->waits, FulOverviewWait, i);

      ful_query_json_begin_object (json);
      write_time (self, row->thread, row->start, row->duration, json);
      ful_query_json_string_member (json, "in", row->place ? row->place->name : NULL);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  if (self->gap.duration > 0)
    {
      ful_query_json_begin_object_member (json, "longestGap");
      write_time (self, self->gap.thread, self->gap.start, self->gap.duration, json);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_object (json);
}

static void
write_markers (const FulStory *self,
               FulQueryJson   *json)
{
  static const char *const relations[] = { "overlaps", "holds", "held", "previous", "next" };

  ful_query_json_begin_object_member (json, "markers");
  ful_query_json_number_member (json, "count", self->n_markers);
  ful_query_json_begin_array_member (json, "rows");
  for (guint i = 0; i < self->markers->len; i++)
    {
      const FulStoryMarker *row = &g_array_index (self->markers, FulStoryMarker, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "relation", relations[row->relation]);
      ful_query_json_string_member (json, "name", row->name);
      ful_query_json_number_member (json, "count", row->n);
      ful_query_json_number_member (json, "time", row->total);
      ful_query_json_number_member (json, "distance", row->distance);
      ful_query_json_number_member (json, "thread", row->thread);
      ful_query_json_number_member (json, "marker", row->marker);
      ful_query_json_number_member (json, "start", row->start - self->root_range.start);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
write_requests (const FulStory *self,
                FulQueryJson   *json)
{
  ful_query_json_begin_object_member (json, "requests");
  ful_query_json_number_member (json, "count", self->n_requests);
  ful_query_json_begin_array_member (json, "rows");
  for (guint i = 0; i < self->requests->all->len; i++)
    {
      const FulInsightRequest *row = &g_array_index (self->requests->all, FulInsightRequest, i);

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "url", row->url);
      ful_query_json_number_member (json, "responseStatus", row->status);
      ful_query_json_boolean_member (json, "failed", ful_insight_request_is_failed (row));
      ful_query_json_number_member (json, "time", ful_story_clip (self, row->start, row->start + row->duration));
      write_time (self, row->thread, row->start, row->duration, json);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
write_others (const FulStory *self,
              FulQueryJson   *json)
{
  ful_query_json_begin_array_member (json, "meanwhile");
  for (guint i = 0; i < self->others->len; i++)
    {
      guint thread = g_array_index (self->others, guint, i);

      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "thread", thread);
      ful_query_json_string_member (json, "name", self->thread_names[thread]);
      ful_query_json_number_member (json, "busy", self->weights->threads[thread].busy);
      if (self->is_linked[thread])
        ful_query_json_boolean_member (json, "linked", TRUE);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

void
ful_story_write_json (const FulStory *story,
                      FulQueryJson   *json)
{
  static const char *const lives[] = { "alive", "not-yet", "ended" };
  static const char *const bases[] = { "cpu", "timing", "weight" };
  const FulInsightWeights *weights = story->weights;
  g_autoptr(FulViewOptions) view = ful_story_make_view (story);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "story", 1);
  ful_query_json_number_member (json, "start", weights->range.start - story->root_range.start);
  ful_query_json_number_member (json, "end", weights->range.end - story->root_range.start);
  ful_query_json_begin_array_member (json, "threads");
  for (guint i = 0; i < story->n_threads; i++)
    ful_query_json_number (json, story->threads[i]);
  ful_query_json_end_array (json);
  ful_query_json_string_member (json, "marker", story->marker == FUL_NONE ? NULL
                                                  : ful_marker_list_get_name (story->list, (guint) story->marker));
  ful_query_json_string_member (json, "life", lives[story->life]);
  ful_query_json_string_member (json, "basis", bases[weights->basis]);
  ful_query_json_string_member (json, "unit", story->unit);
  ful_query_json_number_member (json, "length", weights->is_timed ? story->length : NAN);
  ful_query_json_number_member (json, "ran", story->ran);
  ful_query_json_number_member (json, "waited", weights->is_timed ? story->waited : NAN);
  ful_query_json_number_member (json, "samples", (double) story->n_samples);
  ful_query_json_number_member (json, "busy", story->busy);
  ful_query_json_string_member (json, "frames", story->of_scripts ? "js" : "combined");
  ful_query_json_boolean_member (json, "foldUnnamed", view->fold_unnamed);
  write_functions (story, json);
  write_strip (story, json);
  write_waits (story, json);
  write_markers (story, json);
  write_requests (story, json);
  write_others (story, json);
  ful_query_json_end_object (json);
}
