/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers of the wire → markers of the builder (wire.md 6). */

#include "config.h"

#include "ful-live-writer-private.h"

#include "base/ful-buffer.h"
#include "import/common/ful-payload.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
write_json (FulLiveWriter *self,
            FulWireText    text,
            const char    *where,
            FulBytes      *to)
{
  g_autofree char *json = ful_live_writer_dup_object (self, text, where);
  FulRawNode *node;

  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, json, strlen (json), NULL);
  if (node == NULL)
    ful_live_writer_log (self, FUL_SEVERITY_ERROR, where, _("a field of a marker is not JSON; cleared it"));
  if (node)
    ful_raw_write (node, to);
  else
    ful_bytes_append_s (to, "null");
}

static void
write_field (FulLiveWriter *self,
             FulWireField  *field,
             const char    *where,
             FulBytes      *to)
{
  FulStringTable *strings = self->builder->strings;
  g_autofree char *text = NULL;

  ful_raw_write_string (ful_string_table_get (strings, ful_live_tables_map_string (self, field->key, where)), to);
  ful_bytes_append_c (to, ':');
  switch (field->kind)
    {
    case FUL_WIRE_FIELD_FALSE:
      ful_bytes_append_s (to, "false");
      break;
    case FUL_WIRE_FIELD_TRUE:
      ful_bytes_append_s (to, "true");
      break;
    case FUL_WIRE_FIELD_SINT:
      text = g_strdup_printf ("%" G_GINT64_FORMAT, field->sint);
      ful_bytes_append_s (to, text);
      break;
    case FUL_WIRE_FIELD_F64:
      if (isfinite (field->f64))
        ful_raw_write_number (field->f64, to);
      else
        ful_bytes_append_s (to, "null");
      break;
    case FUL_WIRE_FIELD_TEXT:
      text = ful_live_writer_dup_text (self, field->text, where);
      ful_raw_write_string (text, to);
      break;
    case FUL_WIRE_FIELD_STRING:
      ful_raw_write_string (ful_string_table_get (strings, ful_live_tables_map_string (self, field->string, where)), to);
      break;
    case FUL_WIRE_FIELD_STRING_NUMBER:
      ful_raw_write_number (ful_live_tables_map_string (self, field->string, where), to);
      break;
    case FUL_WIRE_FIELD_JSON:
      write_json (self, field->text, where, to);
      break;
    case FUL_WIRE_FIELD_NULL:
    default:
      ful_bytes_append_s (to, "null");
      break;
    }
}

/* The stack becomes a member of `cause`; a field with that name has the others. */
static void
write_cause (gint32    stack,
             gsize     cause_end,
             FulBytes *to)
{
  g_autofree char *member = g_strdup_printf ("\"stack\":%d}", stack);
  g_autofree char *after = NULL;
  gsize n_after = to->n - cause_end;

  if (cause_end == 0)
    {
      ful_bytes_append_s (to, to->data[to->n - 1] == '{' ? "\"cause\":{" : ",\"cause\":{");
      ful_bytes_append_s (to, member);
      return;
    }
  after = g_memdup2 (to->data + cause_end, n_after);
  to->n = cause_end - 1;
  if (to->data[to->n - 1] != '{')
    ful_bytes_append_c (to, ',');
  ful_bytes_append_s (to, member);
  ful_bytes_append (to, after, n_after);
}

static void
write_payload (FulLiveWriter *self,
               FulWireMarker *marker,
               gint32         stack,
               const char    *where,
               FulBytes      *to)
{
  static const char cause[] = "\"cause\":{";
  gsize cause_end = 0;   /* of an object with that name */

  if (!marker->has_payload && stack == FUL_NONE)
    return;
  ful_bytes_append_c (to, '{');
  for (guint64 i = 0; i < marker->n_fields; i++)
    {
      FulWireField field;
      gsize begin;

      ful_wire_read_field (&marker->fields, &field);
      if (i > 0)
        ful_bytes_append_c (to, ',');
      begin = to->n;
      write_field (self, &field, where, to);
      if (to->n - begin >= strlen (cause) && memcmp (to->data + begin, cause, strlen (cause)) == 0)
        cause_end = to->n;
    }
  if (stack != FUL_NONE)
    write_cause (stack, cause_end, to);
  ful_bytes_append_c (to, '}');
}

/* FUL_NONE, which becomes the default, for one that does not exist. */
static gint32
map_category (FulLiveWriter *self,
              guint64        category,
              const char    *where)
{
  if (category < self->builder->profile->categories->len)
    return (gint32) category;

  ful_live_writer_log (self, FUL_SEVERITY_ERROR, where, _("a marker has a category that does not exist; used the default one"));

  return FUL_NONE;
}

gboolean
ful_live_markers_add (FulLiveWriter  *self,
                      LiveThread     *thread,
                      FulWireRows    *rows,
                      GError        **error)
{
  FulTableBuilder *markers = &thread->builder->markers;
  FulBytes *payloads = &thread->builder->payloads;
  FulWireMarker marker;

  if ((guint64) markers->n_rows + rows->n_rows > FUL_MAX_ROWS)
    return ful_live_writer_set_full (error);
  while (ful_wire_rows_next_marker (rows, &marker))
    {
      guint i = ful_table_builder_append (markers, 1);
      double time = (double) marker.time / 1e6;
      gint32 stack = marker.has_stack ? ful_live_tables_map_row (self, FUL_WIRE_STACKS, ful_live_row_of_uint (marker.stack), thread->place) : FUL_NONE;
      gsize begin = payloads->n;
      gint64 place = (gint64) ful_thread_builder_get_payload_end (thread->builder);

      FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[i] = ful_live_tables_map_string (self, marker.name, thread->place);
      FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[i] = marker.phase;
      FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[i] = map_category (self, marker.category, thread->place);
      if (marker.phase != FUL_MARKER_PHASE_INTERVAL_END)
        FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[i] = time;
      else
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[i] = time;
      if (marker.phase == FUL_MARKER_PHASE_INTERVAL)
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[i] = (double) (marker.time + (gint64) marker.duration) / 1e6;

      write_payload (self, &marker, stack, thread->place, payloads);
      if (payloads->n > begin)
        {
          FulPayloadInfo info = ful_payload_scan (self->builder->texts, payloads->data + begin, payloads->n - begin);

          FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[i] = place;
          FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[i] = (gint32) (payloads->n - begin);
          FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[i] = info.type;
          FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[i] = stack;
        }
    }

  return TRUE;
}
