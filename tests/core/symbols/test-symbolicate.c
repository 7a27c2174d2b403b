/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-symbols.h"
#include "ful-test-text.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-shared-tables.h"
#include "symbols/ful-symbolicate.h"

#include <string.h>

static void
test_example (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile (FUL_TEST_E4);
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, FUL_TEST_E4_NAMES, NULL);
  guint n;
  const FulFuncIndex *funcs;

  ful_test_assert_call_tree (recorded, "{}", "0x2 1 1\n0x3 1 0\n  0x11 1 1\n0x6 1 0\n  0x15 1 1\n0x8 1 1\n"
                                             "0x9 1 0\n  0x11 1 1\n0xc 1 1\n");
  ful_test_assert_call_tree (snapshot, "{}", "main 6 3\n  doSomething(int) 2 2\n  someInterlude() 1 1\n");
  ful_test_assert_call_tree (snapshot, "{\"invert\": true}",
                             "main 3 3\ndoSomething(int) 2 2\n  main 2 0\nsomeInterlude() 1 1\n  main 1 0\n");

  /* The path 0x9, 0x11 becomes main, doSomething(int). */
  funcs = ful_profile_get_replacement (snapshot, recorded->frames->func[6], &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (ful_profile_get_replacement (snapshot, funcs[0], &n) == NULL);
  g_assert_cmpuint (snapshot->native_symbols->table.n_rows, ==, 3);
  g_assert_cmpint (ful_profile_find_string (snapshot, "main"), >=, (gint32) recorded->n_strings);
  g_assert_cmpint (ful_profile_find_string (recorded, "main"), ==, FUL_NONE);
  g_assert_true (snapshot->stacks == recorded->stacks);
  g_assert_true (snapshot->shown_stacks == recorded->stacks);
  g_assert_true (ful_profile_get_thread (snapshot, 0)->samples == ful_profile_get_thread (recorded, 0)->samples);
}

static void
test_inlined (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("root  root  root  root\n"
                                                      "0x10  0x11  0x10  0x20\n"
                                                      "0x20  0x20           \n");
  g_autoptr(FulProfile) names = ful_test_symbolicate (recorded, NULL, "10 10 outer\n11 10 outer\n20 20 leaf\n", NULL);
  g_autoptr(FulProfile) lines = ful_test_symbolicate (recorded, names,
                                             "10 10 outer@a.c:5 middle@b.h:7 inner@b.h:9\n11 10 outer@a.c:6\n"
                                             "20 20 leaf@a.c:1\n", NULL);
  FulFuncIndex outer = names->shown_frames->func[1];
  guint n;

  ful_test_assert_call_tree (names, "{}", "root 4 0\n  outer 3 1\n    leaf 2 2\n  leaf 1 1\n");
  ful_test_assert_call_tree (lines, "{}", "root 4 0\n  outer 3 0\n    middle 2 0\n      inner 2 1\n        leaf 1 1\n"
                                          "    leaf 1 1\n  leaf 1 1\n");
  ful_test_assert_call_tree (lines, "{\"search\": \"middle\"}",
                             "root 2 0\n  outer 2 0\n    middle 2 0\n      inner 2 1\n        leaf 1 1\n");
  ful_test_assert_call_tree (lines, "{\"transforms\": [{\"type\": \"merge-function\", \"function\": \"middle\"}]}",
                             "root 4 0\n  outer 3 0\n    inner 2 1\n      leaf 1 1\n    leaf 1 1\n  leaf 1 1\n");

  /* A number keeps its meaning. Functions whose frames disagree have no replacement. */
  g_assert_cmpstr (ful_profile_get_func_name (lines, outer), ==, "outer");
  g_assert_cmpint (lines->funcs->source[outer], ==, FUL_NONE);
  g_assert_null (ful_profile_get_replacement (lines, outer, &n));
  g_assert_nonnull (ful_profile_get_replacement (lines, recorded->frames->func[1], &n));
  g_assert_cmpuint (n, ==, 3);
  g_assert_nonnull (ful_profile_get_replacement (lines, names->shown_frames->func[2], &n));
  g_assert_cmpuint (n, ==, 1);
}

