/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query save -o FILE: writes a part of the profile, without what tells who recorded it or where.
 *
 * JSON of --report: {"output": file, "bytes": its size, "removed": [word, …], "names": number of names that were sought,
 * "left": [{"kind": address, home, mail or name, "text", "count", "where": members that lead to the first}, …], "count": of all}. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "base/ful-error.h"
#include "document/rows/ful-track-visibility.h"
#include "export/report/ful-leftovers.h"
#include "export/sanitize/ful-removed-names.h"
#include "export/sanitize/ful-clue.h"
#include "export/sanitize/ful-removals.h"
#include "export/sanitize/ful-selection.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"

/* @keeps_all: whether everything that can be removed is kept. Returns: whether @query says which tracks to keep; @part gets these */
static gboolean
read_tracks (FulQuery      *query,
             gboolean       keeps_all,
             FulSelection  *part,
             GError       **error)
{
  gboolean hides = !keeps_all && ful_removals_get_default (query->profile) == FUL_REMOVE_ALL;
  const char *which = query->tracks ? query->tracks : hides ? "shown" : "all";
  g_autoptr(FulTrackList) list = NULL;
  g_autoptr(FulTrackVisibility) tracks = NULL;

  if (g_str_equal (which, "all"))
    return TRUE;
  if (!g_str_equal (which, "shown"))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--tracks is all or shown, not “%s”", which);
      return FALSE;
    }
  list = ful_track_list_new (query->profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, error);
  if (list == NULL)
    return FALSE;
  tracks = ful_track_visibility_new (query->profile, list);
  part->threads = ful_track_visibility_list_shown (tracks, query->profile->counters->len, &part->counters);

  return TRUE;
}

/* Returns: whether words and threads are understood; @part is cleared by the caller */
static gboolean
read_part (FulQuery        *query,
           FulViewOptions  *view,
           FulSelection    *part,
           GError         **error)
{
  FulRemovals kept = FUL_REMOVE_NOTHING;

  part->removals = ful_removals_get_default (query->profile);
  if (query->remove && !ful_removals_parse (query->remove, &part->removals, error))
    return FALSE;
  if (query->keep && !ful_removals_parse (query->keep, &kept, error))
    return FALSE;
  part->removals &= ~kept;
  part->has_range = view->has_range;
  part->range = ful_time_range_shift (view->range, ful_root_range_compute (query->profile).start);
  if (view->n_threads == 0)
    return read_tracks (query, kept == FUL_REMOVE_ALL, part, error);
  if (query->tracks)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--tracks and threads exclude each other");
      return FALSE;
    }
  part->threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (part->threads, view->threads, view->n_threads);

  return ful_thread_set_check (query->profile, view->threads, view->n_threads, error);
}

static void
answer_leftovers (FulQuery              *query,
                  FulRemovals            removals,
                  const FulRemovedNames *names,
                  const FulLeftovers    *leftovers)
{
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "output", query->output);
  ful_query_json_number_member (&json, "bytes", (double) leftovers->n_bytes);
  ful_query_json_begin_array_member (&json, "removed");
  for (guint i = 0; i < FUL_N_REMOVALS; i++)
    if (removals & (1u << i))
      ful_query_json_string (&json, ful_removal_get_word (i));
  ful_query_json_end_array (&json);
  ful_query_json_number_member (&json, "names", ful_removed_names_get_n (names));
  ful_query_json_begin_array_member (&json, "left");
  for (guint i = 0; i < leftovers->clues->len; i++)
    {
      const FulLeftover *left = &g_array_index (leftovers->clues, FulLeftover, i);

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "kind", ful_clue_get_name (left->kind));
      ful_query_json_string_member (&json, "text", left->text);
      ful_query_json_number_member (&json, "count", (double) left->n);
      ful_query_json_string_member (&json, "where", left->place);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_number_member (&json, "count", (double) leftovers->n_all);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}

static FulExitStatus
report (FulQuery     *query,
        FulRemovals   removals,
        GError      **error)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (query->output);
  g_autoptr(FulRemovedNames) names = ful_removed_names_new (query->profile, removals);
  g_autoptr(FulLeftovers) leftovers = ful_leftovers_new (file, removals, names, NULL, error);

  if (leftovers == NULL)
    return FUL_EXIT_OUTPUT;
  answer_leftovers (query, removals, names, leftovers);

  return leftovers->n_all > 0 ? FUL_EXIT_NOTHING : FUL_EXIT_OK;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  FulExitStatus status = FUL_EXIT_OK;
  FulViewOptions *view = g_ptr_array_index (query->views, 0);
  FulSelection part = { FALSE };

  if (query->output == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "save needs --output FILE");
      return FUL_EXIT_USAGE;
    }
  if (read_part (query, view, &part, error) &&
      ful_query_save (query, ful_strategy_get_sample_type (view->strategy), &part, error))
    {
      if (query->report)
        status = report (query, part.removals, error);
      else
        ful_query_answer_output (query);
    }
  ful_selection_clear (&part);

  return status;
}

const FulCommand ful_command_save = {
  "save", "write a part, without what tells who or where", FUL_COMMAND_OUTPUT | FUL_COMMAND_WEIGHT | FUL_COMMAND_PART, NULL, run,
};
