/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"
#include "ful-test-symbols.h"
#include "ful-test-text.h"

#include "export/ful-plain-profile.h"
#include "symbols/ful-symbol-growth.h"
#include "symbols/ful-symbolicate.h"
#include "symbols/ful-symbolicator.h"

#include <string.h>

#define N_ADDRESSES 24

/* A profile that grows by a thread at a time. */
typedef struct
{
  FulTestProfile *test;
  guint           n_frames;   /* that have their address */
} Growing;

static void
growing_init (Growing *self)
{
  *self = (Growing) { ful_test_profile_new () };
  g_ptr_array_add (self->test->builder->profile->libs, ful_lib_new_unknown ());
}

/* A file of its own. */
static void
add_source (FulProfileBuilder *builder,
            FulFuncIndex       func)
{
  guint source = ful_table_builder_append (&builder->sources, 1);
  g_autofree char *name = g_strdup_printf ("%d.js", func);

  FUL_CELLS (&builder->sources, FUL_SOURCE_FILENAME, gint32)[source] = ful_string_table_intern (builder->strings, name, -1);
  FUL_CELLS (&builder->sources, FUL_SOURCE_START_LINE, gint32)[source] = 1;
  FUL_CELLS (&builder->sources, FUL_SOURCE_START_COLUMN, gint32)[source] = 1;
  FUL_CELLS (&builder->funcs, FUL_FUNC_SOURCE, gint32)[func] = (gint32) source;
}

/* Returns: (transfer full): the next snapshot, with the thread @text */
static FulProfile *
grow (Growing    *self,
      const char *text)
{
  FulProfileBuilder *builder = self->test->builder;
  g_autoptr(GError) error = NULL;
  FulProfile *snapshot;

  if (text)
    ful_test_profile_add (self->test, text);
  for (; self->n_frames < builder->frames.n_rows; self->n_frames++)
    {
      FulFuncIndex func = FUL_CELLS (&builder->frames, FUL_FRAME_FUNC, gint32)[self->n_frames];
      const char *name = ful_string_table_get (builder->strings, FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[func]);

      if (!g_str_has_prefix (name, "0x"))
        {
          add_source (builder, func);
          continue;
        }
      FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[self->n_frames] = g_ascii_strtoll (name, NULL, 16);
      FUL_CELLS (&builder->frames, FUL_FRAME_LIB, gint32)[self->n_frames] = 0;
      FUL_CELLS (&builder->funcs, FUL_FUNC_RESOURCE, gint32)[func] = 0;
    }
  snapshot = ful_profile_builder_publish (builder, &error);
  g_assert_no_error (error);

  return snapshot;
}

static FulProfile *
apply (FulSymbolGrowth *growth,
       FulProfile      *recorded)
{
  g_autoptr(GError) error = NULL;
  FulProfile *named = ful_symbol_growth_apply (growth, recorded, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (named->symbolicated, ==, recorded->symbolicated);
  g_assert_true (ful_profile_has_rows_of (named, recorded));
  g_assert_cmpuint (named->thread_serial, ==, recorded->thread_serial);

  return named;
}

static void
add (FulSymbolGrowth *growth,
     const char      *text)
{
  g_autoptr(FulSymbolResults) results = ful_test_symbols_results (text);

  ful_symbol_growth_add (growth, 0, results);
}

/* The number of the function of this name, which one function has. */
static gint32
find (FulProfile *profile,
      const char *name)
{
  gint32 found = FUL_NONE;

  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_func_name (profile, (FulFuncIndex) i), name))
      {
        g_assert_cmpint (found, ==, FUL_NONE);
        found = (gint32) i;
      }
  g_assert_cmpint (found, !=, FUL_NONE);

  return found;
}

