/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "base/ful-error.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-path-map.h"
#include "viewtext/ful-view-options-text.h"

static const char *const e2 = "A  A  A\n"
                              "B  B  B\n"
                              "C  C  H\n"
                              "D  F  F\n"
                              "E  G   \n";

/* r→B→B; the inner B is JavaScript. */
static const char *const e8_a = "r\n"
                                "B[Layout]\n"
                                "B[JavaScript]\n";

/* A script function that calls itself by way of native code that does, too. */
static const char *const e8_e = "f.js\n"
                                "N\n"
                                "N\n"
                                "f.js\n";

typedef struct
{
  const char *profile;
  const char *transforms;
  const char *more;       /* further members of the view */
  const char *expected;
} Case;

static const Case cases[] = {
  /* examples.md E3 */
  { e2, "{ 'type': 'merge-call-node', 'path': ['A', 'B', 'C'] }", "",
    "A 3 0\n  B 3 0\n    D 1 0\n      E 1 1\n    F 1 0\n      G 1 1\n    H 1 0\n      F 1 1\n" },
  { e2, "{ 'type': 'merge-call-node', 'path': ['A', 'B', 'C', 'D', 'E'] }", "",
    "A 3 0\n  B 3 0\n    C 2 0\n      D 1 1\n      F 1 0\n        G 1 1\n    H 1 0\n      F 1 1\n" },
  { e2, "{ 'type': 'merge-subtree', 'path': ['A', 'B', 'C'] }", "",
    "A 3 0\n  B 3 2\n    H 1 0\n      F 1 1\n" },
  { e2, "{ 'type': 'drop-call-node', 'path': ['A', 'B', 'C'] }", "",
    "A 1 0\n  B 1 0\n    H 1 0\n      F 1 1\n" },
  { e2, "{ 'type': 'focus-subtree', 'path': ['A', 'B', 'C'] }", "",
    "C 2 0\n  D 1 0\n    E 1 1\n  F 1 0\n    G 1 1\n" },
  /* The same from the leaf: what is below F goes. */
  { e2, "{ 'type': 'focus-subtree', 'path': ['F', 'H'], 'inverted': true }", ", 'invert': true",
    "H 1 1\n  B 1 0\n    A 1 0\n" },
  { e2, "{ 'type': 'focus-function', 'function': 'F' }", "", "F 2 1\n  G 1 1\n" },
  { e2, "{ 'type': 'focus-self', 'function': 'F' }", "", "F 1 1\n" },
  { e2, "{ 'type': 'merge-function', 'function': 'B' }", "",
    "A 3 0\n  C 2 0\n    D 1 0\n      E 1 1\n    F 1 0\n      G 1 1\n  H 1 0\n    F 1 1\n" },
  { e2, "{ 'type': 'merge-function', 'function': 'A' }, { 'type': 'focus-function', 'function': 'H' }", "",
    "H 1 0\n  F 1 1\n" },
  { e2, "{ 'type': 'drop-function', 'function': 'F' }", "",
    "A 1 0\n  B 1 0\n    C 1 0\n      D 1 0\n        E 1 1\n" },
  { e2, "{ 'type': 'drop-function', 'function': 'F', 'enabled': false }, { 'type': 'focus-function', 'function': 'H' }",
    "", "H 1 0\n  F 1 1\n" },
  { e2, "{ 'type': 'collapse-function-subtree', 'function': 'B' }", "", "A 3 0\n  B 3 3\n" },
  { e2, "{ 'type': 'collapse-resource', 'resource': 'libtest.so' }", "", "libtest.so 3 3\n" },
  { e2, "{ 'type': 'filter-samples', 'filterType': 'function-include', 'functions': ['E', 'H'] }, "
        "{ 'type': 'focus-function', 'function': 'B' }", "",
    "B 2 0\n  C 1 0\n    D 1 0\n      E 1 1\n  H 1 0\n    F 1 1\n" },
  { e2, "{ 'type': 'filter-samples', 'filterType': 'stack-prefix', 'functions': ['A', 'B', 'H'] }", "",
    "A 1 0\n  B 1 0\n    H 1 0\n      F 1 1\n" },
  { e2, "{ 'type': 'filter-samples', 'filterType': 'stack-suffix', 'functions': ['G'] }, "
        "{ 'type': 'focus-function', 'function': 'C' }", "", "C 1 0\n  F 1 0\n    G 1 1\n" },
  { e2, "{ 'type': 'filter-samples', 'filterType': 'function-include', 'filter': '^[gh]$', 'regex': true }, "
        "{ 'type': 'focus-function', 'function': 'F' }", "", "F 2 1\n  G 1 1\n" },
  /* The root: samples on it are gone. */
  { "A  A\nB   \n", "{ 'type': 'merge-function', 'function': 'A' }", "", "B 1 1\n" },
  { "A  A\nB  B\nA   \n", "{ 'type': 'collapse-recursion', 'function': 'A' }", "", "A 2 1\n  B 1 1\n" },
  /* The same function below the merged node stays. */
  { "A\nA\nA\n", "{ 'type': 'merge-call-node', 'path': ['A'] }", "", "A 1 0\n  A 1 1\n" },
  /* Hidden functions in between. */
  { e8_e, "{ 'type': 'focus-subtree', 'path': ['f.js', 'f.js'], 'implementation': 'js' }", "", "f.js 1 1\n" },
  { e8_e, "{ 'type': 'merge-call-node', 'path': ['f.js', 'f.js'], 'implementation': 'js' }", "",
    "f.js 1 0\n  N 1 0\n    N 1 1\n" },
  { "a.js\nN\nM\n", "{ 'type': 'focus-self', 'function': 'a.js', 'implementation': 'js' }", "",
    "a.js 1 0\n  N 1 0\n    M 1 1\n" },
  { "a.js\nN\nM\n", "{ 'type': 'focus-self', 'function': 'a.js' }", "", "" },
  { "f\nN.js\nlib\n", "{ 'type': 'focus-subtree', 'path': ['lib', 'f'], 'inverted': true, 'implementation': 'cpp' }", "",
    "f 1 1\n" },
  /* examples.md E8 e, f */
  { e8_e, "{ 'type': 'collapse-direct-recursion', 'function': 'N', 'implementation': 'js' }", "",
    "f.js 1 0\n  N 1 0\n    N 1 0\n      f.js 1 1\n" },
  { e8_e, "{ 'type': 'collapse-direct-recursion', 'function': 'N' }", "", "f.js 1 0\n  N 1 0\n    f.js 1 1\n" },
  { e8_e, "{ 'type': 'collapse-direct-recursion', 'function': 'f.js', 'implementation': 'js' }", "", "f.js 1 1\n" },
  { e8_e, "{ 'type': 'collapse-direct-recursion', 'function': 'f.js' }", "",
    "f.js 1 0\n  N 1 0\n    N 1 0\n      f.js 1 1\n" },
};

