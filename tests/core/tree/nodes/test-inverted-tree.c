/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/ful-sample-states.h"

#define INVERTED "{ \"thread\": 0, \"invert\": true }"

/* Words over and over, one below another, below a stack that was there or none. */
static FulProfile *
random_recursion (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks;
  static const char *const words[] = { "a", "b", "c.js", "a[Layout]", "d", "b[Layout/1]", "e" };
  FulFrameIndex frames[G_N_ELEMENTS (words)];

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    frames[i] = FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[ful_test_profile_stack (test, words[i])];

  for (gint32 chain = g_test_rand_int_range (1, 7); chain > 0; chain--)
    {
      FulStackIndex prefix = g_test_rand_int_range (-1, (gint32) stacks->n_rows);
      gint32 n_words = g_test_rand_int_range (1, 5);
      FulFrameIndex word[4];

      for (gint32 i = 0; i < n_words; i++)
        word[i] = frames[g_test_rand_int_range (0, g_test_rand_bit () ? 2 : (gint32) G_N_ELEMENTS (frames))];
      for (gint32 i = g_test_rand_int_range (1, 90) * n_words + g_test_rand_int_range (0, 3); i >= 0; i--)
        {
          guint stack = ful_table_builder_append (stacks, 1);

          FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[stack] = prefix;
          FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[stack] = word[i % n_words];
          prefix = (FulStackIndex) stack;
        }
    }
  for (guint i = 0; i < 400; i++)
    ful_test_profile_sample (thread, i, g_test_rand_int_range (-1, (gint32) stacks->n_rows));

  return ful_test_profile_seal (test);
}

/* The members of an inverted node, by checking each call node.
 * @ancestor: for each call node its ancestor that the inverted node refers to, or FUL_NONE if it is no member */
typedef struct
{
  FulTestView      *view;
  FulCallTree      *tree;
  FulCallNodeIndex *ancestor;
} Members;

static void
compare_node (Members          *members,
              FulCallNodeIndex  node)
{
  FulTestView *view = members->view;
  const FulCallNodeTable *nodes = view->nodes;
  g_autofree guint8 *marks = g_new0 (guint8, nodes->n_nodes);
  FulCategoryIndex category = FUL_NONE, shown_category;
  gint32 subcategory = 0, shown_subcategory;
  gboolean has_children = FALSE;
  double total = 0;

  ful_inverted_tree_mark_members (view->inverted, node, 7, marks);
  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulCallNodeIndex ancestor = members->ancestor[i];

      g_assert_cmpuint (marks[i], ==, ancestor == FUL_NONE ? 0 : 7);
      if (ancestor == FUL_NONE)
        continue;

      total += members->tree->self[i];
      has_children |= members->tree->self[i] != 0 && nodes->prefix[ancestor] != FUL_NONE;
      if (category == FUL_NONE)
        {
          category = ful_call_node_table_get_category (nodes, ancestor);
          subcategory = ful_call_node_table_get_subcategory (nodes, ancestor);
        }
      else if (category != ful_call_node_table_get_category (nodes, ancestor))
        {
          category = nodes->profile->default_category;
          subcategory = 0;
        }
      else if (subcategory != ful_call_node_table_get_subcategory (nodes, ancestor))
        subcategory = 0;
    }

  ful_inverted_tree_get_category (view->inverted, node, &shown_category, &shown_subcategory);
  g_assert_cmpint (shown_category, ==, category);
  g_assert_cmpint (shown_subcategory, ==, subcategory);
  g_assert_cmpfloat (ful_call_tree_get_total (members->tree, node), ==, total);
  g_assert_cmpint (ful_call_tree_has_children (members->tree, node), ==, has_children);
}

/* How two call nodes stand to one another, from the leaf up. */
static int
compare_upward (const FulCallNodeTable *nodes,
                FulCallNodeIndex        a,
                FulCallNodeIndex        b)
{
  while (a != b && a != FUL_NONE && b != FUL_NONE && nodes->func[a] == nodes->func[b])
    {
      a = nodes->prefix[a];
      b = nodes->prefix[b];
    }

  return a == b ? 0 : a == FUL_NONE || (b != FUL_NONE && nodes->func[a] < nodes->func[b]) ? -1 : 1;
}

