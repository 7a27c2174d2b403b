/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers of a profile → markers of the wire: the members of a payload become fields (wire.md 6). */

#include "config.h"

#include "ful-live-replay-private.h"

#include "base/ful-table.h"
#include "io/json/ful-json-number.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "wire/ful-wire-encoder.h"

#include <string.h>

/* Whole numbers are sint, if all digits count. */
static void
read_number (FulJsonReader *reader,
             FulWireField  *field)
{
  char text[FUL_JSON_NUMBER_MAX + 1] = "";
  gint64 number;

  ful_json_reader_read_number (reader, text, &field->f64);
  field->kind = FUL_WIRE_FIELD_F64;
  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL) && !g_str_equal (text, "-0"))
    {
      field->kind = FUL_WIRE_FIELD_SINT;
      field->sint = number;
    }
}

static void
read_json (FulLiveReplay *self,
           FulJsonReader *reader,
           FulWireField  *field)
{
  self->scratch.n = 0;
  ful_json_reader_copy_value (reader, &self->scratch);
  field->kind = FUL_WIRE_FIELD_JSON;
  field->text = (FulWireText) { self->scratch.data, self->scratch.n };
}

static void
read_value (FulLiveReplay *self,
            FulJsonReader *reader,
            gboolean       is_type,
            FulWireField  *field)
{
  switch (ful_json_reader_skip_space (reader))
    {
    case '"':
      field->kind = FUL_WIRE_FIELD_TEXT;
      field->text.data = ful_json_reader_view_string (reader, &field->text.n);
      if (is_type)
        {
          field->kind = FUL_WIRE_FIELD_STRING;
          field->string = ful_live_replay_add_string (self, field->text.data, field->text.n);
        }
      break;
    case 't':
      field->kind = FUL_WIRE_FIELD_TRUE;
      ful_json_reader_read_word (reader, "true");
      break;
    case 'f':
      field->kind = FUL_WIRE_FIELD_FALSE;
      ful_json_reader_read_word (reader, "false");
      break;
    case 'n':
      field->kind = FUL_WIRE_FIELD_NULL;
      ful_json_reader_read_word (reader, "null");
      break;
    case '{':
    case '[':
      read_json (self, reader, field);
      break;
    default:
      read_number (reader, field);
      break;
    }
}

/* The members of `cause` but `stack`, as an object. Returns: how many there are */
static guint
read_cause (FulLiveReplay *self,
            FulJsonReader *reader,
            FulWireField  *field)
{
  gboolean first = TRUE;
  guint n_members = 0;
  const char *key;
  gsize n;

  self->scratch.n = 0;
  ful_bytes_append_c (&self->scratch, '{');
  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first, &n)))
    {
      g_autofree char *name = g_strndup (key, n);

      if (g_str_equal (name, "stack"))
        {
          ful_json_reader_copy_value (reader, NULL);
          continue;
        }
      if (n_members++ > 0)
        ful_bytes_append_c (&self->scratch, ',');
      ful_raw_write_string (name, &self->scratch);
      ful_bytes_append_c (&self->scratch, ':');
      ful_json_reader_copy_value (reader, &self->scratch);
    }
  ful_bytes_append_c (&self->scratch, '}');
  field->kind = FUL_WIRE_FIELD_JSON;
  field->text = (FulWireText) { self->scratch.data, self->scratch.n };

  return n_members;
}

static void
add_fields (FulLiveReplay *self,
            const char    *payload,
            gsize          length,
            gint32         type,
            FulWireMarker *marker)
{
  gboolean first = TRUE;
  FulJsonReader reader;
  const char *key;
  gsize n;

  ful_json_reader_init_memory (&reader, payload, length);
  ful_json_reader_begin (&reader, '{');
  while ((key = ful_json_reader_next_key (&reader, &first, &n)))
    {
      gboolean is_cause = marker->has_stack && n == 5 && memcmp (key, "cause", 5) == 0;
      gboolean is_type = n == 4 && memcmp (key, "type", 4) == 0;
      gboolean is_number = ful_live_script_is_number_field (self->script, type, key, n);
      FulWireField field = { .key = ful_live_replay_add_string (self, key, n) };

      if (is_cause && ful_json_reader_skip_space (&reader) == '{')
        {
          if (read_cause (self, &reader, &field) == 0)
            continue;
        }
      else
        read_value (self, &reader, is_type, &field);
      if (is_number && field.kind == FUL_WIRE_FIELD_SINT && field.sint >= 0 && field.sint < self->script->profile->n_strings)
        {
          field.kind = FUL_WIRE_FIELD_STRING_NUMBER;
          field.string = (guint64) field.sint;
        }
      ful_wire_put_field (&self->fields, &field);
      marker->n_fields++;
    }
  ful_json_reader_clear (&reader);
}

/**
 * ful_live_replay_make_marker:
 * @row: of the markers of @thread; has the times that its phase needs
 * @marker: (out): the record; its reader has offsets into the fields of the batch
 */
void
ful_live_replay_make_marker (FulLiveReplay *self,
                             FulThread     *thread,
                             guint          row,
                             FulWireMarker *marker)
{
  const FulMarkerTable *markers = thread->markers;
  gint64 stack = ful_packed_int_get (&markers->cause_stack, row);
  gsize first = self->fields.n;
  gint64 start, end;
  const char *payload;
  gsize length;

  ful_live_script_get_marker_times (markers, row, &start, &end);
  if (end < start)
    ful_live_script_omit (self->script, FUL_LIVE_OMITTED_INVERTED);
  *marker = (FulWireMarker) {
    .phase = markers->phase[row],
    .time = start + self->shift,
    .duration = (guint64) MAX (end - start, 0),
    .name = (guint64) markers->name[row],
    .category = (guint64) ful_packed_int_get (&markers->category, row),
    .has_stack = stack != FUL_NONE,
    .stack = (guint64) stack,
  };
  ful_live_replay_need (self, FUL_WIRE_STACKS, stack);

  payload = ful_thread_get_payload (thread, row, &length);
  marker->has_payload = payload != NULL;
  if (payload)
    add_fields (self, payload, length, (gint32) ful_packed_int_get (&markers->payload_type, row), marker);
  marker->fields.at = GSIZE_TO_POINTER (first);
  marker->fields.end = GSIZE_TO_POINTER (self->fields.n);
}
