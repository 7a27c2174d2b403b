/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query convert -o FILE: writes the profile in processed format 70, as
 * text, compressed text or slabs by the extension of FILE. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "threads/ful-view-options.h"

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  FulStrategy strategy = ((FulViewOptions *) g_ptr_array_index (query->views, 0))->strategy;
  const char *sample_type = ful_strategy_get_sample_type (strategy);

  if (query->output == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "convert needs --output FILE");
      return FUL_EXIT_USAGE;
    }
  if (strategy != FUL_STRATEGY_TIMING && sample_type == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "convert writes all allocations; --strategy chooses a sample type");
      return FUL_EXIT_USAGE;
    }
  if (!ful_query_save (query, sample_type, NULL, error))
    return FUL_EXIT_USAGE;

  ful_query_answer_output (query);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_convert = {
  "convert", "write the profile in processed format 70", FUL_COMMAND_OUTPUT | FUL_COMMAND_WEIGHT, NULL, run,
};
