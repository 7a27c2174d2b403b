/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-symbols.h"
#include "ful-test-text.h"

#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-node-transform.h"
#include "tree/ful-transform-effect.h"

#define N_PROFILES 60
#define N_NODES 12

static const char *const e2 = "A  A  A\n"
                              "B  B  B\n"
                              "C  C  H\n"
                              "D  F  F\n"
                              "E  G   \n";

static const char *const recursive = "A  A  A\n"
                                     "F  F  B\n"
                                     "F  C   \n"
                                     "B  F   \n";

static const char *const script = "A     A     B\n"
                                  "f.js  f.js  f.js\n"
                                  "N     M     N\n"
                                  "g.js  g.js  h.js\n";

typedef struct
{
  const char *profile;
  const char *more;          /* further members of the view */
  const char *transform;
  const char *expected;      /* the rows before, "-" where one goes, and its self weight afterwards if that changes */
  const char *numbers;       /* gone, joined, new rows; moved weight and its takers, the only one by name */
} Case;

static const Case cases[] = {
  { e2, "", "{ 'type': 'merge-subtree', 'path': ['A', 'B', 'C'] }",
    " A\n  B 2\n-  C\n-   D\n-    E\n-   F\n-    G\n   H\n    F\n", "5 0 0, 2 1 B" },
  { e2, "", "{ 'type': 'merge-call-node', 'path': ['A', 'B', 'C', 'D', 'E'] }",
    " A\n  B\n   C\n    D 1\n-    E\n    F\n     G\n   H\n    F\n", "1 0 0, 1 1 D" },
  { e2, "", "{ 'type': 'merge-call-node', 'path': ['A', 'B', 'C'] }",
    " A\n  B\n-  C\n    D\n     E\n    F\n     G\n   H\n    F\n", "1 0 0, 0 0" },
  { e2, "", "{ 'type': 'merge-function', 'function': 'F' }",
    " A\n  B\n   C\n    D\n     E\n-   F\n     G\n   H 1\n-   F\n", "2 0 0, 1 1 H" },
  /* Both of F and G below it become one; the outer functions go. */
  { e2, "", "{ 'type': 'focus-function', 'function': 'F' }",
    "-A\n- B\n-  C\n-   D\n-    E\n    F 1\n     G\n-  H\n    F\n", "6 1 0, 0 0" },
  { e2, "", "{ 'type': 'focus-subtree', 'path': ['A'] }", " A\n  B\n   C\n    D\n     E\n    F\n     G\n   H\n    F\n", NULL },
  { e2, "", "{ 'type': 'focus-subtree', 'path': ['A', 'B', 'C'] }",
    "-A\n- B\n   C\n    D\n     E\n    F\n     G\n-  H\n-   F\n", "4 0 0, 0 0" },
  { e2, "", "{ 'type': 'focus-self', 'function': 'F' }",
    "-A\n- B\n-  C\n-   D\n-    E\n    F 1\n-    G\n-  H\n    F\n", NULL },
  { e2, "", "{ 'type': 'drop-function', 'function': 'F' }",
    " A\n  B\n   C\n    D\n     E\n-   F\n-    G\n-  H\n-   F\n", "4 0 0, 0 0" },
  { e2, "", "{ 'type': 'drop-call-node', 'path': ['A', 'B', 'C'] }",
    " A\n  B\n-  C\n-   D\n-    E\n-   F\n-    G\n   H\n    F\n", "5 0 0, 0 0" },
  { e2, "", "{ 'type': 'collapse-function-subtree', 'function': 'B' }",
    " A\n  B 3\n-  C\n-   D\n-    E\n-   F\n-    G\n-  H\n-   F\n", "7 0 0, 3 1 B" },
  /* Nothing is below it. */
  { e2, "", "{ 'type': 'collapse-function-subtree', 'function': 'E' }",
    " A\n  B\n   C\n    D\n     E\n    F\n     G\n   H\n    F\n", NULL },
  { e2, "", "{ 'type': 'collapse-resource', 'resource': 'libtest.so' }",
    "-A\n- B\n-  C\n-   D\n-    E\n-   F\n-    G\n-  H\n-   F\n", "9 0 1, 3 1 libtest.so" },
  /* The same function right below is another row; that it is merged into its caller does not keep it. */
  { recursive, "", "{ 'type': 'collapse-recursion', 'function': 'F' }",
    " A\n  F 1\n-  F\n    B\n-  C\n-   F\n  B\n", NULL },
  { recursive, "", "{ 'type': 'collapse-direct-recursion', 'function': 'F' }",
    " A\n  F\n-  F\n    B\n   C\n    F\n  B\n", "1 0 0, 0 0" },
  { recursive, "", "{ 'type': 'merge-call-node', 'path': ['A', 'F', 'F'] }",
    " A\n  F\n-  F\n    B\n   C\n    F\n  B\n", "1 0 0, 0 0" },
  /* B below A is there already. */
  { recursive, "", "{ 'type': 'merge-function', 'function': 'F' }",
    " A\n- F\n-  F\n    B 2\n   C 1\n-   F\n  B 2\n", "3 1 0, 1 1 C" },
  /* What the view hides counts for its caller. */
  { script, ", 'implementation': 'js'", "{ 'type': 'merge-call-node', 'path': ['f.js', 'g.js'], 'implementation': 'js' }",
    " f.js 2\n- g.js\n  h.js\n", "1 0 0, 2 1 f.js" },
  { script, ", 'implementation': 'js'", "{ 'type': 'merge-function', 'function': 'N' }", " f.js\n  g.js\n  h.js\n", NULL },
  /* From the leaves: the row of a function, and those of its callers. */
  { e2, ", 'invert': true", "{ 'type': 'merge-function', 'function': 'F' }",
    " E\n  D\n   C\n    B\n     A\n G\n- F\n   C\n    B\n     A\n-F\n  H\n   B\n    A\n", "2 0 0, 1 1 H" },
  { e2, ", 'invert': true", "{ 'type': 'drop-function', 'function': 'H' }",
    " E\n  D\n   C\n    B\n     A\n G\n  F\n   C\n    B\n     A\n-F\n- H\n-  B\n-   A\n", "2 0 0, 0 0" },
  { e2, ", 'invert': true", "{ 'type': 'collapse-function-subtree', 'function': 'F' }",
    " E\n  D\n   C\n    B\n     A\n-G\n  F\n   C\n    B\n     A\n F 2\n  H\n   B\n    A\n", "1 0 0, 1 1 F" },
};

