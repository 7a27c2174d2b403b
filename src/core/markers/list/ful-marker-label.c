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

/* One label of the markers of one type. */
typedef struct
{
  const FulMarkerSchema *schema;   /* (nullable) */
  const GArray          *parts;    /* (nullable): of the schema */
  FulPayloadReader      *reader;   /* (nullable): of the members that the parts have */
} Label;

struct _FulMarkerLabeler
{
  FulMarkerList    *list;
  GHashTable       *labels;       /* number of type and kind → Label */
  FulPayloadReader *file_reader;  /* of markers about files */
  FulBytes          text;
};

static void
label_free (gpointer data)
{
  Label *label = data;

  g_clear_pointer (&label->reader, ful_payload_reader_free);
  g_free (label);
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
  self->labels = g_hash_table_new_full (NULL, NULL, NULL, label_free);
  self->file_reader = ful_payload_reader_new (file_keys, G_N_ELEMENTS (file_keys));

  return self;
}

void
ful_marker_labeler_free (FulMarkerLabeler *self)
{
  ful_marker_list_unref (self->list);
  g_hash_table_unref (self->labels);
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

static const Label *
get_label (FulMarkerLabeler   *self,
           guint               marker,
           FulMarkerLabelKind  kind)
{
  gint32 type = self->list->kind[marker] == FUL_MARKER_KIND_JANK ? FUL_NONE - 1
                                                                 : ful_marker_list_get_type_number (self->list, marker);
  gpointer key = GSIZE_TO_POINTER ((gsize) type * FUL_N_MARKER_LABELS + kind);
  Label *label = g_hash_table_lookup (self->labels, key);

  if (label)
    return label;

  label = g_new0 (Label, 1);
  label->schema = ful_marker_list_get_schema (self->list, marker);
  label->parts = label->schema ? label->schema->labels[kind] : NULL;
  label->reader = label->parts ? make_reader (label->schema, label->parts) : NULL;
  g_hash_table_insert (self->labels, key, label);

  return label;
}

static void
append_time (FulMarkerLabeler *self,
             double            ms)
{
  g_autofree char *text = isnan (ms) ? g_strdup ("unknown") : ful_format_timestamp (ms);

  ful_bytes_append_s (&self->text, text);
}

static void
append_member (FulMarkerLabeler *self,
               const Label      *label,
               guint             key)
{
  const FulPayloadValue *value = ful_payload_reader_get (label->reader, key);

  if (value == NULL || ful_payload_value_is_null (value))
    return;
  if (key < label->schema->fields->len)
    ful_marker_field_append (&g_array_index (label->schema->fields, FulMarkerField, key), self->list->profile, value,
                             &self->text);
  else
    ful_payload_value_append_text (value, &self->text);
}

static void
append_part (FulMarkerLabeler    *self,
             guint                marker,
             const Label         *label,
             const FulMarkerPart *part)
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
      append_member (self, label, part->key);
      break;
    case FUL_MARKER_PART_CONDITION:
      ful_bytes_append_s (&self->text, ful_payload_value_is_true (ful_payload_reader_get (label->reader, part->key))
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
  const Label *label = get_label (self, marker, kind);

  self->text.n = 0;
  if (label->reader)
    ful_marker_list_read_payload (self->list, marker, label->reader);
  if (label->parts)
    {
      for (guint i = 0; i < label->parts->len; i++)
        append_part (self, marker, label, &g_array_index (label->parts, FulMarkerPart, i));
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
