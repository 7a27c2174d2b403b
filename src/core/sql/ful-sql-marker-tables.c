/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of markers, joined as everywhere (markers.md 1), and of counters. */

#include "config.h"

#include "ful-sql-tables.h"
#include "ful-sql-profile.h"

#include "base/ful-table.h"
#include "io/raw/ful-json-members.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-payload.h"
#include "markers/list/ful-marker-schema.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

#include <math.h>
#include <string.h>

static guint
get_n_threads (FulSqlProfile *profile)
{
  return profile->profile->threads->len;
}

static guint
get_n_markers (FulSqlProfile *profile,
               guint          thread)
{
  return ful_sql_profile_get_markers (profile, thread)->n_markers;
}

static double
get_marker_time (FulSqlProfile *profile,
                 guint          thread,
                 guint          row)
{
  return ful_sql_profile_get_markers (profile, thread)->start[row] - profile->zero;
}

/* Columns whose texts have numbers. */
enum { MARKER_NAME = 3, MARKER_TYPE = 9 };

static const FulSqlColumn marker_columns[] = {
  FUL_SQL_MARKER_COLUMNS (FUL_SQL_COLUMN_WIDE),
};

/* The row of the recorded table that has the payload; %FUL_NONE if there is none */
static gint32
get_payload_row (const FulMarkerList *list,
                 guint                marker)
{
  gint32 end = list->end_row[marker];

  return end != FUL_NONE && list->kind[marker] != FUL_MARKER_KIND_SCREENSHOT ? end : list->begin_row[marker];
}

static FulStackIndex
get_cause (const FulMarkerList *list,
           guint                marker)
{
  const FulMarkerTable *raw = ful_profile_get_thread (list->profile, (guint) list->thread[marker])->markers;
  const gint32 rows[] = { get_payload_row (list, marker), list->begin_row[marker] };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FulStackIndex stack = rows[i] == FUL_NONE ? FUL_NONE : (FulStackIndex) ful_packed_int_get (&raw->cause_stack, (guint) rows[i]);

      if (stack != FUL_NONE)
        return ful_profile_get_shown_stack (list->profile, stack);
    }

  return FUL_NONE;
}

static gboolean
is_string_number (FulMarkerFormat format)
{
  return format == FUL_MARKER_FORMAT_UNIQUE_STRING || format == FUL_MARKER_FORMAT_FLOW_ID || format == FUL_MARKER_FORMAT_TERMINATING_FLOW_ID;
}

static gboolean
has_string_numbers (const FulMarkerSchema *schema)
{
  for (guint i = 0; schema && i < schema->fields->len; i++)
    if (is_string_number (g_array_index (schema->fields, FulMarkerField, i).format))
      return TRUE;

  return FALSE;
}

/* Returns: (nullable): the string whose number @member has */
static const char *
get_string (FulProfile           *profile,
            const FulJsonMembers *payload,
            const FulJsonMember  *member)
{
  double number = ful_json_members_get_number (payload, member);

  return number >= 0 && number < profile->n_strings && floor (number) == number ? ful_profile_get_string (profile, (FulStringIndex) number)
                                                                                : NULL;
}

/* Members that have the number of a string get the string. */
static void
resolve_strings (const FulMarkerSchema *schema,
                 FulProfile            *profile,
                 FulJsonMembers        *payload)
{
  for (guint i = 0; schema && i < schema->fields->len; i++)
    {
      FulJsonMember *member;
      const char *string;

      if (!is_string_number (g_array_index (schema->fields, FulMarkerField, i).format))
        continue;
      member = ful_json_members_find (payload, g_ptr_array_index (schema->keys, i));
      string = get_string (profile, payload, member);
      if (string == NULL)
        continue;
      member->edit = FUL_JSON_MEMBER_STRING;
      member->text = string;
    }
}

