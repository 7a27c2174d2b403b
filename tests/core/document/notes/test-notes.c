/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-files.h"
#include "ful-test-profile.h"

#include "base/ful-error.h"
#include "document/ful-document.h"
#include "document/ful-document-markers.h"
#include "document/notes/ful-note-index.h"
#include "document/notes/ful-note-subject.h"
#include "document/notes/ful-notes-store.h"
#include "document/notes/ful-notes.h"
#include "model/ful-func-origin.h"

#include <glib/gstdio.h>

static GPtrArray *
make_notes (void)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
  FulNote range = { FUL_NOTE_RANGE, (char *) "Slow *start*", (char *) "first\n\n# second", { 0, 250.5 }, 0, FUL_NONE, NULL, NULL };
  FulNote marker = { FUL_NOTE_MARKER, (char *) "m", (char *) "", { 12.5, 12.5 }, 3, 17, (char *) "Load \"1\"", NULL };
  FulNote function = { FUL_NOTE_FUNCTION, (char *) "f", NULL, { 0, 0 }, 1, FUL_NONE, (char *) "ä_b", (char *) "libxul.so",
                       (char *) "{\"panel\":\"call-tree\",\"path\":[\"ä_b\"]}" };

  g_ptr_array_add (notes, ful_note_new (&range));
  g_ptr_array_add (notes, ful_note_new (&marker));
  g_ptr_array_add (notes, ful_note_new (&function));

  return notes;
}

static void
test_round_trip (void)
{
  g_autoptr(GPtrArray) notes = make_notes ();
  g_autofree char *text = ful_notes_write (notes);
  g_autoptr(GError) error = NULL;
  guint n_bad;
  g_autoptr(GPtrArray) again = ful_notes_read (text, strlen (text), &n_bad, &error);
  g_autofree char *text_again = NULL;
  const FulNote *note;

  g_assert_no_error (error);
  g_assert_cmpuint (n_bad, ==, 0);
  g_assert_cmpuint (again->len, ==, 3);
  note = g_ptr_array_index (again, 1);
  g_assert_cmpint (note->kind, ==, FUL_NOTE_MARKER);
  g_assert_cmpint (note->marker, ==, 17);
  g_assert_cmpuint (note->thread, ==, 3);
  g_assert_cmpfloat (note->range.start, ==, 12.5);
  g_assert_cmpstr (note->subject, ==, "Load \"1\"");
  note = g_ptr_array_index (again, 2);
  g_assert_cmpstr (note->text, ==, "");
  g_assert_cmpstr (note->origin, ==, "libxul.so");
  g_assert_cmpstr (note->view, ==, "{\"panel\":\"call-tree\",\"path\":[\"ä_b\"]}");
  text_again = ful_notes_write (again);
  g_assert_cmpstr (text_again, ==, text);
}

