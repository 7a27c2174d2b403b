/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The state of a view follows symbols that arrive while it is shown (symbols.md 4). */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-symbols.h"
#include "ful-test-text.h"

#include "document/analysis/ful-analysis.h"
#include "document/ful-document-history.h"
#include "document/rows/ful-tree-rows.h"
#include "model/ful-func-origin.h"
#include "stacks/transforms/ful-transforms.h"
#include "viewtext/ful-panel-ids.h"

#include <string.h>

/* @names: separated by spaces */
static void
select_names (FulDocument *document,
              const char  *names)
{
  FulProfile *profile = ful_document_get_profile (document);
  g_auto(GStrv) parts = g_strsplit (names, " ", -1);
  FulFuncIndex path[8];
  guint n = g_strv_length (parts);

  for (guint i = 0; i < n; i++)
    path[i] = ful_test_find_func (profile, parts[i]);
  ful_document_select_path (document, path, n);
}

static char *
funcs_to_text (FulProfile         *profile,
               const FulFuncIndex *funcs,
               guint               n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", ful_profile_get_func_name (profile, funcs[i]));

  return g_string_free (text, FALSE);
}

static void
assert_selected (FulDocument *document,
                 const char  *names)
{
  FulViewState *state = ful_document_get_view_state (document);
  g_autofree char *text = funcs_to_text (ful_document_get_profile (document), state->path, state->n_path);

  g_assert_cmpstr (text, ==, names);
}

/* Transforms as "function" or "path", and the selected path. */
static char *
state_to_text (FulDocument *document)
{
  FulProfile *profile = ful_document_get_profile (document);
  FulViewState *state = ful_document_get_view_state (document);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i <= state->options->n_transforms; i++)
    {
      gboolean is_transform = i < state->options->n_transforms;
      FulTransform *transform = is_transform ? state->options->transforms[i] : NULL;
      g_autofree char *path = is_transform ? funcs_to_text (profile, transform->path, transform->n_path)
                                           : funcs_to_text (profile, state->path, state->n_path);

      g_string_append_printf (text, "%s[%s]%s\n", is_transform ? transform->kind->name : "", path,
                              is_transform && transform->func != FUL_NONE
                                ? ful_profile_get_func_name (profile, transform->func) : "");
    }

  return g_string_free (text, FALSE);
}

static void
push (FulDocument            *document,
      const FulTransformKind *kind,
      const char             *name)
{
  FulFuncIndex func = ful_test_find_func (ful_document_get_profile (document), name);
  FulViewOptions *options = ful_document_get_options (document);
  FulTransform values = { .kind = kind, .enabled = TRUE, .func = func, .path = &func, .n_path = 1,
                          .inverted = options->invert };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);

  ful_document_push_transform (document, transform, &func, 1);
}

/* Addresses with inlined functions: 0x10 becomes outer, inner. */
#define INLINED "0x10  0x10  0x20  0x1000\n" \
                "0x20  0x1000            \n"
#define INLINED_NAMES "10 10 outer@a.c:1 inner@b.h:2\n20 20 leaf@a.c:3\n"

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_example (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (FUL_TEST_E4);
  g_autoptr(FulDocument) document = ful_document_new (recorded);
  FulProfile *snapshot = ful_test_symbolicate (recorded, NULL, FUL_TEST_E4_NAMES, NULL);
  guint n_states = 0, n_profiles = 0;

  g_signal_connect_swapped (document, "notify::view-state", G_CALLBACK (count_cb), &n_states);
  g_signal_connect_swapped (document, "notify::profile", G_CALLBACK (count_cb), &n_profiles);
  select_names (document, "0x9 0x11");
  ful_document_take_profile (document, g_object_ref (snapshot));
  g_assert_true (ful_document_get_profile (document) == snapshot);
  assert_selected (document, "main doSomething(int)");
  g_assert_cmpuint (n_states, ==, 2);
  g_assert_cmpuint (n_profiles, ==, 1);
  g_assert_null (ful_document_get_undo (document));

  /* A second time nothing changes; a click in a picture of the recorded functions follows too. */
  ful_document_take_profile (document, g_object_ref (snapshot));
  assert_selected (document, "main doSomething(int)");
  ful_document_select_path (document, (FulFuncIndex[]) { ful_test_find_func (recorded, "0x6"), ful_test_find_func (recorded, "0x15") }, 2);
  assert_selected (document, "main someInterlude()");
  g_object_unref (snapshot);
}

