/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/ful-call-tree-matches.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-function-tree.h"
#include "tree/ful-node-breakdown.h"
#include "viewtext/ful-transform-names.h"

#include <math.h>

#define INVERTED "{ \"thread\": 0, \"invert\": true }"
#define JS "{ \"thread\": 0, \"implementation\": \"js\" }"

static const char *const e2 = "A  A  A\n"
                              "B  B  B\n"
                              "C  C  H\n"
                              "D  F  F\n"
                              "E  G   \n";

/* Functions as a list: sorted, a number of each that counts recursion once. */
static void
test_function_tree (void)
{
  static const struct { FulFunctionOrder order; gboolean descending; const char *expected; } orders[] = {
    { FUL_FUNCTION_ORDER_TOTAL, TRUE, "A 3 0\nB 2 2\nc 1 1\n" },
    { FUL_FUNCTION_ORDER_TOTAL, FALSE, "c 1 1\nB 2 2\nA 3 0\n" },
    { FUL_FUNCTION_ORDER_SELF, TRUE, "B 2 2\nc 1 1\nA 3 0\n" },
    { FUL_FUNCTION_ORDER_NAME, TRUE, "c 1 1\nB 2 2\nA 3 0\n" },
    { FUL_FUNCTION_ORDER_NAME, FALSE, "A 3 0\nB 2 2\nc 1 1\n" },
    { FUL_FUNCTION_ORDER_LIBRARY, FALSE, "A 3 0\nB 2 2\nc 1 1\n" },
  };
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n"
                                                              "B  A  c\n"
                                                              "   B   \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  FulFuncIndex path = 2;

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr(FulCallTree) list = ful_function_tree_new (view->tree, orders[i].order, orders[i].descending, NULL, NULL);
      g_autofree char *text = ful_test_call_tree_to_text (list, FALSE);

      g_assert_cmpstr (text, ==, orders[i].expected);
      g_assert_cmpint (ful_call_tree_get_func (list, ful_call_tree_find_path (list, &path, 1)), ==, path);
    }
}

/* What Firefox puts above all stacks is no function. */
static void
test_function_tree_without_root (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("(root)  (root)\n"
                                                              "A       B     \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulCallTree) list = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, TRUE, NULL, NULL);
  g_autofree char *text = ful_test_call_tree_to_text (list, FALSE);

  g_assert_cmpstr (text, ==, "A 1 1\nB 1 1\n");
  g_assert_cmpfloat (list->root_total, ==, 2);
}

/* Round and round, in both directions, whether expanded or not. */
static void
test_find_match (void)
{
  static const char *const views[] = { NULL, INVERTED };
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    {
      g_autoptr(FulTestView) view = ful_test_view_new (profile, views[v]);
      g_autoptr(GArray) rows = ful_call_tree_expand_all (view->tree, FUL_NONE, G_MAXUINT, NULL, NULL);
      g_autofree guint8 *matches = g_new0 (guint8, profile->funcs->table.n_rows);
      FulCallNodeIndex node = FUL_NONE;
      gboolean gave_up;

      g_assert_cmpint (ful_call_tree_find_match (view->tree, FUL_NONE, TRUE, matches, G_MAXUINT, &gave_up, NULL, NULL), ==, FUL_NONE);
      g_assert_false (gave_up);
      g_assert_cmpint (ful_call_tree_find_match (view->tree, FUL_NONE, TRUE, matches, 2, &gave_up, NULL, NULL), ==, FUL_NONE);
      g_assert_cmpint (gave_up, ==, v);   /* said of the inverted tree, of which only so many rows are made */
      matches[5] = TRUE;   /* F */
      for (guint round = 0; round < 2; round++)
        for (guint i = 0; i < rows->len; i++)
          if (ful_call_tree_get_func (view->tree, g_array_index (rows, FulCallTreeRow, i).node) == 5)
            {
              node = ful_call_tree_find_match (view->tree, node, TRUE, matches, G_MAXUINT, &gave_up, NULL, NULL);
              g_assert_cmpint (node, ==, g_array_index (rows, FulCallTreeRow, i).node);
            }
      for (guint i = rows->len; i > 0; i--)
        if (ful_call_tree_get_func (view->tree, g_array_index (rows, FulCallTreeRow, i - 1).node) == 5 &&
            g_array_index (rows, FulCallTreeRow, i - 1).node != node)
          {
            node = ful_call_tree_find_match (view->tree, node, FALSE, matches, G_MAXUINT, &gave_up, NULL, NULL);
            g_assert_cmpint (node, ==, g_array_index (rows, FulCallTreeRow, i - 1).node);
          }
    }
}

static void
assert_places (FulCallTree *tree,
               guint8      *matches)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, G_MAXUINT, NULL, NULL);
  guint n = 0, seen = 0, place;

  for (guint i = 0; i < rows->len; i++)
    n += matches[ful_call_tree_get_func (tree, g_array_index (rows, FulCallTreeRow, i).node)];
  for (guint i = 0; i < rows->len; i++)
    {
      FulCallNodeIndex node = g_array_index (rows, FulCallTreeRow, i).node;
      gboolean is_match = matches[ful_call_tree_get_func (tree, node)];

      seen += is_match;
      g_assert_cmpuint (ful_call_tree_count_matches (tree, node, matches, G_MAXUINT, &place, NULL, NULL), ==, n);
      g_assert_cmpuint (place, ==, is_match ? seen : 0);
    }
  g_assert_cmpuint (ful_call_tree_count_matches (tree, FUL_NONE, matches, rows->len, &place, NULL, NULL), ==,
                    tree->inverted ? 0 : n);
  g_assert_cmpuint (place, ==, 0);
}

