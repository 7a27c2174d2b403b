/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A document of a capture whose snapshots are whole profiles, each with its own numbers. */

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "document/ful-document-history.h"
#include "document/ful-document-markers.h"
#include "document/ful-document.h"
#include "markers/list/ful-marker-key.h"
#include "model/ful-profile-numbers.h"
#include "stacks/transforms/ful-transforms.h"
#include "threads/ful-view-options.h"

#include <stdlib.h>
#include <string.h>

#define ONCE "main  main  main\nwalk  walk  lost\nleaf  other     \n"

static void
name_thread (FulThreadBuilder *thread,
             const char       *name,
             const char       *tid)
{
  g_free (thread->thread->name);
  thread->thread->name = g_strdup (name);
  g_free (thread->thread->tid);
  thread->thread->tid = g_strdup (tid);
}

static void
mark (FulTestProfile   *test,
      FulThreadBuilder *thread,
      const char       *name,
      double            start)
{
  ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, start, start + 1, NULL);
}

/* Main, Gone and Worker. */
static FulProfile *
make_first (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread;

  name_thread (ful_test_profile_add (test, ONCE), "Main", "1");
  name_thread (ful_test_profile_add (test, "idle"), "Gone", "2");
  thread = ful_test_profile_add (test, ONCE);
  name_thread (thread, "Worker", "3");
  mark (test, thread, "step", 1);
  mark (test, thread, "step", 2);
  mark (test, thread, "lost", 2);

  return ful_profile_take_numbers (ful_test_profile_seal (test), NULL);
}

/* Worker, a new one of its name, and Main; functions in another order, one of them new and one no longer there. */
static FulProfile *
make_second (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread;

  ful_test_profile_declare (test, "other new.js leaf walk main");
  thread = ful_test_profile_add (test, "main    main    main    main   main   main\nwalk    walk    walk    walk   walk   walk\nnew.js  new.js  new.js  other  other  leaf\n");
  name_thread (thread, "Worker", "3");
  mark (test, thread, "other", 2);
  mark (test, thread, "step", 2);
  mark (test, thread, "step", 1);
  name_thread (ful_test_profile_add (test, "main"), "Worker", "4");
  name_thread (ful_test_profile_add (test, "main\nwalk\nleaf"), "Main", "1");

  return ful_test_profile_seal (test);
}

/* Each row keeps its number; the profile gives the same results. */
static void
test_numbers (void)
{
  g_autoptr(FulProfile) before = make_first ();
  g_autoptr(FulProfile) plain = make_second ();
  g_autoptr(FulProfile) after = ful_profile_take_numbers (make_second (), before);
  static const char *const names[] = { "Main", "Gone", "Worker", "Worker" };

  g_assert_false (ful_profile_has_numbers_of (plain, before));
  g_assert_true (ful_profile_has_numbers_of (after, before));
  g_assert_false (ful_profile_has_rows_of (after, before));
  for (guint i = 0; i < before->funcs->table.n_rows; i++)
    {
      g_assert_cmpstr (ful_profile_get_func_name (after, (FulFuncIndex) i), ==, ful_profile_get_func_name (before, (FulFuncIndex) i));
      g_assert_cmpint (after->funcs->resource[i], ==, before->funcs->resource[i]);
      g_assert_cmpint (ful_profile_is_resource_func (after, (FulFuncIndex) i), ==,
                       ful_profile_is_resource_func (before, (FulFuncIndex) i));
    }
  g_assert_cmpint (ful_test_find_func (after, "new.js"), >=, (gint32) before->funcs->table.n_rows);
  g_assert_cmpuint (after->threads->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (ful_profile_get_thread (after, i)->name, ==, names[i]);
  g_assert_cmpstr (ful_profile_get_thread (after, 3)->tid, ==, "4");
  g_assert_cmpuint (ful_profile_get_thread (after, 1)->samples->table.n_rows, ==, 0);
  ful_test_assert_call_tree (after, "{ \"thread\": 2 }", "main 6 0\n  walk 6 0\n    new.js 3 3\n    other 2 2\n    leaf 1 1\n");
  ful_test_assert_call_tree (plain, "{ \"thread\": 0 }", "main 6 0\n  walk 6 0\n    new.js 3 3\n    other 2 2\n    leaf 1 1\n");
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Siblings with the same total are in the order of their numbers. Returns: (transfer full): the rows of the tree, sorted */
static char *
make_text (FulProfile *profile)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autofree char *text = ful_test_call_tree_to_text (view->tree, FALSE);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);

  return g_strjoinv ("\n", lines);
}