static void
test_directions (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (INLINED);
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, INLINED_NAMES, NULL);
  g_autoptr(FulDocument) document = ful_document_new (recorded);
  g_autoptr(FulDocument) inverted = ful_document_new (recorded);
  g_autoptr(FulDocument) functions = ful_document_new (recorded);

  select_names (document, "0x10 0x20");
  ful_document_take_profile (document, g_object_ref (snapshot));
  assert_selected (document, "outer inner leaf");

  ful_document_set_option (inverted, FUL_OPTION_INVERT, TRUE);
  select_names (inverted, "0x20 0x10");
  ful_document_take_profile (inverted, g_object_ref (snapshot));
  assert_selected (inverted, "leaf inner outer");

  /* A function is selected, not a call node. */
  ful_document_set_panel (functions, FUL_PANEL_FUNCTIONS);
  select_names (functions, "0x10");
  ful_document_take_profile (functions, g_object_ref (snapshot));
  assert_selected (functions, "outer");
}

/* History, transforms, and the states of other thread sets. */
static void
test_all_states (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (INLINED);
  g_autoptr(FulDocument) document = ful_document_new (recorded);
  g_autofree char *text = NULL;
  const guint first = 0, both[] = { 0, 0 };

  ful_document_set_threads (document, &first, 1);
  select_names (document, "0x10 0x20");
  push (document, &ful_transform_merge_function, "0x1000");
  push (document, &ful_transform_focus_function, "0x10");
  push (document, &ful_transform_focus_subtree, "0x10");
  select_names (document, "0x10");
  ful_document_set_threads (document, both, 2);   /* any other set */
  ful_document_go_back (document);
  ful_document_go_forward (document);
  ful_document_take_profile (document, ful_test_symbolicate (recorded, NULL, INLINED_NAMES, NULL));

  ful_document_set_threads (document, &first, 1);
  text = state_to_text (document);
  g_assert_cmpstr (text, ==, "merge-function[]0x1000\nfocus-function[]outer\nfocus-subtree[outer inner]\n[outer inner]\n");
  ful_document_go_back (document);
  ful_document_go_back (document);
  assert_selected (document, "outer inner");
  for (guint i = 0; i < 3; i++)
    ful_document_undo (document);
  assert_selected (document, "outer inner leaf");
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 0);
  ful_document_redo (document);
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 1);
}

/* Functions that samples contain are mapped to the outermost, those that they end with to the innermost. */
static void
test_filters (void)
{
  const struct { FulSampleFilter filter; const char *expected; } cases[] = {
    { FUL_SAMPLE_FILTER_FUNCTION_INCLUDE, "outer leaf" },
    { FUL_SAMPLE_FILTER_STACK_PREFIX, "outer inner leaf" },
    { FUL_SAMPLE_FILTER_STACK_SUFFIX, "inner leaf" },
  };
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (INLINED);
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, INLINED_NAMES, NULL);
  FulFuncIndex path[] = { ful_test_find_func (recorded, "0x10"), ful_test_find_func (recorded, "0x20") };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTransform values = { .kind = &ful_transform_filter_samples, .enabled = TRUE, .filter_type = cases[i].filter,
                              .path = path, .n_path = 2 };
      g_autoptr(FulTransform) transform = ful_transform_new (&values);
      g_autoptr(FulTransform) mapped = ful_transform_with_symbols (transform, snapshot);
      g_autoptr(FulTransform) again = ful_transform_with_symbols (mapped, snapshot);
      g_autofree char *text = funcs_to_text (snapshot, mapped->path, mapped->n_path);

      g_assert_cmpstr (text, ==, cases[i].expected);
      g_assert_true (again == mapped);
    }
}