static char *
make_view (const char *transforms,
           const char *more)
{
  char *view = g_strdup_printf ("{ 'thread': 0, 'transforms': [%s]%s }", transforms, more);

  g_strdelimit (view, "'", '"');

  return view;
}

static char *
effect_to_text (FulTransformEffect *effect)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (effect->before, FUL_NONE, G_MAXUINT, NULL, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);
      gboolean gone = ful_transform_effect_removes (effect, row.node);

      g_string_append_printf (text, "%s%*s%s", gone ? "-" : " ", row.depth, "", ful_call_tree_get_name (effect->before, row.node));
      if (!gone && ful_transform_effect_get_self (effect, row.node) != ful_call_tree_get_self (effect->before, row.node))
        g_string_append_printf (text, " %g", ful_transform_effect_get_self (effect, row.node));
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (c->profile);
      g_autofree char *view_before = make_view ("", c->more);
      g_autofree char *view_after = make_view (c->transform, c->more);
      g_autoptr(FulTestView) before = ful_test_view_new (profile, view_before);
      g_autoptr(FulTestView) after = ful_test_view_change (before, view_after);
      g_autoptr(FulTransformEffect) effect = ful_transform_effect_new (before->derived, before->tree, after->derived,
                                                                       after->tree, NULL, NULL);
      g_autofree char *text = effect_to_text (effect);
      g_autofree char *numbers = NULL;

      g_test_message ("%s", view_after);
      g_assert_cmpstr (text, ==, c->expected);
      g_assert_cmpint (effect->changes, ==, strpbrk (c->expected, "-0123456789") != NULL);
      if (!c->numbers)
        continue;

      numbers = g_strdup_printf ("%u %u %u, %g %u%s%s", effect->n_gone, effect->n_joined, effect->n_new, effect->moved,
                                 effect->n_takers, effect->taker != FUL_NONE ? " " : "",
                                 effect->taker != FUL_NONE ? ful_profile_get_func_name (profile, effect->taker) : "");
      g_assert_cmpstr (numbers, ==, c->numbers);
    }
}