/* Functions whose frames have as many inlined functions, but others, have no replacement. */
static void
test_other_inlined (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("0x10  0x11\n");
  g_autoptr(FulProfile) names = ful_test_symbolicate (recorded, NULL, "10 10 outer\n11 10 outer\n", NULL);
  FulFuncIndex outer = names->shown_frames->func[0];
  guint n;

  for (guint same = 0; same < 2; same++)
    {
      g_autoptr(FulProfile) lines = ful_test_symbolicate (recorded, names,
                                                          same ? "10 10 outer@a.c:5 one@b.h:7\n11 10 outer@a.c:5 one@b.h:8\n"
                                                               : "10 10 outer@a.c:5 one@b.h:7\n11 10 outer@a.c:5 two@b.h:7\n", NULL);

      g_assert_cmpint (ful_profile_get_replacement (lines, outer, &n) != NULL, ==, same);
    }
}

/* A recorded function that frames of two libraries have is not that of either. */
static void
test_shared_function (void)
{
  for (guint is_shared = 0; is_shared < 2; is_shared++)
    {
      g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("f  0x1000\n");
      g_autoptr(FulProfile) snapshot = NULL;
      const FulFrameTable *frames = recorded->frames;
      FulFuncIndex f = frames->func[0];

      ((gint64 *) frames->table.buffers[FUL_FRAME_ADDRESS]->data)[0] = 0x10;
      ((gint32 *) frames->table.buffers[FUL_FRAME_LIB]->data)[0] = 0;
      if (is_shared)
        ((gint32 *) frames->table.buffers[FUL_FRAME_FUNC]->data)[1] = f;
      snapshot = ful_test_symbolicate (recorded, NULL, "10 10 f\n", NULL);
      g_assert_cmpstr (ful_profile_get_func_name (snapshot, snapshot->shown_frames->func[0]), ==, "f");
      g_assert_cmpint (snapshot->shown_frames->func[0] == f, ==, !is_shared);
    }
}

/* Without a symbol an address is named by its number; what was not asked for stays, other libraries too. */
static void
test_unresolved (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("0x10  0x11  0x12  0x1000\n");
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, "10 10 named\n11 -\n", NULL);

  ful_test_assert_call_tree (snapshot, "{}", "0x11 1 1\n0x12 1 1\n0x1000 1 1\nnamed 1 1\n");
  g_assert_cmpint (snapshot->shown_frames->func[1], ==, recorded->frames->func[1]);
  g_assert_cmpint (snapshot->shown_frames->native_symbol[2], ==, FUL_NONE);
  g_assert_cmpint (snapshot->shown_frames->native_symbol[1], !=, FUL_NONE);
}

/* Where recorders named the address of a call by the one after it, an address has two functions: they become one. */
static void
test_unresolved_twice (void)
{
  for (guint first = 0; first < 2; first++)
    {
      g_autoptr(FulProfile) recorded = ful_test_symbols_profile (first ? "0x10  0x11\n" : "0x11  0x10\n");
      g_autoptr(FulProfile) snapshot = NULL;

      for (guint i = 0; i < recorded->frames->table.n_rows; i++)
        ((gint64 *) recorded->frames->table.buffers[FUL_FRAME_ADDRESS]->data)[i] = 0x10;
      snapshot = ful_test_symbolicate (recorded, NULL, "10 -\n", NULL);
      ful_test_assert_call_tree (snapshot, "{}", "0x10 2 2\n");
    }
}

/* Inlined frames of an earlier symbolication are left out, at the root too. */
static void
test_symbolicated_before (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("0x10  0x11\n0x11  0x12\n0x12      \n");
  g_autoptr(FulProfile) snapshot = NULL;
  const FulFrameTable *frames = recorded->frames;

  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->address[i] == 0x11)
      ((guint8 *) frames->table.buffers[FUL_FRAME_INLINE_DEPTH]->data)[i] = 1;
  snapshot = ful_test_symbolicate (recorded, NULL, "10 10 a\n11 10 a\n12 12 b in\n", NULL);
  ful_test_assert_call_tree (snapshot, "{}", "a 1 0\n  b 1 0\n    in 1 1\nb 1 0\n  in 1 1\n");
}

/* Libraries share names and files, but no functions. */
static void
test_libraries (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("0x10  0x1000  0x11\n");
  FulStringIndex same = ful_string_table_append (recorded->strings, "same", -1);
  g_autoptr(FulProfile) snapshot = ful_test_symbolicate (recorded, NULL, "10 10 same@a.c:1\n11 10 same@a.c:2\n",
                                                "1000 1000 same@a.c:1\n");

  ful_test_assert_call_tree (snapshot, "{}", "same 2 2\nsame 1 1\n");
  g_assert_cmpuint (snapshot->sources->table.n_rows, ==, recorded->sources->table.n_rows + 1);
  g_assert_cmpint (snapshot->funcs->name[snapshot->funcs->table.n_rows - 1], ==, same);
}

