/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Notes, and their file format:
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
#include "base/ful-format.h"
#include "io/json/ful-json-document.h"
#include "model/ful-func-origin.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define VERSION 1

/**
 * ful_note_new:
 * @values: the note; its texts are copied
 *
 * Returns: (transfer full): a note with these values
 */
FulNote *
ful_note_new (const FulNote *values)
{
  FulNote *self = g_atomic_rc_box_new0 (FulNote);

  *self = *values;
  self->name = g_strdup (values->name);
  self->text = g_strdup (values->text ? values->text : "");
  self->subject = g_strdup (values->subject);
  self->origin = g_strdup (values->origin);
  self->view = g_strdup (values->view);

  return self;
}

/**
 * ful_note_with_words:
 * @name: its name; empty to keep the old one
 * @text: the text of the note
 *
 * Returns: (transfer full): a note on the same subject
 */
FulNote *
ful_note_with_words (const FulNote *self,
                     const char    *name,
                     const char    *text)
{
  FulNote values = *self;

  if (*name)
    values.name = (char *) name;
  values.text = (char *) text;

  return ful_note_new (&values);
}

/**
 * ful_note_with_tour:
 * @left_out: whether it is no step of the tour
 *
 * Returns: (transfer full): the same note, as a step or not
 */
FulNote *
ful_note_with_tour (const FulNote *self,
                    gboolean       left_out)
{
  FulNote values = *self;

  values.left_out = left_out;

  return ful_note_new (&values);
}

FulNote *
ful_note_ref (FulNote *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulNote *self = data;

  g_free (self->name);
  g_free (self->text);
  g_free (self->subject);
  g_free (self->origin);
  g_free (self->view);
}