/* One note of each list is good; what is no list is refused. */
static void
test_bad_input (void)
{
  static const char *const bad[] = {
    "7", "{}", "{\"name\":\"x\"}", "{\"name\":\"\",\"range\":[0,1]}", "{\"range\":[0,1]}", "{\"name\":1,\"range\":[0,1]}",
    "{\"name\":\"x\",\"range\":[1,1]}", "{\"name\":\"x\",\"range\":[2,1]}", "{\"name\":\"x\",\"range\":[0]}",
    "{\"name\":\"x\",\"range\":[0,[1]]}",
    "{\"name\":\"x\",\"range\":[\"0\",1]}", "{\"name\":\"x\",\"range\":\"0 1\"}", "{\"name\":\"x\",\"marker\":{}}",
    "{\"name\":\"x\",\"marker\":{\"thread\":-1,\"number\":0,\"name\":\"m\",\"start\":0}}",
    "{\"name\":\"x\",\"marker\":{\"thread\":0,\"number\":0.5,\"name\":\"m\",\"start\":0}}",
    "{\"name\":\"x\",\"marker\":{\"thread\":0,\"number\":1e10,\"name\":\"m\",\"start\":0}}",
    "{\"name\":\"x\",\"marker\":{\"thread\":0,\"number\":0,\"name\":\"m\"}}",
    "{\"name\":\"x\",\"function\":{\"thread\":0}}", "{\"name\":\"x\",\"function\":[]}", "null",
  };
  static const char *const refused[] = { "", "[", "7", "{\"notes\":7}", "{}", "{\"notes\":[}" };
  guint n_bad;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"notes\":[%s,{\"name\":\"good\",\"range\":[0,1]}]}", bad[i]);
      g_autoptr(GPtrArray) notes = ful_notes_read (text, strlen (text), &n_bad, NULL);

      g_test_message ("%s", bad[i]);
      g_assert_cmpuint (notes->len, ==, 1);
      g_assert_cmpuint (n_bad, ==, 1);
      g_assert_cmpstr (((FulNote *) g_ptr_array_index (notes, 0))->name, ==, "good");
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_notes_read (refused[i], strlen (refused[i]), &n_bad, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
    }
}

/* A file of notes that comes with a profile ended the window: json-glib recurses. */
static void
test_deep (void)
{
  g_autofree char *text = g_strnfill (300000, '[');
  guint n_bad;
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_notes_read (text, 300000, &n_bad, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
}

static void
test_truncation (void)
{
  g_autoptr(GPtrArray) notes = make_notes ();
  g_autofree char *text = ful_notes_write (notes);

  for (gsize n = 0; n < strlen (text); n++)
    {
      g_autofree char *part = g_strndup (text, n);
      guint n_bad;
      g_autoptr(GPtrArray) read = ful_notes_read (part, n, &n_bad, NULL);

      g_assert_null (read);
    }
}

static void
test_markdown (void)
{
  g_autoptr(GPtrArray) notes = make_notes ();
  g_autofree char *text = ful_notes_to_markdown (notes, "a_b.json", "{\"panel\":\"x\"}");

  g_assert_cmpstr (text, ==,
                   "# a\\_b.json\n"
                   "\n"
                   "- **Slow \\*start\\*** (0 ms – 251 ms)\n"
                   "  first\n"
                   "  \\# second\n"
                   "- **m** (Load \"1\", 12.5 ms)\n"
                   "- **f** (ä\\_b, libxul.so)\n"
                   "\n"
                   "```json\n"
                   "{\"panel\":\"x\"}\n"
                   "```\n");
}

static void
wait (FulNotes *notes)
{
  while (ful_notes_get_busy (notes))
    g_main_context_iteration (NULL, TRUE);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
add (FulNotes   *notes,
     const char *name)
{
  FulNote values = { FUL_NOTE_RANGE, (char *) name, NULL, { 0, 1 }, 0, FUL_NONE, NULL, NULL };

  ful_notes_add (notes, ful_note_new (&values));
}

static void
assert_names (FulNotes   *notes,
              const char *expected)
{
  const GPtrArray *all = ful_notes_get_all (notes);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", ((FulNote *) g_ptr_array_index (all, i))->name);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.json", NULL);
  g_autofree char *kept = g_strconcat (path, ".fulgens-notes.json", NULL);
  g_autofree char *backup = g_strconcat (kept, "~", NULL);
  g_autofree char *contents = NULL;
  g_autoptr(GFile) profile = g_file_new_for_path (path);
  guint n_changed = 0, n_failed = 0;

  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    g_signal_connect_swapped (notes, "changed", G_CALLBACK (count_cb), &n_changed);
    add (notes, "early");   /* before the file was read */
    wait (notes);
    add (notes, "b");
    add (notes, "c");
    add (notes, "d");
    ful_notes_replace (notes, 1, ful_note_with_words (g_ptr_array_index (ful_notes_get_all (notes), 1), "B", "text"));
    ful_notes_remove (notes, 2);
    assert_names (notes, "early B d");
    g_assert_cmpuint (n_changed, ==, 6);
    wait (notes);
  }
  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    wait (notes);
    assert_names (notes, "early B d");
    g_assert_cmpstr (((FulNote *) g_ptr_array_index (ful_notes_get_all (notes), 1))->text, ==, "text");
  }

  /* Of another program: said, and kept when a note is added. */
  g_assert_true (g_file_set_contents (kept, "precious", -1, NULL));
  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    g_signal_connect_swapped (notes, "failed", G_CALLBACK (count_cb), &n_failed);
    wait (notes);
    g_assert_cmpuint (n_failed, ==, 1);
    assert_names (notes, "");
    add (notes, "new");
    wait (notes);
    g_assert_true (g_file_get_contents (backup, &contents, NULL, NULL));
    g_assert_cmpstr (contents, ==, "precious");
  }
  g_unlink (kept);
  g_unlink (backup);
  g_rmdir (folder);
}

