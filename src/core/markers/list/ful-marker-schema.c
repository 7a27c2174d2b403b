/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the marker schemas out of `meta`. Members of an unexpected type are
 * ignored. */

#include "config.h"

#include "ful-marker-schema.h"

#include "base/ful-hash.h"
#include "io/json/ful-json-document.h"

#include <string.h>

static const char *const format_names[FUL_N_MARKER_FORMATS] = {
  "", "url", "file-path", "sanitized-string", "string", "unique-string", "flow-id", "terminating-flow-id", "duration",
  "time", "seconds", "milliseconds", "microseconds", "nanoseconds", "bytes", "percentage", "integer", "decimal",
  "hexadecimal", "pid", "tid", "list", "table",
};

/* markers.md 3 */
static const char own_schemas[] =
  "[{\"name\":\"Jank\",\"display\":[\"marker-table\",\"marker-chart\"],"
  "\"tooltipLabel\":\"Jank – event processing delay\",\"tableLabel\":\"Event processing delay\","
  "\"description\":\"The thread did not process events in time; see its samples for the reason.\",\"fields\":[]},"
  "{\"name\":\"IPC\",\"display\":[\"marker-chart\",\"marker-table\",\"timeline-ipc\"],"
  "\"tooltipLabel\":\"IPC —\u00a0{marker.data.niceDirection}\","
  "\"tableLabel\":\"{marker.data.messageType} — {marker.data.niceDirection}\","
  "\"chartLabel\":\"{marker.data.messageType}\",\"fields\":["
  "{\"key\":\"messageType\",\"label\":\"Type\",\"format\":\"string\"},"
  "{\"key\":\"sync\",\"label\":\"Sync\",\"format\":\"string\"},"
  "{\"key\":\"sendThreadName\",\"label\":\"From\",\"format\":\"string\"},"
  "{\"key\":\"recvThreadName\",\"label\":\"To\",\"format\":\"string\"},"
  "{\"key\":\"otherPid\",\"label\":\"Other Pid\",\"format\":\"pid\"}]},"
  "{\"name\":\"Network\",\"display\":[\"marker-table\",\"marker-chart\",\"timeline-network\"],"
  "\"chartLabel\":\"{marker.data.URI}\",\"fields\":["
  "{\"key\":\"contentType\",\"format\":\"string\",\"hidden\":true},"
  "{\"key\":\"responseStatus\",\"format\":\"integer\",\"hidden\":true},"
  "{\"key\":\"secPurpose\",\"format\":\"string\",\"hidden\":true},"
  "{\"key\":\"deliveryType\",\"format\":\"string\",\"hidden\":true}]}]";

struct _FulMarkerSchemas
{
  GHashTable *by_name;   /* name → FulMarkerSchema */
};

static void
clear_column (gpointer data)
{
  FulMarkerColumn *column = data;

  g_free (column->label);
}

static void
clear_field (gpointer data)
{
  FulMarkerField *field = data;

  g_clear_pointer (&field->columns, g_array_unref);
  g_free (field->label);
}

static void
schema_free (gpointer data)
{
  FulMarkerSchema *schema = data;

  g_free (schema->name);
  g_free (schema->description);
  g_ptr_array_unref (schema->keys);
  g_array_unref (schema->fields);
  for (guint i = 0; i < FUL_N_MARKER_LABELS; i++)
    g_clear_pointer (&schema->labels[i], g_array_unref);
  g_free (schema);
}

/**
 * ful_marker_format_to_string:
 *
 * Returns: (transfer none): the name of a format in schemas; "" for one that is not known
 */
const char *
ful_marker_format_to_string (FulMarkerFormat format)
{
  return format_names[format];
}

static FulMarkerFormat
find_format (const char *name)
{
  for (guint i = FUL_MARKER_FORMAT_RAW + 1; name && i < FUL_N_MARKER_FORMATS; i++)
    if (g_str_equal (format_names[i], name))
      return (FulMarkerFormat) i;

  return FUL_MARKER_FORMAT_RAW;
}

static GArray *
read_columns (JsonArray *columns)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (FulMarkerColumn));

  g_array_set_clear_func (list, clear_column);
  for (guint i = 0; i < json_array_get_length (columns); i++)
    {
      JsonObject *object = ful_json_get_element (columns, i);
      const char *type = object ? ful_json_get_string (object, "type") : NULL;
      FulMarkerColumn column = { type ? find_format (type) : FUL_MARKER_FORMAT_STRING, NULL };

      if (object)
        column.label = g_strdup (ful_json_get_string (object, "label"));
      g_array_append_val (list, column);
    }

  return list;
}

/* The format is a word, or an object with a type and its parameters. */
static FulMarkerField
read_field (JsonObject *object)
{
  JsonObject *format = ful_json_get_object (object, "format");
  FulMarkerField field = {
    .format = find_format (ful_json_get_string (format ? format : object, format ? "type" : "format")),
    .label = g_strdup (ful_json_get_string (object, "label")),
    .hidden = ful_json_get_boolean (object, "hidden"),
  };

  if (format && field.format == FUL_MARKER_FORMAT_TABLE && ful_json_get_array (format, "columns"))
    field.columns = read_columns (ful_json_get_array (format, "columns"));

  return field;
}