/* Code of one symbol may belong to functions of other names and files. */
static void
test_functions_of_a_symbol (void)
{
  static const char *const names[] = { "a", "b", "b", "a" }, *const files[] = { "x.c", "x.c", "y.h", "x.c" };
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("0x10  0x11  0x12  0x13\n");
  g_autoptr(FulProfile) snapshot = NULL;
  g_autoptr(FulSymbolResults) results = NULL;
  FulSymbolBuilder *builder = ful_symbol_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      ful_symbol_builder_add (builder, 0x10 + i);
      ful_symbol_builder_set_symbol (builder, 0x10, 0x10, ful_symbol_builder_add_text (builder, "a"));
      ful_symbol_builder_add_frame (builder, ful_symbol_builder_add_text (builder, names[i]),
                                    ful_symbol_builder_add_text (builder, files[i]), 1);
    }
  results = ful_symbol_builder_finish (builder);
  snapshot = ful_symbolicate (recorded, (FulSymbolResults *[]) { results, NULL }, NULL, NULL, NULL, NULL);
  ful_test_assert_call_tree (snapshot, "{}", "a 2 2\nb 1 1\nb 1 1\n");
}

/* Returns: (transfer full): one symbol with @n_frames frames, for @n_addresses addresses from 0x10 on */
static FulSymbolResults *
make_shared_symbol (guint n_addresses,
                    guint n_frames)
{
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  guint32 outer = ful_symbol_builder_add_text (builder, "outer"), inner = ful_symbol_builder_add_text (builder, "inner");

  for (guint i = 0; i < n_addresses; i++)
    {
      ful_symbol_builder_add (builder, 0x10 + i);
      ful_symbol_builder_set_symbol (builder, 0x10, n_addresses, outer);
      for (guint k = 0; k < n_frames; k++)
        ful_symbol_builder_add_frame (builder, k == 0 ? outer : inner, FUL_SYMBOL_NONE, 0);
    }

  return ful_symbol_builder_finish (builder);
}

/* Appends @n stacks that the first one calls, with its frame. */
static void
add_stacks (FulProfile *profile,
            guint       n)
{
  FulTableBuilder stacks;
  guint row;

  ful_table_builder_init_copy (&stacks, profile->stacks, n);
  row = ful_table_builder_append (&stacks, n);
  for (guint i = 0; i < n; i++)
    {
      FUL_CELLS (&stacks, FUL_STACK_FRAME, gint32)[row + i] = profile->stacks->frame[0];
      FUL_CELLS (&stacks, FUL_STACK_PREFIX, gint32)[row + i] = 0;
    }
  ful_table_unref (profile->stacks);
  profile->stacks = ful_table_builder_publish (&stacks);
  ful_table_builder_clear (&stacks);
}

static guint
count_entries (const FulImportLog *log,
               const char         *text)
{
  guint n = 0;

  for (guint i = 0; i < ful_import_log_get_n (log); i++)
    n += strstr (ful_import_log_get (log, i)->message, text) != NULL;

  return n;
}

