/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The file format of notes:
 *
 *   { "fulgensNotes": 1, "notes": [
 *     { "id": 1, "name": "Slow start", "text": "", "range": [0, 250.5], "view": { … } },
 *     { "id": 2, "name": "…", "marker": { "thread": 0, "number": 17, "name": "Load", "start": 12.5 } },
 *     { "id": 3, "name": "…", "function": { "thread": 0, "name": "main", "origin": "libxul.so" } } ],
 *     "tour": [1, 3] }
 *
 * Times are ms from the start of the recording; a view is that of ful-view-text.c. Without a tour all notes are its
 * steps, in their order. Notes that are not understood are left out and counted. */

#include "config.h"

#include "ful-note.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define VERSION 1

static gboolean
is_text (const char *text)
{
  return text && *text;
}

static gboolean
is_row (double number)
{
  return number >= 0 && number <= G_MAXINT32 && floor (number) == number;
}

/* The subject of a note; FALSE if it is not valid. */
static gboolean
read_subject (JsonObject *object,
              FulNote    *values)
{
  JsonArray *range = ful_json_get_array (object, "range");
  JsonObject *marker = ful_json_get_object (object, "marker");
  JsonObject *function = ful_json_get_object (object, "function");
  JsonObject *subject = marker ? marker : function;
  double thread = subject ? ful_json_get_number (subject, "thread") : NAN;

  if (subject)
    {
      values->subject = (char *) ful_json_get_string (subject, "name");
      if (!is_row (thread) || !is_text (values->subject))
        return FALSE;
      values->thread = (guint) thread;
    }

  if (marker)
    {
      double number = ful_json_get_number (marker, "number");

      values->kind = FUL_NOTE_MARKER;
      values->range.start = values->range.end = ful_json_get_number (marker, "start");
      values->marker = is_row (number) ? (gint32) number : FUL_NONE;
      return values->marker != FUL_NONE && isfinite (values->range.start);
    }
  if (function)
    {
      const char *origin = ful_json_get_string (function, "origin");

      values->kind = FUL_NOTE_FUNCTION;
      values->origin = (char *) (origin ? origin : "");
      return TRUE;
    }
  if (range == NULL || json_array_get_length (range) != 2)
    return FALSE;

  values->kind = FUL_NOTE_RANGE;
  values->range.start = ful_json_node_get_number (json_array_get_element (range, 0));
  values->range.end = ful_json_node_get_number (json_array_get_element (range, 1));

  return isfinite (values->range.start) && isfinite (values->range.end) && values->range.start < values->range.end;
}

/* Returns: (transfer full): the steps of @tour, then the others, which are left out. @ids: of the notes, -1 for none */
static GPtrArray *
order_by_tour (const GPtrArray *notes,
               const GArray    *ids,
               JsonArray       *tour)
{
  g_autoptr(GHashTable) at = g_hash_table_new (NULL, NULL);   /* id → number of the first note that has it, + 1 */
  g_autofree gboolean *is_step = g_new0 (gboolean, MAX (notes->len, 1));
  GPtrArray *ordered = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);

  for (guint i = notes->len; i > 0; i--)
    if (g_array_index (ids, int, i - 1) >= 0)
      g_hash_table_insert (at, GINT_TO_POINTER (g_array_index (ids, int, i - 1)), GUINT_TO_POINTER (i));
  for (guint i = 0; i < json_array_get_length (tour); i++)
    {
      double id = ful_json_node_get_number (json_array_get_element (tour, i));
      guint found = is_row (id) ? GPOINTER_TO_UINT (g_hash_table_lookup (at, GINT_TO_POINTER ((int) id))) : 0;

      if (found == 0 || is_step[found - 1])
        continue;
      is_step[found - 1] = TRUE;
      g_ptr_array_add (ordered, ful_note_ref (g_ptr_array_index (notes, found - 1)));
    }
  for (guint i = 0; i < notes->len; i++)
    if (!is_step[i])
      g_ptr_array_add (ordered, ful_note_with_tour (g_ptr_array_index (notes, i), TRUE));

  return ordered;
}

