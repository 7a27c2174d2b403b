/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What META says of the markers of programs (record.md 7). Markers of one name have one schema with all their fields; where a
 * field has another kind than before, a further one. There is a limit for all names together: what goes beyond it has no
 * schema, or the first category. */

#include "config.h"

#include "ful-record-kinds.h"

#include "base/ful-hash.h"
#include "import/perf/ful-perf-stacks.h"

#define MAX_CATEGORIES 256
#define MAX_SCHEMAS 1024
#define MAX_SCHEMA_FIELDS 64
#define MAX_VARIANTS 16           /* schemas of a name */
#define MAX_BYTES (1u << 20)

typedef struct
{
  char               *key;
  FulRecordFieldKind  kind;
} Field;

typedef struct _Schema Schema;

struct _Schema
{
  char   *type;
  GArray *fields;   /* Field */
  Schema *next;     /* (nullable): of the same name */
};

static const char *const formats[FUL_RECORD_N_FIELD_KINDS] = {
  [FUL_RECORD_FIELD_TEXT] = "string",
  [FUL_RECORD_FIELD_INT] = "integer",
  [FUL_RECORD_FIELD_NUMBER] = "decimal",
  [FUL_RECORD_FIELD_BYTES] = "bytes",
  [FUL_RECORD_FIELD_DURATION] = "duration",
  [FUL_RECORD_FIELD_PERCENT] = "percentage",
  [FUL_RECORD_FIELD_URL] = "url",
};

static const struct { const char *name; const char *color; } of_samples[] = {
  [FUL_PERF_CATEGORY_USER] = { "User", "yellow" },
  [FUL_PERF_CATEGORY_KERNEL] = { "Kernel", "orange" },
  [FUL_PERF_CATEGORY_IDLE] = { "Idle", "transparent" },
};

/* Of categories, in turn. */
static const char *const colors[] = { "blue", "green", "purple", "lightblue", "magenta", "lightgreen", "red", "brown" };

static void
clear_field (gpointer data)
{
  g_free (((Field *) data)->key);
}

static void
free_schema (gpointer data)
{
  Schema *schema = data;

  g_free (schema->type);
  g_array_unref (schema->fields);
  g_free (schema);
}

void
ful_record_kinds_clear (FulRecordKinds *self)
{
  g_clear_pointer (&self->types, g_hash_table_unref);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->schemas, g_ptr_array_unref);
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_clear_pointer (&self->categories, g_ptr_array_unref);
}

/* Returns: whether there is room for another name */
static gboolean
take_bytes (FulRecordKinds *self,
            gsize           n)
{
  if (self->n_bytes + n > MAX_BYTES)
    return FALSE;
  self->n_bytes += n;
  self->is_changed = TRUE;

  return TRUE;
}

/* Returns: the number of the category in META */
guint
ful_record_kinds_get_category (FulRecordKinds *self,
                               FulRecordText   name)
{
  g_autofree char *text = g_strndup (name.data, name.n);
  gpointer number;

  if (g_hash_table_lookup_extended (self->numbers, text, NULL, &number))
    return GPOINTER_TO_UINT (number);
  if (name.n == 0 || self->categories->len >= MAX_CATEGORIES || !take_bytes (self, name.n))
    return FUL_PERF_CATEGORY_USER;

  number = GUINT_TO_POINTER (FUL_PERF_CATEGORY_IDLE + 1 + self->categories->len);
  g_ptr_array_add (self->categories, g_strdup (text));
  g_hash_table_insert (self->numbers, g_steal_pointer (&text), number);

  return GPOINTER_TO_UINT (number);
}

static const Field *
find_field (const Schema        *schema,
            const FulRecordText *key)
{
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const Field *field = &g_array_index (schema->fields, Field, i);

      if (strlen (field->key) == key->n && memcmp (field->key, key->data, key->n) == 0)
        return field;
    }

  return NULL;
}

/* Returns: whether the schema has no field of another kind */
static gboolean
agrees (const Schema         *schema,
        const FulRecordField *fields,
        guint                 n)
{
  for (guint i = 0; i < n; i++)
    {
      const Field *field = find_field (schema, &fields[i].key);

      if (field && field->kind != fields[i].kind)
        return FALSE;
    }

  return TRUE;
}

static Schema *
add_schema (FulRecordKinds *self,
            const char     *name,
            Schema         *last)
{
  g_autofree char *type = g_strdup (name);
  Schema *schema;

  for (guint i = 2; g_hash_table_contains (self->types, type); i++)
    {
      g_free (type);
      type = g_strdup_printf ("%s-%u", name, i);
    }
  if (self->schemas->len >= MAX_SCHEMAS || !take_bytes (self, strlen (type)))
    return NULL;

  schema = g_new0 (Schema, 1);
  schema->type = g_steal_pointer (&type);
  schema->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  g_array_set_clear_func (schema->fields, clear_field);
  g_ptr_array_add (self->schemas, schema);
  g_hash_table_add (self->types, schema->type);
  if (last)
    last->next = schema;
  else
    g_hash_table_insert (self->by_name, g_strdup (name), schema);

  return schema;
}

