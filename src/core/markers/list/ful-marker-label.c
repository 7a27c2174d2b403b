/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels of markers by the templates of their schemas, or the default without one
 * (markers.md 3.3). Reads a payload for each label that has values of it. */

#include "config.h"

#include "ful-marker-label.h"

#include "base/ful-format.h"
#include "ful-marker-format.h"

#include <math.h>

static const char *const file_keys[] = { "source", "operation", "filename" };

enum { FILE_SOURCE, FILE_OPERATION, FILE_NAME };

struct _FulMarkerLabeler
{
  FulMarkerList    *list;
  GHashTable       *readers;      /* label of a schema → FulPayloadReader of its members; NULL if it has none */
  FulPayloadReader *file_reader;  /* of markers about files */
  FulBytes          text;
};

static void
free_reader (gpointer reader)
{
  g_clear_pointer (&reader, ful_payload_reader_free);
}

/**
 * ful_marker_labeler_new:
 * @list: markers
 *
 * Returns: (transfer full): a labeler for them
 */
FulMarkerLabeler *
ful_marker_labeler_new (FulMarkerList *list)
{
  FulMarkerLabeler *self = g_new0 (FulMarkerLabeler, 1);

  self->list = ful_marker_list_ref (list);
  self->readers = g_hash_table_new_full (NULL, NULL, NULL, free_reader);
  self->file_reader = ful_payload_reader_new (file_keys, G_N_ELEMENTS (file_keys));

  return self;
}

void
ful_marker_labeler_free (FulMarkerLabeler *self)
{
  ful_marker_list_unref (self->list);
  g_hash_table_unref (self->readers);
  ful_payload_reader_free (self->file_reader);
  ful_bytes_clear (&self->text);
  g_free (self);
}

static FulPayloadReader *
make_reader (const FulMarkerSchema *schema,
             const GArray          *parts)
{
  g_autofree const char **keys = g_new0 (const char *, schema->keys->len + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < parts->len; i++)
    {
      const FulMarkerPart *part = &g_array_index (parts, FulMarkerPart, i);

      if (part->kind != FUL_MARKER_PART_MEMBER && part->kind != FUL_MARKER_PART_CONDITION)
        continue;
      keys[part->key] = g_ptr_array_index (schema->keys, part->key);
      any = TRUE;
    }

  return any ? ful_payload_reader_new (keys, schema->keys->len) : NULL;
}

/* Returns: (nullable): the members of the payload that the label has */
static const FulPayloadReader *
read_payload (FulMarkerLabeler      *self,
              guint                  marker,
              const FulMarkerSchema *schema,
              GArray                *parts)
{
  gpointer reader;

  if (!g_hash_table_lookup_extended (self->readers, parts, NULL, &reader))
    {
      reader = make_reader (schema, parts);
      g_hash_table_insert (self->readers, parts, reader);
    }
  if (reader)
    ful_marker_list_read_payload (self->list, marker, reader);

  return reader;
}

static void
append_time (FulMarkerLabeler *self,
             double            ms)
{
  g_autofree char *text = isnan (ms) ? g_strdup ("unknown") : ful_format_timestamp (ms);

  ful_bytes_append_s (&self->text, text);
}

static void
append_member (FulMarkerLabeler       *self,
               const FulMarkerSchema  *schema,
               const FulPayloadReader *reader,
               guint                   key)
{
  const FulPayloadValue *value = ful_payload_reader_get (reader, key);

  if (value == NULL || ful_payload_value_is_null (value))
    return;
  if (key < schema->fields->len)
    ful_marker_field_append (&g_array_index (schema->fields, FulMarkerField, key), self->list->profile, value,
                             &self->text);
  else
    ful_payload_value_append_text (value, &self->text);
}

