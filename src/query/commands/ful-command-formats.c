/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query formats: which files are read and written. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "export/ful-exporters.h"
#include "import/ful-importer.h"

#include <stdio.h>

typedef struct
{
  const char        *name;
  const char        *mime_type;
  const char *const *suffixes;
  gboolean           is_read;
  const char        *writer;     /* (nullable): the command that writes it */
} Format;

/* Returns: (nullable): what is exported in the format that @importer reads */
static const FulExporter *
find_exporter (const FulImporter *importer)
{
  return importer == &ful_folded_importer ? &ful_export_folded :
         importer == &ful_speedscope_importer ? &ful_export_speedscope : NULL;
}

/* Formats that are read, then those that are exported only. */
static GArray *
list_formats (void)
{
  static const char *const csv[] = { "csv", NULL };
  static const char *const pprof[] = { "pb.gz", NULL };
  static const Format exported[] = {
    { "pprof", "application/x-pprof", pprof, FALSE, "export" },
    { "Comma-separated values", "text/csv", csv, FALSE, "export" },
  };
  GArray *formats = g_array_new (FALSE, FALSE, sizeof (Format));
  const FulImporter *importer;

  for (guint i = 0; (importer = ful_importers_get (i)); i++)
    {
      Format format = { importer->name, importer->mime_type, importer->suffixes, TRUE };

      format.writer = importer == &ful_processed_importer ? "convert" : find_exporter (importer) ? "export" : NULL;
      g_array_append_val (formats, format);
    }
  g_array_append_vals (formats, exported, G_N_ELEMENTS (exported));

  return formats;
}

static void
write_json (GArray *formats)
{
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < formats->len; i++)
    {
      const Format *format = &g_array_index (formats, Format, i);

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "name", format->name);
      ful_query_json_string_member (&json, "mimeType", format->mime_type);
      ful_query_json_begin_array_member (&json, "suffixes");
      for (guint s = 0; format->suffixes[s]; s++)
        ful_query_json_string (&json, format->suffixes[s]);
      ful_query_json_end_array (&json);
      ful_query_json_boolean_member (&json, "read", format->is_read);
      ful_query_json_boolean_member (&json, "written", format->writer != NULL);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_finish (&json);
}

static void
write_text (GArray *formats)
{
  printf ("%-32s %-4s %-8s %s\n", "format", "read", "written", "suffixes");
  for (guint i = 0; i < formats->len; i++)
    {
      const Format *format = &g_array_index (formats, Format, i);
      g_autofree char *suffixes = g_strjoinv (" ", (char **) format->suffixes);

      printf ("%-32s %-4s %-8s %s\n", format->name, format->is_read ? "yes" : "no", format->writer ? format->writer : "no",
              suffixes);
    }
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(GArray) formats = list_formats ();

  if (query->json)
    write_json (formats);
  else
    write_text (formats);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_formats = {
  "formats", "the formats that are read and written", FUL_COMMAND_ALONE, NULL, run,
};