/* The place of a match is that among the rows of the expanded tree, whatever their order; nodes
 * without samples in the range are none. */
static void
test_count_matches (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 40; round++)
    {
      static const char *const views[] = { NULL, INVERTED };
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(FulProfile) profile = NULL;
      g_autofree guint8 *matches = NULL;

      for (guint depth = 0; depth < 5; depth++)
        {
          for (guint sample = 0; sample < 12; sample++)
            g_string_append_printf (text, "%c  ", 'A' + g_rand_int_range (random, 0, 4));
          g_string_append_c (text, '\n');
        }
      profile = ful_test_profile_from_text (text->str);
      matches = g_new0 (guint8, profile->funcs->table.n_rows);
      for (guint f = 0; f < profile->funcs->table.n_rows; f++)
        matches[f] = g_rand_boolean (random);

      for (guint v = 0; v < G_N_ELEMENTS (views); v++)
        {
          g_autoptr(FulTestView) view = ful_test_view_new (profile, views[v]);
          g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (view->derived, &(FulTimeRange) { 2, 9 });
          g_autoptr(FulCallTree) part = ful_call_tree_new (view->nodes, view->tree->inverted, rows, NULL, NULL);

          assert_places (view->tree, matches);
          assert_places (part, matches);
        }
    }
}

static void
test_recursion_nests (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n"
                                                              "B  A  C\n"
                                                              "   B   \n");

  ful_test_assert_call_tree (profile, NULL,
                             "A 3 0\n"
                             "  A 1 0\n"
                             "    B 1 1\n"
                             "  B 1 1\n"
                             "  C 1 1\n");
  ful_test_assert_function_list (profile, NULL, "A 3 0\nB 2 2\nC 1 1\n");
}

/* examples.md E2 */
static void
test_e2 (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (e2);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(GArray) path = NULL;
  FulFuncIndex funcs[] = { 0, 1, 2, 3, 4 };
  FulCallNodeIndex node;

  ful_test_assert_call_tree (profile, NULL,
                             "A 3 0\n"
                             "  B 3 0\n"
                             "    C 2 0\n"
                             "      D 1 0\n"
                             "        E 1 1\n"
                             "      F 1 0\n"
                             "        G 1 1\n"
                             "    H 1 0\n"
                             "      F 1 1\n");
  ful_test_assert_call_tree (profile, INVERTED,
                             "E 1 1\n"
                             "  D 1 0\n"
                             "    C 1 0\n"
                             "      B 1 0\n"
                             "        A 1 0\n"
                             "G 1 1\n"
                             "  F 1 0\n"
                             "    C 1 0\n"
                             "      B 1 0\n"
                             "        A 1 0\n"
                             "F 1 1\n"
                             "  H 1 0\n"
                             "    B 1 0\n"
                             "      A 1 0\n");
  ful_test_assert_function_list (profile, NULL,
                                 "A 3 0\nB 3 0\nC 2 0\nF 2 1\nD 1 0\nE 1 1\nG 1 1\nH 1 0\n");

  node = ful_call_tree_find_path (view->tree, funcs, G_N_ELEMENTS (funcs));
  g_assert_cmpint (node, !=, FUL_NONE);
  path = ful_call_tree_get_path (view->tree, node);
  g_assert_cmpmem (path->data, path->len * sizeof (FulFuncIndex), funcs, sizeof funcs);
  g_assert_cmpint (ful_call_tree_find_path (view->tree, NULL, 0), ==, FUL_NONE);
  g_assert_cmpint (ful_call_tree_find_path (view->tree, &(FulFuncIndex) { 77 }, 1), ==, FUL_NONE);
}