/* Stacks of one frame times the inlined functions of its symbol: up to 100 are shown, of many stacks few. */
static void
test_inlined_of_many_stacks (void)
{
  static const struct { guint n_stacks, n_others, n_frames, n_shown; } cases[] = {
    { 100, 0, 101, 101 },
    { 8000, 0, 8000, 101 },        /* 64 million */
    { 10000, 0, 10000, 101 },
    { 65536, 0, 65536, 8 },        /* 2³² */
    { 65536, 1, 65536, 8 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr(FulProfile) recorded = ful_test_symbols_profile (cases[c].n_others > 0 ? "0x10  0x1000\n" : "0x10\n");
      g_autoptr(FulProfile) snapshot = NULL;
      g_autoptr(FulSymbolResults) results = make_shared_symbol (1, cases[c].n_frames);
      g_autoptr(FulImportLog) log = ful_import_log_new ();
      g_autoptr(GError) error = NULL;
      const FulStackTable *stacks;
      guint n = cases[c].n_stacks * cases[c].n_shown;

      add_stacks (recorded, cases[c].n_stacks - 1);
      snapshot = ful_symbolicate (recorded, (FulSymbolResults *[]) { results, NULL }, NULL, log, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (snapshot->log == log);

      stacks = snapshot->shown_stacks;
      g_assert_cmpuint (stacks->table.n_rows, ==, n + cases[c].n_others);
      g_assert_cmpuint (snapshot->shown_frames->table.n_rows, ==, recorded->frames->table.n_rows + cases[c].n_shown - 1);
      g_assert_cmpuint (count_entries (log, "left out those after 7 of an address"), ==, cases[c].n_shown == 8);
      g_assert_cmpuint (count_entries (log, "left out some of 1 addresses"), ==, cases[c].n_frames > 101);
      g_assert_cmpuint (results->n_cut, ==, cases[c].n_frames > 101);
      for (guint i = 0; i < stacks->table.n_rows; i++)
        g_assert_cmpint (stacks->prefix[i], <, i);
    }
}

/* Addresses times the inlined functions of a symbol that they share. */
static void
test_inlined_of_many_addresses (void)
{
  static const struct { guint n_addresses, n_frames, n_cut; } cases[] = {
    { 6000, 101, 0 },
    { 6000, 6000, 6000 },
    { 65536, 101, 65536 - (1 << 20) / (101 - 8) },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr(FulSymbolResults) results = make_shared_symbol (cases[c].n_addresses, cases[c].n_frames);
      g_autoptr(FulSymbolResults) copy = NULL;
      g_autoptr(GError) error = NULL;
      guint64 budget = (1u << 20) + 8 * (guint64) cases[c].n_addresses;

      g_assert_cmpuint (results->results[0].n_frames, ==, 101);
      g_assert_cmpuint (results->n_frames, <, budget + 101);
      g_assert_cmpuint (results->n_cut, ==, cases[c].n_cut);
      g_assert_cmpuint (results->results[cases[c].n_addresses - 1].n_frames, ==, cases[c].n_addresses == 65536 ? 8 : 101);

      copy = ful_symbol_results_new_from_bytes (results->bytes, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (copy->n_cut, ==, results->n_cut);
    }
}

/* Frames of addresses: each of a row of its own. */
static void
test_inlined_of_many_frames (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) recorded = NULL, snapshot = NULL;
  g_autoptr(FulSymbolResults) results = make_shared_symbol (1, 101);
  g_autoptr(FulImportLog) log = ful_import_log_new ();
  g_autoptr(GError) error = NULL;
  guint n = 16384;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "0x%x\n", 0x2000 + i);
  recorded = ful_test_symbols_profile (text->str);
  for (guint i = 0; i < n; i++)
    ((gint64 *) recorded->frames->table.buffers[FUL_FRAME_ADDRESS]->data)[i] = 0x10;
  recorded->stacks->table.n_rows = 1;   /* few stacks, so that their budget does not count */
  snapshot = ful_symbolicate (recorded, (FulSymbolResults *[]) { NULL, results }, NULL, log, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (snapshot->shown_frames->table.n_rows, ==, 8 * n);
  g_assert_cmpuint (snapshot->shown_stacks->table.n_rows, ==, 8);
  g_assert_cmpuint (snapshot->replacements->n, <=, 2 * 8 * n);
  g_assert_cmpuint (count_entries (log, "left out those after 7 of an address"), ==, 1);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Every path with its numbers, sorted: ties are in the order of function numbers, which batches change. */
static char *
paths_to_text (FulProfile *profile)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{}");
  g_autofree char *text = ful_test_call_tree_to_text (view->tree, TRUE);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; *lines[i]; i++)
    {
      guint depth = (guint) strspn (lines[i], " ") / 2;
      const char *name = lines[i] + 2 * depth;

      g_ptr_array_set_size (names, (gint) depth);
      g_ptr_array_add (names, g_strndup (name, strcspn (name, " ")));
      g_ptr_array_add (names, NULL);
      {
        g_autofree char *path = g_strjoinv ("/", (char **) names->pdata);

        g_ptr_array_add (paths, g_strconcat (path, name + strcspn (name, " "), NULL));
      }
      g_ptr_array_set_size (names, (gint) depth + 1);
    }
  g_ptr_array_sort (paths, compare_texts);
  g_ptr_array_add (paths, NULL);

  return g_strjoinv ("\n", (char **) paths->pdata);
}

/* In any order and in any batches the end is that of all at once, and numbers keep their meaning. */
static void
test_batches (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) recorded = NULL, at_once = NULL, last = NULL;
  g_autofree char *expected = NULL, *result = NULL;
  g_autoptr(GString) known = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;
  g_autoptr(GPtrArray) left = g_ptr_array_new ();
  guint n_addresses = 12;

  for (guint depth = 0; depth < 5; depth++)
    {
      for (guint i = 0; i < 30; i++)
        g_string_append_printf (text, "0x%02x ", 0x10 + (guint) g_test_rand_int_range (0, (gint32) n_addresses));
      g_string_append_c (text, '\n');
    }
  recorded = ful_test_symbols_profile (text->str);
  g_string_truncate (text, 0);
  for (guint i = 0; i < n_addresses; i++)
    {
      g_string_append_printf (text, "%x %x f%u", 0x10 + i, 0x10 + i - i % 3, i / 3);
      for (gint k = g_test_rand_int_range (0, 3); k > 0; k--)
        g_string_append_printf (text, " g%d@x.h:%d", g_test_rand_int_range (0, 4), k);
      g_string_append_c (text, '\n');
    }
  at_once = ful_test_symbolicate (recorded, NULL, text->str, NULL);
  expected = paths_to_text (at_once);

  lines = g_strsplit (text->str, "\n", -1);
  for (guint i = 0; *lines[i]; i++)
    g_ptr_array_add (left, lines[i]);
  while (left->len > 0)
    {
      g_autoptr(FulProfile) before = g_steal_pointer (&last);
      g_autoptr(GPtrArray) names = g_ptr_array_new ();

      for (gint k = g_test_rand_int_range (1, 5); k > 0 && left->len > 0; k--)
        g_string_append_printf (known, "%s\n", (char *) g_ptr_array_remove_index_fast (left,
                                (guint) g_test_rand_int_range (0, (gint32) left->len)));
      for (guint i = 0; before && i < before->funcs->table.n_rows; i++)
        g_ptr_array_add (names, (gpointer) ful_profile_get_func_name (before, (FulFuncIndex) i));
      last = ful_test_symbolicate (recorded, before, known->str, NULL);
      for (guint i = 0; i < names->len; i++)
        g_assert_cmpstr (ful_profile_get_func_name (last, (FulFuncIndex) i), ==, g_ptr_array_index (names, i));
    }
  result = paths_to_text (last);
  g_assert_cmpstr (result, ==, expected);
}