/**
 * ful_marker_location_from_string:
 * @name: (nullable): a place in the words of the format
 *
 * Returns: the place, or 0 if it is not known
 */
FulMarkerLocation
ful_marker_location_from_string (const char *name)
{
  static const char *const names[] = {
    "marker-chart", "marker-table", "timeline-overview", "timeline-memory", "timeline-ipc", "timeline-fileio",
    "timeline-network",
  };

  for (guint i = 0; name && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return (FulMarkerLocation) (1u << i);

  return 0;
}

static guint
read_locations (JsonArray *display)
{
  guint locations = 0;

  for (guint i = 0; i < json_array_get_length (display); i++)
    locations |= ful_marker_location_from_string (ful_json_node_get_string (json_array_get_element (display, i)));

  return locations;
}

/* The name has its own column: "{marker.name} — " is removed. */
static const char *
skip_name (const char *label)
{
  const char *rest = label;
  gunichar dash;

  if (!g_str_has_prefix (label, "{marker.name}"))
    return label;

  rest += strlen ("{marker.name}");
  if (!g_unichar_isspace (g_utf8_get_char (rest)))
    return label;
  rest = g_utf8_next_char (rest);
  dash = g_utf8_get_char (rest);
  if (dash != '-' && dash != 0x2014)
    return label;
  rest = g_utf8_next_char (rest);

  return g_unichar_isspace (g_utf8_get_char (rest)) ? g_utf8_next_char (rest) : label;
}

static void
read_schema (FulMarkerSchemas *self,
             JsonObject       *object)
{
  static const char *const label_names[FUL_N_MARKER_LABELS] = { "tooltipLabel", "tableLabel", "chartLabel" };
  const char *name = ful_json_get_string (object, "name");
  JsonArray *fields = ful_json_get_array (object, "fields");
  JsonArray *display = ful_json_get_array (object, "display");
  g_autoptr(GHashTable) numbers = g_hash_table_new (ful_hash_text, g_str_equal);
  FulMarkerSchema *schema;

  if (name == NULL)
    return;

  schema = g_new0 (FulMarkerSchema, 1);
  schema->name = g_strdup (name);
  schema->locations = display ? read_locations (display) : 0;
  schema->keys = g_ptr_array_new_with_free_func (g_free);
  schema->fields = g_array_new (FALSE, TRUE, sizeof (FulMarkerField));
  g_array_set_clear_func (schema->fields, clear_field);
  for (guint i = 0; fields && i < json_array_get_length (fields); i++)
    {
      JsonObject *object_of_field = ful_json_get_element (fields, i);
      const char *key = object_of_field ? ful_json_get_string (object_of_field, "key") : NULL;
      FulMarkerField field;

      if (key == NULL || g_hash_table_contains (numbers, key))
        continue;

      g_ptr_array_add (schema->keys, g_strdup (key));
      g_hash_table_insert (numbers, g_ptr_array_index (schema->keys, schema->fields->len),
                           GUINT_TO_POINTER (schema->fields->len));
      field = read_field (object_of_field);
      g_array_append_val (schema->fields, field);
    }
  for (guint i = 0; i < FUL_N_MARKER_LABELS; i++)
    {
      const char *label = ful_json_get_string (object, label_names[i]);

      if (label && *label)
        schema->labels[i] = ful_marker_template_parse (i == FUL_MARKER_LABEL_TABLE ? skip_name (label) : label,
                                                       schema->keys, numbers);
    }
  schema->description = g_strdup (ful_json_get_string (object, "description"));
  schema->color_key = ful_json_get_string (object, "colorField")
                        ? (gint32) ful_marker_template_get_key (schema->keys, numbers, ful_json_get_string (object, "colorField"))
                        : FUL_NONE;
  g_hash_table_replace (self->by_name, schema->name, schema);
}

static void
read_schemas (FulMarkerSchemas *self,
              JsonArray        *schemas)
{
  for (guint i = 0; i < json_array_get_length (schemas); i++)
    {
      JsonObject *object = ful_json_get_element (schemas, i);

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
  g_autofree char *serial = g_strdup_printf ("%" G_GUINT64_FORMAT, profile->meta_serial);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulMarkerSchemas *self = ful_derive_cache_lookup (cache, FUL_STAGE_SCHEMAS, serial, NULL, &slot);
  g_autoptr(JsonObject) meta = NULL;
  g_autoptr(JsonNode) own = NULL;
  JsonArray *schemas;

  if (self)
    return self;

  self = g_atomic_rc_box_new0 (FulMarkerSchemas);
  self->by_name = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, schema_free);
  meta = ful_json_parse_object (profile->meta_json);
  schemas = ful_json_get_array (meta, "markerSchema");
  if (schemas)
    read_schemas (self, schemas);
  own = ful_json_parse_text (own_schemas, -1, FUL_JSON_PART_BYTES, NULL);
  read_schemas (self, json_node_get_array (own));

  ful_derive_slot_fill (&slot, self, g_hash_table_size (self->by_name) * 1000, (GDestroyNotify) ful_marker_schemas_unref);

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