/* examples.md E1: the stack table of shared prefixes */
static void
test_e1 (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  FulStackIndex prefixes[] = { FUL_NONE, 0, 1, 1, 0 };

  ful_test_profile_declare (test, "A B C D E");
  ful_test_profile_add (test, "A  A  A\nB  B  E\nC  D\n");
  profile = ful_test_profile_seal (test);

  g_assert_cmpuint (profile->stacks->table.n_rows, ==, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (profile->stacks->prefix[i], ==, prefixes[i]);
  ful_test_assert_call_tree (profile, NULL, "A 3 0\n  B 2 0\n    C 1 1\n    D 1 1\n  E 1 1\n");
}

/* examples.md E4, before there are symbols */
static void
test_e4 (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("0x02  0x03  0x06  0x08  0x09  0x0c\n"
                                                              "      0x11  0x15        0x11      \n");

  ful_test_assert_call_tree (profile, NULL,
                             "0x02 1 1\n"
                             "0x03 1 0\n"
                             "  0x11 1 1\n"
                             "0x06 1 0\n"
                             "  0x15 1 1\n"
                             "0x08 1 1\n"
                             "0x09 1 0\n"
                             "  0x11 1 1\n"
                             "0x0c 1 1\n");
  g_assert_cmpuint (profile->n_recorded_funcs, ==, 8);
}

/* examples.md E5 */
static void
test_e5 (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("JS::RunScript  JS::RunScript      JS::RunScript\n"
                                                              "onLoad.js      onLoad.js          onLoad.js\n"
                                                              "a.js           js::jit::IonCannon js::jit::IonCannon\n"
                                                              "b.js           a.js[JavaScript]   a.js[JavaScript]\n"
                                                              "               b.js[JavaScript]   b.js[JavaScript]\n");

  ful_test_assert_call_tree (profile, NULL,
                             "JS::RunScript 3 0\n"
                             "  onLoad.js 3 0\n"
                             "    js::jit::IonCannon 2 0\n"
                             "      a.js 2 0\n"
                             "        b.js 2 2\n"
                             "    a.js 1 0\n"
                             "      b.js 1 1\n");
  ful_test_assert_call_tree (profile, JS, "onLoad.js 3 0\n  a.js 3 0\n    b.js 3 3\n");
}

/* examples.md E6 */
static void
test_e6 (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A  A  A\n"
                                                         "   B  D   \n"
                                                         "   C  E   \n");
  g_autoptr(FulProfile) profile = NULL;
  double weights[] = { 2, 2, 4, 3 };

  ful_test_profile_weigh (thread, weights, G_N_ELEMENTS (weights));
  thread->thread->weight_type = FUL_WEIGHT_TYPE_TRACING_MS;
  profile = ful_test_profile_seal (test);

  ful_test_assert_call_tree (profile, NULL,
                             "A 11 5\n"
                             "  D 4 0\n"
                             "    E 4 4\n"
                             "  B 2 0\n"
                             "    C 2 2\n");
}

/* examples.md E8 a */
static void
test_e8_a (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "r B[Layout] B[JavaScript]"));
  profile = ful_test_profile_seal (test);

  ful_test_assert_categories (profile, NULL,
                              "r 1 0 Other\n"
                              "  B 1 0 Layout\n"
                              "    B 1 1 JavaScript\n");
  ful_test_assert_categories (profile, INVERTED,
                              "B 1 1 Other\n"
                              "  B 1 0 Layout\n"
                              "    r 1 0 Other\n");
}

/* examples.md E8 g */
static void
test_e8_g (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_declare (test, "a b c");
  ful_test_profile_add (test, "a  b\nc   \n");
  profile = ful_test_profile_seal (test);

  ful_test_assert_call_tree (profile, INVERTED, "c 1 1\n  a 1 0\nb 1 1\n");
}