/* Results do not depend on numbers, and those of a profile that is the same are the same. */
static void
test_random (void)
{
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr(FulProfile) first = ful_profile_take_numbers (ful_test_profile_random (), NULL);
      FulProfile *random = ful_test_profile_random ();
      g_autofree char *text = make_text (random);
      g_autoptr(FulProfile) second = ful_profile_take_numbers (random, first);
      g_autofree char *other = make_text (second);
      g_autoptr(FulProfile) again = ful_profile_take_numbers (g_object_ref (second), second);

      g_assert_cmpstr (other, ==, text);
      g_assert_cmpuint (again->funcs->table.n_rows, ==, second->funcs->table.n_rows);
      g_assert_cmpmem (again->frames->func, again->frames->table.n_rows * sizeof (gint32),
                       second->frames->func, second->frames->table.n_rows * sizeof (gint32));
    }
}

static void
assert_path (FulDocument *document,
             const char  *names)
{
  FulProfile *profile = ful_document_get_profile (document);
  FulViewState *state = ful_document_get_view_state (document);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < state->n_path; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", ful_profile_get_func_name (profile, state->path[i]));
  g_assert_cmpstr (text->str, ==, names);
}

/* Selections, transforms and threads of the whole history are those of the same rows. */
static void
test_state (void)
{
  g_autoptr(FulProfile) before = make_first ();
  g_autoptr(FulDocument) document = ful_document_new (before);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  const FulFuncIndex path[] = { ful_test_find_func (before, "main"), ful_test_find_func (before, "walk"), ful_test_find_func (before, "leaf") };
  g_autoptr(FulTransform) merge = ful_transform_new (&(FulTransform) { .kind = &ful_transform_merge_function, .enabled = TRUE,
                                                                       .func = ful_test_find_func (before, "other") });
  FulMarkerKey key = { TRUE, 2, 1, FUL_NONE, 2 }, lost = { TRUE, 2, 2, FUL_NONE, 2 };
  FulViewState *state;

  ful_view_options_set_threads (options, (guint[]) { 2 }, 1);
  ful_view_options_set_transforms (options, &merge, 1);
  ful_document_set_view_state (document, ful_view_state_new (options));
  ful_document_select_path (document, path, 3);
  ful_document_select_marker (document, 1, &key);
  ful_document_set_threads (document, (guint[]) { 1 }, 1);
  ful_document_set_threads (document, (guint[]) { 0, 2 }, 2);
  ful_document_select_marker (document, 2, &lost);
  ful_document_take_profile (document, ful_profile_take_numbers (make_second (), before));

  state = ful_document_get_view_state (document);
  g_assert_true (ful_view_options_has_threads (state->options, (guint[]) { 0, 2 }, 2));
  g_assert_cmpint (state->marker, ==, FUL_NONE);
  g_assert_false (state->marker_key.is_set);

  /* Kept for the threads that are selected again, and in the history. */
  ful_document_set_threads (document, (guint[]) { 2 }, 1);
  for (guint i = 0; i < 2; i++)
    {
      state = ful_document_get_view_state (document);
      assert_path (document, "main walk leaf");
      g_assert_cmpuint (state->options->n_transforms, ==, 1);
      g_assert_cmpstr (ful_profile_get_func_name (ful_document_get_profile (document), state->options->transforms[0]->func),
                       ==, "other");
      g_assert_true (state->marker_key.is_set);
      g_assert_cmpint (state->marker_key.begin_row, ==, 1);
      for (guint back = 0; i == 0 && back < 3; back++)
        ful_document_go_back (document);
    }

  /* Another row has the name and the time of the first one. */
  key = (FulMarkerKey) { TRUE, 2, 0, FUL_NONE, 1 };
  ful_marker_key_map (&key, before, ful_document_get_profile (document));
  g_assert_cmpint (key.begin_row, ==, 2);
}

/* Equal functions have the same numbers, others have not. */
static void
test_keep_numbers (void)
{
  static const struct { const char *text; gboolean is_same; } later[] = {
    { ONCE, TRUE },
    { "main  main  main\nwalk  walk  gone\nleaf  other     \n", FALSE },
    { "main\nwalk\nleaf\n", FALSE },
  };
  g_autoptr(FulProfile) before = ful_test_profile_from_text (ONCE);

  before->number_serial = 1;
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (later[i].text);
      g_autoptr(FulProfile) kept = ful_profile_keep_numbers (profile, before);

      g_assert_cmpint (ful_profile_has_numbers_of (kept, before), ==, later[i].is_same);
      g_assert_cmpint (kept == profile, ==, !later[i].is_same);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document-previews/numbers", test_numbers);
  g_test_add_func ("/document-previews/random", test_random);
  g_test_add_func ("/document-previews/state", test_state);
  g_test_add_func ("/document-previews/keep-numbers", test_keep_numbers);

  return g_test_run ();
}
