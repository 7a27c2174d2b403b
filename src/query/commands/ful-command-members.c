/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query members: the files in an archive or a folder, and which of them are profiles. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-system.h"

#include "ful-query-json.h"

#include "base/ful-format.h"
#include "import/ful-archive.h"

#include <stdio.h>

static GPtrArray *
list_members (FulQuery  *query,
              GError   **error)
{
  g_autoptr(GInputStream) stream = NULL;
  g_autoptr(GFile) file = NULL;

  if (query->profile_path == NULL)
    {
      stream = ful_query_system_open_input ();
      return ful_archive_list (stream, query->member, NULL, error);
    }
  file = g_file_new_for_commandline_arg (query->profile_path);

  return ful_archive_list_file (file, query->member, NULL, error);
}

static void
write_json (GPtrArray *members)
{
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < members->len; i++)
    {
      const FulMember *member = members->pdata[i];

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "path", member->path);
      ful_query_json_number_member (&json, "size", (double) member->size);
      ful_query_json_key (&json, "format");
      if (member->format)
        ful_query_json_string (&json, member->format);
      else
        ful_query_json_null (&json);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_finish (&json);
}

static void
write_text (GPtrArray *members)
{
  printf ("%12s  %-32s %s\n", "bytes", "format", "path");
  for (guint i = 0; i < members->len; i++)
    {
      const FulMember *member = members->pdata[i];
      g_autofree char *path = ful_format_visible (member->path, "");

      printf ("%12" G_GUINT64_FORMAT "  %-32s %s\n", member->size, member->format ? member->format : "—", path);
    }
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(GPtrArray) members = list_members (query, error);

  if (members == NULL)
    return FUL_EXIT_UNREADABLE;
  if (query->json)
    write_json (members);
  else
    write_text (members);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_members = {
  "members", "the files in an archive or a folder", FUL_COMMAND_FILE, NULL, run,
};