static void
test_results (void)
{
  g_autoptr(FulSymbolResults) older = ful_test_symbols_results ("30 30 c@x:1\n10 10 a\n20 20 b in\n");
  g_autoptr(FulSymbolResults) newer = ful_test_symbols_results ("20 1f other\n40 -\n");
  g_autoptr(FulSymbolResults) merged = ful_symbol_results_new_merged (older, newer);
  const FulSymbolResult *result;

  g_assert_cmpuint (merged->n_results, ==, 4);
  result = ful_symbol_results_find (merged, 0x20);
  g_assert_cmpstr (merged->texts + merged->symbols[result->symbol].name, ==, "other");
  result = ful_symbol_results_find (merged, 0x30);
  g_assert_cmpuint (merged->frames[result->first_frame].line, ==, 1);
  g_assert_cmpstr (ful_symbol_results_get_text (merged, merged->frames[result->first_frame].file), ==, "x");
  g_assert_cmpuint (ful_symbol_results_find (merged, 0x40)->symbol, ==, FUL_SYMBOL_NONE);
  g_assert_null (ful_symbol_results_find (merged, 0x21));
}

/* Any change of a byte or of the length is noticed, or leaves results whose numbers can be followed. */
static void
test_hostile_bytes (void)
{
  g_autoptr(FulSymbolResults) results = ful_test_symbols_results ("10 10 a@x:1 b@y:2\n20 20 c\n30 -\n");
  gsize n;
  const guint8 *data = g_bytes_get_data (results->bytes, &n);
  guint n_refused = 0;

  for (gsize i = 0; i < n * 8; i++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, n);
      gsize length = i % 8 == 7 ? i / 8 : n;
      g_autoptr(GBytes) bytes = NULL;
      g_autoptr(FulSymbolResults) result = NULL;
      g_autoptr(GError) error = NULL;

      copy[i / 8] ^= (guint8) (1u << i % 8);
      bytes = g_bytes_new (copy, length);
      result = ful_symbol_results_new_from_bytes (bytes, &error);
      n_refused += result == NULL;
      g_assert_true ((result == NULL) == (error != NULL));
      for (guint k = 0; result && k < result->n_results; k++)
        for (guint f = 0; f < result->results[k].n_frames; f++)
          {
            const FulSymbolFrame *frame = &result->frames[result->results[k].first_frame + f];

            g_assert_cmpuint (strlen (result->texts + frame->name), <, n);
            if (frame->file != FUL_SYMBOL_NONE)
              g_assert_cmpuint (strlen (result->texts + frame->file), <, n);
          }
    }
  g_assert_cmpuint (n_refused, >, n);
}

