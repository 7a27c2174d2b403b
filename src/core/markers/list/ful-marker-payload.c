/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole payload of a marker, for single markers; ful_marker_list_read_payload ()
 * is for many. It is unchanged; if a marker has two, members of the second replace
 * those of the first. */

#include "config.h"

#include "ful-marker-payload.h"

#include "io/json/ful-json-document.h"

static const char *
get_payload (const FulMarkerList *list,
             guint                marker,
             gint32               row,
             gsize               *out_length)
{
  FulThread *thread = ful_profile_get_thread (list->profile, (guint) list->thread[marker]);

  *out_length = 0;

  return row == FUL_NONE ? NULL : ful_thread_get_payload (thread, (guint) row, out_length);
}

/* The members of @under, replaced by those of @over; NULL if one is not an object. */
static char *
merge (const char *under,
       gsize       under_length,
       const char *over,
       gsize       over_length)
{
  g_autoptr(JsonNode) first = ful_json_parse_text (under, (gssize) under_length, FUL_JSON_PART_BYTES, NULL);
  g_autoptr(JsonNode) second = ful_json_parse_text (over, (gssize) over_length, FUL_JSON_PART_BYTES, NULL);
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (first == NULL || !JSON_NODE_HOLDS_OBJECT (first) || second == NULL || !JSON_NODE_HOLDS_OBJECT (second))
    return NULL;

  json_object_iter_init_ordered (&iter, json_node_get_object (second));
  while (json_object_iter_next_ordered (&iter, &name, &value))
    json_object_set_member (json_node_get_object (first), name, json_node_copy (value));

  return ful_json_write_text (first, FALSE);
}

/**
 * ful_marker_payload_dup_json:
 *
 * Returns: (transfer full) (nullable): JSON text of the payload; %NULL if the marker has none
 */
char *
ful_marker_payload_dup_json (const FulMarkerList *list,
                             guint                marker)
{
  FulMarkerKind kind = list->kind[marker];
  gsize begin_length, end_length;
  const char *begin = get_payload (list, marker, list->begin_row[marker], &begin_length);
  const char *end = get_payload (list, marker, list->end_row[marker], &end_length);
  char *merged = NULL;

  if (kind == FUL_MARKER_KIND_PLAIN && begin && end)
    merged = merge (begin, begin_length, end, end_length);
  if (merged)
    return merged;
  if (end && kind != FUL_MARKER_KIND_SCREENSHOT)
    return g_strndup (end, end_length);

  return g_strndup (begin, begin_length);
}

/**
 * ful_marker_payload_parse:
 *
 * Returns: (transfer full) (nullable): the payload; %NULL if it is no object
 */
JsonObject *
ful_marker_payload_parse (const FulMarkerList *list,
                          guint                marker)
{
  g_autofree char *json = ful_marker_payload_dup_json (list, marker);

  return ful_json_parse_object (json);
}