static const Case category_cases[] = {
  /* examples.md E8 b, c, d */
  { e8_a, "{ 'type': 'collapse-direct-recursion', 'function': 'B' }", "", "r 1 0 Other\n  B 1 1 Other\n" },
  { e8_a, "{ 'type': 'collapse-recursion', 'function': 'B' }", "", "r 1 0 Other\n  B 1 1 Other\n" },
  { e8_a, "{ 'type': 'merge-call-node', 'path': ['r', 'B'] }", "", "r 1 0 Other\n  B 1 1 Other\n" },
  { e8_a, "{ 'type': 'collapse-function-subtree', 'function': 'B' }", "", "r 1 0 Other\n  B 1 1 Layout\n" },
  { e8_a, "{ 'type': 'collapse-function-subtree', 'function': 'B' }", ", 'invert': true",
    "B 1 1 Other\n  r 1 0 Other\n" },
  { e8_a, "{ 'type': 'merge-function', 'function': 'B' }", "", "r 1 1 Other\n" },
  { e8_a, "{ 'type': 'focus-category', 'category': 'Layout' }", "", "B 1 1 Layout\n" },
  { e8_a, "{ 'type': 'focus-category', 'category': 'Idle' }", "", "" },
  /* E8 k: the category of the stack as recorded decides */
  { "r\nB\nI[Idle]\n", "{ 'type': 'collapse-function-subtree', 'function': 'B' }", ", 'includeIdle': false", "" },
};