/* A screenshot has its size in place of the picture. Returns: (transfer full) (nullable): text that @payload refers to */
static char *
replace_picture (FulProfile     *profile,
                 FulJsonMembers *payload)
{
  FulJsonMember *member = ful_json_members_find (payload, "url");
  const char *url = get_string (profile, payload, member);
  const char *end = url ? url + strlen (url) : NULL;
  const char *base64;
  char *size;

  if (url == NULL && member && payload->text[member->value] == '"')
    {
      url = payload->text + member->value + 1;
      end = payload->text + member->end - 1;
    }
  base64 = url && g_str_has_prefix (url, "data:") ? memchr (url, ',', (gsize) (end - url)) : NULL;
  if (base64 == NULL)
    return NULL;

  while (end[-1] == '=')
    end--;
  size = g_strdup_printf ("{\"bytes\":%" G_GSIZE_FORMAT "}", (gsize) (end - base64 - 1) * 3 / 4);
  member->edit = FUL_JSON_MEMBER_VALUE;
  member->text = size;
  member->length = strlen (size);

  return size;
}

/* As it is, but for the cause, which has columns of its own, and what says nothing to others. */
static void
set_data (FulSqlValue         *value,
          const FulMarkerList *list,
          guint                marker)
{
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);
  gboolean is_picture = list->kind[marker] == FUL_MARKER_KIND_SCREENSHOT;
  FulBytes text = { NULL }, edited = { NULL };
  FulJsonMembers payload = { NULL };
  g_autofree char *size = NULL;

  if (!ful_marker_payload_append_json (list, marker, &text) || *text.data != '{')
    {
      ful_bytes_clear (&text);
      return;
    }
  ful_bytes_append_c (&text, '\0');
  if (!is_picture && strstr (text.data, "\"cause\"") == NULL && !has_string_numbers (schema))
    {
      ful_sql_value_take_text (value, text.data);
      return;
    }

  if (ful_json_members_read (&payload, text.data, text.n - 1))
    {
      for (guint i = 0; i < payload.n; i++)
        if (ful_json_key_is (payload.text + payload.members[i].key, payload.members[i].key_length, "cause"))
          payload.members[i].edit = FUL_JSON_MEMBER_REMOVE;
      resolve_strings (schema, list->profile, &payload);
      size = is_picture ? replace_picture (list->profile, &payload) : NULL;
      ful_json_members_write (&payload, &edited);
      ful_bytes_append_c (&edited, '\0');
      ful_sql_value_take_text (value, edited.data);
    }
  ful_json_members_clear (&payload);
  ful_bytes_clear (&text);
}

/* Returns: (nullable): a member of the payload, until the next one is read */
static const FulPayloadValue *
read_member (FulSqlProfile       *profile,
             const FulMarkerList *list,
             guint                marker,
             FulSqlMember         member)
{
  FulPayloadReader *reader = ful_sql_profile_get_reader (profile, member);

  ful_marker_list_read_payload (list, marker, reader);

  return ful_payload_reader_get (reader, 0);
}

static double
get_cause_time (FulSqlProfile       *profile,
                const FulMarkerList *list,
                guint                marker)
{
  const FulPayloadValue *cause = read_member (profile, list, marker, FUL_SQL_MEMBER_CAUSE);
  FulJsonMembers members = { NULL };
  double time = NAN;

  if (cause && ful_json_members_view (&members, cause->json, cause->length))
    time = ful_json_members_get_number (&members, ful_json_members_find (&members, "time")) - profile->zero;
  ful_json_members_clear (&members);

  return time;
}

