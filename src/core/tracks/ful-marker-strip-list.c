/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which strips of markers are above the activity of a thread (tracks.md 6): only
 * those that can have a marker. */

#include "config.h"

#include "ful-marker-strip-list.h"

#include "ful-event-delay.h"

#include "base/ful-table.h"
#include "io/json/ful-json-document.h"
#include "markers/list/ful-marker-schema.h"

/* Names of threads with strips of markers. */
static gboolean
has_overview (const FulThread *thread)
{
  static const char *const names[] = {
    "GeckoMain", "Compositor", "Renderer", "AndroidUI (JVM)", "CrRendererMain", "Merged thread",
  };
  g_autofree char *json = NULL;
  g_autoptr(JsonObject) rest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (names[i], thread->name) == 0)
      return TRUE;
  if (thread->name && g_str_has_prefix (thread->name, "MediaDecoderStateMachine"))
    return TRUE;
  if (!thread->rest_json)
    return FALSE;

  json = g_strdup_printf ("{%s}", thread->rest_json);
  rest = ful_json_parse_object (json);

  return ful_json_get_boolean (rest, "showMarkersInTimeline");
}

static gboolean
has_memory_counter (FulProfile      *profile,
                    const FulThread *thread)
{
  for (guint i = 0; i < profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (profile->counters, i);

      if (g_strcmp0 (counter->category, "Memory") == 0 && g_strcmp0 (counter->pid, thread->pid) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Where the markers of a thread are shown; and whether hangs were recorded. */
static guint
collect_locations (FulProfile             *profile,
                   const FulThread        *thread,
                   const FulMarkerSchemas *schemas,
                   gboolean               *out_hangs)
{
  const FulMarkerTable *markers = thread->markers;
  g_autoptr(GHashTable) types = g_hash_table_new (NULL, NULL);
  gint32 last = FUL_NONE;
  guint locations = 0;

  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      const FulMarkerSchema *schema;
      gint32 number = (gint32) ful_packed_int_get (&markers->payload_type, i);
      const char *type;

      if (number == last || number == FUL_NONE)
        continue;
      last = number;
      if (!g_hash_table_add (types, GINT_TO_POINTER (last)))
        continue;

      type = ful_string_table_get (profile->texts, last);
      schema = ful_marker_schemas_find (schemas, type);
      locations |= schema ? schema->locations : 0;
      *out_hangs |= g_str_equal (type, "BHR-detected hang") || g_str_equal (type, "Jank");
    }

  return locations;
}

/**
 * ful_marker_strip_list_compute:
 *
 * O(markers).
 *
 * Returns: (transfer full): the #FulMarkerStrips of each thread
 */
guint8 *
ful_marker_strip_list_compute (FulProfile *profile)
{
  g_autoptr(FulMarkerSchemas) schemas = ful_marker_schemas_derive (profile, NULL);
  guint8 *strips = g_new0 (guint8, profile->threads->len + 1);

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      gboolean is_plugin = g_strcmp0 (thread->process_type, "plugin") == 0;
      gboolean has_hangs = FALSE;
      guint locations = collect_locations (profile, thread, schemas, &has_hangs);

      if (locations & FUL_MARKER_LOCATION_FILE_IO)
        strips[i] |= FUL_MARKER_STRIP_FILE_IO;
      if (thread->is_main_thread && (locations & FUL_MARKER_LOCATION_MEMORY) && !has_memory_counter (profile, thread))
        strips[i] |= FUL_MARKER_STRIP_MEMORY;
      if (!is_plugin && (has_hangs || ful_event_delay_is_known (thread)))
        strips[i] |= FUL_MARKER_STRIP_JANK;
      if (!is_plugin && (locations & FUL_MARKER_LOCATION_OVERVIEW) && has_overview (thread))
        strips[i] |= FUL_MARKER_STRIP_OVERVIEW;
    }

  return strips;
}