static void
test_example (void)
{
  g_autoptr(FulSymbolGrowth) growth = ful_symbol_growth_new ();
  Growing growing;
  g_autoptr(FulProfile) first = NULL, second = NULL, third = NULL, one = NULL, two = NULL, three = NULL;
  const FulFuncIndex *replaced;
  guint n;
  gint32 outer;

  growing_init (&growing);
  first = grow (&growing, "0x10 0x11 0x10\n0x20 0x20     ");
  g_assert_false (ful_symbol_growth_has_names (growth));
  add (growth, "10 10 outer@a.c:1\n11 10 outer@a.c:2 inner@b.c:3\n20 -\n");
  g_assert_true (ful_symbol_growth_has_names (growth));
  one = apply (growth, first);
  ful_test_assert_call_tree (one, "{}", "outer 3 1\n  0x20 1 1\n  inner 1 0\n    0x20 1 1\n");
  outer = find (one, "outer");
  replaced = ful_profile_get_replacement (one, first->frames->func[0], &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (replaced[0], ==, outer);

  /* New functions have other numbers than the names, which keep theirs. */
  second = grow (&growing, "0x10 0x30 plain 0x11\n0x31");
  two = apply (growth, second);
  ful_test_assert_call_tree (two, "{\"thread\": 0}", "outer 3 1\n  0x20 1 1\n  inner 1 0\n    0x20 1 1\n");
  ful_test_assert_call_tree (two, "{\"thread\": 1}", "outer 2 0\n  inner 1 1\n  0x31 1 1\n0x30 1 1\nplain 1 1\n");
  g_assert_cmpint (find (two, "outer"), ==, outer);
  g_assert_cmpint (find (two, "0x30"), >, find (two, "inner"));

  /* So they do when more is found. */
  add (growth, "30 30 late@a.c:7\n31 30 late@a.c:8\n");
  three = apply (growth, second);
  ful_test_assert_call_tree (three, "{\"thread\": 1}", "outer 2 0\n  inner 1 1\n  late 1 1\nplain 1 1\nlate 1 1\n");
  g_assert_cmpint (find (three, "outer"), ==, outer);
  replaced = ful_profile_get_replacement (three, find (two, "0x30"), &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (replaced[0], ==, find (three, "late"));

  /* The rest is looked up with the numbers of the last snapshot. */
  {
    g_autoptr(FulSymbolicator) symbolicator = ful_symbolicator_new (three, NULL);
    g_autoptr(FulProfile) all = ful_test_symbolicate (ful_symbolicator_get_profile (symbolicator), three,
                                                      "10 10 outer@a.c:1\n11 10 outer@a.c:2 inner@b.c:3\n20 20 last\n"
                                                      "30 30 late@a.c:7\n31 30 late@a.c:8\n", NULL);

    g_assert_null (ful_symbolicator_get_profile (symbolicator)->shown_stacks);
    ful_test_assert_call_tree (all, "{\"thread\": 0}", "outer 3 1\n  inner 1 0\n    last 1 1\n  last 1 1\n");
    g_assert_cmpint (find (all, "outer"), ==, outer);
    g_assert_cmpint (find (all, "late"), ==, find (three, "late"));
  }
  ful_test_profile_free (growing.test);
}

/* Without new stacks and names the tables are those of the last snapshot. */
static void
test_shared (void)
{
  g_autoptr(FulSymbolGrowth) growth = ful_symbol_growth_new ();
  Growing growing;
  g_autoptr(FulProfile) first = NULL, second = NULL, one = NULL, two = NULL;

  growing_init (&growing);
  first = grow (&growing, "0x10\n0x20");
  add (growth, "10 10 outer\n20 20 leaf\n");
  one = apply (growth, first);
  second = grow (&growing, NULL);
  two = apply (growth, second);
  g_assert_true (two->shown_stacks == one->shown_stacks);
  g_assert_cmpuint (two->stack_serial, ==, one->stack_serial);
  ful_test_assert_call_tree (two, "{}", "outer 1 0\n  leaf 1 1\n");
  ful_test_profile_free (growing.test);
}

static void
test_cancelled (void)
{
  g_autoptr(FulSymbolGrowth) growth = ful_symbol_growth_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  Growing growing;
  g_autoptr(FulProfile) first = NULL, second = NULL, one = NULL, two = NULL;
  g_autoptr(GError) error = NULL;
  gint32 outer;

  growing_init (&growing);
  first = grow (&growing, "0x10");
  add (growth, "10 10 outer\n");
  one = apply (growth, first);
  outer = find (one, "outer");
  second = grow (&growing, "0x11 0x12");
  g_cancellable_cancel (cancellable);
  g_assert_null (ful_symbol_growth_apply (growth, second, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  two = apply (growth, second);
  ful_test_assert_call_tree (two, "{\"thread\": 1}", "0x11 1 1\n0x12 1 1\n");
  g_assert_cmpint (find (two, "outer"), ==, outer);
  ful_test_profile_free (growing.test);
}

/* Returns: (transfer full): name and file */
static char *
describe (FulProfile *profile,
          guint       func)
{
  FulSourceIndex source = profile->funcs->source[func];

  return g_strdup_printf ("%s@%s", ful_profile_get_func_name (profile, (FulFuncIndex) func),
                          source == FUL_NONE ? "" : ful_profile_get_string (profile, profile->sources->filename[source]));
}

static char *
make_thread (void)
{
  GString *text = g_string_new (NULL);

  for (guint depth = 0; depth < 4; depth++)
    {
      for (guint i = 0; i < 12; i++)
        g_string_append_printf (text, g_test_rand_int_range (0, 8) ? "0x%02x " : "f%02x ",
                                0x10 + (guint) g_test_rand_int_range (0, N_ADDRESSES));
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static char *
make_line (guint i)
{
  GString *line = g_string_new (NULL);

  g_string_printf (line, "%x %x n%u@x%u.c:%u", 0x10 + i, 0x10 + i - i % 3, i / 3, i % 2, i);
  for (guint k = i % 3; k > 0; k--)
    g_string_append_printf (line, " g%u@x.h:%u", (i + k) % 5, k);
  g_string_append_c (line, '\n');

  return g_string_free (line, FALSE);
}

static void
check_same_trees (FulProfile *profile,
                  FulProfile *expected)
{
  for (guint i = 0; i < expected->threads->len; i++)
    {
      g_autofree char *view_text = g_strdup_printf ("{\"thread\": %u, \"invert\": false}", i);
      g_autoptr(FulTestView) a = ful_test_view_new (profile, view_text), b = ful_test_view_new (expected, view_text);
      g_autofree char *text = ful_test_call_tree_to_text (a->tree, TRUE), *other = ful_test_call_tree_to_text (b->tree, TRUE);
      g_auto(GStrv) lines = g_strsplit (text, "\n", -1), other_lines = g_strsplit (other, "\n", -1);

      /* Ties are in the order of function numbers. */
      g_assert_cmpuint (g_strv_length (lines), ==, g_strv_length (other_lines));
      for (guint k = 0; lines[k]; k++)
        g_assert_true (g_strv_contains ((const char *const *) other_lines, lines[k]));
    }
}

/* Whenever rows and names come, the end is that of all at once, and numbers keep their meaning. */
static void
test_any_order (void)
{
  g_autoptr(FulSymbolGrowth) growth = ful_symbol_growth_new ();
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GString) known = g_string_new (NULL);
  g_autoptr(FulProfile) recorded = NULL, named = NULL, at_once = NULL;
  Growing growing;
  guint n_known = 0;

  growing_init (&growing);
  for (guint step = 0; step < 12; step++)
    {
      g_autofree char *thread = g_test_rand_bit () || step == 0 ? make_thread () : NULL;

      for (guint k = step == 11 ? N_ADDRESSES : (guint) g_test_rand_int_range (step == 0, 6); k > 0 && n_known < N_ADDRESSES; k--)
        {
          g_autofree char *line = make_line (n_known++);

          g_string_append (known, line);
          add (growth, line);
        }
      g_clear_object (&recorded);
      recorded = grow (&growing, thread);
      g_clear_object (&named);
      named = apply (growth, recorded);
      for (guint i = 0; i < named->funcs->table.n_rows; i++)
        {
          g_autofree char *name = describe (named, i);

          if (i < names->len)
            g_assert_cmpstr (name, ==, g_ptr_array_index (names, i));
          else
            g_ptr_array_add (names, g_steal_pointer (&name));
        }
    }
  at_once = ful_test_symbolicate (recorded, NULL, known->str, NULL);
  check_same_trees (named, at_once);
  ful_test_profile_free (growing.test);
}

/* What is written of a part of a profile is as of a file twice: first the profile, then its part. */
static void
test_plain (void)
{
  g_autoptr(FulSymbolGrowth) growth = ful_symbol_growth_new ();
  Growing growing;
  g_autoptr(FulProfile) first = NULL, one = NULL, second = NULL, named = NULL, once = NULL, twice = NULL;

  growing_init (&growing);
  first = grow (&growing, "0x10");
  add (growth, "10 10 outer\n");
  one = apply (growth, first);
  second = grow (&growing, "0x10 0x20 0x30 0x40\n0x50 0x60 plain 0x10");
  add (growth, "20 20 b\n30 30 c\n40 40 d\n50 50 e\n60 60 f\n");
  named = apply (growth, second);
  named->meta_json = g_strdup ("{}");
  once = ful_plain_profile_new (named, NULL, NULL);
  twice = ful_plain_profile_new (once, NULL, NULL);
  for (guint i = 0; i < twice->frames->table.n_rows; i++)
    g_assert_cmpint (twice->frames->func[i], !=, FUL_NONE);
  check_same_trees (named, once);
  check_same_trees (named, twice);
  ful_test_profile_free (growing.test);
}

static void
test_any_order_often (void)
{
  for (guint i = 0; i < 40; i++)
    test_any_order ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-growth/example", test_example);
  g_test_add_func ("/symbol-growth/shared", test_shared);
  g_test_add_func ("/symbol-growth/cancelled", test_cancelled);
  g_test_add_func ("/symbol-growth/plain", test_plain);
  g_test_add_func ("/symbol-growth/any-order", test_any_order_often);

  return g_test_run ();
}
