/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of notes: the steps of the tour first, and the changes of two processes to one list. */

#include "config.h"

#include "ful-note.h"

#include "base/ful-hash.h"

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

static guint
hash_note (gconstpointer note)
{
  return ful_hash_text (((const FulNote *) note)->name);
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