static char *
make_view (const char *transforms,
           const char *more)
{
  char *view = g_strdup_printf ("{ 'thread': 0, 'transforms': [%s]%s }", transforms, more);

  g_strdelimit (view, "'", '"');

  return view;
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (cases[i].profile);
      g_autofree char *view = make_view (cases[i].transforms, cases[i].more);

      g_test_message ("%s", view);
      ful_test_assert_call_tree (profile, view, cases[i].expected);
    }
  for (guint i = 0; i < G_N_ELEMENTS (category_cases); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (category_cases[i].profile);
      g_autofree char *view = make_view (category_cases[i].transforms, category_cases[i].more);

      g_test_message ("%s", view);
      ful_test_assert_categories (profile, view, category_cases[i].expected);
    }
}

/* All forms read back as what was written. */
static void
test_text (void)
{
  static const char *const specs[][2] = {
    { "merge-function:B", "merge-function" },
    { "mf:B", "merge-function" },
    { "focus-subtree:A;B;C", "focus-subtree" },
    { "drop-call-node:[\"A\", \"B\"]", "drop-call-node" },
    { "focus-category:Layout", "focus-category" },
    { "collapse-resource:libtest.so", "collapse-resource" },
    { "filter-samples:function-include:A;B", "filter-samples" },
    { "filter-samples:function-include:/^A/", "filter-samples" },
    { "drop-function:#1", "drop-function" },
  };
  static const char *const refused[][2] = {
    { "explode:B", "explode" }, { "merge-function", "missing" }, { "merge-function:Z", "Z" },
    { "focus-subtree:A;C", "A; C" }, { "focus-category:Z", "Z" }, { "collapse-resource:Z", "Z" },
    { "filter-samples:B", "TYPE:WHAT" }, { "filter-samples:function-include:/(/", "regular expression" },
    { "drop-function:#99", "#99" },
  };
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);
  g_autoptr(FulViewOptions) none = ful_view_options_new ();
  g_auto(FulTransformReader) reader = { NULL };

  ful_transform_reader_init (&reader, profile, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulViewOptions) options = ful_transform_push_spec (none, specs[i][0], &reader, &error);
      g_autoptr(FulViewOptions) again = NULL;
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (options->transforms[0]->kind->name, ==, specs[i][1]);
      text = ful_view_options_to_text (options, &reader);
      again = ful_view_options_new_from_text (text, &reader, &error);
      g_assert_no_error (error);
      g_assert_true (ful_view_options_equal (options, again));
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;
      gboolean is_name;

      g_assert_null (ful_transform_push_spec (none, refused[i][0], &reader, &error));
      is_name = strstr (error->message, "No function") || strstr (error->message, "no call node");
      g_assert_error (error, FUL_ERROR, (is_name ? FUL_ERROR_UNKNOWN_NAME : FUL_ERROR_ARGUMENT));
      if (!strstr (error->message, refused[i][1]))
        g_error ("%s: %s", refused[i][0], error->message);
    }
}

