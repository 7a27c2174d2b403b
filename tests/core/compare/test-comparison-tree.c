/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "compare/ful-comparison-tree.h"

#include "base/ful-types.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"
#include "tree/ful-call-tree-rows.h"
#include "ful-test-profile.h"

#include <math.h>

typedef struct
{
  FulComparisonRequest  request;
  GPtrArray            *self[FUL_N_SIDES];   /* (element-type FulRun): functions by self */
  FulComparison        *comparison;
  FulComparisonTree    *tree;
} Compared;

static void
read_run (Compared   *self,
          FulSide     side,
          const char *text)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (text);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  FulRunRequest request = { side, "run", profile, options, cache, FUL_COMPARE_NODES, FUL_MEASURE_TOTAL, TRUE, NULL, 1, NULL, NULL,
                            self->request.pairing, self->request.tree };

  g_assert_true (ful_run_read (&request, self->request.runs[side], NULL, NULL));
  request.by = FUL_COMPARE_FUNCTIONS;
  request.measure = FUL_MEASURE_SELF;
  g_assert_true (ful_run_read (&request, self->self[side], NULL, NULL));
}

static void
compare (Compared   *self,
         const char *before,
         const char *after)
{
  FulComparisonRequest by_self;
  g_autoptr(FulComparison) functions = NULL;

  *self = (Compared) { .request = { .pairing = ful_pairing_new (), .tree = ful_path_tree_new (), .rules = { .margin = 0.05 } } };
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      self->request.runs[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
      self->self[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
      read_run (self, side, side == FUL_BEFORE ? before : after);
    }
  ful_pairing_pair (self->request.pairing);
  self->comparison = ful_comparison_new (&self->request, NULL);
  g_assert_nonnull (self->comparison);
  by_self = self->request;
  by_self.tree = NULL;
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    by_self.runs[side] = self->self[side];
  functions = ful_comparison_new (&by_self, NULL);
  g_assert_nonnull (functions);
  self->tree = ful_comparison_tree_new (self->comparison, functions, self->request.pairing, NULL, NULL);
  g_assert_nonnull (self->tree);
}

static void
clear (Compared *self)
{
  ful_comparison_tree_free (self->tree);
  ful_comparison_free (self->comparison);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      g_ptr_array_unref (self->request.runs[side]);
      g_ptr_array_unref (self->self[side]);
    }
  ful_path_tree_free (self->request.tree);
  ful_pairing_free (self->request.pairing);
}

/* Returns: (transfer full): a line for each node: name, total before and after, self before and after */
static char *
to_text (const Compared *self)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (self->tree->tree, FUL_NONE, G_MAXUINT, NULL, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);
      FulCallTree *const *sides = self->tree->sides;

      g_string_append_printf (text, "%*s%s %g %g %g %g\n", 2 * row.depth, "", ful_call_tree_get_name (self->tree->tree, row.node),
                              ful_call_tree_get_total (sides[FUL_BEFORE], row.node), ful_call_tree_get_total (sides[FUL_AFTER], row.node),
                              ful_call_tree_get_self (sides[FUL_BEFORE], row.node), ful_call_tree_get_self (sides[FUL_AFTER], row.node));
    }

  return g_string_free (text, FALSE);
}

/* What takes longer is above, what is gone stays, below: siblings descend by what they have more. */
static void
test_union (void)
{
  Compared compared;
  g_autofree char *text = NULL;

  compare (&compared, "A  A  A  A  A  A  A\n"
                      "B  B  C  C  E  E   \n",
                      "A  A  A  A  A  A  A  A\n"
                      "B  B  B  B  D  E  E   \n"
                      "         B            \n");
  text = to_text (&compared);
  g_assert_cmpstr (text, ==, "A 7 8 1 1\n"
                             "  B 2 4 2 3\n"
                             "    B 0 1 0 1\n"
                             "  D 0 1 0 1\n"
                             "  E 2 2 2 2\n"
                             "  C 2 0 2 0\n");
  g_assert_cmpfloat (compared.tree->greatest, ==, 2);
  g_assert_cmpfloat (compared.tree->difference->root_total, ==, 5);   /* B 1, its B 1, D 1, C 2 */
  clear (&compared);
}

