/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query convert -o FILE: writes the profile in processed format 70, as
 * text, compressed text or slabs by the extension of FILE. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "export/ful-processed-writer.h"

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(GFile) file = NULL;

  if (query->output == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "convert needs --output FILE");
      return FUL_EXIT_USAGE;
    }

  file = g_file_new_for_commandline_arg (query->output);
  if (!ful_processed_writer_save (query->profile, file, NULL, NULL, error))
    return FUL_EXIT_USAGE;

  ful_query_answer_output (query);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_convert = {
  "convert", "write the profile in processed format 70", FUL_COMMAND_OUTPUT, NULL, run,
};
