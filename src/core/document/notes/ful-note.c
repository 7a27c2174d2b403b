/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One note, and lists of them as Markdown. Files are in ful-notes-file.c, lists in ful-notes-merge.c. */

#include "config.h"

#include "ful-note.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"

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