/* Each node has the row of the comparison with its numbers, and its name. */
static void
test_rows (void)
{
  Compared compared;

  compare (&compared, "A  A  B  B\n"
                      "B  C  A  C\n",
                      "A  A  B  B  A\n"
                      "B  B  A  D   \n");
  g_assert_cmpuint (compared.tree->tree->nodes->n_nodes, ==, compared.comparison->rows->len);
  for (guint i = 0; i < compared.tree->tree->nodes->n_nodes; i++)
    {
      FulCallNodeIndex node = (FulCallNodeIndex) i;
      const FulComparedRow *row = ful_comparison_tree_get_row (compared.tree, node);

      g_assert_nonnull (row);
      g_assert_cmpstr (ful_call_tree_get_name (compared.tree->tree, node), ==,
                       ful_pairing_get_item (compared.request.pairing, row->item)->name);
      for (FulSide side = 0; side < FUL_N_SIDES; side++)
        g_assert_cmpfloat_with_epsilon (ful_call_tree_get_total (compared.tree->sides[side], node), row->change.mean[side], 1e-9);
    }
  clear (&compared);
}

/* Returns: the child of that name */
static FulCallNodeIndex
find_child (FulCallTree      *tree,
            FulCallNodeIndex  parent,
            const char       *name)
{
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));

  ful_call_tree_get_children (tree, parent, children);
  for (guint i = 0; i < children->len; i++)
    if (g_str_equal (ful_call_tree_get_name (tree, g_array_index (children, FulCallNodeIndex, i)), name))
      return g_array_index (children, FulCallNodeIndex, i);
  g_assert_not_reached ();
}

/* Roots of the inverted tree have what is known of a function by self; below them there are values alone. */
static void
test_inverted (void)
{
  Compared compared;
  FulCallNodeIndex root, caller;
  FulComparedRow row;

  compare (&compared, "A  A  B\n"
                      "B  C  A\n"
                      "      B\n",
                      "A  A  B\n"
                      "B  C  A\n");
  root = find_child (compared.tree->inverted, FUL_NONE, "B");
  ful_comparison_tree_get_inverted_row (compared.tree, root, &row);
  g_assert_cmpfloat (row.change.mean[FUL_BEFORE], ==, 2);
  g_assert_cmpfloat (row.change.mean[FUL_AFTER], ==, 1);
  g_assert_cmpint (row.change.verdict, ==, FUL_VERDICT_FEW);
  g_assert_cmpuint (row.change.rows, ==, 3);

  caller = find_child (compared.tree->inverted, root, "A");
  ful_comparison_tree_get_inverted_row (compared.tree, caller, &row);
  g_assert_cmpfloat (row.change.mean[FUL_BEFORE], ==, 2);
  g_assert_cmpfloat (row.change.mean[FUL_AFTER], ==, 1);
  g_assert_cmpfloat (row.change.difference, ==, -1);
  g_assert_cmpfloat (row.change.ratio, ==, 0.5);
  g_assert_cmpint (row.change.verdict, ==, FUL_N_VERDICTS);

  ful_comparison_tree_get_inverted_row (compared.tree, find_child (compared.tree->inverted, caller, "B"), &row);
  g_assert_true (row.is_on[FUL_BEFORE]);
  g_assert_false (row.is_on[FUL_AFTER]);
  g_assert_true (isnan (row.change.interval[0]));
  clear (&compared);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/comparison-tree/union", test_union);
  g_test_add_func ("/comparison-tree/rows", test_rows);
  g_test_add_func ("/comparison-tree/inverted", test_inverted);

  return g_test_run ();
}