/* Functions of the same name: the view tells them apart, or the number does. */
static void
test_same_names (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulViewOptions) none = ful_view_options_new ();
  g_autoptr(FulViewOptions) path = NULL;
  g_autoptr(FulViewOptions) again = NULL;
  g_autoptr(FulViewOptions) ranged = NULL;
  g_autoptr(FulViewOptions) one = NULL;
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  FulFuncIndex twin;

  ful_test_profile_add (test, "A  X\n"
                              "f  g\n");
  twin = ful_test_profile_func (test, "g");
  FUL_CELLS (&test->builder->funcs, FUL_FUNC_NAME, gint32)[twin] =
    FUL_CELLS (&test->builder->funcs, FUL_FUNC_NAME, gint32)[ful_test_profile_func (test, "f")];
  profile = ful_test_profile_seal (test);

  ful_transform_reader_init (&reader, profile, NULL);
  path = ful_transform_push_spec (none, "focus-subtree:X;f", &reader, &error);
  g_assert_no_error (error);
  g_assert_cmpint (path->transforms[0]->path[1], ==, twin);
  text = ful_view_options_to_text (path, &reader);
  again = ful_view_options_new_from_text (text, &reader, &error);
  g_assert_no_error (error);
  g_assert_true (ful_view_options_equal (path, again));

  g_assert_null (ful_transform_push_spec (none, "merge-function:f", &reader, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "several"));
  g_clear_error (&error);

  ranged = ful_view_options_copy (none);
  ful_view_options_set_range (ranged, &(FulTimeRange) { 1, 2 });
  one = ful_transform_push_spec (ranged, "merge-function:f", &reader, &error);
  g_assert_no_error (error);
  g_assert_cmpint (one->transforms[0]->func, ==, twin);
}

/* What a transform makes of the path of a node (transforms.md 3.3). */
static void
test_paths (void)
{
  static const struct { const char *spec, *path, *expected; } paths[] = {
    { "focus-subtree:A;B", "A B C", "B C" }, { "focus-subtree:A;B", "A", "" },
    { "focus-function:B", "A B C B", "B C B" }, { "focus-function:B", "A", "" },
    { "focus-self:B", "A B C", "B" }, { "focus-self:B", "A", "" },
    { "merge-call-node:A;B", "A B C", "A C" }, { "merge-call-node:A;B", "A H", "A H" },
    { "merge-function:B", "A B C B", "A C" }, { "merge-subtree:A;B", "A B C", "A" },
    { "drop-function:C", "A B C", "" }, { "drop-function:C", "A B", "A B" },
    { "drop-call-node:A;B", "A B C", "" }, { "drop-call-node:A;B;C", "A B", "A B" },
    { "collapse-function-subtree:B", "A B C B", "A B" },
    { "collapse-recursion:B", "A B C B D", "A B D" }, { "collapse-recursion:B", "A", "A" },
    { "collapse-direct-recursion:B", "A B B C B", "A B C B" },
    { "collapse-resource:libtest.so", "A B C", "libtest.so" },
    { "focus-category:Other", "A B C", "A B C" }, { "focus-category:Layout", "A B C", "" },
    { "filter-samples:function-include:B", "A B", "A B" },
  };
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulFuncNames) names = ful_func_names_new (profile);

  ful_transform_reader_init (&reader, profile, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr(FulViewOptions) options = ful_transform_push_spec (view->derived->options, paths[i].spec, &reader, NULL);
      g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
      g_autoptr(GString) text = g_string_new (NULL);
      g_auto(GStrv) words = g_strsplit (paths[i].path, " ", -1);

      for (guint w = 0; words[w]; w++)
        {
          FulFuncIndex func = ful_func_names_find (names, words[w], NULL);

          g_array_append_val (path, func);
        }
      ful_call_node_path_map_transform (path, options->transforms[0], view->tree);
      for (guint f = 0; f < path->len; f++)
        g_string_append_printf (text, "%s%s", f > 0 ? " " : "",
                                ful_profile_get_func_name (profile, g_array_index (path, FulFuncIndex, f)));
      g_test_message ("%s on %s", paths[i].spec, paths[i].path);
      g_assert_cmpstr (text->str, ==, paths[i].expected);
    }
}

