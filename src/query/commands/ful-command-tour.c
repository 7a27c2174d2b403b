/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query tour: the notes on a profile that are steps of its tour, as Markdown, with pictures in a folder.
 *
 * JSON: {"steps", "markdown", "output"}. */

#include "config.h"

#include "ful-tour-export.h"

#include "ful-commands.h"
#include "ful-query-json.h"

#include "base/ful-error.h"
#include "document/notes/ful-notes-store.h"

#include <stdio.h>

static void
write_json (FulQuery   *query,
            guint       n_steps,
            const char *markdown)
{
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  ful_query_json_number_member (&json, "steps", n_steps);
  ful_query_json_string_member (&json, "markdown", markdown);
  ful_query_json_string_member (&json, "output", query->output);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(GFile) profile = NULL, beside = NULL, fallback = NULL, folder = NULL;
  g_autoptr(GPtrArray) notes = NULL;
  g_autoptr(GError) own_error = NULL;
  g_autofree char *base = NULL, *title = NULL, *text = NULL;

  if (query->profile_path == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "Notes are those of a file");
      return FUL_EXIT_USAGE;
    }

  profile = g_file_new_for_commandline_arg (query->profile_path);
  ful_notes_store_find (profile, &beside, &fallback);
  notes = ful_notes_store_load (beside, fallback, &own_error);
  if (own_error)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&own_error), "Notes: ");
      return FUL_EXIT_UNREADABLE;
    }
  if (notes == NULL)
    notes = g_ptr_array_new ();

  base = g_file_get_basename (profile);
  title = g_filename_display_name (base);
  folder = query->output ? g_file_new_for_commandline_arg (query->output) : NULL;
  text = ful_tour_export (query->profile, notes, title, folder, NULL, NULL, error);
  if (text == NULL)
    return FUL_EXIT_USAGE;

  if (query->json)
    write_json (query, ful_notes_count_steps (notes), text);
  else if (folder == NULL)
    fputs (text, stdout);

  return ful_notes_count_steps (notes) > 0 ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}

const FulCommand ful_command_tour = {
  "tour", "the notes as a tour, in Markdown; with pictures into a folder", FUL_COMMAND_OUTPUT, NULL, run,
};