static char *
names_of (const GPtrArray *notes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++)
    g_string_append (text, ((FulNote *) g_ptr_array_index (notes, i))->name);

  return g_string_free (text, FALSE);
}

static GPtrArray *
notes_of (const char *names)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);

  for (; *names; names++)
    {
      char name[] = { *names, '\0' };
      FulNote values = { FUL_NOTE_RANGE, name, NULL, { 0, 1 }, 0, FUL_NONE, NULL, NULL };

      g_ptr_array_add (notes, ful_note_new (&values));
    }

  return notes;
}

static void
test_merge (void)
{
  static const struct { const char *base, *ours, *theirs, *expected; } rows[] = {
    { "", "a", "b", "ab" },        { "ab", "ab", "ab", "ab" },   { "ab", "abc", "abd", "abcd" },
    { "ab", "b", "ab", "b" },      { "ab", "ab", "b", "b" },     { "ab", "a", "b", "" },
    { "ab", "ax", "ay", "axy" },   { "a", "aa", "a", "aa" },     { "abc", "cab", "bc", "cb" },
    { "abc", "abcx", "cab", "cabx" }, { "abc", "bca", "cab", "bca" }, { "abc", "ac", "cba", "ca" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GPtrArray) base = notes_of (rows[i].base);
      g_autoptr(GPtrArray) ours = notes_of (rows[i].ours);
      g_autoptr(GPtrArray) theirs = notes_of (rows[i].theirs);
      g_autoptr(GPtrArray) merged = ful_notes_merge (base, ours, theirs);
      g_autofree char *names = names_of (merged);

      g_assert_cmpstr (names, ==, rows[i].expected);
    }
}

static GPtrArray *
read_tour (const char *tour)
{
  g_autofree char *text = g_strdup_printf ("{\"notes\":[{\"id\":3,\"name\":\"a\",\"range\":[0,1]},{\"id\":1,\"name\":\"b\",\"range\":[0,1]},"
                                           "{\"name\":\"c\",\"range\":[0,1]},{\"id\":3,\"name\":\"d\",\"range\":[0,1]}]%s}", tour);
  guint n_bad;

  return ful_notes_read (text, strlen (text), &n_bad, NULL);
}

/* The steps of a tour come first, in its order; what is no id of a note is skipped. */
static void
test_tour (void)
{
  static const struct { const char *tour, *names; guint n_steps; } rows[] = {
    { "", "abcd", 4 },                       { ",\"tour\":[]", "abcd", 0 },
    { ",\"tour\":[1,3]", "bacd", 2 },        { ",\"tour\":[3,3,1,1]", "abcd", 2 },
    { ",\"tour\":[9,-1,1e99,\"1\",[1],null,1.5,1]", "bacd", 1 },
    { ",\"tour\":7", "abcd", 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GPtrArray) notes = read_tour (rows[i].tour);
      g_autofree char *names = names_of (notes);
      g_autofree char *text = ful_notes_write (notes);
      guint n_bad;
      g_autoptr(GPtrArray) again = ful_notes_read (text, strlen (text), &n_bad, NULL);

      g_test_message ("%s", rows[i].tour);
      g_assert_cmpstr (names, ==, rows[i].names);
      g_assert_cmpuint (ful_notes_count_steps (notes), ==, rows[i].n_steps);
      g_assert_true (ful_notes_equal (notes, again));
    }
}