static void
compare_states (Members          *members,
                FulCallNodeIndex  node)
{
  FulTestView *view = members->view;
  const FulCallNodeTable *nodes = view->nodes;
  g_autofree guint8 *states = ful_sample_states_new (view->nodes, view->inverted, view->rows, node, NULL, NULL);
  FulCallNodeIndex member = 0;

  while (members->ancestor[member] == FUL_NONE)
    member++;
  for (guint i = 0; i < view->rows->n_rows; i++)
    {
      FulStackIndex stack = view->rows->stack[i];
      FulSampleState expected = FUL_SAMPLE_FILTERED_OUT;

      if (stack != FUL_NONE)
        {
          FulCallNodeIndex leaf = nodes->stack_to_node[stack];

          if (members->ancestor[leaf] != FUL_NONE)
            expected = FUL_SAMPLE_SELECTED;
          else
            expected = compare_upward (nodes, leaf, member) < 0 ? FUL_SAMPLE_BEFORE_SELECTED : FUL_SAMPLE_AFTER_SELECTED;
        }
      g_assert_cmpint (states[i], ==, expected);
    }
}

/* Goes one step up. Returns: one of the callers, or FUL_NONE; most often the one with most members */
static FulFuncIndex
choose_caller (Members *members)
{
  const FulCallNodeTable *nodes = members->view->nodes;
  g_autofree guint *n_members = g_new0 (guint, nodes->n_funcs);
  FulFuncIndex chosen = FUL_NONE;
  gboolean any = g_test_rand_int_range (0, 20) == 0;

  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulCallNodeIndex caller = members->ancestor[i] == FUL_NONE ? FUL_NONE : nodes->prefix[members->ancestor[i]];
      FulFuncIndex func = caller == FUL_NONE ? FUL_NONE : nodes->func[caller];

      members->ancestor[i] = caller;
      if (func == FUL_NONE)
        continue;

      n_members[func]++;
      if (chosen == FUL_NONE || any || n_members[func] > n_members[chosen])
        chosen = func;
    }
  for (guint i = 0; i < nodes->n_nodes; i++)
    if (members->ancestor[i] != FUL_NONE && nodes->func[members->ancestor[i]] != chosen)
      members->ancestor[i] = FUL_NONE;

  return chosen;
}

static void
walk (FulTestView *view,
      FulCallTree *tree)
{
  g_autofree FulCallNodeIndex *ancestor = g_new (FulCallNodeIndex, view->nodes->n_nodes);
  Members members = { view, tree, ancestor };
  FulFuncIndex func = view->nodes->func[g_test_rand_int_range (0, (gint32) view->nodes->n_nodes)];
  FulCallNodeIndex node = func;
  guint n_steps = 0;

  for (FulCallNodeIndex i = 0; i < (FulCallNodeIndex) view->nodes->n_nodes; i++)
    ancestor[i] = view->nodes->func[i] == func ? i : FUL_NONE;

  for (;;)
    {
      FulCallNodeIndex first, last_func = FUL_NONE;
      guint n;

      compare_node (&members, node);
      if (n_steps % 16 == 0)
        compare_states (&members, node);
      func = choose_caller (&members);
      n = ful_inverted_tree_get_children (view->inverted, node, &first);
      if (func == FUL_NONE)
        {
          g_assert_cmpuint (n, ==, 0);
          return;
        }

      node = FUL_NONE;
      for (FulCallNodeIndex i = first; i < first + (FulCallNodeIndex) n; i++)
        {
          FulFuncIndex caller = ful_inverted_tree_get_func (view->inverted, i);

          g_assert_cmpint (caller, >, last_func);
          last_func = caller;
          if (caller == func)
            node = i;
        }
      g_assert_cmpint (node, !=, FUL_NONE);
      n_steps++;
    }
}

static void
test_random_recursion (void)
{
  guint n_in_recursion = 0;

  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(FulProfile) profile = random_recursion ();
      g_autoptr(FulTestView) view = ful_test_view_new (profile, INVERTED);
      g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (view->derived, &(FulTimeRange) { 100, 300 });
      g_autoptr(FulCallTree) tree = ful_call_tree_new (view->nodes, view->inverted, rows, NULL, NULL);

      n_in_recursion += ful_inverted_tree_get_recursion (view->inverted)->len;
      for (guint i = 0; i < 4; i++)
        walk (view, i % 2 ? tree : view->tree);
    }
  g_assert_cmpuint (n_in_recursion, >, 20);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/inverted-tree/random-recursion", test_random_recursion);

  return g_test_run ();
}