/* A note on a function that gets a name is on the named function. Functions are found by their new names too. */
static void
test_notes (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (INLINED);
  g_autoptr(FulDocument) document = ful_document_new (recorded);
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
  FulNote values = { .kind = FUL_NOTE_FUNCTION, .name = (char *) "hot", .text = (char *) "", .marker = FUL_NONE,
                     .subject = (char *) "0x10" };
  FulFuncIndex outer;
  guint n_changes = 0;

  values.origin = ful_func_get_origin (recorded, ful_test_find_func (recorded, "0x10"));
  g_ptr_array_add (notes, ful_note_new (&values));
  ful_document_set_notes (document, notes);
  g_signal_connect_swapped (document, "notify::notes", G_CALLBACK (count_cb), &n_changes);
  ful_document_take_profile (document, ful_test_symbolicate (recorded, NULL, INLINED_NAMES, NULL));

  outer = ful_test_find_func (ful_document_get_profile (document), "outer");
  g_assert_nonnull (ful_note_index_find_func (ful_document_get_note_index (document), outer));
  g_assert_cmpint (ful_note_find_func (g_ptr_array_index (notes, 0), ful_document_get_profile (document)), ==, outer);
  g_assert_cmpuint (n_changes, ==, 1);
  g_free (values.origin);

  values.subject = (char *) "outer";
  values.origin = ful_func_get_origin (ful_document_get_profile (document), outer);
  g_ptr_array_set_size (notes, 0);
  g_ptr_array_add (notes, ful_note_new (&values));
  ful_document_set_notes (document, notes);
  g_assert_nonnull (ful_note_index_find_func (ful_document_get_note_index (document), outer));
  g_assert_cmpint (ful_note_find_func (g_ptr_array_index (notes, 0), ful_document_get_profile (document)), ==, outer);
  g_assert_cmpint (ful_note_find_func (g_ptr_array_index (notes, 0), recorded), ==, FUL_NONE);
  g_free (values.origin);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The visible rows as paths, sorted: "+" for something to expand, "*" for the selected one. */
static char *
rows_to_text (FulTreeRows *rows)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulCallNodeIndex node = rows->rows[i].node;
      g_autoptr(GArray) path = ful_call_tree_get_path (rows->tree, node);
      g_autofree char *names = funcs_to_text (rows->tree->profile, (FulFuncIndex *) (gpointer) path->data, path->len);

      g_ptr_array_add (lines, g_strdup_printf ("%s%s%s", names,
                                               ful_call_tree_has_children (rows->tree, node) &&
                                               !ful_tree_rows_is_expanded (rows, node) ? "+" : "",
                                               node == rows->selected ? "*" : ""));
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);

  return g_strjoinv ("\n", (char **) lines->pdata);
}

static FulTreeRows *
follow (FulTreeRows *rows,
        FulProfile  *profile,
        const char  *view)
{
  g_autoptr(FulTestView) after = ful_test_view_new (profile, view);

  return ful_tree_rows_follow (rows, rows->selected, after->tree, NULL, FALSE, NULL, NULL);
}

static void
collapse_all (FulTreeRows *rows)
{
  for (guint i = rows->n_rows; i > 0; i--)
    ful_tree_rows_collapse (rows, i - 1);
}

static void
expand (FulTreeRows *rows,
        const char  *name)
{
  for (guint i = 0; i < rows->n_rows; i++)
    if (g_str_equal (ful_call_tree_get_name (rows->tree, rows->rows[i].node), name))
      {
        ful_tree_rows_expand (rows, i);
        return;
      }
  g_assert_not_reached ();
}

static void
test_rows (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (FUL_TEST_E4);
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, FUL_TEST_E4_NAMES, NULL);
  g_autoptr(FulTestView) view = ful_test_view_new (recorded, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, NULL, NULL, NULL);
  FulFuncIndex path[] = { ful_test_find_func (recorded, "0x9"), ful_test_find_func (recorded, "0x11") };
  g_autoptr(FulTreeRows) followed = NULL;
  g_autofree char *text = NULL;

  collapse_all (rows);
  expand (rows, "0x9");
  rows->selected = ful_call_tree_find_path (view->tree, path, 2);
  followed = follow (rows, snapshot, NULL);
  text = rows_to_text (followed);
  g_assert_cmpstr (text, ==, "main\nmain doSomething(int)*\nmain someInterlude()");
}