/**
 * ful_notes_read:
 * @json: (array length=length): text of a file
 * @out_n_bad: (out): how many notes were not understood
 * @error: %FUL_ERROR_FORMAT if it is no file of notes, and errors of ful_json_parse_text()
 *
 * Returns: (transfer full) (element-type FulNote): the steps of the tour in its order, then the others in that of the file
 */
GPtrArray *
ful_notes_read (const char  *json,
                gsize        length,
                guint       *out_n_bad,
                GError     **error)
{
  g_autoptr(JsonNode) node = ful_json_parse_text (json, (gssize) length, FUL_JSON_TEXT_BYTES, error);
  g_autoptr(GArray) ids = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr(GPtrArray) notes = NULL;
  JsonArray *array, *tour;

  *out_n_bad = 0;
  if (node == NULL)
    return NULL;

  array = JSON_NODE_HOLDS_OBJECT (node) ? ful_json_get_array (json_node_get_object (node), "notes") : NULL;
  if (array == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The file has no notes"));
      return NULL;
    }

  notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ful_json_get_element (array, i);
      FulNote values = { .marker = FUL_NONE };

      g_autofree char *view = NULL;
      double number = object ? ful_json_get_number (object, "id") : NAN;
      int id = is_row (number) ? (int) number : -1;

      if (object)
        {
          values.name = (char *) ful_json_get_string (object, "name");
          values.text = (char *) ful_json_get_string (object, "text");
          if (ful_json_get_object (object, "view"))
            values.view = view = ful_json_write_text (json_object_get_member (object, "view"), FALSE);
        }
      if (!object || !is_text (values.name) || !read_subject (object, &values))
        {
          (*out_n_bad)++;
          continue;
        }
      g_ptr_array_add (notes, ful_note_new (&values));
      g_array_append_val (ids, id);
    }

  tour = ful_json_get_array (json_node_get_object (node), "tour");

  return tour ? order_by_tour (notes, ids, tour) : g_steal_pointer (&notes);
}

static void
write_subject (JsonBuilder   *builder,
               const FulNote *note)
{
  if (note->kind == FUL_NOTE_RANGE)
    {
      json_builder_set_member_name (builder, "range");
      json_builder_begin_array (builder);
      json_builder_add_double_value (builder, note->range.start);
      json_builder_add_double_value (builder, note->range.end);
      json_builder_end_array (builder);
      return;
    }

  json_builder_set_member_name (builder, note->kind == FUL_NOTE_MARKER ? "marker" : "function");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "thread");
  json_builder_add_int_value (builder, note->thread);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, note->subject);
  if (note->kind == FUL_NOTE_MARKER)
    {
      json_builder_set_member_name (builder, "number");
      json_builder_add_int_value (builder, note->marker);
      json_builder_set_member_name (builder, "start");
      json_builder_add_double_value (builder, note->range.start);
    }
  else
    {
      json_builder_set_member_name (builder, "origin");
      json_builder_add_string_value (builder, note->origin);
    }
  json_builder_end_object (builder);
}

/**
 * ful_notes_write:
 * @notes: (element-type FulNote): notes
 *
 * Returns: (transfer full): text of a file that reads back as equal notes
 */
char *
ful_notes_write (const GPtrArray *notes)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "fulgensNotes");
  json_builder_add_int_value (builder, VERSION);
  json_builder_set_member_name (builder, "notes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < notes->len; i++)
    {
      const FulNote *note = g_ptr_array_index (notes, i);

      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, "id");
      json_builder_add_int_value (builder, i + 1);
      json_builder_set_member_name (builder, "name");
      json_builder_add_string_value (builder, note->name);
      json_builder_set_member_name (builder, "text");
      json_builder_add_string_value (builder, note->text);
      write_subject (builder, note);
      if (note->view)
        {
          json_builder_set_member_name (builder, "view");
          json_builder_add_value (builder, ful_json_parse_text (note->view, -1, FUL_JSON_TEXT_BYTES, NULL));
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "tour");
  json_builder_begin_array (builder);
  for (guint i = 0; i < notes->len; i++)
    if (!((const FulNote *) g_ptr_array_index (notes, i))->left_out)
      json_builder_add_int_value (builder, i + 1);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return ful_json_write_text (root, TRUE);
}