/* Returns: (nullable): the schema of markers called @name that has no other kinds of @fields */
static Schema *
get_schema (FulRecordKinds       *self,
            const char           *name,
            const FulRecordField *fields,
            guint                 n)
{
  Schema *last = NULL;
  guint n_variants = 0;

  for (Schema *schema = g_hash_table_lookup (self->by_name, name); schema; schema = schema->next)
    {
      if (agrees (schema, fields, n))
        return schema;
      last = schema;
      n_variants++;
    }

  return n_variants < MAX_VARIANTS ? add_schema (self, name, last) : NULL;
}

/**
 * ful_record_kinds_get_type:
 * @name: of a marker
 * @fields: @n of them; the schema gets those that it has not
 *
 * Returns: (transfer none) (nullable): the name of its schema; %NULL if there are too many
 */
const char *
ful_record_kinds_get_type (FulRecordKinds       *self,
                           FulRecordText         name,
                           const FulRecordField *fields,
                           guint                 n)
{
  g_autofree char *text = g_strndup (name.data, name.n);
  Schema *schema = get_schema (self, text, fields, n);

  if (schema == NULL)
    return NULL;

  for (guint i = 0; i < n; i++)
    if (schema->fields->len < MAX_SCHEMA_FIELDS && find_field (schema, &fields[i].key) == NULL && take_bytes (self, fields[i].key.n))
      {
        Field field = { g_strndup (fields[i].key.data, fields[i].key.n), fields[i].kind };

        g_array_append_val (schema->fields, field);
      }

  return schema->type;
}

/* A kind of the recorder itself (record.md 5). */
static void
add_own (FulRecordKinds *self,
         const char     *name)
{
  const FulRecordField text = { .kind = FUL_RECORD_FIELD_TEXT, .key = { "text", 4 } };

  ful_record_kinds_get_type (self, (FulRecordText) { name, (guint) strlen (name) }, &text, 1);
}

void
ful_record_kinds_init (FulRecordKinds *self)
{
  *self = (FulRecordKinds) {
    .categories = g_ptr_array_new_with_free_func (g_free),
    .numbers = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL),
    .schemas = g_ptr_array_new_with_free_func (free_schema),
    .by_name = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL),
    .types = g_hash_table_new (ful_hash_text, g_str_equal),
  };
  add_own (self, "Lost");
  add_own (self, "Discarded");
  self->is_changed = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (of_samples); i++)
    g_hash_table_insert (self->numbers, g_strdup (of_samples[i].name), GUINT_TO_POINTER (i));
}

static JsonObject *
make_field (const Field *field)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "key", field->key);
  json_object_set_string_member (object, "label", field->key);
  json_object_set_string_member (object, "format", formats[field->kind]);

  return object;
}

/* Of texts the first one is the label of a marker; a brace would be a field of another one. */
static const char *
find_label_key (const Schema *schema)
{
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const Field *field = &g_array_index (schema->fields, Field, i);

      if (field->kind == FUL_RECORD_FIELD_TEXT && strpbrk (field->key, "{}.") == NULL)
        return field->key;
    }

  return NULL;
}

static JsonObject *
make_schema (const Schema *schema)
{
  JsonObject *object = json_object_new ();
  JsonArray *display = json_array_new (), *fields = json_array_new ();
  const char *key = find_label_key (schema);

  json_object_set_string_member (object, "name", schema->type);
  json_array_add_string_element (display, "marker-chart");
  json_array_add_string_element (display, "marker-table");
  json_object_set_array_member (object, "display", display);
  if (key)
    {
      g_autofree char *label = g_strdup_printf ("{marker.data.%s}", key);

      json_object_set_string_member (object, "chartLabel", label);
      json_object_set_string_member (object, "tableLabel", label);
    }
  for (guint i = 0; i < schema->fields->len; i++)
    json_array_add_object_element (fields, make_field (&g_array_index (schema->fields, Field, i)));
  json_object_set_array_member (object, "fields", fields);

  return object;
}

static JsonObject *
make_category (const char *name,
               const char *color)
{
  JsonObject *category = json_object_new ();
  JsonArray *subcategories = json_array_new ();

  json_object_set_string_member (category, "name", name);
  json_object_set_string_member (category, "color", color);
  json_array_add_string_element (subcategories, "Other");
  json_object_set_array_member (category, "subcategories", subcategories);

  return category;
}

/**
 * ful_record_kinds_add_to:
 * @categories: gets those of samples, then those of markers
 * @schemas: gets the schemas
 *
 * For META.
 */
void
ful_record_kinds_add_to (const FulRecordKinds *self,
                         JsonArray            *categories,
                         JsonArray            *schemas)
{
  for (guint i = 0; i < G_N_ELEMENTS (of_samples); i++)
    json_array_add_object_element (categories, make_category (of_samples[i].name, of_samples[i].color));
  for (guint i = 0; i < self->categories->len; i++)
    json_array_add_object_element (categories, make_category (g_ptr_array_index (self->categories, i),
                                                              colors[i % G_N_ELEMENTS (colors)]));
  for (guint i = 0; i < self->schemas->len; i++)
    json_array_add_object_element (schemas, make_schema (g_ptr_array_index (self->schemas, i)));
}
