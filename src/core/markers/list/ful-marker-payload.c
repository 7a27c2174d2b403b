/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole payload of a marker, for single markers; ful_marker_list_read_payload ()
 * is for many. It is unchanged; if a marker has two, members of the second replace
 * those of the first. */

#include "config.h"

#include "ful-marker-payload.h"

#include "io/json/ful-json-document.h"
#include "io/raw/ful-json-members.h"

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

/* The members of @under, replaced by those of @over. Returns: FALSE if one is not an object */
static gboolean
merge (const char *under,
       gsize       under_length,
       const char *over,
       gsize       over_length,
       FulBytes   *to)
{
  FulJsonMembers first = { NULL }, second = { NULL };
  gboolean are_objects = ful_json_members_view (&first, under, under_length) && ful_json_members_view (&second, over, over_length);

  for (guint i = 0; are_objects && i < second.n; i++)
    {
      FulJsonMember *member = &second.members[i];
      FulJsonMember *replaced = ful_json_members_find_key (&first, over + member->key, member->key_length);

      if (replaced == NULL)
        continue;
      replaced->edit = FUL_JSON_MEMBER_VALUE;
      replaced->text = over + member->value;
      replaced->length = member->end - member->value;
      member->edit = FUL_JSON_MEMBER_REMOVE;
    }
  if (are_objects)
    {
      ful_json_members_write (&first, to);
      to->n--;   /* the brace */
      for (guint i = 0; i < second.n; i++)
        {
          const FulJsonMember *member = &second.members[i];

          if (member->edit == FUL_JSON_MEMBER_REMOVE)
            continue;
          if (to->data[to->n - 1] != '{')
            ful_bytes_append_c (to, ',');
          ful_bytes_append (to, over + member->key - 1, member->end - member->key + 1);
        }
      ful_bytes_append_c (to, '}');
    }
  ful_json_members_clear (&first);
  ful_json_members_clear (&second);

  return are_objects;
}

/**
 * ful_marker_payload_append_json:
 * @to: gets the JSON text of the payload
 *
 * Returns: whether the marker has one
 */
gboolean
ful_marker_payload_append_json (const FulMarkerList *list,
                                guint                marker,
                                FulBytes            *to)
{
  FulMarkerKind kind = list->kind[marker];
  gsize begin_length, end_length;
  const char *begin = get_payload (list, marker, list->begin_row[marker], &begin_length);
  const char *end = get_payload (list, marker, list->end_row[marker], &end_length);

  if (kind == FUL_MARKER_KIND_PLAIN && begin && end && merge (begin, begin_length, end, end_length, to))
    return TRUE;
  if (end && kind != FUL_MARKER_KIND_SCREENSHOT)
    ful_bytes_append (to, end, end_length);
  else
    ful_bytes_append (to, begin, begin_length);

  return begin || (end && kind != FUL_MARKER_KIND_SCREENSHOT);
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
  FulBytes text = { NULL };

  if (!ful_marker_payload_append_json (list, marker, &text))
    return NULL;

  ful_bytes_append_c (&text, '\0');

  return text.data;
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
