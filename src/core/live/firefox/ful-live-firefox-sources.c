/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Firefox gives the texts of scripts apart from the profile, by the ids of its sources. */

#include "config.h"

#include "ful-live-firefox-sources.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "io/json/ful-json-document.h"
#include "model/ful-shared-tables.h"

/**
 * ful_live_firefox_add_sources:
 * @profile: (transfer full): a profile without other references
 * @contents: (nullable): texts by id
 *
 * Returns: (transfer full): the profile with the texts of its sources
 */
FulProfile *
ful_live_firefox_add_sources (FulProfile *profile,
                              JsonObject *contents)
{
  const FulSourceTable *sources = profile->sources;
  FulTableBuilder rows;
  FulProfile *snapshot;
  gint32 *content;

  if (contents == NULL || sources->id == NULL)
    return profile;

  ful_table_builder_init_copy (&rows, sources, 0);
  ful_table_builder_add_column (&rows, FUL_SOURCE_CONTENT);
  content = FUL_CELLS (&rows, FUL_SOURCE_CONTENT, gint32);
  for (guint i = 0; i < sources->table.n_rows; i++)
    {
      const char *id = sources->id[i] != FUL_NONE ? ful_string_table_get (profile->texts, sources->id[i]) : NULL;
      const char *text = id ? ful_json_get_string (contents, id) : NULL;

      if (text)
        content[i] = ful_string_table_append (profile->texts, text, -1);
    }

  snapshot = ful_profile_new_snapshot (profile);
  ful_table_unref (snapshot->sources);
  snapshot->sources = ful_table_builder_publish (&rows);
  snapshot->n_texts = ful_string_table_publish (snapshot->texts);
  ful_table_builder_clear (&rows);
  g_object_unref (profile);

  return snapshot;
}
