/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query save -o FILE: writes a part of the profile, without what tells who recorded it or where. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "export/sanitize/ful-removals.h"
#include "export/sanitize/ful-selection.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

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
    return TRUE;
  part->threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (part->threads, view->threads, view->n_threads);

  return ful_thread_set_check (query->profile, view->threads, view->n_threads, error);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  FulViewOptions *view = g_ptr_array_index (query->views, 0);
  FulSelection part = { FALSE };

  if (query->output == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "save needs --output FILE");
      return FUL_EXIT_USAGE;
    }
  if (read_part (query, view, &part, error) &&
      ful_query_save (query, ful_strategy_get_sample_type (view->strategy), &part, error))
    ful_query_answer_output (query);
  ful_selection_clear (&part);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_save = {
  "save", "write a part, without what tells who or where", FUL_COMMAND_OUTPUT | FUL_COMMAND_WEIGHT | FUL_COMMAND_PART, NULL, run,
};