/* examples.md E8 h */
static void
test_e8_h (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  B  B\n   C  D\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  double weights[] = { 2, 1, -1 };

  ful_test_profile_weigh (thread, weights, G_N_ELEMENTS (weights));
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, NULL);

  g_assert_cmpfloat (view->tree->root_total, ==, 4);
  ful_test_assert_call_tree (profile, NULL,
                             "A 2 2\n"
                             "B 0 0\n"
                             "  C 1 1\n"
                             "  D -1 -1\n");
  ful_test_assert_call_tree (profile, INVERTED,
                             "A 2 2\n"
                             "C 1 1\n"
                             "  B 1 0\n"
                             "D -1 -1\n"
                             "  B -1 0\n");
}

/* examples.md E8 j */
static void
test_e8_j (void)
{
  g_autoptr(FulProfile) same = ful_test_profile_from_text ("r                r               \n"
                                                           "B[JavaScript/0]  B[JavaScript/1] \n");
  g_autoptr(FulProfile) other = ful_test_profile_from_text ("r                r               \n"
                                                            "B[JavaScript/1]  B[Layout/1]     \n");

  ful_test_assert_categories (same, NULL, "r 2 0 Other\n  B 2 2 JavaScript\n");
  ful_test_assert_categories (other, NULL, "r 2 0 Other\n  B 2 2 Other\n");
}

/* The node with this path, functions by name; FUL_NONE for none. */
static FulCallNodeIndex
find_named_path (FulCallTree *tree,
                 const char  *text)
{
  g_autoptr(FulFuncNames) names = ful_func_names_new (tree->profile);
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  g_auto(GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] && *words[i]; i++)
    {
      FulFuncIndex func = ful_func_names_find (names, words[i], NULL);

      g_array_append_val (path, func);
    }

  return ful_call_tree_find_path (tree, (FulFuncIndex *) (gpointer) path->data, path->len);
}

/* To the end, past idle children unless there are no others. */
static void
test_find_heaviest (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A        A        A        A  A  E      \n"
                                                              "I[Idle]  I[Idle]  I[Idle]  B  B  I[Idle]\n"
                                                              "                           C  D         \n"
                                                              "                              C         \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"range\": [0, 6] }");
  static const struct { const char *from, *expected; } cases[] = {
    { "", "A B C" }, { "A", "A B C" }, { "A B D", "A B D C" }, { "A B D C", "A B D C" }, { "E", "E I" }, { "A I", "A I" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulCallNodeIndex from = find_named_path (view->tree, cases[i].from);

      g_test_message ("from “%s”", cases[i].from);
      g_assert_cmpint (ful_call_tree_find_heaviest (view->tree, from, NULL, NULL), ==,
                       find_named_path (view->tree, cases[i].expected));
    }
}

static void
test_initial_expansion (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A        A        A  A\n"
                                                              "I[Idle]  I[Idle]  B  B\n"
                                                              "                  C  D[Idle]\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  FulCallNodeIndex selected;
  g_autoptr(GArray) expanded = ful_call_tree_initial_expansion (view->tree, &selected);

  g_assert_cmpuint (expanded->len, ==, 2);
  g_assert_cmpstr (ful_call_tree_get_name (view->tree, g_array_index (expanded, FulCallNodeIndex, 1)), ==, "B");
  g_assert_cmpstr (ful_call_tree_get_name (view->tree, selected), ==, "C");
}

/* call-tree.md 6.3: the same function stays selected when the tree is turned. */
static void
test_turned_path (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n"
                                                              "B  B  B  X\n"
                                                              "C  D  D  B\n"
                                                              "         D\n");
  g_autoptr(FulTestView) normal = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) inverted = ful_test_view_new (profile, INVERTED);
  FulFuncIndex path[] = { 0, 1 };   /* A B */
  FulFuncIndex turned[] = { 3, 1 };   /* D B: D is the heaviest below B */
  g_autoptr(GArray) there = NULL, back = NULL;

  there = ful_call_tree_get_reversed_path (normal->tree, ful_call_tree_find_path (normal->tree, path, 2));
  g_assert_cmpmem (there->data, there->len * sizeof (FulFuncIndex), turned, sizeof turned);
  back = ful_call_tree_get_reversed_path (inverted->tree, ful_call_tree_find_path (inverted->tree, turned, 2));
  g_assert_cmpmem (back->data, back->len * sizeof (FulFuncIndex), path, sizeof path);
}

