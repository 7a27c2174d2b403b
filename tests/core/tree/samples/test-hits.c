/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/samples/ful-annotation.h"
#include "tree/samples/ful-hits.h"

/* Functions are named FILE:FUNCTION:LINE; those of one FILE and FUNCTION are one function of this file. */
static FulProfile *
profile_from_text (const char *text)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulProfileBuilder *builder = test->builder;
  g_autoptr(GHashTable) sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) funcs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  ful_test_profile_add (test, text);
  for (guint i = 0; i < builder->frames.n_rows; i++)
    {
      gint32 *func = &FUL_CELLS (&builder->frames, FUL_FRAME_FUNC, gint32)[i];
      const char *name = ful_string_table_get (builder->strings, FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[*func]);
      g_auto(GStrv) parts = g_strsplit (name, ":", -1);
      g_autofree char *key = g_strdup_printf ("%s:%s", parts[0], parts[1]);
      gpointer row;

      FUL_CELLS (&builder->frames, FUL_FRAME_LINE, gint32)[i] = atoi (parts[2]) > 0 ? atoi (parts[2]) : FUL_NONE;
      if (!g_hash_table_lookup_extended (sources, parts[0], NULL, &row))
        {
          guint source = ful_table_builder_append (&builder->sources, 1);

          FUL_CELLS (&builder->sources, FUL_SOURCE_FILENAME, gint32)[source] = ful_string_table_intern (builder->strings, parts[0], -1);
          row = GUINT_TO_POINTER (source);
          g_hash_table_insert (sources, g_strdup (parts[0]), row);
        }
      FUL_CELLS (&builder->funcs, FUL_FUNC_SOURCE, gint32)[*func] = GPOINTER_TO_INT (row);
      if (g_hash_table_lookup_extended (funcs, key, NULL, &row))
        *func = GPOINTER_TO_INT (row);
      else
        g_hash_table_insert (funcs, g_steal_pointer (&key), GINT_TO_POINTER (*func));
    }

  return ful_test_profile_seal (test);
}

/* The lines of the first source. */
static void
assert_lines (const char *text,
              const char *options,
              const char *expected)
{
  g_autoptr(FulProfile) profile = profile_from_text (text);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, options);
  g_autofree gint64 *lines = ful_hits_list_lines (view->derived->stacks, 0);
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) hits = ful_hits_new (view->derived->stacks, view->rows, lines, NULL, &error);
  g_autoptr(GString) found = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < hits->len; i++)
    {
      const FulHit *hit = &g_array_index (hits, FulHit, i);

      g_string_append_printf (found, "%d:%g,%g ", (int) hit->value, hit->total, hit->self);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

/* E4 of examples.md, with the addresses of main as lines. */
static void
test_example (void)
{
  assert_lines ("m:main:2  m:main:3   m:main:6   m:main:8  m:main:9   m:main:12\n"
                "          d:do:17    s:some:21            d:do:17              \n", "{}",
                "2:1,1 3:1,0 6:1,0 8:1,1 9:1,0 12:1,1 ");
}

/* A line counts once for a sample; a line that is not known does not count; other files in between neither. */
static void
test_recursion (void)
{
  assert_lines ("a:f:1  a:f:1  a:f:1  b:g:9  a:h:0\n"
                "a:f:2  b:g:5  a:f:2  a:f:2       \n"
                "a:f:1  a:f:1  b:g:1              \n", "{}",
                "1:3,2 2:3,1 ");
}

static void
test_filters (void)
{
  assert_lines ("a:f:1  a:f:1  a:f:1\n"
                "a:f:2  b:g:5  a:k:3\n", "{\"search\": \"b:\"}", "1:1,0 ");
  assert_lines ("a:f:1  a:f:1  a:f:1\n"
                "a:f:2  b:g:5  a:k:3\n", "{\"transforms\": [{\"type\": \"merge-function\", \"function\": \"b:g:5\"}]}",
                "1:3,1 2:1,1 3:1,1 ");
}

static FulFuncIndex
find_func (FulProfile *profile,
           const char *name)
{
  for (guint i = 0; i < profile->n_recorded_funcs; i++)
    if (g_str_has_prefix (ful_profile_get_func_name (profile, (FulFuncIndex) i), name))
      return (FulFuncIndex) i;

  g_assert_not_reached ();
}

/* Costs are of the whole file; the line to show is of the function, even if another one of the file is hotter. */
static void
test_annotation (void)
{
  g_autoptr(FulProfile) profile = profile_from_text ("a:f:1  a:f:1  a:f:2  a:f:2  a:f:1\n"
                                                     "a:g:7  a:g:7  a:g:7  a:g:8       \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{}");
  g_autoptr(FulAnnotation) f = ful_annotation_new (view->derived->stacks, view->rows, find_func (profile, "a:f"), NULL, NULL);
  g_autoptr(FulAnnotation) g = ful_annotation_new (view->derived->stacks, view->rows, find_func (profile, "a:g"), NULL, NULL);

  g_assert_cmpint (f->source, ==, g->source);
  g_assert_cmpuint (f->lines->len, ==, 4);
  g_assert_cmpuint (g->lines->len, ==, 4);
  g_assert_cmpuint (f->line, ==, 1);
  g_assert_cmpuint (g->line, ==, 7);
  g_assert_cmpuint (f->symbols->len, ==, 0);

  /* In the hottest lines of the file, line 7 and 1 with three rows each, the first one would count for both. */
  g_assert_cmpfloat (g_array_index (f->lines, FulHit, 0).total, ==, g_array_index (f->lines, FulHit, 2).total);
}

/* The hottest line is the one where samples end, in the function or in what is inlined into it. */
static void
test_hottest_line (void)
{
  g_autoptr(FulProfile) profile = profile_from_text ("a:f:40  a:f:40  a:f:40  a:f:41\n"
                                                     "a:g:13  a:g:13                \n");
  FulFrameTable *frames = profile->frames;
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{}");
  g_autoptr(FulAnnotation) f = NULL;

  for (guint i = 0; i < frames->table.n_rows; i++)
    {
      ((gint32 *) frames->native_symbol)[i] = 0;
      ((guint8 *) frames->inline_depth)[i] = frames->line[i] == 13;
    }
  f = ful_annotation_new (view->derived->stacks, view->rows, find_func (profile, "a:f"), NULL, NULL);

  g_assert_cmpuint (f->line, ==, 13);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hits/example", test_example);
  g_test_add_func ("/hits/recursion", test_recursion);
  g_test_add_func ("/hits/filters", test_filters);
  g_test_add_func ("/hits/annotation", test_annotation);
  g_test_add_func ("/hits/hottest-line", test_hottest_line);

  return g_test_run ();
}