/* Order and undo, in the list and in the file. */
static void
test_move (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.json", NULL);
  g_autofree char *kept = g_strconcat (path, ".fulgens-notes.json", NULL);
  g_autoptr(GFile) profile = g_file_new_for_path (path);
  g_autoptr(FulNotes) notes = ful_notes_new (profile);
  g_autoptr(GFile) beside = NULL, fallback = NULL;
  g_autoptr(GPtrArray) loaded = NULL;
  g_autofree char *names = NULL;

  wait (notes);
  ful_notes_store_find (profile, &beside, &fallback);
  g_assert_null (ful_notes_store_load (beside, fallback, NULL));
  g_assert_false (ful_notes_can_undo (notes));
  add (notes, "a");
  add (notes, "b");
  add (notes, "c");
  g_assert_cmpuint (ful_notes_move (notes, 2, 0, FALSE), ==, 0);
  assert_names (notes, "c a b");
  g_assert_cmpuint (ful_notes_move (notes, 0, 0, TRUE), ==, 2);   /* no step: after all steps */
  assert_names (notes, "a b c");
  g_assert_cmpuint (ful_notes_count_steps (ful_notes_get_all (notes)), ==, 2);
  add (notes, "d");                                               /* the last step */
  assert_names (notes, "a b d c");
  ful_notes_remove (notes, 0);
  ful_notes_undo (notes);
  assert_names (notes, "a b d c");
  ful_notes_undo (notes);
  ful_notes_undo (notes);
  assert_names (notes, "c a b");
  g_assert_cmpuint (ful_notes_count_steps (ful_notes_get_all (notes)), ==, 3);
  wait (notes);

  loaded = ful_notes_store_load (beside, fallback, NULL);
  names = names_of (loaded);
  g_assert_cmpstr (names, ==, "cab");
  for (guint i = 0; i < 4; i++)
    ful_notes_undo (notes);
  assert_names (notes, "");
  g_assert_false (ful_notes_can_undo (notes));
  wait (notes);
  g_unlink (kept);
  g_rmdir (folder);
}

/* Two tabs of one file have one list, and what another process wrote is kept. */
static void
test_shared (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.json", NULL);
  g_autofree char *kept = g_strconcat (path, ".fulgens-notes.json", NULL);
  g_autoptr(GPtrArray) foreign = make_notes ();
  g_autofree char *text = ful_notes_write (foreign);
  g_autoptr(GFile) profile = g_file_new_for_path (path);
  g_autoptr(FulNotes) first = ful_notes_new (profile);
  g_autoptr(FulNotes) second = ful_notes_new (profile);
  guint n_changed = 0;

  g_assert_true (first == second);
  wait (first);
  add (second, "second");
  add (first, "first");
  wait (first);

  /* Another process puts others in their place. */
  g_assert_true (g_file_set_contents (kept, text, -1, NULL));
  g_signal_connect_swapped (first, "changed", G_CALLBACK (count_cb), &n_changed);
  add (first, "third");
  wait (first);
  g_assert_cmpuint (n_changed, ==, 2);
  assert_names (first, "third Slow *start* m f");
  g_assert_false (ful_notes_can_undo (first));   /* that would remove the notes of the other process */

  /* And removes one of those. */
  g_clear_pointer (&text, g_free);
  g_ptr_array_remove_index (foreign, 0);
  text = ful_notes_write (foreign);
  g_assert_true (g_file_set_contents (kept, text, -1, NULL));
  add (first, "fourth");
  add (first, "fifth");
  wait (first);
  assert_names (first, "m f fourth fifth");

  g_clear_object (&second);
  g_object_unref (g_steal_pointer (&first));
  first = ful_notes_new (profile);
  wait (first);
  assert_names (first, "m f fourth fifth");
  g_unlink (kept);
  g_rmdir (folder);
}

