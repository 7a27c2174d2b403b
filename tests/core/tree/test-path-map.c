/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What becomes of the path of a node with another implementation (transforms.md 4). */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/ful-path-map.h"
#include "viewtext/ful-transform-names.h"

/* Follows a path of @before, functions by name, to @after. */
static void
assert_path (FulTestView *before,
             const char  *path_text,
             FulTestView *after,
             const char  *expected)
{
  FulProfile *profile = before->derived->profile;
  g_autoptr(FulFuncNames) names = ful_func_names_new (profile);
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  g_autoptr(GString) text = g_string_new (NULL);
  g_auto(GStrv) words = g_strsplit (path_text, " ", -1);

  for (guint i = 0; words[i]; i++)
    {
      FulFuncIndex func = ful_func_names_find (names, words[i], NULL);

      g_assert_cmpint (func, !=, FUL_NONE);
      g_array_append_val (path, func);
    }

  g_assert_true (ful_call_node_path_can_map (before->derived, after->derived));
  ful_call_node_path_map (path, before->derived, before->tree, after->derived);
  for (guint i = 0; i < path->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ful_profile_get_func_name (profile, g_array_index (path, FulFuncIndex, i)));
  g_assert_cmpstr (text->str, ==, expected);

  /* Where it leads, there is a node. */
  if (path->len > 0)
    g_assert_cmpint (ful_call_tree_find_path (after->tree, (FulFuncIndex *) (gpointer) path->data, path->len), !=,
                     FUL_NONE);
}

static void
test_restores_hidden (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A     A     B\n"
                                                              "f.js  f.js  f.js\n"
                                                              "N     M     N\n"
                                                              "g.js  g.js  h.js\n");
  g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) js = ful_test_view_change (all, "{ \"implementation\": \"js\" }");
  g_autoptr(FulTestView) cpp = ful_test_view_change (all, "{ \"implementation\": \"cpp\" }");

  /* The functions that were hidden come back: those of the first stack that the path fits. */
  assert_path (js, "f.js", all, "A f.js");
  assert_path (js, "f.js g.js", all, "A f.js N g.js");
  assert_path (js, "f.js h.js", all, "B f.js N h.js");
  assert_path (cpp, "A M", all, "A f.js M");

  /* From one to the other by way of all. */
  assert_path (js, "f.js g.js", cpp, "A N");
  assert_path (js, "f.js h.js", cpp, "B N");
  assert_path (cpp, "A M", js, "f.js");
  assert_path (cpp, "A", js, "");

  /* Nothing is to be restored where nothing was hidden. */
  assert_path (all, "A f.js N g.js", js, "f.js g.js");
  assert_path (all, "A f.js N g.js", cpp, "A N");

  /* No stack has that path. */
  assert_path (js, "g.js f.js", all, "");
}

/* Roots stay where only own code is shown. */
static void
test_own (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("fmt.Print fmt.Print\n"
                                                              "fmt.Read  A\n"
                                                              "A         B\n");
  g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) own = ful_test_view_change (all, "{ \"implementation\": \"own\" }");

  assert_path (all, "fmt.Print fmt.Read", own, "fmt.Print");
  assert_path (all, "fmt.Print fmt.Read A", own, "fmt.Print A");
  assert_path (own, "fmt.Print A", all, "fmt.Print fmt.Read A");
  assert_path (own, "fmt.Print A B", all, "fmt.Print A B");
}

/* With a transform that came at the same time the stacks are those after it. */
static void
test_restores_after_transform (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A     A\n"
                                                              "f.js  N\n"
                                                              "N     f.js\n"
                                                              "g.js  g.js\n");
  g_autoptr(FulTestView) js = ful_test_view_new (profile, "{ \"implementation\": \"js\" }");
  g_autoptr(FulTestView) merged = ful_test_view_change (js, "{ \"transforms\": [{ \"type\": \"merge-function\", "
                                                            "\"function\": \"f.js\" }] }");

  assert_path (js, "f.js g.js", merged, "A N g.js");
}

/* A path from a leaf may have lost its leaf, so nothing is put back. */
static void
test_inverted (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n"
                                                              "f.js\n"
                                                              "N\n");
  g_autoptr(FulTestView) js = ful_test_view_new (profile, "{ \"implementation\": \"js\", \"invert\": true }");
  g_autoptr(FulTestView) cpp = ful_test_view_change (js, "{ \"implementation\": \"cpp\", \"invert\": true }");
  g_autoptr(FulTestView) all = ful_test_view_change (js, "{ \"invert\": true }");

  assert_path (all, "N f.js A", js, "f.js");
  assert_path (all, "N f.js A", cpp, "N A");
  assert_path (js, "f.js", cpp, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/path-map/restores-hidden", test_restores_hidden);
  g_test_add_func ("/path-map/own", test_own);
  g_test_add_func ("/path-map/restores-after-transform", test_restores_after_transform);
  g_test_add_func ("/path-map/inverted", test_inverted);

  return g_test_run ();
}