static void
append_part (FulMarkerLabeler       *self,
             guint                   marker,
             const FulMarkerSchema  *schema,
             const FulPayloadReader *reader,
             const FulMarkerPart    *part)
{
  const FulMarkerList *list = self->list;

  switch (part->kind)
    {
    case FUL_MARKER_PART_NAME:
      ful_bytes_append_s (&self->text, ful_marker_list_get_name (list, marker));
      break;
    case FUL_MARKER_PART_START:
      append_time (self, list->start[marker]);
      break;
    case FUL_MARKER_PART_END:
      append_time (self, list->end[marker]);
      break;
    case FUL_MARKER_PART_DURATION:
      append_time (self, list->end[marker] - list->start[marker]);
      break;
    case FUL_MARKER_PART_CATEGORY:
      ful_bytes_append_s (&self->text, ful_profile_get_category (list->profile, list->category[marker])->name);
      break;
    case FUL_MARKER_PART_MEMBER:
      append_member (self, schema, reader, part->key);
      break;
    case FUL_MARKER_PART_CONDITION:
      ful_bytes_append_s (&self->text, ful_payload_value_is_true (ful_payload_reader_get (reader, part->key))
                                         ? part->text : part->other);
      break;
    case FUL_MARKER_PART_TEXT:
    default:
      ful_bytes_append_s (&self->text, part->text);
      break;
    }
}

/* A value that is there and not empty. */
static gboolean
has_value (const FulPayloadReader *reader,
           guint                   key)
{
  return ful_payload_value_is_true (ful_payload_reader_get (reader, key));
}

/* "(source) operation — filename", as far as they are known. */
static void
append_file (FulMarkerLabeler *self,
             guint             marker)
{
  const FulPayloadReader *reader = self->file_reader;

  ful_marker_list_read_payload (self->list, marker, self->file_reader);
  if (has_value (reader, FILE_OPERATION) && has_value (reader, FILE_SOURCE))
    {
      ful_bytes_append_c (&self->text, '(');
      ful_payload_value_append_text (ful_payload_reader_get (reader, FILE_SOURCE), &self->text);
      ful_bytes_append_s (&self->text, ") ");
    }
  if (has_value (reader, FILE_OPERATION))
    ful_payload_value_append_text (ful_payload_reader_get (reader, FILE_OPERATION), &self->text);
  if (has_value (reader, FILE_OPERATION) && has_value (reader, FILE_NAME))
    ful_bytes_append_s (&self->text, " — ");
  if (has_value (reader, FILE_NAME))
    ful_payload_value_append_text (ful_payload_reader_get (reader, FILE_NAME), &self->text);
}

/**
 * ful_marker_labeler_get:
 * @marker: a marker of the list
 * @kind: where the label is shown
 *
 * A label that a schema does not have is the name in tooltips, what happened to
 * which file in the table, and empty in the chart.
 *
 * Returns: (transfer full): the label, UTF-8
 */
char *
ful_marker_labeler_get (FulMarkerLabeler   *self,
                        guint               marker,
                        FulMarkerLabelKind  kind)
{
  const FulMarkerSchema *schema = ful_marker_list_get_schema (self->list, marker);
  GArray *parts = schema ? schema->labels[kind] : NULL;

  self->text.n = 0;
  if (parts)
    {
      const FulPayloadReader *reader = read_payload (self, marker, schema, parts);

      for (guint i = 0; i < parts->len; i++)
        append_part (self, marker, schema, reader, &g_array_index (parts, FulMarkerPart, i));
    }
  else if (kind == FUL_MARKER_LABEL_TOOLTIP)
    ful_bytes_append_s (&self->text, ful_marker_list_get_name (self->list, marker));
  else if (kind == FUL_MARKER_LABEL_TABLE && g_strcmp0 (ful_marker_list_get_type (self->list, marker), "FileIO") == 0)
    append_file (self, marker);

  return g_strndup (self->text.n > 0 ? self->text.data : "", self->text.n);
}

/**
 * ful_marker_format_start:
 * @zero: where the user sees zero, absolute ms
 *
 * Returns: (transfer full): the start as text, in seconds
 */
char *
ful_marker_format_start (const FulMarkerList *list,
                         guint                marker,
                         double               zero)
{
  return ful_format_seconds (list->start[marker] - zero);
}

/**
 * ful_marker_format_duration:
 *
 * Returns: (transfer full): the duration as text; nothing for an instant
 */
char *
ful_marker_format_duration (const FulMarkerList *list,
                            guint                marker)
{
  if (isnan (list->end[marker]))
    return g_strdup ("");
  if (list->incomplete[marker])
    return g_strdup ("unknown");

  return ful_format_timestamp (list->end[marker] - list->start[marker]);
}