/* The application ends when nothing holds it: not before the note is in the file. */
static void
activate_cb (GApplication *application,
             GFile        *profile)
{
  g_autoptr(FulNotes) notes = ful_notes_new (profile);

  add (notes, "last");
}

static void
test_quit (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.json", NULL);
  g_autofree char *kept = g_strconcat (path, ".fulgens-notes.json", NULL);
  g_autoptr(GFile) profile = g_file_new_for_path (path);
  g_autoptr(GApplication) application = g_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), profile);
  g_application_set_default (application);
  g_application_run (application, 0, NULL);
  g_application_set_default (NULL);
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  g_unlink (kept);
  g_rmdir (folder);
}

/* What could not be read again is not written. */
static void
test_too_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.json", NULL);
  g_autofree char *kept = g_strconcat (path, ".fulgens-notes.json", NULL);
  g_autofree char *large = g_strnfill (1 << 20, 'x');
  g_autoptr(GFile) profile = g_file_new_for_path (path);
  guint n_failed = 0;

  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    g_signal_connect_swapped (notes, "failed", G_CALLBACK (count_cb), &n_failed);
    wait (notes);
    add (notes, "small");
    wait (notes);
    add (notes, large);
    wait (notes);
    g_assert_cmpuint (n_failed, ==, 1);
  }
  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    wait (notes);
    assert_names (notes, "small");
  }
  g_unlink (kept);
  g_rmdir (folder);
}

/* A profile in a folder that is gone has its notes in the state directory. */
static void
test_fallback (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-notes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "none", "p.json", NULL);
  g_autoptr(GFile) profile = g_file_new_for_path (path);

  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    wait (notes);
    add (notes, "far");
    wait (notes);
  }
  {
    g_autoptr(FulNotes) notes = ful_notes_new (profile);

    wait (notes);
    assert_names (notes, "far");
  }
  g_rmdir (folder);
}

/* Of two notes on a function the first is found; other notes do not matter. */
static void
test_index (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n"
                                                              "B  C  D\n");
  static const struct { const char *note; const char *func; } on_funcs[] = {
    { "first", "D" }, { "none", "missing" }, { "other", "A" }, { "second", "D" },
  };
  g_autoptr(GPtrArray) notes = make_notes ();
  g_autoptr(FulNoteIndex) before = ful_note_index_new (notes, profile);
  g_autoptr(FulNoteIndex) index = NULL;
  g_autofree char *origin = ful_func_get_origin (profile, 0);   /* that of all */
  const FulNote *marker = NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (on_funcs); i++)
    {
      FulNote values = { FUL_NOTE_FUNCTION, (char *) on_funcs[i].note, NULL, { 0, 0 }, 0, FUL_NONE, (char *) on_funcs[i].func,
                         origin };

      g_ptr_array_add (notes, ful_note_new (&values));
    }
  index = ful_note_index_new (notes, profile);
  for (guint i = 0; i < profile->n_recorded_funcs; i++)
    {
      const FulNote *note = ful_note_index_find_func (index, (FulFuncIndex) i);

      g_assert_null (ful_note_index_find_func (before, (FulFuncIndex) i));
      if (note)
        g_string_append_printf (text, "%s: %s, ", ful_profile_get_func_name (profile, (FulFuncIndex) i), note->name);
    }
  g_assert_cmpstr (text->str, ==, "A: other, D: first, ");
  g_string_free (text, TRUE);

  for (guint i = 0; i < notes->len; i++)
    if (((FulNote *) g_ptr_array_index (notes, i))->kind == FUL_NOTE_MARKER)
      marker = g_ptr_array_index (notes, i);
  g_assert_nonnull (marker);
  g_assert_true (ful_note_index_find_marker (index, marker->thread, marker->subject, marker->range.start) == marker);
  g_assert_null (ful_note_index_find_marker (index, marker->thread + 1, marker->subject, marker->range.start));
  g_assert_null (ful_note_index_find_marker (index, marker->thread, "other", marker->range.start));
  g_assert_null (ful_note_index_find_marker (index, marker->thread, marker->subject, marker->range.start + 1));
}

