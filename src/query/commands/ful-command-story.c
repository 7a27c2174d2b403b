/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query story: what happened in a time, or while a marker lasted. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-table.h"

#include "base/ful-error.h"
#include "insight/ful-story-json.h"
#include "insight/story/ful-story-sections.h"
#include "insight/story/ful-story.h"
#include "model/ful-thread-names.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  ful_story_write_json (table->data, json);
}

static FulStory *
make_story (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulViewOptions *options = g_ptr_array_index (query->views, index);
  FulTimeRange root = ful_derive_cache_get_root_range (query->reader.cache);
  FulTimeRange range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;
  g_auto(GStrv) whole_names = ful_thread_names_new (query->profile->threads);
  g_auto(GStrv) names = ful_thread_names_dup_short (whole_names);
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (query->profile, options, query->reader.cache, NULL, error);

  if (threads == NULL)
    return NULL;

  return ful_story_new (query->profile, threads->threads, threads->n_threads, range, query->marker, query->json ? whole_names : names,
                        query->reader.cache, NULL, error);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulStory *story;
  FulQueryTable *table;

  if (query->csv || (query->markdown && query->json))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "A story is text, or --json, or --markdown");
      return NULL;
    }
  story = make_story (query, index, error);
  if (story == NULL)
    return NULL;

  table = ful_query_table_new_report (story, (GDestroyNotify) ful_story_free, write_json);
  if (query->markdown)
    table->before = ful_story_to_markdown (story);
  else if (!query->json)
    table->before = ful_story_to_text (story, query->color);

  return table;
}

const FulCommand ful_command_story = {
  "story", "what happened in a time: what ran and waited, markers, requests, other threads",
  FUL_COMMAND_VIEWS | FUL_COMMAND_MARKDOWN | FUL_COMMAND_STORY, make_table, NULL,
};