/* The shorter prefixes of a list are expanded, in both directions. */
static void
test_rows_inlined (void)
{
  const struct { const char *view, *row, *expected; } cases[] = {
    { "{}", "0x10", "0x1000\nleaf\nouter\nouter inner\nouter inner 0x1000\nouter inner leaf" },
    { "{\"invert\": true}", "0x20", "0x1000+\nleaf\nleaf inner+" },
  };
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (INLINED);
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, INLINED_NAMES, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulTestView) view = ful_test_view_new (recorded, cases[i].view);
      g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, NULL, NULL, NULL);
      g_autoptr(FulTreeRows) followed = NULL;
      g_autofree char *text = NULL;

      collapse_all (rows);
      rows->selected = FUL_NONE;
      expand (rows, cases[i].row);
      followed = follow (rows, snapshot, cases[i].view);
      text = rows_to_text (followed);
      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static void
settle (FulAnalysis *analysis)
{
  while (ful_analysis_get_busy (analysis))
    g_main_context_iteration (NULL, TRUE);
}

/* Results follow; the threads and what does not depend on functions are derived once. */
static void
test_results (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (FUL_TEST_E4);
  g_autoptr(FulDocument) document = ful_document_new (recorded);
  g_autoptr(FulAnalysis) analysis = ful_analysis_new (document);
  FulDeriveCache *cache = ful_analysis_get_cache (analysis);
  FulAnalysis *gone = analysis;
  guint n_thread_sets;

  settle (analysis);
  n_thread_sets = ful_derive_cache_get_n_made (cache, FUL_STAGE_THREADS);
  ful_document_set_option (document, FUL_OPTION_FOLD_UNNAMED, TRUE);
  settle (analysis);
  ful_document_set_option (document, FUL_OPTION_FOLD_UNNAMED, FALSE);
  select_names (document, "0x9 0x11");
  settle (analysis);
  ful_document_take_profile (document, ful_test_symbolicate (recorded, NULL, FUL_TEST_E4_NAMES, NULL));
  settle (analysis);
  g_assert_true (ful_analysis_get_tree (analysis)->profile == ful_document_get_profile (document));
  g_assert_cmpint (ful_analysis_get_node (analysis), !=, FUL_NONE);
  g_assert_cmpstr (ful_call_tree_get_name (ful_analysis_get_tree (analysis), ful_analysis_get_node (analysis)), ==,
                   "doSomething(int)");
  g_assert_cmpfloat (ful_call_tree_get_total (ful_analysis_get_tree (analysis), ful_analysis_get_node (analysis)), ==, 2);
  ful_document_set_option (document, FUL_OPTION_FOLD_UNNAMED, TRUE);
  settle (analysis);
  g_assert_cmpstr (ful_call_tree_get_name (ful_analysis_get_tree (analysis), ful_analysis_get_node (analysis)), ==,
                   "doSomething(int)");
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_THREADS), ==, n_thread_sets);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_PROFILE), ==, 2);

  /* A job that was stopped may hold it for a moment. */
  g_object_add_weak_pointer (G_OBJECT (gone), (gpointer *) &gone);
  g_clear_object (&analysis);
  while (gone)
    g_main_context_iteration (NULL, TRUE);
}

typedef struct
{
  FulProfile  *profile;   /* the newest */
  FulDocument *document;
  FulTreeRows *rows;
} Window;

static void
take (Window     *window,
      FulProfile *snapshot)
{
  FulTreeRows *followed = follow (window->rows, snapshot, "{}");

  ful_tree_rows_unref (window->rows);
  window->rows = followed;
  g_set_object (&window->profile, snapshot);
  ful_document_take_profile (window->document, g_object_ref (snapshot));
}

static Window
open_window (FulProfile *recorded,
             guint32     seed,
             gboolean    invert)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr(FulTestView) view = ful_test_view_new (recorded, "{}");
  Window window = { g_object_ref (recorded), ful_document_new (recorded), ful_tree_rows_new (view->tree, NULL, NULL, NULL) };
  const FulTransformKind *const kinds[] = { &ful_transform_merge_function, &ful_transform_focus_subtree,
                                            &ful_transform_drop_function, &ful_transform_merge_call_node };

  collapse_all (window.rows);
  for (guint i = 0; i < 10; i++)
    ful_tree_rows_expand (window.rows, (guint) g_rand_int_range (rand, 0, (gint32) window.rows->n_rows));
  window.rows->selected = window.rows->rows[g_rand_int_range (rand, 0, (gint32) window.rows->n_rows)].node;

  if (invert)
    ful_document_set_option (window.document, FUL_OPTION_INVERT, TRUE);
  for (guint i = 0; i < 6; i++)
    {
      FulCallTreeRow row = window.rows->rows[g_rand_int_range (rand, 0, (gint32) window.rows->n_rows)];
      g_autoptr(GArray) path = invert ? ful_call_tree_get_reversed_path (view->tree, row.node)
                                      : ful_call_tree_get_path (view->tree, row.node);
      const FulFuncIndex *funcs = (FulFuncIndex *) (gpointer) path->data;
      FulTransform values = { .kind = kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))], .enabled = TRUE,
                              .func = funcs[path->len - 1], .path = funcs, .n_path = path->len, .inverted = invert };
      g_autoptr(FulTransform) transform = ful_transform_new (&values);

      ful_document_push_transform (window.document, transform, funcs, path->len);
    }

  return window;
}

