/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query overview: what is slow. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-table.h"

#include "base/ful-error.h"
#include "insight/ful-overview-json.h"
#include "insight/ful-overview-text.h"
#include "insight/overview/ful-overview-markdown.h"
#include "insight/overview/ful-overview.h"
#include "model/ful-thread-names.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  ful_overview_write_json (table->data, json);
}

static FulOverview *
make_overview (FulQuery  *query,
               guint      index,
               GError   **error)
{
  FulViewOptions *options = g_ptr_array_index (query->views, index);
  FulTimeRange root = ful_derive_cache_get_root_range (query->reader.cache);
  FulTimeRange range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;
  g_autoptr(FulTrackList) tracks = ful_track_list_new (query->profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, error);
  g_auto(GStrv) names = tracks ? ful_thread_names_dup_short (tracks->thread_names) : NULL;
  FulOverview *overview;

  if (tracks == NULL)
    return NULL;

  overview = ful_overview_new (query->profile, options->has_range ? &range : NULL, query->json ? tracks->thread_names : names,
                               g_array_index (tracks->selected_threads, guint, 0), query->reader.cache, NULL, error);
  if (overview)
    overview->is_filtered = *options->search || options->n_transforms > 0;

  return overview;
}

static char *
dup_markdown (FulQuery          *query,
              const FulOverview *overview)
{
  g_autofree char *name = query->profile_path ? g_path_get_basename (query->profile_path) : NULL;

  return ful_overview_to_markdown (overview, name ? name : query->profile->product ? query->profile->product : "profile");
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulOverview *overview;
  FulQueryTable *table;

  if (query->csv || (query->markdown && query->json))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "The overview is text, or --json, or --markdown");
      return NULL;
    }
  overview = make_overview (query, index, error);
  if (overview == NULL)
    return NULL;

  table = ful_query_table_new_report (overview, (GDestroyNotify) ful_overview_free, write_json);
  if (query->markdown)
    table->before = dup_markdown (query, overview);
  else if (!query->json)
    table->before = ful_overview_to_text (overview, query->color);

  return table;
}

const FulCommand ful_command_overview = {
  "overview", "what is slow: findings, busiest threads, functions, times without response", FUL_COMMAND_VIEWS | FUL_COMMAND_MARKDOWN,
  make_table, NULL,
};
