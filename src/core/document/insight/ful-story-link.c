/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the rows of a story lead (insight.md 13): one step of the history, in the same time. */

#include "config.h"

#include "ful-story-link.h"

#include "document/ful-document-link.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/overview/ful-overview-types.h"
#include "insight/samples/ful-insight-text.h"
#include "insight/samples/ful-insight-weights.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n-lib.h>

/* A link with what it points to. */
typedef struct
{
  FulDocumentLink  link;
  char            *name;
  FulTimeRange     preview;
  guint            thread;
} Target;

/* @start: absolute ms, with @end: the time to mark */
static void
set_preview (Target         *target,
             const FulStory *story,
             double          start,
             double          end)
{
  target->preview = ful_time_range_shift ((FulTimeRange) { start, end }, -story->root_range.start);
  target->link.preview = &target->preview;
}

static void
set_wait (Target         *target,
          const FulStory *story,
          guint           thread,
          double          start,
          double          duration)
{
  g_autofree char *text = ful_insight_text_of_ms (duration);

  target->thread = thread;
  target->link.threads = &target->thread;
  target->link.n_threads = 1;
  target->link.strategy = FUL_STRATEGY_TIMING;   /* it uses no CPU */
  set_preview (target, story, start, start + duration);
  target->link.panel = FUL_PANEL_CALL_TREE;
  /* Translators: a duration, and the name of a thread */
  target->name = g_strdup_printf (_("Show %s of %s"), text, story->thread_names[thread]);
}

static void
set_function (Target         *target,
              const FulStory *story,
              guint           row)
{
  const FulOverviewFunction *function = &g_array_index (story->functions, FulOverviewFunction, row);

  target->link.func = function->func;
  if (story->of_scripts)
    target->link.implementation = FUL_IMPLEMENTATION_JS;
  target->link.panel = FUL_PANEL_FUNCTIONS;
  target->name = g_strdup_printf (_("Show %s"), function->label);
}

static void
set_other (Target         *target,
           const FulStory *story,
           guint           row)
{
  target->thread = g_array_index (story->others, guint, row);
  target->link.threads = &target->thread;
  target->link.n_threads = 1;
  target->link.panel = FUL_PANEL_CALL_TREE;
  target->name = g_strdup_printf (_("Show %s"), story->thread_names[target->thread]);
}

static gboolean
aim (Target         *target,
     const FulStory *story,
     FulStoryPart    part,
     guint           row)
{
  const FulInsightRequest *request;
  const FulStoryMarker *marker;
  const FulOverviewWait *wait;

  switch (part)
    {
    case FUL_STORY_PART_FUNCTIONS:
      if (row >= story->functions->len)
        return FALSE;
      set_function (target, story, row);
      return TRUE;
    case FUL_STORY_PART_WAITS:
      if (row >= story->waits->len)
        return FALSE;
      wait = &g_array_index (story->waits, FulOverviewWait, row);
      set_wait (target, story, wait->thread, wait->start, wait->duration);
      return TRUE;
    case FUL_STORY_PART_GAP:
      set_wait (target, story, story->gap.thread, story->gap.start, story->gap.duration);
      return story->gap.duration > 0;
    case FUL_STORY_PART_MARKERS:
      if (row >= story->markers->len)
        return FALSE;
      marker = &g_array_index (story->markers, FulStoryMarker, row);
      target->link.marker = (gint32) marker->marker;
      target->link.panel = FUL_PANEL_MARKER_TABLE;
      target->name = g_strdup_printf (_("Show %s"), marker->name);
      return TRUE;
    case FUL_STORY_PART_REQUESTS:
      if (row >= story->requests->all->len)
        return FALSE;
      request = &g_array_index (story->requests->all, FulInsightRequest, row);
      target->link.marker = (gint32) request->marker;
      target->link.panel = FUL_PANEL_NETWORK;
      target->name = g_strdup_printf (_("Show %s"), request->url);
      return TRUE;
    case FUL_STORY_PART_OTHERS:
      if (row >= story->others->len)
        return FALSE;
      set_other (target, story, row);
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * ful_story_follow:
 * @story: of the profile of @document, or of one with fewer symbols or rows
 * @row: of that part
 *
 * Shows in one step of the history what a row is about. The time that was marked stays so.
 *
 * Returns: %FALSE if there is no such row
 */
gboolean
ful_story_follow (const FulStory *story,
                  FulStoryPart    part,
                  guint           row,
                  FulDocument    *document)
{
  FulViewOptions *options = ful_document_get_options (document);
  FulStrategy strategy = story->weights->basis == FUL_INSIGHT_BASIS_CPU ? FUL_STRATEGY_CPU : options->strategy;
  Target target = { { .implementation = FUL_IMPLEMENTATION_COMBINED, .strategy = strategy, .func = FUL_NONE, .marker = FUL_NONE,
                      .threads = story->threads, .n_threads = story->n_threads } };
  gboolean found;

  if (options->has_preview)
    set_preview (&target, story, story->weights->range.start, story->weights->range.end);
  found = aim (&target, story, part, row);
  target.link.name = target.name;
  if (found)
    ful_document_follow (document, &target.link);
  g_free (target.name);

  return found;
}