/* Functions that are inlined into one frame have no stack of their own. */
static void
test_inlined (void)
{
  g_autoptr(FulProfile) recorded = ful_test_symbols_profile ("root  root  root  root\n"
                                                             "0x10  0x11  0x10  0x20\n"
                                                             "0x20  0x20           \n");
  g_autoptr(FulProfile) profile = ful_test_symbolicate (recorded, NULL, "10 10 outer@a.c:5 middle@b.h:7 inner@b.h:9\n11 10 outer@a.c:6\n"
                                                                        "20 20 leaf@a.c:1\n", NULL);
  static const struct { const char *transform; const char *expected; } inlined[] = {
    { "{ 'type': 'merge-function', 'function': 'root' }", "-root\n  outer\n   middle\n    inner\n     leaf\n   leaf\n  leaf\n" },
    { "{ 'type': 'merge-function', 'function': 'middle' }", " root\n  outer\n-  middle\n    inner\n     leaf\n   leaf\n  leaf\n" },
    { "{ 'type': 'merge-function', 'function': 'inner' }", " root\n  outer\n   middle 1\n-   inner\n     leaf\n   leaf\n  leaf\n" },
    { "{ 'type': 'merge-function', 'function': 'outer' }", " root\n- outer\n   middle\n    inner\n     leaf\n   leaf 2\n  leaf 2\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (inlined); i++)
    {
      g_autofree char *view = make_view (inlined[i].transform, "");
      g_autoptr(FulTestView) before = ful_test_view_new (profile, NULL);
      g_autoptr(FulTestView) after = ful_test_view_change (before, view);
      g_autoptr(FulTransformEffect) effect = ful_transform_effect_new (before->derived, before->tree, after->derived,
                                                                       after->tree, NULL, NULL);
      g_autofree char *text = effect_to_text (effect);

      g_test_message ("%s", view);
      g_assert_cmpstr (text, ==, inlined[i].expected);
      g_assert_cmpuint (effect->n_gone, ==, 1);
      g_assert_cmpuint (effect->n_new, ==, 0);
    }
}

/* Every kind of transform on any node: the counts lead from one tree to the other, and where nothing changes the trees
 * are the same as text. */
static void
test_random (void)
{
  guint n_kinds, n_effects = 0, n_unchanged = 0;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);

  for (guint p = 0; p < N_PROFILES; p++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_random ();
      g_autofree char *view = make_view ("", p % 3 == 2 ? ", 'invert': true" : p % 3 == 1 ? ", 'implementation': 'js'" : "");
      g_autoptr(FulTestView) before = ful_test_view_new (profile, view);
      g_autoptr(GArray) rows = ful_call_tree_expand_all (before->tree, FUL_NONE, 400, NULL, NULL);
      g_autofree char *text_before = ful_test_call_tree_to_text (before->tree, TRUE);

      for (guint i = 0; i < N_NODES * n_kinds && rows->len > 0; i++)
        {
          FulCallNodeIndex node = g_array_index (rows, FulCallTreeRow, g_random_int_range (0, (gint32) rows->len)).node;
          FulViewOptions *options = before->derived->options;
          g_autoptr(FulTransform) transform = ful_node_transform_new (kinds[i % n_kinds], before->tree, node,
                                                                      options->implementation);
          g_autoptr(FulViewOptions) pushed = transform ? ful_view_options_push_transform (options, transform) : NULL;
          g_autoptr(FulDerivedThread) thread = NULL;
          g_autoptr(FulCallTree) after = NULL;
          g_autoptr(FulTransformEffect) effect = NULL;
          g_autofree char *text_after = NULL;

          if (!transform)
            continue;

          after = ful_derive_call_tree (profile, pushed, before->cache, &thread, NULL, NULL);
          effect = ful_transform_effect_new (before->derived, before->tree, thread, after, NULL, NULL);
          text_after = ful_test_call_tree_to_text (after, TRUE);
          g_assert_cmpint (effect->changes, ==, !g_str_equal (text_before, text_after));
          n_effects++;
          n_unchanged += !effect->changes;
          if (!after->inverted)
            g_assert_cmpuint (ful_call_tree_count_visible (after, NULL, NULL), ==,
                              ful_call_tree_count_visible (before->tree, NULL, NULL) - effect->n_gone -
                              effect->n_joined + effect->n_new);
          if (!after->inverted)
            {
              g_autofree char *text = effect_to_text (effect);

              g_assert_cmpint (g_str_has_prefix (text, "-") || strstr (text, "\n-"), ==, effect->n_gone > 0);
            }
        }
    }

  g_test_message ("%u effects, %u of them nothing", n_effects, n_unchanged);
  g_assert_cmpuint (n_effects, >, 1000);
  g_assert_cmpuint (n_unchanged, >, 0);
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_transform_effect_new (view->derived, view->tree, view->derived, view->tree, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transform-effect/cases", test_cases);
  g_test_add_func ("/transform-effect/inlined", test_inlined);
  g_test_add_func ("/transform-effect/random", test_random);
  g_test_add_func ("/transform-effect/cancelled", test_cancelled);

  return g_test_run ();
}
