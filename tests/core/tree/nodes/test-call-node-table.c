/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "tree/nodes/ful-call-node-table.h"
#include "tree/nodes/ful-func-categories.h"
#include "tree/nodes/ful-name-ranks.h"

#include <string.h>

#define N_STACKS 20000

static FulProfile *
random_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulTableBuilder *stacks = &test->builder->stacks;
  guint first;

  ful_test_profile_add (test, "");
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      guint frame = ful_table_builder_append (&test->builder->frames, 1);

      FUL_CELLS (&test->builder->frames, FUL_FRAME_FUNC, gint32)[frame] = ful_test_profile_func (test, name);
    }
  first = ful_table_builder_append (stacks, N_STACKS);
  for (guint i = 0; i < N_STACKS; i++)
    {
      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[first + i] = g_test_rand_int_range (0, 40);
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[first + i] = i == 0 ? -1 : g_test_rand_int_range (-1, (gint32) i);
    }

  return ful_test_profile_seal (test);
}

/* Depth-first order, siblings ascending, subtrees as ranges, stacks at the node of their path. */
static void
test_order (void)
{
  g_autoptr(FulProfile) profile = random_profile ();
  g_autoptr(FulFilteredStacks) stacks = ful_filtered_stacks_new (profile);
  g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (stacks, NULL, NULL);
  int max_depth = -1;

  for (FulCallNodeIndex i = 0; i < (FulCallNodeIndex) nodes->n_nodes; i++)
    {
      FulCallNodeIndex prefix = nodes->prefix[i];
      FulCallNodeIndex next = ful_call_node_table_next_sibling (nodes, i);
      FulCallNodeIndex child = ful_call_node_table_first_child (nodes, i);

      g_assert_cmpint (prefix, <, i);
      g_assert_cmpint (nodes->depth[i], ==, prefix == FUL_NONE ? 0 : nodes->depth[prefix] + 1);
      max_depth = MAX (max_depth, nodes->depth[i]);
      if (prefix != FUL_NONE)
        g_assert_cmpint (nodes->subtree_end[i], <=, nodes->subtree_end[prefix]);
      if (next != FUL_NONE)
        {
          g_assert_cmpint (nodes->prefix[next], ==, prefix);
          g_assert_cmpint (nodes->func[next], >, nodes->func[i]);
        }
      if (child != FUL_NONE)
        g_assert_cmpint (nodes->prefix[child], ==, i);
    }
  g_assert_cmpint (nodes->max_depth, ==, max_depth);

  for (FulStackIndex s = 0; s < N_STACKS; s++)
    {
      FulCallNodeIndex node = nodes->stack_to_node[s];
      FulStackIndex prefix = profile->stacks->prefix[s];

      g_assert_cmpint (nodes->func[node], ==, profile->frames->func[profile->stacks->frame[s]]);
      g_assert_cmpint (nodes->prefix[node], ==, prefix == FUL_NONE ? FUL_NONE : nodes->stack_to_node[prefix]);
      g_assert_cmpint (nodes->first_stack[node], <=, s);
    }
}

