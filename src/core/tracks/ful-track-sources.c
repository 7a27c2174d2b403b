/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tracks because of markers (tracks.md 1.1 and 1.2). Most threads have none:
 * payloads are only parsed for markers of types whose schema has graphs, and for
 * screenshots. */

#include "config.h"

#include "ful-track-sources.h"

#include "base/ful-hash.h"
#include "base/ful-table.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The tracks for a type of payload. */
typedef struct
{
  gboolean  is_network;
  gboolean  is_ipc;
  GPtrArray *graph_keys;   /* (nullable): member names that a payload needs */
} SchemaFacts;

struct _FulTrackSources
{
  FulProfile *profile;
  JsonObject *meta;                /* (nullable) */
  GHashTable *facts;               /* name of a schema → SchemaFacts */
  GPtrArray  *graph_schemas;       /* names of those with graphs, in order of the file */
  GHashTable *screenshot_names;    /* strings that are "CompositorScreenshot" */
};

static void
schema_facts_free (gpointer data)
{
  SchemaFacts *facts = data;

  g_clear_pointer (&facts->graph_keys, g_ptr_array_unref);
  g_free (facts);
}

static void
read_schema (FulTrackSources *self,
             JsonObject      *schema)
{
  const char *name = ful_json_get_string (schema, "name");
  JsonArray *display = ful_json_get_array (schema, "display");
  JsonArray *graphs = ful_json_get_array (schema, "graphs");
  SchemaFacts *facts;

  if (name == NULL)
    return;

  facts = g_new0 (SchemaFacts, 1);
  for (guint i = 0; display && i < json_array_get_length (display); i++)
    {
      const char *place = ful_json_node_get_string (json_array_get_element (display, i));

      facts->is_network |= g_strcmp0 (place, "timeline-network") == 0;
      facts->is_ipc |= g_strcmp0 (place, "timeline-ipc") == 0;
    }
  for (guint i = 0; graphs && i < json_array_get_length (graphs); i++)
    {
      const char *key = ful_json_get_string (ful_json_get_element (graphs, i), "key");

      if (facts->graph_keys == NULL)
        facts->graph_keys = g_ptr_array_new_with_free_func (g_free);
      if (key)
        g_ptr_array_add (facts->graph_keys, g_strdup (key));
    }
  if (facts->graph_keys && !g_hash_table_contains (self->facts, name))
    g_ptr_array_add (self->graph_schemas, g_strdup (name));
  g_hash_table_replace (self->facts, g_strdup (name), facts);
}

/**
 * ful_track_sources_new:
 * @profile: a profile; must outlive the result
 *
 * Returns: (transfer full): the tracks of its schemas
 */
FulTrackSources *
ful_track_sources_new (FulProfile *profile)
{
  FulTrackSources *self = g_new0 (FulTrackSources, 1);
  JsonArray *schemas;
  SchemaFacts *facts;
  guint n_strings = profile->n_strings;

  self->profile = profile;
  self->facts = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, schema_facts_free);
  self->graph_schemas = g_ptr_array_new_with_free_func (g_free);
  self->screenshot_names = g_hash_table_new (NULL, NULL);
  self->meta = ful_json_parse_object (profile->meta_json);
  schemas = ful_json_get_array (self->meta, "markerSchema");
  for (guint i = 0; schemas && i < json_array_get_length (schemas); i++)
    {
      JsonObject *schema = ful_json_get_element (schemas, i);

      if (schema)
        read_schema (self, schema);
    }

  /* Two built-in schemas replace those of the profile (markers.md 3). */
  facts = g_new0 (SchemaFacts, 1);
  facts->is_network = TRUE;
  g_hash_table_replace (self->facts, g_strdup ("Network"), facts);
  facts = g_new0 (SchemaFacts, 1);
  facts->is_ipc = TRUE;
  g_hash_table_replace (self->facts, g_strdup ("IPC"), facts);

  for (guint i = 0; i < n_strings; i++)
    if (strcmp (ful_profile_get_string (profile, (FulStringIndex) i), "CompositorScreenshot") == 0)
      g_hash_table_add (self->screenshot_names, GINT_TO_POINTER (i));

  return self;
}

void
ful_track_sources_free (FulTrackSources *self)
{
  g_clear_pointer (&self->meta, json_object_unref);
  g_hash_table_unref (self->facts);
  g_ptr_array_unref (self->graph_schemas);
  g_hash_table_unref (self->screenshot_names);
  g_free (self);
}

/**
 * ful_track_sources_has_progress:
 * @member: "VisualProgress", "PerceptualSpeedIndexProgress" or "ContentfulSpeedIndexProgress"
 *
 * Returns: whether the visual metrics have that series
 */
gboolean
ful_track_sources_has_progress (FulTrackSources *self,
                                const char      *member)
{
  return ful_json_get_array (ful_json_get_object (self->meta, "visualMetrics"), member) != NULL;
}

static JsonObject *
parse_payload (FulThread *thread,
               guint      marker)
{
  gsize length;
  const char *payload = ful_thread_get_payload (thread, marker, &length);
  g_autofree char *text = g_strndup (payload, length);

  return ful_json_parse_object (text);
}

/* The id of a window, text or number in the file, as text. */
static char *
get_window_id (JsonObject *payload)
{
  JsonNode *node = json_object_get_member (payload, "windowID");

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_dup_string (node);

  return ful_json_write_text (node, FALSE);
}