static void
test_breakdown (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A          A            -\n"
                                                              "B  B[Layout]  C[Layout/1]   \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) inverted = ful_test_view_new (profile, INVERTED);
  g_autoptr(FulNodeBreakdown) a = ful_node_breakdown_new (view->tree, view->rows, 0, FALSE, NULL, NULL);
  g_autoptr(FulNodeBreakdown) b = ful_node_breakdown_new (view->tree, view->rows, 1, FALSE, NULL, NULL);
  g_autoptr(FulNodeBreakdown) root = ful_node_breakdown_new (inverted->tree, inverted->rows, 1, FALSE, NULL, NULL);
  guint layout = a->first_cell[FUL_TEST_LAYOUT];

  g_assert_cmpfloat (a->root_time, ==, 3);
  g_assert_cmpfloat (a->root_by_category[FUL_TEST_LAYOUT], ==, 2);
  g_assert_cmpfloat (a->total, ==, 3);
  g_assert_false (a->has_self);
  g_assert_cmpfloat (a->total_by_category[layout], ==, 1);
  g_assert_cmpfloat (a->total_by_category[layout + 1], ==, 1);
  g_assert_cmpfloat (b->root_by_category[FUL_TEST_LAYOUT], ==, 2);
  g_assert_cmpfloat (b->self, ==, 2);
  g_assert_cmpfloat (b->self_by_category[layout], ==, 1);
  g_assert_cmpfloat (root->self, ==, 2);
  g_assert_false (root->has_self);
}

/* All nodes of B, one of them below another: each sample counts once. */
static void
test_breakdown_of_function (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  C  A  D\n"
                                                              "B  B  B   \n"
                                                              "   E  B   \n");
  const char *views[] = { NULL, INVERTED };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr(FulTestView) view = ful_test_view_new (profile, views[i]);
      FulFuncIndex path[] = { ful_test_find_func (profile, "A"), ful_test_find_func (profile, "B") };
      FulCallNodeIndex node = i == 0 ? ful_call_tree_find_path (view->tree, path, 2) : ful_call_tree_find_path (view->tree, &path[1], 1);
      g_autoptr(FulNodeBreakdown) breakdown = ful_node_breakdown_new (view->tree, view->rows, node, TRUE, NULL, NULL);

      g_assert_true (breakdown->is_of_func);
      g_assert_cmpfloat (breakdown->total, ==, 3);
      g_assert_cmpfloat (breakdown->self, ==, 2);
      g_assert_cmpfloat (breakdown->root_time, ==, 4);
    }
}

static FulNodeBreakdown *
break_down_a (FulTestView *view)
{
  FulCallNodeIndex node = ful_call_tree_find_path (view->tree, &(FulFuncIndex) { 0 }, 1);

  return ful_node_breakdown_new (view->tree, view->rows, node, FALSE, NULL, NULL);
}

/* Samples of two threads in turns, cut by a range; the order is that of the selection. */
static void
test_breakdown_by_thread (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) single = NULL, both = NULL, cut = NULL;
  g_autoptr(FulNodeBreakdown) one = NULL, two = NULL, later = NULL;

  ful_test_profile_add (test, "A  A  B\n");
  ful_test_profile_add (test, "B  A  A  A\n");
  profile = ful_test_profile_seal (test);
  single = ful_test_view_new (profile, NULL);
  both = ful_test_view_new (profile, "{ \"thread\": [1, 0] }");
  cut = ful_test_view_new (profile, "{ \"thread\": [1, 0], \"range\": [1, 10] }");

  one = break_down_a (single);
  g_assert_cmpuint (one->n_threads, ==, 1);
  g_assert_cmpfloat (one->total_by_thread[0], ==, 2);
  two = break_down_a (both);
  g_assert_cmpuint (two->n_threads, ==, 2);
  g_assert_cmpfloat (two->total_by_thread[0], ==, 3);
  g_assert_cmpfloat (two->total_by_thread[1], ==, 2);
  later = break_down_a (cut);
  g_assert_cmpfloat (later->total_by_thread[0], ==, 3);
  g_assert_cmpfloat (later->total_by_thread[1], ==, 1);
}

