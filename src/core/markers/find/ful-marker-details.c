/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The facts of a marker in tooltips and the side bar. Reads one payload. */

#include "config.h"

#include "ful-marker-details.h"
#include "ful-marker-gc.h"

#include "base/ful-bytes.h"
#include "io/json/ful-json-document.h"
#include "markers/list/ful-marker-format.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-payload.h"

static void
add_fields (FulMarkerDetails      *self,
            FulMarkerList         *list,
            guint                  marker,
            const FulMarkerSchema *schema)
{
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new ((const char * const *) schema->keys->pdata,
                                                               schema->fields->len);
  FulBytes text = { 0 };

  ful_marker_list_read_payload (list, marker, reader);
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const FulMarkerField *field = &g_array_index (schema->fields, FulMarkerField, i);
      const FulPayloadValue *value = ful_payload_reader_get (reader, i);

      if (field->hidden || value == NULL || ful_payload_value_is_null (value))
        continue;

      text.n = 0;
      ful_marker_field_append (field, list->profile, value, &text);
      ful_marker_facts_add (self->facts, field->label ? field->label : g_ptr_array_index (schema->keys, i),
                            text.n > 0 ? text.data : "", text.n);
    }
  ful_bytes_clear (&text);
}

/* A payload of a type that nothing is known of: its members as they are. */
static void
add_members (FulMarkerDetails *self,
             FulMarkerList    *list,
             guint             marker)
{
  g_autoptr(JsonObject) payload = ful_marker_payload_parse (list, marker);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (payload == NULL)
    return;

  json_object_iter_init_ordered (&iter, payload);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    ful_marker_facts_add_member (self->facts, name, node);
}

/**
 * ful_marker_details_new:
 *
 * Returns: (transfer full): the facts of the marker
 */
FulMarkerDetails *
ful_marker_details_new (FulMarkerList *list,
                        guint          marker)
{
  FulMarkerDetails *self = g_new0 (FulMarkerDetails, 1);
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);

  self->title = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TOOLTIP);
  self->duration = ful_marker_format_duration (list, marker);
  self->facts = ful_marker_facts_new ();
  ful_marker_gc_add_facts (list, marker, self->facts);
  if (schema)
    {
      self->description = g_strdup (schema->description);
      add_fields (self, list, marker, schema);
    }
  else
    {
      add_members (self, list, marker);
    }

  return self;
}

void
ful_marker_details_free (FulMarkerDetails *self)
{
  g_free (self->title);
  g_free (self->duration);
  g_free (self->description);
  g_array_unref (self->facts);
  g_free (self);
}
