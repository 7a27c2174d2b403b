/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query convert -o FILE: writes the profile in processed format 70, as
 * text, compressed text or slabs by the extension of FILE. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "export/ful-one-weight.h"
#include "export/ful-processed-writer.h"
#include "model/ful-import-log.h"
#include "threads/ful-view-options.h"

/* Says what is left out.
 *
 * Returns: (transfer full): the profile with one weight of each sample */
static FulProfile *
choose_weight (FulQuery  *query,
               GError   **error)
{
  FulStrategy strategy = ((FulViewOptions *) g_ptr_array_index (query->views, 0))->strategy;
  const char *sample_type = ful_strategy_get_sample_type (strategy);
  g_autoptr(FulProfile) chosen = NULL;

  if (strategy != FUL_STRATEGY_TIMING && sample_type == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "convert writes all allocations; --strategy chooses a sample type");
      return NULL;
    }

  chosen = ful_one_weight_new (query->profile, sample_type, error);
  if (chosen == NULL)
    return NULL;
  if (chosen->log != query->profile->log)
    g_printerr ("fulgens-query: %s\n",
                ful_import_log_get (chosen->log, ful_import_log_get_n (chosen->log) - 1)->message);

  return g_steal_pointer (&chosen);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(FulProfile) chosen = NULL;
  g_autoptr(GFile) file = NULL;

  if (query->output == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "convert needs --output FILE");
      return FUL_EXIT_USAGE;
    }

  chosen = choose_weight (query, error);
  if (chosen == NULL)
    return FUL_EXIT_USAGE;

  file = g_file_new_for_commandline_arg (query->output);
  if (!ful_processed_writer_save (chosen, file, NULL, NULL, error))
    return FUL_EXIT_USAGE;

  ful_query_answer_output (query);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_convert = {
  "convert", "write the profile in processed format 70", FUL_COMMAND_OUTPUT | FUL_COMMAND_WEIGHT, NULL, run,
};