static void
get_marker (FulSqlProfile *profile,
            guint          thread,
            guint          row,
            guint          column,
            FulSqlValue   *value)
{
  FulMarkerList *list = ful_sql_profile_get_markers (profile, thread);
  double window;

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, thread);
      break;
    case 2:
      ful_sql_value_set_integer (value, row);
      break;
    case MARKER_NAME:
      ful_sql_value_set_text (value, ful_marker_list_get_name (list, row));
      break;
    case 4:
      ful_sql_value_set_real (value, list->start[row] - profile->zero);
      break;
    case 5:
      ful_sql_value_set_real (value, list->end[row] - profile->zero);
      break;
    case 6:
      ful_sql_value_set_real (value, list->end[row] - list->start[row]);
      break;
    case 7:
      ful_sql_value_set_row (value, list->category[row]);
      break;
    case 8:
      ful_sql_value_set_text (value, ful_profile_get_category (profile->profile, list->category[row])->name);
      break;
    case MARKER_TYPE:
      ful_sql_value_set_text (value, ful_marker_list_get_type (list, row));
      break;
    case 10:
      ful_sql_value_set_boolean (value, list->incomplete[row]);
      break;
    case 11:
      ful_sql_value_set_row (value, get_cause (list, row));
      break;
    case 12:
      ful_sql_value_set_real (value, get_cause_time (profile, list, row));
      break;
    case 13:
      window = ful_payload_value_get_number (read_member (profile, list, row, FUL_SQL_MEMBER_WINDOW));
      if (window > 0 && window < 9e15)
        ful_sql_value_set_integer (value, (gint64) window);
      break;
    case 14:
      set_data (value, list, row);
      break;
    case 15:
    default:
      ful_sql_value_take_text (value, ful_marker_labeler_get (ful_sql_profile_get_labeler (profile, thread), row, FUL_MARKER_LABEL_TABLE));
      break;
    }
}

static gint32
get_text_number (FulSqlProfile *profile,
                 guint          thread,
                 guint          row,
                 guint          column)
{
  FulMarkerList *list = ful_sql_profile_get_markers (profile, thread);

  return column == MARKER_NAME ? list->name[row] : ful_marker_list_get_type_number (list, row);
}

const FulSqlTable ful_sql_table_markers = {
  .name = "markers",
  .about = "What programs said of themselves. The statistics of the window leave incomplete ones out.",
  .columns = marker_columns, .n_columns = G_N_ELEMENTS (marker_columns), .part_column = 1, .n_parts_each = 1, .row_column = 2,
  .time_column = 4, .text_columns = 1 << MARKER_NAME | 1 << MARKER_TYPE, .get_text_number = get_text_number, .get_n_parts = get_n_threads, .get_n_rows = get_n_markers, .get_time = get_marker_time, .get = get_marker,
};

static guint
get_n_fields (FulSqlProfile *profile,
              guint          part G_GNUC_UNUSED)
{
  return ful_sql_profile_get_fields (profile)->len;
}

static const FulSqlColumn field_columns[] = {
  FUL_SQL_PROFILE,
  { "type", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, "as markers have it" },
  { "place", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, "from 0" },
  { "key", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "of a member of data" },
  { "label", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "format", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "duration, bytes, url, …" },
  { "hidden", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get_field (FulSqlProfile *profile,
           guint          part G_GNUC_UNUSED,
           guint          row,
           guint          column,
           FulSqlValue   *value)
{
  FulSqlField at = g_array_index (ful_sql_profile_get_fields (profile), FulSqlField, row);
  const FulMarkerField *field = &g_array_index (at.schema->fields, FulMarkerField, at.place);

  if (column == 1)
    ful_sql_value_set_text (value, at.schema->name);
  else if (column == 2)
    ful_sql_value_set_integer (value, at.place);
  else if (column == 3)
    ful_sql_value_set_text (value, g_ptr_array_index (at.schema->keys, at.place));
  else if (column == 4)
    ful_sql_value_set_text (value, field->label);
  else if (column == 5)
    ful_sql_value_set_text (value, ful_marker_format_to_string (field->format));
  else
    ful_sql_value_set_boolean (value, field->hidden);
}

const FulSqlTable ful_sql_table_marker_fields = {
  .name = "marker_fields",
  .about = "What data of markers of a type have.",
  .columns = field_columns, .n_columns = G_N_ELEMENTS (field_columns),
  .get_n_rows = get_n_fields, .get = get_field,
};
