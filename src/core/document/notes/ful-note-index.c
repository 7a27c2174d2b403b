/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers are found by thread, name and start, which are the same in the lists of one and of several threads. */

#include "config.h"

#include "ful-note-index.h"

#include "base/ful-hash.h"
#include "model/ful-func-origin.h"

struct _FulNoteIndex
{
  GHashTable *funcs;     /* FulFuncIndex → FulNote */
  GHashTable *markers;   /* set of FulNote */
};

static guint
hash_marker (gconstpointer data)
{
  const FulNote *note = data;

  return ful_hash_text (note->subject) ^ ful_hash_double (&note->range.start) ^ note->thread;
}

static gboolean
is_same_marker (gconstpointer a,
                gconstpointer b)
{
  const FulNote *x = a;
  const FulNote *y = b;

  return x->thread == y->thread && x->range.start == y->range.start && g_str_equal (x->subject, y->subject);
}

/* The first note on a function, or NULL. */
static FulNote *
find_note (const GPtrArray *notes,
           FulProfile      *profile,
           FulFuncIndex     func)
{
  const char *name = ful_profile_get_func_name (profile, func);
  g_autofree char *origin = ful_func_get_origin (profile, func);

  g_assert ((guint) func < profile->funcs->table.n_rows);

  for (guint i = 0; i < notes->len; i++)
    {
      FulNote *note = g_ptr_array_index (notes, i);

      if (note->kind == FUL_NOTE_FUNCTION && g_str_equal (note->subject, name) && g_strcmp0 (note->origin, origin) == 0)
        return note;
    }

  return NULL;
}

/* One pass over the functions, for any number of notes. */
static void
add_funcs (FulNoteIndex    *self,
           const GPtrArray *notes,
           FulProfile      *profile)
{
  g_autofree gboolean *is_wanted = NULL;   /* by name */

  for (guint i = 0; i < notes->len; i++)
    {
      const FulNote *note = g_ptr_array_index (notes, i);
      gint32 name = note->kind == FUL_NOTE_FUNCTION ? ful_profile_find_string (profile, note->subject) : FUL_NONE;

      if (name == FUL_NONE)
        continue;
      if (is_wanted == NULL)
        is_wanted = g_new0 (gboolean, profile->n_strings);
      is_wanted[name] = TRUE;
    }

  for (guint i = 0; is_wanted && i < profile->funcs->table.n_rows; i++)
    {
      FulNote *note = is_wanted[profile->funcs->name[i]] ? find_note (notes, profile, (FulFuncIndex) i) : NULL;
      gpointer func = GUINT_TO_POINTER (ful_profile_map_func (profile, (FulFuncIndex) i));

      if (note && !g_hash_table_contains (self->funcs, func))
        g_hash_table_insert (self->funcs, func, ful_note_ref (note));
    }
}

/**
 * ful_note_index_new:
 * @notes: (element-type FulNote): notes of any kind
 * @profile: the profile of the notes
 *
 * O(notes), and O(functions) if one is on a function.
 *
 * Returns: (transfer full): an index; of several notes on one subject it has the first
 */
FulNoteIndex *
ful_note_index_new (const GPtrArray *notes,
                    FulProfile      *profile)
{
  FulNoteIndex *self = g_atomic_rc_box_new (FulNoteIndex);

  self->funcs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ful_note_unref);
  self->markers = g_hash_table_new_full (hash_marker, is_same_marker, (GDestroyNotify) ful_note_unref, NULL);
  for (guint i = 0; i < notes->len; i++)
    {
      FulNote *note = g_ptr_array_index (notes, i);

      if (note->kind == FUL_NOTE_MARKER && !g_hash_table_contains (self->markers, note))
        g_hash_table_add (self->markers, ful_note_ref (note));
    }
  add_funcs (self, notes, profile);

  return self;
}

FulNoteIndex *
ful_note_index_ref (FulNoteIndex *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulNoteIndex *self = data;

  g_hash_table_unref (self->funcs);
  g_hash_table_unref (self->markers);
}

void
ful_note_index_unref (FulNoteIndex *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_note_index_find_func:
 *
 * Returns: (transfer none) (nullable): the note on @func
 */
const FulNote *
ful_note_index_find_func (FulNoteIndex *self,
                          FulFuncIndex  func)
{
  return g_hash_table_lookup (self->funcs, GUINT_TO_POINTER (func));
}

/**
 * ful_note_index_find_marker:
 * @thread: its thread
 * @start: relative ms
 *
 * Returns: (transfer none) (nullable): the note on this marker
 */
const FulNote *
ful_note_index_find_marker (FulNoteIndex *self,
                            guint         thread,
                            const char   *name,
                            double        start)
{
  const FulNote wanted = { .thread = thread, .subject = (char *) name, .range = { start, start } };

  return g_hash_table_lookup (self->markers, &wanted);
}