static void
test_traced_time (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulCallTree) traced = NULL;
  g_autofree char *text = NULL;

  ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "A"));
  ful_test_profile_sample (thread, 2.5, FUL_NONE);
  ful_test_profile_sample (thread, 3, ful_test_profile_stack (test, "A B"));
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, NULL);
  traced = ful_call_tree_new_traced (view->nodes, NULL, view->rows, NULL, NULL);
  text = ful_test_call_tree_to_text (traced, FALSE);
  g_assert_cmpstr (text, ==, "A 3.5 2.5\n  B 1 1\n");
}

/* A tree of pointers, as one would write it first. */
typedef struct _Naive Naive;
struct _Naive
{
  FulFuncIndex  func;
  double        self, total;
  GPtrArray    *children;
};

static Naive *
naive_child (Naive        *parent,
             FulFuncIndex  func)
{
  Naive *child;

  for (guint i = 0; i < parent->children->len; i++)
    if (((Naive *) g_ptr_array_index (parent->children, i))->func == func)
      return g_ptr_array_index (parent->children, i);

  child = g_new0 (Naive, 1);
  child->func = func;
  child->children = g_ptr_array_new ();
  g_ptr_array_add (parent->children, child);

  return child;
}

static void
naive_add (Naive        *root,
           FulProfile   *profile,
           FulStackIndex stack,
           double        weight,
           gboolean      inverted)
{
  g_autoptr(GArray) funcs = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  Naive *node = root;

  if (stack == FUL_NONE)
    return;

  for (; stack != FUL_NONE; stack = profile->stacks->prefix[stack])
    g_array_append_val (funcs, profile->frames->func[profile->stacks->frame[stack]]);
  for (guint i = 0; i < funcs->len; i++)
    {
      node = naive_child (node, g_array_index (funcs, FulFuncIndex, inverted ? i : funcs->len - 1 - i));
      node->total += weight;
      if (inverted ? i == 0 : i == funcs->len - 1)
        node->self += weight;
    }
}

static void
naive_free (Naive *node)
{
  for (guint i = 0; i < node->children->len; i++)
    naive_free (g_ptr_array_index (node->children, i));
  g_ptr_array_unref (node->children);
  g_free (node);
}

static void
compare_with_naive (FulCallTree      *tree,
                    FulCallNodeIndex  node,
                    Naive            *naive)
{
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  double last = INFINITY;

  ful_call_tree_get_children (tree, node, children);
  g_assert_cmpuint (children->len, ==, naive->children->len);
  for (guint i = 0; i < children->len; i++)
    {
      FulCallNodeIndex child = g_array_index (children, FulCallNodeIndex, i);
      Naive *other = naive_child (naive, ful_call_tree_get_func (tree, child));

      g_assert_cmpuint (children->len, ==, naive->children->len);   /* nothing was added */
      g_assert_cmpfloat (ful_call_tree_get_total (tree, child), ==, other->total);
      g_assert_cmpfloat (ful_call_tree_get_self (tree, child), ==, other->self);
      g_assert_cmpfloat (other->total, <=, last);
      g_assert_cmpint (ful_call_tree_get_parent (tree, child), ==, node);
      last = other->total;
      compare_with_naive (tree, child, other);
    }
}

static void
test_random_trees (void)
{
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_random ();
      g_autoptr(FulTestView) normal = ful_test_view_new (profile, NULL);
      g_autoptr(FulTestView) inverted = ful_test_view_new (profile, INVERTED);
      g_autoptr(GArray) functions = ful_function_list_new (normal->tree, NULL, NULL);
      g_autofree char *unused = ful_test_call_tree_to_text (inverted->tree, FALSE);
      g_autoptr(FulCallTree) turned = ful_call_tree_with_direction (inverted->tree, NULL);
      g_autoptr(FulCallTree) turned_back = ful_call_tree_with_direction (turned, inverted->inverted);

      for (guint direction = 0; direction < 2; direction++)
        {
          Naive *root = g_new0 (Naive, 1);

          root->children = g_ptr_array_new ();
          for (guint i = 0; i < normal->rows->n_rows; i++)
            naive_add (root, profile, normal->rows->stack[i], 1, direction == 1);
          compare_with_naive (direction == 1 ? inverted->tree : normal->tree, FUL_NONE, root);
          compare_with_naive (direction == 1 ? turned_back : turned, FUL_NONE, root);
          naive_free (root);
        }

      /* The root of a function in the inverted tree is the function's self. */
      for (guint i = 0; i < functions->len; i++)
        {
          FulFunctionRow row = g_array_index (functions, FulFunctionRow, i);

          g_assert_cmpfloat (ful_call_tree_get_total (inverted->tree, row.func), ==, row.self);
        }
    }
}

