/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A column of a table of markers, for one field. Fields of one key in several schemas
 * are one column; the schema of each marker has the format of its value. */

#include "config.h"

#include "ful-marker-field-column.h"

#include "base/ful-hash.h"
#include "markers/list/ful-marker-format.h"

#include <math.h>
#include <string.h>

struct _FulMarkerFieldColumn
{
  FulMarkerList    *list;
  char             *key;
  FulPayloadReader *reader;
  GHashTable       *fields;   /* FulMarkerSchema → FulMarkerField, or NULL */
};

static int
compare_infos (gconstpointer a,
               gconstpointer b)
{
  const FulMarkerFieldInfo *x = a, *y = b;
  int order = g_utf8_collate (x->label, y->label);

  return order ? order : strcmp (x->key, y->key);
}

/**
 * ful_marker_fields_list:
 * @markers: (element-type guint): some of @list
 *
 * Returns: (transfer full) (element-type FulMarkerFieldInfo): the fields that schemas of the markers have, by label
 */
GArray *
ful_marker_fields_list (const FulMarkerList *list,
                        const GArray        *markers)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) keys = g_hash_table_new (ful_hash_text, g_str_equal);
  GArray *infos = g_array_new (FALSE, FALSE, sizeof (FulMarkerFieldInfo));

  for (guint i = 0; i < markers->len; i++)
    {
      const FulMarkerSchema *schema = ful_marker_list_get_schema (list, g_array_index (markers, guint, i));

      if (schema == NULL || !g_hash_table_add (seen, (gpointer) schema))
        continue;
      for (guint k = 0; k < schema->fields->len; k++)
        {
          const FulMarkerField *field = &g_array_index (schema->fields, FulMarkerField, k);
          const char *key = g_ptr_array_index (schema->keys, k);
          FulMarkerFieldInfo info = { key, field->label ? field->label : key };

          if (g_hash_table_add (keys, (gpointer) key))
            g_array_append_val (infos, info);
        }
    }
  g_array_sort (infos, compare_infos);

  return infos;
}

/**
 * ful_marker_field_column_new:
 * @list: markers
 * @key: member of payloads
 *
 * Returns: (transfer full): the column of this field
 */
FulMarkerFieldColumn *
ful_marker_field_column_new (FulMarkerList *list,
                             const char    *key)
{
  FulMarkerFieldColumn *self = g_new0 (FulMarkerFieldColumn, 1);

  self->list = ful_marker_list_ref (list);
  self->key = g_strdup (key);
  self->reader = ful_payload_reader_new ((const char * const *) &self->key, 1);
  self->fields = g_hash_table_new (NULL, NULL);

  return self;
}

void
ful_marker_field_column_free (FulMarkerFieldColumn *self)
{
  ful_marker_list_unref (self->list);
  g_free (self->key);
  ful_payload_reader_free (self->reader);
  g_hash_table_unref (self->fields);
  g_free (self);
}

/* NULL if the schema has no such field. */
static const FulMarkerField *
get_field (FulMarkerFieldColumn *self,
           guint                 marker)
{
  const FulMarkerSchema *schema = ful_marker_list_get_schema (self->list, marker);
  gpointer field;

  if (schema == NULL)
    return NULL;
  if (g_hash_table_lookup_extended (self->fields, schema, NULL, &field))
    return field;

  field = NULL;
  for (guint i = 0; i < schema->fields->len; i++)
    if (g_str_equal (g_ptr_array_index (schema->keys, i), self->key))
      field = &g_array_index (schema->fields, FulMarkerField, i);
  g_hash_table_insert (self->fields, (gpointer) schema, field);

  return field;
}

/* NULL if the marker does not have the field, or no value of it. */
static const FulPayloadValue *
read_value (FulMarkerFieldColumn  *self,
            guint                  marker,
            const FulMarkerField **out_field)
{
  const FulPayloadValue *value;

  *out_field = get_field (self, marker);
  if (*out_field == NULL)
    return NULL;

  ful_marker_list_read_payload (self->list, marker, self->reader);
  value = ful_payload_reader_get (self->reader, 0);

  return value && !ful_payload_value_is_null (value) ? value : NULL;
}

/**
 * ful_marker_field_column_dup_text:
 * @marker: one of the list
 *
 * Returns: (transfer full): the value for display, UTF-8; empty if there is none
 */
char *
ful_marker_field_column_dup_text (FulMarkerFieldColumn *self,
                                  guint                 marker)
{
  const FulMarkerField *field;
  const FulPayloadValue *value = read_value (self, marker, &field);
  FulBytes text = { 0 };
  char *valid;

  if (value)
    ful_marker_field_append (field, self->list->profile, value, &text);
  valid = g_utf8_make_valid (text.n > 0 ? text.data : "", (gssize) text.n);
  ful_bytes_clear (&text);

  return valid;
}

/* A value to sort: a number, or a text, which sorts after all numbers. */
typedef struct
{
  guint       at;
  double      number;
  const char *collation;   /* (nullable) */
} Value;

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  const Value *x = a, *y = b;

  if ((x->collation == NULL) != (y->collation == NULL))
    return x->collation ? 1 : -1;

  return x->collation ? strcmp (x->collation, y->collation) : (x->number > y->number) - (x->number < y->number);
}

static Value
make_value (FulMarkerFieldColumn  *self,
            guint                  at,
            guint                  marker,
            const FulMarkerField  *field,
            const FulPayloadValue *value,
            GStringChunk          *texts)
{
  Value item = { at, NAN, NULL };

  if (!ful_marker_format_is_string_index (field->format))
    item.number = ful_payload_value_get_number (value);
  if (isnan (item.number))
    {
      g_autofree char *text = ful_marker_field_column_dup_text (self, marker);
      g_autofree char *collation = g_utf8_collate_key (text, -1);

      item.collation = g_string_chunk_insert_const (texts, collation);
    }

  return item;
}

/**
 * ful_marker_field_column_rank:
 * @markers: (element-type guint): some of the list
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Reads the payloads of the markers, and sorts once.
 *
 * Returns: (transfer full) (array): for each of @markers its place in the order of the values, numbers before
 *   texts; equal values have one place; less than all is a value that is missing
 */
double *
ful_marker_field_column_rank (FulMarkerFieldColumn  *self,
                              const GArray          *markers,
                              GCancellable          *cancellable,
                              GError               **error)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (Value));
  g_autoptr(GStringChunk) texts = g_string_chunk_new (4096);
  g_autofree double *ranks = g_new (double, MAX (markers->len, 1));
  double rank = 0;

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const FulMarkerField *field;
      const FulPayloadValue *value;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      ranks[i] = -INFINITY;
      value = read_value (self, marker, &field);
      if (value)
        {
          Value item = make_value (self, i, marker, field, value, texts);

          g_array_append_val (values, item);
        }
    }
  g_array_sort (values, compare_values);
  for (guint i = 0; i < values->len; i++)
    {
      if (i > 0 && compare_values (&g_array_index (values, Value, i - 1), &g_array_index (values, Value, i)) != 0)
        rank++;
      ranks[g_array_index (values, Value, i).at] = rank;
    }

  return g_steal_pointer (&ranks);
}