/**
 * ful_track_sources_add_screenshots:
 * @thread: a thread number
 * @tracks: (element-type FulTrack): gets a track for each window with screenshots in the thread
 */
void
ful_track_sources_add_screenshots (FulTrackSources *self,
                                   guint            thread,
                                   GPtrArray       *tracks)
{
  FulThread *owner = ful_profile_get_thread (self->profile, thread);
  g_autoptr(GHashTable) windows = NULL;

  if (g_hash_table_size (self->screenshot_names) == 0)
    return;

  windows = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  for (guint i = 0; i < owner->markers->table.n_rows; i++)
    {
      g_autoptr(JsonObject) payload = NULL;
      g_autofree char *window = NULL;
      FulTrack *track;

      if (!g_hash_table_contains (self->screenshot_names, GINT_TO_POINTER (owner->markers->name[i])))
        continue;

      payload = parse_payload (owner, i);
      window = payload ? get_window_id (payload) : NULL;
      if (window == NULL || !g_hash_table_add (windows, g_strdup (window)))
        continue;

      track = ful_track_new (FUL_TRACK_SCREENSHOTS, _("Screenshots"));
      track->window_id = g_strdup (window);
      track->thread = (gint32) thread;
      g_ptr_array_add (tracks, track);
    }
}

static gboolean
has_all_members (FulThread *thread,
                 guint      marker,
                 GPtrArray *keys)
{
  g_autoptr(JsonObject) payload = parse_payload (thread, marker);

  if (payload == NULL)
    return FALSE;

  for (guint i = 0; i < keys->len; i++)
    if (!json_object_has_member (payload, g_ptr_array_index (keys, i)))
      return FALSE;

  return TRUE;
}

static void
add_marker_tracks (FulTrackSources *self,
                   guint            thread,
                   const char      *schema,
                   GPtrArray       *tracks)
{
  FulThread *owner = ful_profile_get_thread (self->profile, thread);
  const FulMarkerTable *markers = owner->markers;
  SchemaFacts *facts = g_hash_table_lookup (self->facts, schema);
  g_autoptr(GHashTable) names = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      gint32 type = (gint32) ful_packed_int_get (&markers->payload_type, i);
      FulTrack *track;

      if (type == FUL_NONE || g_hash_table_contains (names, GINT_TO_POINTER (markers->name[i])) ||
          !g_str_equal (ful_string_table_get (self->profile->texts, type), schema) ||
          !has_all_members (owner, i, facts->graph_keys))
        continue;

      g_hash_table_add (names, GINT_TO_POINTER (markers->name[i]));
      track = ful_track_new (FUL_TRACK_MARKER, ful_profile_get_string (self->profile, markers->name[i]));
      track->thread = (gint32) thread;
      track->marker_schema = g_strdup (schema);
      track->marker_name = markers->name[i];
      g_ptr_array_add (tracks, track);
    }
}

/**
 * ful_track_sources_add_locals:
 * @thread: a thread number
 * @thread_name: the thread's name for the user
 * @tracks: (element-type FulTrack): gets the network, IPC and marker tracks of the thread
 */
void
ful_track_sources_add_locals (FulTrackSources *self,
                              guint            thread,
                              const char      *thread_name,
                              GPtrArray       *tracks)
{
  FulThread *owner = ful_profile_get_thread (self->profile, thread);
  const FulMarkerTable *markers = owner->markers;
  g_autoptr(GHashTable) types = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) schemas = g_hash_table_new (ful_hash_text, g_str_equal);
  GHashTableIter iter;
  gpointer type;
  gboolean is_network = FALSE, is_ipc = FALSE;
  gint32 last = FUL_NONE;

  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      gint32 one = (gint32) ful_packed_int_get (&markers->payload_type, i);

      if (one == last || one == FUL_NONE)
        continue;
      last = one;
      g_hash_table_add (types, GINT_TO_POINTER (last));
    }

  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, &type, NULL))
    {
      const char *name = ful_string_table_get (self->profile->texts, GPOINTER_TO_INT (type));
      const SchemaFacts *facts = g_hash_table_lookup (self->facts, name);

      if (facts == NULL)
        continue;
      is_network |= facts->is_network;
      is_ipc |= facts->is_ipc;
      g_hash_table_add (schemas, (gpointer) name);
    }

  if (is_network)
    {
      g_ptr_array_add (tracks, ful_track_new (FUL_TRACK_NETWORK, _("Network")));
      ((FulTrack *) g_ptr_array_index (tracks, tracks->len - 1))->thread = (gint32) thread;
    }
  if (is_ipc)
    {
      g_autofree char *name = g_strdup_printf ("IPC — %s", thread_name);

      g_ptr_array_add (tracks, ful_track_new (FUL_TRACK_IPC, name));
      ((FulTrack *) g_ptr_array_index (tracks, tracks->len - 1))->thread = (gint32) thread;
    }
  for (guint i = 0; i < self->graph_schemas->len; i++)
    if (g_hash_table_contains (schemas, g_ptr_array_index (self->graph_schemas, i)) &&
        ((SchemaFacts *) g_hash_table_lookup (self->facts, g_ptr_array_index (self->graph_schemas, i)))->graph_keys)
      add_marker_tracks (self, thread, g_ptr_array_index (self->graph_schemas, i), tracks);
}
