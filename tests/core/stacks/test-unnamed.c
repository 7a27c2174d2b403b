/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "stacks/ful-unnamed.h"

#include <string.h>

/* Unnamed functions of @text are of libtest.so, those from 0x90 on of libother.so; 0x1000 is of no library.
 * All native frames but those have an address. */
static FulProfile *
profile_from_text (const char *text)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulProfileBuilder *builder = test->builder;
  guint other;

  ful_test_profile_add (test, text);
  other = ful_table_builder_append (&builder->resources, 1);
  FUL_CELLS (&builder->resources, FUL_RESOURCE_NAME, gint32)[other] =
    ful_string_table_intern (builder->strings, "libother.so", -1);
  FUL_CELLS (&builder->resources, FUL_RESOURCE_TYPE, gint32)[other] = FUL_RESOURCE_TYPE_LIBRARY;

  for (guint i = 0; i < builder->frames.n_rows; i++)
    {
      FulFuncIndex func = FUL_CELLS (&builder->frames, FUL_FRAME_FUNC, gint32)[i];
      const char *name = ful_string_table_get (builder->strings, FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[func]);
      gint64 address = g_ascii_strtoll (name, NULL, 16);

      if (strstr (name, ".js") || address == 0x1000)
        continue;
      FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[i] = address;
      if (g_str_has_prefix (name, "0x"))
        FUL_CELLS (&builder->funcs, FUL_FUNC_RESOURCE, gint32)[func] = address >= 0x90 ? (gint32) other : 0;
    }

  return ful_test_profile_seal (test);
}

#define FOLDED "{ \"thread\": 0, \"foldUnnamed\": true"

static void
test_folds (void)
{
  g_autoptr(FulProfile) profile = profile_from_text ("main  main  main   main    main\n"
                                                     "0x1   0x1   0x2    b.js    0x3\n"
                                                     "0x2   0x3   named  0x1     c.js\n"
                                                     "0x3   0x90  0x1    0x1000  0x2\n"
                                                     "0x4   0x91         0x1000     \n");

  ful_test_assert_call_tree (profile, FOLDED " }",
                             "main 5 0\n"
                             "  libtest.so 4 1\n"
                             "    named 1 0\n"
                             "      libtest.so 1 1\n"
                             "    c.js 1 0\n"
                             "      libtest.so 1 1\n"
                             "    libother.so 1 1\n"
                             "  b.js 1 0\n"
                             "    libtest.so 1 0\n"
                             "      0x1000 1 0\n"
                             "        0x1000 1 1\n");

  /* Other filters come after it, transforms and searches are about what is shown. */
  ful_test_assert_call_tree (profile, FOLDED ", \"implementation\": \"js\" }", "b.js 1 1\nc.js 1 1\n");
  ful_test_assert_call_tree (profile, FOLDED ", \"search\": \"libother\" }",
                             "main 1 0\n  libtest.so 1 0\n    libother.so 1 1\n");
  ful_test_assert_call_tree (profile, FOLDED ", \"search\": \"0x1\" }",
                             "main 1 0\n  b.js 1 0\n    libtest.so 1 0\n      0x1000 1 0\n        0x1000 1 1\n");
  ful_test_assert_call_tree (profile, FOLDED ", \"transforms\": [ { \"type\": \"merge-function\", \"function\": \"libtest.so\" } ] }",
                             "main 5 1\n  named 1 1\n  b.js 1 0\n    0x1000 1 0\n      0x1000 1 1\n"
                             "  c.js 1 1\n  libother.so 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"thread\": 0, \"foldUnnamed\": false, \"search\": \"0x91\" }",
                             "main 1 0\n  0x1 1 0\n    0x3 1 0\n      0x90 1 0\n        0x91 1 1\n");
}

static void
test_path (void)
{
  g_autoptr(FulProfile) profile = profile_from_text ("0x3\n0x2\nmain\n0x1\n0x2\n0x90\n0x1\nnamed\n");
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  const FulFrameTable *frames = profile->frames;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < profile->stacks->table.n_rows; i++)
    g_array_append_val (path, frames->func[profile->stacks->frame[i]]);
  ful_unnamed_fold_path (profile, path);
  for (guint i = 0; i < path->len; i++)
    g_string_append_printf (text, "%s ", ful_profile_get_func_name (profile, g_array_index (path, FulFuncIndex, i)));
  g_assert_cmpstr (text->str, ==, "libtest.so main libtest.so libother.so libtest.so named ");
  g_string_free (text, TRUE);
}

static void
test_share (void)
{
  static const struct { const char *text; double share; } rows[] = {
    { "main\n0x1\n0x2\na.js\n", 2.0 / 3 },
    { "main\nother\n", 0 },
    { "a.js\n0x1000\n", 0 },
    { "0x1\n0x2\n", 1 },
    { "0x\n0xyz\n0x1\nmain\n", 0.25 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = profile_from_text (rows[i].text);

      g_assert_cmpfloat_with_epsilon (ful_unnamed_compute_share (profile), rows[i].share, 1e-9);
    }
}

/* Named functions of libraries count where a format has no addresses for them; those of scripts never. */
static void
test_share_without_addresses (void)
{
  static const struct { const char *with_library; double share; } rows[] = {
    { "none", 1 },
    { "main", 2.0 / 3 },
    { "a.js", 1 },
  };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      g_autoptr(FulProfile) profile = profile_from_text ("main\n0x1\n0x2\na.js\n");
      const FulFrameTable *frames = profile->frames;

      for (guint i = 0; i < frames->table.n_rows; i++)
        {
          FulFuncIndex func = frames->func[i];
          const char *name = ful_profile_get_func_name (profile, func);

          ((gint64 *) frames->table.buffers[FUL_FRAME_ADDRESS]->data)[i] = FUL_NONE;
          if (!g_str_has_prefix (name, "0x"))
            ((gint32 *) profile->funcs->table.buffers[FUL_FUNC_RESOURCE]->data)[func] =
              g_str_equal (name, rows[r].with_library) ? 0 : FUL_NONE;
        }
      g_assert_cmpfloat_with_epsilon (ful_unnamed_compute_share (profile), rows[r].share, 1e-9);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/unnamed/folds", test_folds);
  g_test_add_func ("/unnamed/path", test_path);
  g_test_add_func ("/unnamed/share", test_share);
  g_test_add_func ("/unnamed/share-without-addresses", test_share_without_addresses);

  return g_test_run ();
}