/* All of the history, then the rows. Leaves the document at its first state. */
static char *
window_to_text (Window *window)
{
  g_autofree char *rows = rows_to_text (window->rows);
  GString *text = g_string_new (NULL);

  while (TRUE)
    {
      g_autofree char *state = state_to_text (window->document);

      g_string_append (text, state);
      if (!ful_document_get_undo (window->document))
        break;
      ful_document_undo (window->document);
    }
  g_string_append (text, rows);

  return g_string_free (text, FALSE);
}

static void
close_window (Window *window)
{
  g_object_unref (window->profile);
  g_object_unref (window->document);
  ful_tree_rows_unref (window->rows);
}

/* Answers in any order and in any batches end in the state of all at once. */
static void
test_batches (void)
{
  for (guint round = 0; round < 20; round++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr(GString) text = g_string_new (NULL), names = g_string_new (NULL), known = g_string_new (NULL);
      g_autoptr(GPtrArray) left = g_ptr_array_new ();
      g_autoptr(FulProfile) recorded = NULL, at_once = NULL, last = NULL;
      g_autofree char *expected = NULL, *result = NULL;
      g_auto(GStrv) lines = NULL;
      Window batches, once;

      for (guint depth = 0; depth < 5; depth++)
        {
          for (guint i = 0; i < 20; i++)
            g_string_append_printf (text, "0x%02x ", 0x10 + (guint) g_test_rand_int_range (0, 12));
          g_string_append_c (text, '\n');
        }
      for (guint i = 0; i < 12; i++)
        {
          g_string_append_printf (names, "%x %x f%u", 0x10 + i, 0x10 + i - i % 3, i / 3);
          for (gint k = g_test_rand_int_range (0, 3); k > 0; k--)
            g_string_append_printf (names, " g%d@x.h:%d", g_test_rand_int_range (0, 4), k);
          g_string_append_c (names, '\n');
        }
      recorded = ful_test_symbols_profile (text->str);
      once = open_window (recorded, seed, round % 2);
      batches = open_window (recorded, seed, round % 2);

      lines = g_strsplit (names->str, "\n", -1);
      for (guint i = 0; *lines[i]; i++)
        g_ptr_array_add (left, lines[i]);
      while (left->len > 0)
        {
          g_autoptr(FulProfile) before = g_steal_pointer (&last);

          for (gint k = g_test_rand_int_range (1, 5); k > 0 && left->len > 0; k--)
            g_string_append_printf (known, "%s\n", (char *) g_ptr_array_remove_index_fast (left,
                                    (guint) g_test_rand_int_range (0, (gint32) left->len)));
          last = ful_test_symbolicate (recorded, before, known->str, NULL);
          take (&batches, last);
        }
      at_once = ful_test_symbolicate (recorded, NULL, names->str, NULL);
      take (&once, at_once);

      expected = window_to_text (&once);
      result = window_to_text (&batches);
      g_assert_cmpstr (result, ==, expected);
      close_window (&once);
      close_window (&batches);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document-symbols/example", test_example);
  g_test_add_func ("/document-symbols/directions", test_directions);
  g_test_add_func ("/document-symbols/all-states", test_all_states);
  g_test_add_func ("/document-symbols/filters", test_filters);
  g_test_add_func ("/document-symbols/notes", test_notes);
  g_test_add_func ("/document-symbols/rows", test_rows);
  g_test_add_func ("/document-symbols/rows-inlined", test_rows_inlined);
  g_test_add_func ("/document-symbols/results", test_results);
  g_test_add_func ("/document-symbols/batches", test_batches);

  return g_test_run ();
}