/* Sums over two parts of a range are the sums over the whole. */
static void
test_range_sums (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_random ();
      g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
      double cut = g_test_rand_double_range (-5, 305);
      FulTimeRange before = { -10, cut }, after = { cut, 400 };
      g_autoptr(FulSampleRows) rows_before = ful_derived_thread_get_rows (all->derived, &before);
      g_autoptr(FulSampleRows) rows_after = ful_derived_thread_get_rows (all->derived, &after);
      g_autoptr(FulCallTree) tree_before = ful_call_tree_new (all->nodes, NULL, rows_before, NULL, NULL);
      g_autoptr(FulCallTree) tree_after = ful_call_tree_new (all->nodes, NULL, rows_after, NULL, NULL);

      g_assert_cmpuint (rows_before->n_rows + rows_after->n_rows, ==, all->rows->n_rows);
      for (guint i = 0; i < all->nodes->n_nodes; i++)
        g_assert_cmpfloat (tree_before->total[i] + tree_after->total[i], ==, all->tree->total[i]);
    }
}

static gpointer
expand_in_thread (gpointer data)
{
  FulTestView *view = data;
  g_autoptr(FulCallTree) tree = ful_call_tree_new (view->nodes, view->inverted, view->rows, NULL, NULL);

  return ful_test_call_tree_to_text (tree, TRUE);
}

/* Inverted nodes are made once, whoever asks first. */
static void
test_inverted_from_threads (void)
{
  for (guint round = 0; round < 10; round++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_random ();
      g_autoptr(FulTestView) alone = ful_test_view_new (profile, INVERTED);
      g_autoptr(FulTestView) shared = ful_test_view_new (profile, INVERTED);
      g_autofree char *expected = ful_test_call_tree_to_text (alone->tree, TRUE);
      GThread *threads[4];

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = g_thread_new ("expand", expand_in_thread, shared);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        {
          g_autofree char *text = g_thread_join (threads[i]);

          g_assert_cmpstr (text, ==, expected);
        }
    }
}

static void
test_cancellation (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_random ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_call_tree_new (view->nodes, NULL, view->rows, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ful_call_tree_expand_all (view->tree, FUL_NONE, G_MAXUINT, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ful_function_list_new (view->tree, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ful_node_breakdown_new (view->tree, view->rows, 0, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/call-tree/find-match", test_find_match);
  g_test_add_func ("/call-tree/count-matches", test_count_matches);
  g_test_add_func ("/call-tree/function-tree", test_function_tree);
  g_test_add_func ("/call-tree/function-tree-without-root", test_function_tree_without_root);
  g_test_add_func ("/call-tree/breakdown-of-function", test_breakdown_of_function);
  g_test_add_func ("/call-tree/recursion-nests", test_recursion_nests);
  g_test_add_func ("/call-tree/e1", test_e1);
  g_test_add_func ("/call-tree/e2", test_e2);
  g_test_add_func ("/call-tree/e4", test_e4);
  g_test_add_func ("/call-tree/e5", test_e5);
  g_test_add_func ("/call-tree/e6", test_e6);
  g_test_add_func ("/call-tree/e8-a", test_e8_a);
  g_test_add_func ("/call-tree/e8-g", test_e8_g);
  g_test_add_func ("/call-tree/e8-h", test_e8_h);
  g_test_add_func ("/call-tree/e8-j", test_e8_j);
  g_test_add_func ("/call-tree/find-heaviest", test_find_heaviest);
  g_test_add_func ("/call-tree/initial-expansion", test_initial_expansion);
  g_test_add_func ("/call-tree/turned-path", test_turned_path);
  g_test_add_func ("/call-tree/breakdown", test_breakdown);
  g_test_add_func ("/call-tree/breakdown-by-thread", test_breakdown_by_thread);
  g_test_add_func ("/call-tree/traced-time", test_traced_time);
  g_test_add_func ("/call-tree/random-trees", test_random_trees);
  g_test_add_func ("/call-tree/range-sums", test_range_sums);
  g_test_add_func ("/call-tree/inverted-from-threads", test_inverted_from_threads);
  g_test_add_func ("/call-tree/cancellation", test_cancellation);

  return g_test_run ();
}