static void
test_inlining (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulFilteredStacks) stacks = NULL;
  g_autoptr(FulCallNodeTable) nodes = NULL;
  guint symbol;

  g_ptr_array_add (test->builder->profile->libs, ful_lib_new_unknown ());
  symbol = ful_table_builder_append (&test->builder->native_symbols, 1);
  FUL_CELLS (&test->builder->native_symbols, FUL_NATIVE_SYMBOL_NAME, gint32)[symbol] =
    ful_string_table_intern (test->builder->strings, "outer", -1);
  FUL_CELLS (&test->builder->native_symbols, FUL_NATIVE_SYMBOL_LIB, gint32)[symbol] = 0;

  ful_test_profile_add (test, "A  A          A  A\n"
                              "B  B[Layout]  C  D\n");
  /* Frames in the order met: A, B, B[Layout], C, D. */
  for (guint i = 2; i < 4; i++)
    {
      FUL_CELLS (&test->builder->frames, FUL_FRAME_INLINE_DEPTH, guint8)[i] = 1;
      FUL_CELLS (&test->builder->frames, FUL_FRAME_NATIVE_SYMBOL, gint32)[i] = 0;
    }
  profile = ful_test_profile_seal (test);
  stacks = ful_filtered_stacks_new (profile);
  nodes = ful_call_node_table_new (stacks, NULL, NULL);

  g_assert_cmpuint (nodes->n_nodes, ==, 4);
  g_assert_cmpint (ful_call_node_table_get_inlined_into (nodes, 0), ==, FUL_INLINED_NEVER);
  g_assert_cmpint (ful_call_node_table_get_inlined_into (nodes, 1), ==, FUL_INLINED_DIVERGENT);
  g_assert_cmpint (ful_call_node_table_get_inlined_into (nodes, 2), ==, 0);
  g_assert_cmpint (ful_call_node_table_get_inlined_into (nodes, 3), ==, FUL_INLINED_NEVER);
}

static void
test_empty (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("");
  g_autoptr(FulFilteredStacks) stacks = ful_filtered_stacks_new (profile);
  g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (stacks, NULL, NULL);

  g_assert_cmpuint (nodes->n_nodes, ==, 0);
  g_assert_cmpint (nodes->max_depth, ==, -1);
  g_assert_cmpint (ful_call_node_table_first_child (nodes, FUL_NONE), ==, FUL_NONE);
}

static void
test_cancellation (void)
{
  g_autoptr(FulProfile) profile = random_profile ();
  g_autoptr(FulFilteredStacks) stacks = ful_filtered_stacks_new (profile);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_call_node_table_new (stacks, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Places of functions by name: f10 is before f2. */
static void
test_name_ranks (void)
{
  g_autoptr(FulProfile) profile = random_profile ();
  g_autoptr(FulFilteredStacks) stacks = ful_filtered_stacks_new (profile);
  g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (stacks, NULL, NULL);
  const guint32 *ranks = ful_call_node_table_get_name_ranks (nodes);

  g_assert_true (ful_call_node_table_get_name_ranks (nodes) == ranks);
  for (guint i = 1; i < nodes->n_nodes; i++)
    {
      FulFuncIndex a = nodes->func[i - 1], b = nodes->func[i];
      int order = strcmp (ful_profile_get_func_name (profile, a), ful_profile_get_func_name (profile, b));

      g_assert_cmpint ((ranks[a] > ranks[b]) - (ranks[a] < ranks[b]), ==, (order > 0) - (order < 0));
    }
}

/* That of all nodes of a function, or the default one. */
static void
test_func_categories (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A[Layout] B[Layout]     A[Layout]\n"
                                                              "C[Layout] C[JavaScript] D[JavaScript]\n");
  g_autoptr(FulFilteredStacks) stacks = ful_filtered_stacks_new (profile);
  g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (stacks, NULL, NULL);
  const FulCategoryIndex *categories = ful_call_node_table_get_func_categories (nodes);

  g_assert_cmpint (categories[ful_test_find_func (profile, "A")], ==, FUL_TEST_LAYOUT);
  g_assert_cmpint (categories[ful_test_find_func (profile, "B")], ==, FUL_TEST_LAYOUT);
  g_assert_cmpint (categories[ful_test_find_func (profile, "C")], ==, profile->default_category);
  g_assert_cmpint (categories[ful_test_find_func (profile, "D")], ==, FUL_TEST_JAVASCRIPT);
  g_assert_true (ful_call_node_table_get_func_categories (nodes) == categories);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/call-node-table/order", test_order);
  g_test_add_func ("/call-node-table/inlining", test_inlining);
  g_test_add_func ("/call-node-table/empty", test_empty);
  g_test_add_func ("/call-node-table/cancellation", test_cancellation);
  g_test_add_func ("/call-node-table/name-ranks", test_name_ranks);
  g_test_add_func ("/call-node-table/func-categories", test_func_categories);

  return g_test_run ();
}