/* The notes on a range, on a function, and on the second of two markers of two threads. */
static void
test_subjects (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, "main\n");
  FulThreadBuilder *second = ful_test_profile_add (test, "main\nleaf\n");
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulDocument) document = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulNote) range = ful_note_new_for_range (&(FulTimeRange) { 1, 2.5 });
  g_autoptr(FulNote) func = NULL;
  g_autoptr(FulNote) marker = NULL;
  g_autoptr(FulNote) none = NULL;
  FulMarkerKey key = { TRUE, 1, 0, FUL_NONE, 1 };

  ful_test_profile_mark (test, first, "early", FUL_MARKER_PHASE_INSTANT, 1, 1, NULL);
  ful_test_profile_mark (test, second, "late", FUL_MARKER_PHASE_INSTANT, 12, 12, NULL);
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  document = ful_document_new (profile);

  g_assert_cmpint (range->kind, ==, FUL_NOTE_RANGE);
  g_assert_cmpfloat (range->range.start, ==, 1);
  g_assert_cmpfloat (range->range.end, ==, 2.5);
  g_assert_cmpstr (range->text, ==, "");

  func = ful_note_new_for_func (profile, 1, 1);
  g_assert_cmpint (func->kind, ==, FUL_NOTE_FUNCTION);
  g_assert_cmpstr (func->name, ==, "leaf");
  g_assert_cmpuint (func->thread, ==, 1);
  g_assert_cmpint (ful_note_find_func (func, profile), ==, 1);

  ful_document_set_threads (document, (guint[]) { 0, 1 }, 2);
  none = ful_note_new_for_marker (profile, cache, ful_document_get_view_state (document), 10, NULL);
  g_assert_null (none);
  ful_document_select_marker (document, 1, &key);
  marker = ful_note_new_for_marker (profile, cache, ful_document_get_view_state (document), 10, NULL);
  g_assert_cmpint (marker->kind, ==, FUL_NOTE_MARKER);
  g_assert_cmpstr (marker->subject, ==, "late");
  g_assert_cmpuint (marker->thread, ==, 1);
  g_assert_cmpint (marker->marker, ==, 0);
  g_assert_cmpfloat (marker->range.start, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *state = g_dir_make_tmp ("fulgens-state-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/notes/round-trip", test_round_trip);
  g_test_add_func ("/notes/bad-input", test_bad_input);
  g_test_add_func ("/notes/deep", test_deep);
  g_test_add_func ("/notes/index", test_index);
  g_test_add_func ("/notes/truncation", test_truncation);
  g_test_add_func ("/notes/too-large", test_too_large);
  g_test_add_func ("/notes/markdown", test_markdown);
  g_test_add_func ("/notes/files", test_files);
  g_test_add_func ("/notes/merge", test_merge);
  g_test_add_func ("/notes/tour", test_tour);
  g_test_add_func ("/notes/move", test_move);
  g_test_add_func ("/notes/shared", test_shared);
  g_test_add_func ("/notes/quit", test_quit);
  g_test_add_func ("/notes/fallback", test_fallback);
  g_test_add_func ("/notes/subjects", test_subjects);
  status = g_test_run ();
  ful_test_remove_folder (state);

  return status;
}
