/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of markers, joined as everywhere (markers.md 1), and of counters. */

#include "config.h"

#include "ful-sql-tables.h"
#include "ful-sql-profile.h"

#include "base/ful-table.h"
#include "io/json/ful-json-document.h"
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

/* Members that have the number of a string get the string. Returns: whether there are such */
static gboolean
resolve_strings (const FulMarkerSchema *schema,
                 FulProfile            *profile,
                 JsonObject            *payload)
{
  gboolean has_strings = FALSE;

  for (guint i = 0; schema && i < schema->fields->len; i++)
    {
      FulMarkerFormat format = g_array_index (schema->fields, FulMarkerField, i).format;
      const char *key = g_ptr_array_index (schema->keys, i);
      double number;

      if (format != FUL_MARKER_FORMAT_UNIQUE_STRING && format != FUL_MARKER_FORMAT_FLOW_ID && format != FUL_MARKER_FORMAT_TERMINATING_FLOW_ID)
        continue;
      has_strings = TRUE;
      number = payload ? ful_json_get_number (payload, key) : -1;
      if (number >= 0 && number < profile->n_strings && floor (number) == number)
        json_object_set_string_member (payload, key, ful_profile_get_string (profile, (FulStringIndex) number));
    }

  return has_strings;
}

/* A screenshot has its size in place of the picture. */
static void
replace_picture (FulProfile *profile,
                 JsonObject *payload)
{
  double number = ful_json_get_number (payload, "url");
  const char *url = number >= 0 && number < profile->n_strings ? ful_profile_get_string (profile, (FulStringIndex) number)
                                                               : ful_json_get_string (payload, "url");
  const char *base64 = url && g_str_has_prefix (url, "data:") ? strchr (url, ',') : NULL;
  JsonObject *picture;
  gsize n;

  if (base64 == NULL)
    return;

  n = strcspn (base64 + 1, "=");
  picture = json_object_new ();
  json_object_set_int_member (picture, "bytes", (gint64) (n * 3 / 4));
  json_object_set_object_member (payload, "url", picture);
}

/* As it is, but for the cause, which has columns of its own, and what says nothing to others. */
static void
set_data (FulSqlValue         *value,
          const FulMarkerList *list,
          guint                marker)
{
  g_autofree char *text = ful_marker_payload_dup_json (list, marker);
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);
  gboolean is_picture = list->kind[marker] == FUL_MARKER_KIND_SCREENSHOT;
  JsonObject *payload;
  g_autoptr(JsonNode) node = NULL;

  if (text == NULL || *text != '{')
    return;
  if (!is_picture && strstr (text, "\"cause\"") == NULL && !resolve_strings (schema, list->profile, NULL))
    {
      ful_sql_value_take_text (value, g_steal_pointer (&text));
      return;
    }
  payload = ful_json_parse_object (text);
  if (payload == NULL)
    return;
  if (json_object_has_member (payload, "cause"))
    json_object_remove_member (payload, "cause");
  if (is_picture)
    replace_picture (list->profile, payload);
  resolve_strings (schema, list->profile, payload);
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, payload);
  ful_sql_value_take_text (value, ful_json_write_text (node, FALSE));
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
  g_autofree char *text = cause ? g_strndup (cause->json, cause->length) : NULL;
  JsonObject *object = text ? ful_json_parse_object (text) : NULL;
  double time = object ? ful_json_get_number (object, "time") - profile->zero : (double) NAN;

  g_clear_pointer (&object, json_object_unref);

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