/* A range of frames belongs to one address, and has no more than a source may give. */
static void
test_ranges (void)
{
  g_autoptr(FulSymbolResults) results = ful_test_symbols_results ("30 30 c\n10 10 a b\n20 20 d\n40 -\n");
  static const struct { guint first[4], n[4]; gboolean is_valid; } cases[] = {
    { { 0, 2, 3, 4 }, { 2, 1, 1, 0 }, TRUE },
    { { 0, 2, 2, 3 }, { 2, 1, 1, 0 }, FALSE },   /* shared */
    { { 0, 0, 0, 4 }, { 4, 4, 4, 0 }, FALSE },
    { { 2, 0, 3, 4 }, { 2, 2, 1, 0 }, FALSE },   /* in another order */
    { { 0, 2, 3, 4 }, { 2, 1, 2, 0 }, FALSE },   /* past the end */
    { { 1, 2, 3, 4 }, { 1, 1, 1, 0 }, FALSE },   /* with a gap */
    { { 0, 1, 2, 3 }, { 1, 1, 1, 0 }, FALSE },   /* with one left */
  };
  g_autoptr(FulSymbolResults) most = make_shared_symbol (2, 101);
  g_autoptr(GBytes) most_bytes = NULL;
  gsize n;

  g_assert_cmpstr (results->texts + results->frames[0].name, ==, "a");
  g_assert_cmpstr (results->texts + results->frames[2].name, ==, "d");
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      gconstpointer data = g_bytes_get_data (results->bytes, &n);
      guint8 *copy = g_memdup2 (data, n);
      FulSymbolResult *rows = (gpointer) (copy + ((const guint8 *) results->results - (const guint8 *) data));
      g_autoptr(GBytes) bytes = g_bytes_new_take (copy, n);
      g_autoptr(FulSymbolResults) result = NULL;

      for (guint i = 0; i < 4; i++)
        {
          rows[i].first_frame = cases[c].first[i];
          rows[i].n_frames = cases[c].n[i];
        }
      result = ful_symbol_results_new_from_bytes (bytes, NULL);
      g_assert_cmpint (result != NULL, ==, cases[c].is_valid);
    }

  {
    gconstpointer data = g_bytes_get_data (most->bytes, &n);
    guint8 *copy = g_memdup2 (data, n);
    FulSymbolResult *rows = (gpointer) (copy + ((const guint8 *) most->results - (const guint8 *) data));

    rows[0].n_frames++;
    rows[1].n_frames--;
    rows[1].first_frame++;
    most_bytes = g_bytes_new_take (copy, n);
    g_assert_null (ful_symbol_results_new_from_bytes (most_bytes, NULL));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbolicate/example", test_example);
  g_test_add_func ("/symbolicate/inlined", test_inlined);
  g_test_add_func ("/symbolicate/other-inlined", test_other_inlined);
  g_test_add_func ("/symbolicate/shared-function", test_shared_function);
  g_test_add_func ("/symbolicate/unresolved", test_unresolved);
  g_test_add_func ("/symbolicate/unresolved-twice", test_unresolved_twice);
  g_test_add_func ("/symbolicate/symbolicated-before", test_symbolicated_before);
  g_test_add_func ("/symbolicate/libraries", test_libraries);
  g_test_add_func ("/symbolicate/functions-of-a-symbol", test_functions_of_a_symbol);
  g_test_add_func ("/symbolicate/inlined-of-many-stacks", test_inlined_of_many_stacks);
  g_test_add_func ("/symbolicate/inlined-of-many-frames", test_inlined_of_many_frames);
  g_test_add_func ("/symbolicate/batches", test_batches);
  g_test_add_func ("/symbol-answers/find", test_results);
  g_test_add_func ("/symbol-answers/hostile-bytes", test_hostile_bytes);
  g_test_add_func ("/symbol-answers/inlined-of-many-addresses", test_inlined_of_many_addresses);
  g_test_add_func ("/symbol-answers/ranges", test_ranges);

  return g_test_run ();
}
