/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which members of payloads are rows of the profile's strings: those that the schema says, and `url` of screenshots,
 * which have none. */

#include "config.h"

#include "ful-string-fields.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"

struct _FulStringFields
{
  FulProfile       *profile;
  FulMarkerSchemas *schemas;
  GHashTable       *of_type;   /* text of a type + 1 → keys: (array zero-terminated) (nullable) */
};

FulStringFields *
ful_string_fields_new (FulProfile *profile)
{
  FulStringFields *self = g_new0 (FulStringFields, 1);

  self->profile = g_object_ref (profile);
  self->schemas = ful_marker_schemas_derive (profile, NULL);
  self->of_type = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  return self;
}

void
ful_string_fields_free (FulStringFields *self)
{
  g_object_unref (self->profile);
  ful_marker_schemas_unref (self->schemas);
  g_hash_table_unref (self->of_type);
  g_free (self);
}

/* Returns: (transfer none) */
FulMarkerSchemas *
ful_string_fields_get_schemas (FulStringFields *self)
{
  return self->schemas;
}

/* Returns: (transfer container) (nullable) (array zero-terminated): the keys live as long as the schemas */
static const char **
collect_keys (FulStringFields *self,
              const char      *type)
{
  const FulMarkerSchema *schema = ful_marker_schemas_find (self->schemas, type);
  g_autoptr(GPtrArray) keys = g_ptr_array_new ();

  for (guint i = 0; schema && i < schema->fields->len; i++)
    if (ful_marker_format_is_string_index (g_array_index (schema->fields, FulMarkerField, i).format))
      g_ptr_array_add (keys, g_ptr_array_index (schema->keys, i));
  if (keys->len == 0 && g_str_equal (type, "CompositorScreenshot"))
    g_ptr_array_add (keys, (gpointer) "url");
  if (keys->len == 0)
    return NULL;
  g_ptr_array_add (keys, NULL);

  return (const char **) g_ptr_array_free (g_steal_pointer (&keys), FALSE);
}

/**
 * ful_string_fields_find:
 * @row: a marker of @thread
 *
 * Returns: (transfer none) (nullable) (array zero-terminated): names of the members of its payload that are rows of
 *   strings
 */
const char * const *
ful_string_fields_find (FulStringFields *self,
                        const FulThread *thread,
                        guint            row)
{
  gint64 type = ful_packed_int_get (&thread->markers->payload_type, row);
  gpointer key = GUINT_TO_POINTER ((guint) type + 1), keys;

  if (type == FUL_NONE)
    return NULL;
  if (!g_hash_table_lookup_extended (self->of_type, key, NULL, &keys))
    {
      keys = collect_keys (self, ful_string_table_get (self->profile->texts, (FulStringIndex) type));
      g_hash_table_insert (self->of_type, key, keys);
    }

  return keys;
}

/**
 * ful_string_fields_has:
 *
 * Returns: whether the member @key of payloads of @type is a row of strings
 */
gboolean
ful_string_fields_has (FulStringFields *self,
                       const char      *type,
                       const char      *key)
{
  g_autofree const char **keys = collect_keys (self, type);

  return keys && g_strv_contains (keys, key);
}