static void
test_mapped_funcs (void)
{
  FulFuncIndex path[] = { 2, 0 };
  const FulFuncIndex map[] = { 5, FUL_NONE, 7 };
  FulTransform focus = { .kind = &ful_transform_focus_subtree, .enabled = TRUE, .path = path, .n_path = 2 };
  FulTransform merge = { .kind = &ful_transform_merge_function, .enabled = TRUE, .func = 1 };
  FulTransform filter = { .kind = &ful_transform_filter_samples, .enabled = TRUE, .path = (FulFuncIndex[]) { 1, 2 },
                          .n_path = 2, .filter_type = FUL_SAMPLE_FILTER_FUNCTION_INCLUDE };
  g_autoptr(FulTransform) mapped = ful_transform_with_mapped_funcs (&focus, map, 3);
  g_autoptr(FulTransform) filtered = ful_transform_with_mapped_funcs (&filter, map, 3);

  g_assert_cmpint (mapped->path[0], ==, 7);
  g_assert_cmpint (mapped->path[1], ==, 5);
  g_assert_null (ful_transform_with_mapped_funcs (&merge, map, 3));
  g_assert_cmpuint (filtered->n_path, ==, 1);
  g_assert_cmpint (filtered->path[0], ==, 7);
}

/* An explosive expression is stopped, and deep recursion is no problem. */
static void
test_limits (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autofree char *as = g_strnfill (4000, 'a');
  g_autofree char *name = g_strconcat (as, "!", NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GString) deep = g_string_new (NULL);
  g_autoptr(FulViewOptions) none = ful_view_options_new ();
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulDerivedThread) derived = NULL;
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append (deep, i % 2 ? "f\n" : "g.js\n");
  ful_test_profile_add (test, deep->str);
  ful_test_profile_func (test, name);
  profile = ful_test_profile_seal (test);
  ful_transform_reader_init (&reader, profile, NULL);

  options = ful_transform_push_spec (none, "filter-samples:function-include:/^(a+)+$/", &reader, &error);
  g_assert_no_error (error);
  g_assert_null (ful_derived_thread_new (profile, options, NULL, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);

  ful_test_assert_call_tree (profile, "{ \"transforms\": [{ \"type\": \"collapse-recursion\", \"function\": \"f\" }] }",
                             "g.js 1 0\n  f 1 1\n");
  ful_test_assert_call_tree (profile, "{ \"transforms\": [{ \"type\": \"collapse-direct-recursion\", "
                             "\"function\": \"f\", \"implementation\": \"cpp\" }], \"implementation\": \"cpp\" }", "f 1 1\n");
}

/* A transform of something that is not in the profile is refused by name. */
static void
test_unsound (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);
  FulTransform values = { .kind = &ful_transform_merge_function, .enabled = TRUE, .func = 1000 };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);
  g_autoptr(FulViewOptions) none = ful_view_options_new ();
  g_autoptr(FulViewOptions) options = ful_view_options_push_transform (none, transform);
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_derived_thread_new (profile, options, NULL, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "merge-function"));
}

/* Ten thousand of them. */
static void
test_many (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);
  FulTransform values = { .kind = &ful_transform_collapse_recursion, .enabled = TRUE, .func = 1 };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);
  g_autofree FulTransform **many = g_new (FulTransform *, 10000);
  g_autoptr(FulViewOptions) none = ful_view_options_new ();
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulDerivedThread) derived = NULL;
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, 1 << 20);

  for (guint i = 0; i < 10000; i++)
    many[i] = transform;
  options = ful_view_options_copy (none);
  ful_view_options_set_transforms (options, many, 10000);
  derived = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  g_assert_nonnull (derived);
  g_assert_cmpuint (derived->stacks->stacks->table.n_rows, ==, profile->stacks->table.n_rows);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transforms/cases", test_cases);
  g_test_add_func ("/transforms/text", test_text);
  g_test_add_func ("/transforms/same-names", test_same_names);
  g_test_add_func ("/transforms/paths", test_paths);
  g_test_add_func ("/transforms/mapped-funcs", test_mapped_funcs);
  g_test_add_func ("/transforms/limits", test_limits);
  g_test_add_func ("/transforms/unsound", test_unsound);
  g_test_add_func ("/transforms/many", test_many);

  return g_test_run ();
}
