/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-files.h"
#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "import/ful-loader.h"
#include "insight/samples/ful-hot-node.h"

#include <json-glib/json-glib.h>
#include <string.h>

static FulCallNodeIndex
find (FulTestView *view)
{
  FulCallNodeIndex node;

  g_assert_true (ful_hot_node_find (view->tree, view->derived, &node, NULL, NULL));

  return node;
}

/* The hot function of a thread; of one without a name its library. */
static char *
dup_hot_name (FulProfile *profile,
              guint       thread)
{
  g_autofree char *options = g_strdup_printf ("{ \"thread\": %u }", thread);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, options);
  FulCallNodeIndex node = find (view);
  FulFuncIndex func = node == FUL_NONE ? FUL_NONE : ful_call_tree_get_func (view->tree, node);
  const char *name = func == FUL_NONE ? NULL : ful_profile_get_func_name (profile, func);

  if (name && g_str_has_prefix (name, "0x") && profile->funcs->resource[func] != FUL_NONE)
    return g_strdup_printf ("%s (no names)", ful_profile_get_string (profile, profile->resources->name[profile->funcs->resource[func]]));

  return g_strdup (name);
}

/* Captures of known programs. */
static void
test_fixtures (void)
{
  static const struct { const char *file; guint thread; const char *name; } rows[] = {
    { "fx153-symbolicated-native.gecko.json.gz", 9, "draw" },
    { "fx153-startup-small.gecko.json.gz", 3, NULL },
    { "node-cpu-prof.cpuprofile", 0, "(anonymous)" },
    { "perf-script-native-fp.txt.gz", 0, "msort_with_tmp.part.0" },
    { "valgrind-dhat-tree.json.gz", 0, "grow" },
    { "folded-native.txt", 0, NULL },
    { "import/php-excimer.collapsed.txt", 0, "{closure:/home/me/w/defs.php(3)}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_load_fixture (rows[i].file);
      g_autofree char *name = dup_hot_name (profile, rows[i].thread);

      g_test_message ("%s", rows[i].file);
      g_assert_cmpstr (name, ==, rows[i].name);
    }
}

/* The greatest self is not what is hot: own code with what it calls. Of recursion it is the outermost call. */
static void
test_path (void)
{
  static const struct { const char *thread, *name; int depth; } rows[] = {
    { "main main main main\nwork work work idle\nsort copy hash\n", "work", 1 },
    { "main main main main\na    b    c    d\n", "main", 0 },
    { "a b c\n", NULL, -1 },
    { "f f f\nf f f\nf g f\n", "f", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (rows[i].thread);
      g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
      FulCallNodeIndex node = find (view);

      g_assert_cmpstr (node == FUL_NONE ? NULL : ful_call_tree_get_name (view->tree, node), ==, rows[i].name);
      g_assert_cmpint (node == FUL_NONE ? -1 : ful_call_tree_get_depth (view->tree, node), ==, rows[i].depth);
    }
}

/* What is selected where nothing is hot. */
static void
test_choice (void)
{
  static const struct { const char *thread, *view, *name; } rows[] = {
    { "main main main\nwork work idle\n", NULL, "work" },
    { "a b b\nc d e\n", NULL, "b" },
    { "a b c\n", NULL, "a" },
    { "a b b\nd d e\n", "{ \"invert\": true }", "d" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (rows[i].thread);
      g_autoptr(FulTestView) view = ful_test_view_new (profile, rows[i].view);
      g_autoptr(GCancellable) cancelled = g_cancellable_new ();
      g_autoptr(GError) error = NULL;
      FulCallNodeIndex node;

      g_assert_true (ful_hot_node_choose (view->tree, view->derived, &node, NULL, NULL));
      g_assert_cmpstr (ful_call_tree_get_name (view->tree, node), ==, rows[i].name);

      g_cancellable_cancel (cancelled);
      if (!view->tree->inverted)
        {
          g_assert_false (ful_hot_node_choose (view->tree, view->derived, &node, cancelled, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        }
    }
}

/* Expected states of captures that are not in the repository. */
static void
test_shared (void)
{
  const char *shared = g_getenv ("FULGENS_SHARED");
  g_autofree char *folder = g_build_filename (shared ? shared : FUL_FIXTURES "/../../../shared", "oracle-insight", NULL);
  g_autofree char *opening = g_build_filename (folder, "opening.json", NULL), *inputs = g_build_filename (folder, "inputs.json", NULL);
  g_autoptr(JsonParser) states = json_parser_new ();
  g_autoptr(JsonParser) paths = json_parser_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (!json_parser_load_from_file (states, opening, NULL) || !json_parser_load_from_file (paths, inputs, NULL))
    {
      g_test_skip ("the captures are not here");
      return;
    }

  json_object_iter_init (&iter, json_node_get_object (json_parser_get_root (states)));
  while (json_object_iter_next (&iter, &name, &node))
    {
      JsonObject *state = json_node_get_object (node);
      const char *expected = json_object_get_string_member_with_default (state, "selected", NULL);
      g_autofree char *path = g_build_filename (folder, json_object_get_string_member (json_node_get_object (json_parser_get_root (paths)), name), NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
      g_autofree char *hot = NULL;

      g_assert_no_error (error);
      hot = dup_hot_name (profile, (guint) json_object_get_int_member (state, "thread"));
      g_test_message ("%s: %s", name, hot ? hot : "–");
      g_assert_cmpstr (hot, ==, expected);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hot-node/fixtures", test_fixtures);
  g_test_add_func ("/hot-node/path", test_path);
  g_test_add_func ("/hot-node/choice", test_choice);
  g_test_add_func ("/hot-node/shared", test_shared);

  return g_test_run ();
}
