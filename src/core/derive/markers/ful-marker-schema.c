/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the marker schemas out of `meta`. What is not of the expected type is as
 * if it were not there. */

#include "config.h"

#include "ful-marker-schema.h"

#include <json-glib/json-glib.h>

static const char *const format_names[FUL_N_MARKER_FORMATS] = {
  "", "url", "file-path", "sanitized-string", "string", "unique-string", "flow-id", "terminating-flow-id", "duration",
  "time", "seconds", "milliseconds", "microseconds", "nanoseconds", "bytes", "percentage", "integer", "decimal",
  "hexadecimal", "pid", "tid", "list", "table",
};

/* markers.md 3 */
static const char own_schemas[] =
  "[{\"name\":\"Jank\",\"fields\":[]},"
  "{\"name\":\"IPC\",\"fields\":["
  "{\"key\":\"messageType\",\"label\":\"Type\",\"format\":\"string\"},"
  "{\"key\":\"sync\",\"label\":\"Sync\",\"format\":\"string\"},"
  "{\"key\":\"sendThreadName\",\"label\":\"From\",\"format\":\"string\"},"
  "{\"key\":\"recvThreadName\",\"label\":\"To\",\"format\":\"string\"},"
  "{\"key\":\"otherPid\",\"label\":\"Other Pid\",\"format\":\"pid\"}]},"
  "{\"name\":\"Network\",\"fields\":["
  "{\"key\":\"contentType\",\"format\":\"string\",\"hidden\":true},"
  "{\"key\":\"responseStatus\",\"format\":\"integer\",\"hidden\":true},"
  "{\"key\":\"secPurpose\",\"format\":\"string\",\"hidden\":true},"
  "{\"key\":\"deliveryType\",\"format\":\"string\",\"hidden\":true}]}]";

struct _FulMarkerSchemas
{
  GHashTable *by_name;   /* name → FulMarkerSchema */
};

static void
clear_field (gpointer data)
{
  FulMarkerField *field = data;

  g_free (field->key);
}

static void
schema_free (gpointer data)
{
  FulMarkerSchema *schema = data;

  g_free (schema->name);
  g_array_unref (schema->fields);
  g_free (schema);
}

static const char *
get_string (JsonObject *object,
            const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

static JsonArray *
get_array (JsonObject *object,
           const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static JsonObject *
get_object (JsonArray *array,
            guint      i)
{
  JsonNode *node = json_array_get_element (array, i);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* A word, or an object that says more of the type it names. */
static FulMarkerFormat
read_format (JsonObject *field)
{
  JsonNode *node = json_object_get_member (field, "format");
  const char *name = node && JSON_NODE_HOLDS_OBJECT (node) ? get_string (json_node_get_object (node), "type")
                                                           : get_string (field, "format");

  for (guint i = FUL_MARKER_FORMAT_RAW + 1; name && i < FUL_N_MARKER_FORMATS; i++)
    if (g_str_equal (format_names[i], name))
      return (FulMarkerFormat) i;

  return FUL_MARKER_FORMAT_RAW;
}

static void
read_schema (FulMarkerSchemas *self,
             JsonObject       *object)
{
  const char *name = get_string (object, "name");
  JsonArray *fields = get_array (object, "fields");
  g_autoptr(GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  FulMarkerSchema *schema;

  if (name == NULL)
    return;

  schema = g_new0 (FulMarkerSchema, 1);
  schema->name = g_strdup (name);
  schema->fields = g_array_new (FALSE, TRUE, sizeof (FulMarkerField));
  g_array_set_clear_func (schema->fields, clear_field);
  for (guint i = 0; fields && i < json_array_get_length (fields); i++)
    {
      JsonObject *object_of_field = get_object (fields, i);
      const char *key = object_of_field ? get_string (object_of_field, "key") : NULL;
      FulMarkerField field;

      if (key == NULL || !g_hash_table_add (keys, (gpointer) key))
        continue;

      field = (FulMarkerField) { g_strdup (key), read_format (object_of_field) };
      g_array_append_val (schema->fields, field);
    }
  g_hash_table_replace (self->by_name, schema->name, schema);
}

static void
read_schemas (FulMarkerSchemas *self,
              JsonArray        *schemas)
{
  for (guint i = 0; i < json_array_get_length (schemas); i++)
    {
      JsonObject *object = get_object (schemas, i);

      if (object)
        read_schema (self, object);
    }
}

static void
clear (gpointer data)
{
  FulMarkerSchemas *self = data;

  g_hash_table_unref (self->by_name);
}

FulMarkerSchemas *
ful_marker_schemas_ref (FulMarkerSchemas *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_schemas_unref (FulMarkerSchemas *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_marker_schemas_derive:
 * @profile: a profile
 * @cache: (nullable): of @profile
 *
 * O(bytes of `meta`), some milliseconds.
 *
 * Returns: (transfer full): the schemas
 */
FulMarkerSchemas *
ful_marker_schemas_derive (FulProfile     *profile,
                           FulDeriveCache *cache)
{
  FulMarkerSchemas *self = ful_derive_cache_lookup (cache, FUL_STAGE_SCHEMAS, "");
  g_autoptr(JsonNode) meta = NULL;
  g_autoptr(JsonNode) own = NULL;
  JsonArray *schemas = NULL;

  if (self)
    return self;

  self = g_atomic_rc_box_new0 (FulMarkerSchemas);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, schema_free);
  if (profile->meta_json)
    meta = json_from_string (profile->meta_json, NULL);
  if (meta && JSON_NODE_HOLDS_OBJECT (meta))
    schemas = get_array (json_node_get_object (meta), "markerSchema");
  if (schemas)
    read_schemas (self, schemas);
  own = json_from_string (own_schemas, NULL);
  read_schemas (self, json_node_get_array (own));

  ful_derive_cache_insert (cache, FUL_STAGE_SCHEMAS, "", self, g_hash_table_size (self->by_name) * 1000,
                           (GDestroyNotify) ful_marker_schemas_unref);

  return self;
}

/**
 * ful_marker_schemas_find:
 * @name: (nullable): the type of a payload
 *
 * Returns: (transfer none) (nullable): its schema; lives as long as @self
 */
const FulMarkerSchema *
ful_marker_schemas_find (const FulMarkerSchemas *self,
                         const char             *name)
{
  return name ? g_hash_table_lookup (self->by_name, name) : NULL;
}
