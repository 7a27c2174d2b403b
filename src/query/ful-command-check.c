/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query check: reads everything and lists the flaws. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "model/ful-import-log.h"

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  const FulImportLog *log = query->profile->log;
  FulQueryJson json;

  if (!query->json)
    {
      for (guint i = 0; i < ful_import_log_get_n (log); i++)
        {
          const FulImportLogEntry *entry = ful_import_log_get (log, i);

          g_print ("%s: %s: %s", ful_severity_to_string (entry->severity), entry->where, entry->message);
          if (entry->count > 1)
            g_print (" (%" G_GUINT64_FORMAT " times)", entry->count);
          if (entry->first_row >= 0)
            g_print (", row %" G_GINT64_FORMAT, entry->first_row);
          if (entry->first_offset >= 0)
            g_print (", byte %" G_GINT64_FORMAT, entry->first_offset);
          g_print ("\n");
        }
      if (ful_import_log_get_n (log) == 0)
        g_print ("No flaws found\n");
      return FUL_EXIT_OK;
    }

  ful_query_json_init (&json, query->answer);
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < ful_import_log_get_n (log); i++)
    {
      const FulImportLogEntry *entry = ful_import_log_get (log, i);

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "severity", ful_severity_to_string (entry->severity));
      ful_query_json_string_member (&json, "where", entry->where);
      ful_query_json_string_member (&json, "message", entry->message);
      ful_query_json_number_member (&json, "count", (double) entry->count);
      ful_query_json_number_member (&json, "firstRow", (double) entry->first_row);
      ful_query_json_number_member (&json, "firstOffset", (double) entry->first_offset);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_finish (&json);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_check = {
  "check", "read everything and list the flaws", 0, run,
  NULL, "severity,where,message,count,firstRow,firstOffset",
};