void
ful_note_unref (FulNote *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_note_describe:
 *
 * Returns: (transfer full): the subject of the note, in one line
 */
char *
ful_note_describe (const FulNote *self)
{
  g_autofree char *start = ful_format_duration (self->range.start);
  g_autofree char *end = ful_format_duration (self->range.end);

  switch (self->kind)
    {
    case FUL_NOTE_MARKER:
      return g_strdup_printf ("%s, %s", self->subject, start);
    case FUL_NOTE_FUNCTION:
      return *self->origin ? g_strdup_printf ("%s, %s", self->subject, self->origin) : g_strdup (self->subject);
    case FUL_NOTE_RANGE:
    default:
      return g_strdup_printf ("%s – %s", start, end);
    }
}

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

/**
 * ful_note_find_func:
 * @profile: a profile
 *
 * O(functions).
 *
 * Returns: the function of @profile with the name and origin of the note, or its replacement, or %FUL_NONE
 */
FulFuncIndex
ful_note_find_func (const FulNote *self,
                    FulProfile    *profile)
{
  gint32 name = self->kind == FUL_NOTE_FUNCTION ? ful_profile_find_string (profile, self->subject) : FUL_NONE;

  for (guint i = 0; name != FUL_NONE && i < profile->funcs->table.n_rows; i++)
    {
      g_autofree char *origin = profile->funcs->name[i] == name ? ful_func_get_origin (profile, (FulFuncIndex) i) : NULL;

      if (g_strcmp0 (origin, self->origin) == 0)
        return ful_profile_map_func (profile, (FulFuncIndex) i);
    }

  return FUL_NONE;
}

/**
 * ful_notes_count_steps:
 * @notes: (element-type FulNote): notes
 *
 * Returns: how many are steps of the tour
 */
guint
ful_notes_count_steps (const GPtrArray *notes)
{
  guint n = 0;

  for (guint i = 0; i < notes->len; i++)
    n += !((const FulNote *) g_ptr_array_index (notes, i))->left_out;

  return n;
}

/**
 * ful_notes_sort_steps:
 * @notes: (element-type FulNote): notes
 *
 * Puts the steps of the tour first. Their order and that of the others stay.
 */
void
ful_notes_sort_steps (GPtrArray *notes)
{
  g_autofree gpointer *before = g_memdup2 (notes->pdata, notes->len * sizeof (gpointer));
  guint n = 0;

  for (int left_out = 0; left_out < 2; left_out++)
    for (guint i = 0; i < notes->len; i++)
      if (((const FulNote *) before[i])->left_out == left_out)
        notes->pdata[n++] = before[i];
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

static guint
hash_note (gconstpointer note)
{
  return g_str_hash (((const FulNote *) note)->name);
}

/* By the members that are written. */
static gboolean
equal_notes (gconstpointer a,
             gconstpointer b)
{
  const FulNote *x = a;
  const FulNote *y = b;

  if (x->kind != y->kind || !g_str_equal (x->name, y->name) || !g_str_equal (x->text, y->text) ||
      g_strcmp0 (x->view, y->view) != 0 || x->left_out != y->left_out)
    return FALSE;

  switch (x->kind)
    {
    case FUL_NOTE_MARKER:
      return x->thread == y->thread && x->marker == y->marker && x->range.start == y->range.start &&
             g_strcmp0 (x->subject, y->subject) == 0;
    case FUL_NOTE_FUNCTION:
      return x->thread == y->thread && g_strcmp0 (x->subject, y->subject) == 0 && g_strcmp0 (x->origin, y->origin) == 0;
    case FUL_NOTE_RANGE:
    default:
      return x->range.start == y->range.start && x->range.end == y->range.end;
    }
}

/**
 * ful_notes_equal:
 *
 * Returns: whether two lists have equal notes in the same order
 */
gboolean
ful_notes_equal (const GPtrArray *a,
                 const GPtrArray *b)
{
  gboolean equal = a->len == b->len;

  for (guint i = 0; i < a->len && equal; i++)
    equal = equal_notes (g_ptr_array_index (a, i), g_ptr_array_index (b, i));

  return equal;
}

static GHashTable *
set_of (const GPtrArray *notes)
{
  GHashTable *set = g_hash_table_new (hash_note, equal_notes);

  for (guint i = 0; i < notes->len; i++)
    g_hash_table_add (set, g_ptr_array_index (notes, i));

  return set;
}

/* Whether the notes that both lists have are in another order. */
static gboolean
is_reordered (const GPtrArray *list,
              GHashTable      *in_list,
              const GPtrArray *base,
              GHashTable      *in_base)
{
  guint k = 0;

  for (guint i = 0; i < list->len; i++)
    {
      if (!g_hash_table_contains (in_base, g_ptr_array_index (list, i)))
        continue;
      while (k < base->len && !g_hash_table_contains (in_list, g_ptr_array_index (base, k)))
        k++;
      if (k == base->len || !equal_notes (g_ptr_array_index (list, i), g_ptr_array_index (base, k++)))
        return TRUE;
    }

  return FALSE;
}

/**
 * ful_notes_merge:
 * @base: (element-type FulNote): notes that two lists began with
 * @ours: (element-type FulNote): one of them now
 * @theirs: (element-type FulNote): the current list of the other process
 *
 * Notes that either list added or removed are added or removed; of a note that both changed, both
 * versions are kept. The order is that of @ours, unless only @theirs was reordered.
 *
 * Returns: (transfer full) (element-type FulNote): one of the lists, with the new notes of the other at the end of the
 *   steps and of the rest
 */
GPtrArray *
ful_notes_merge (const GPtrArray *base,
                 const GPtrArray *ours,
                 const GPtrArray *theirs)
{
  g_autoptr(GHashTable) in_base = set_of (base);
  g_autoptr(GHashTable) in_ours = set_of (ours);
  g_autoptr(GHashTable) in_theirs = set_of (theirs);
  gboolean by_theirs = is_reordered (theirs, in_theirs, base, in_base) && !is_reordered (ours, in_ours, base, in_base);
  const GPtrArray *first = by_theirs ? theirs : ours, *second = by_theirs ? ours : theirs;
  GHashTable *in_first = by_theirs ? in_theirs : in_ours, *in_second = by_theirs ? in_ours : in_theirs;
  GPtrArray *merged = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);

  for (guint i = 0; i < first->len; i++)
    {
      FulNote *note = g_ptr_array_index (first, i);

      if (g_hash_table_contains (in_second, note) || !g_hash_table_contains (in_base, note))
        g_ptr_array_add (merged, ful_note_ref (note));
    }
  for (guint i = 0; i < second->len; i++)
    {
      FulNote *note = g_ptr_array_index (second, i);

      if (!g_hash_table_contains (in_base, note) && !g_hash_table_contains (in_first, note))
        g_ptr_array_add (merged, ful_note_ref (note));
    }
  ful_notes_sort_steps (merged);

  return merged;
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

/* Text that is no markup. */
static void
append_escaped (GString    *to,
                const char *text)
{
  for (const char *c = text; *c; c++)
    {
      if (strchr ("\\`*_[]<>#|", *c))
        g_string_append_c (to, '\\');
      g_string_append_c (to, *c);
    }
}

/**
 * ful_notes_to_markdown:
 * @notes: (element-type FulNote): notes
 * @title: the title, for example the name of the profile
 * @view: text of the view, for `fulgens-query --view`
 *
 * Returns: (transfer full): a Markdown document
 */
char *
ful_notes_to_markdown (const GPtrArray *notes,
                       const char      *title,
                       const char      *view)
{
  GString *text = g_string_new ("# ");

  append_escaped (text, title);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < notes->len; i++)
    {
      const FulNote *note = g_ptr_array_index (notes, i);
      g_autofree char *subject = ful_note_describe (note);
      g_auto(GStrv) lines = g_strsplit (note->text, "\n", -1);

      g_string_append (text, "- **");
      append_escaped (text, note->name);
      g_string_append (text, "** (");
      append_escaped (text, subject);
      g_string_append (text, ")\n");
      for (guint k = 0; lines[k]; k++)
        {
          if (*g_strstrip (lines[k]) == '\0')
            continue;
          g_string_append (text, "  ");
          append_escaped (text, lines[k]);
          g_string_append_c (text, '\n');
        }
    }
  g_string_append_printf (text, "%s```json\n%s\n```\n", notes->len > 0 ? "\n" : "", view);

  return g_string_free (text, FALSE);
}
