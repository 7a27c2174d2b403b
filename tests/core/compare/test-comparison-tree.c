/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "compare/ful-comparison-tree.h"

#include "base/ful-types.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"
#include "tree/ful-call-tree-rows.h"
#include "ful-test-profile.h"

typedef struct
{
  FulComparisonRequest  request;
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
}

static void
compare (Compared   *self,
         const char *before,
         const char *after)
{
  *self = (Compared) { .request = { .pairing = ful_pairing_new (), .tree = ful_path_tree_new (), .rules = { .margin = 0.05 } } };
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      self->request.runs[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
      read_run (self, side, side == FUL_BEFORE ? before : after);
    }
  ful_pairing_pair (self->request.pairing);
  self->comparison = ful_comparison_new (&self->request, NULL);
  g_assert_nonnull (self->comparison);
  self->tree = ful_comparison_tree_new (self->comparison, self->request.pairing, NULL, NULL);
  g_assert_nonnull (self->tree);
}

static void
clear (Compared *self)
{
  ful_comparison_tree_free (self->tree);
  ful_comparison_free (self->comparison);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (self->request.runs[side]);
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

  compare (&compared, "A  A  A  A  A\n"
                      "B  B  C  C   \n",
                      "A  A  A  A  A  A\n"
                      "B  B  B  B  D   \n"
                      "         B      \n");
  text = to_text (&compared);
  g_assert_cmpstr (text, ==, "A 5 6 1 1\n"
                             "  B 2 4 2 3\n"
                             "    B 0 1 0 1\n"
                             "  D 0 1 0 1\n"
                             "  C 2 0 2 0\n");
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

/* Self values of a function, summed over its nodes, are its total in the inverted tree. */
static void
test_inverted (void)
{
  Compared compared;
  g_autoptr(FulInvertedTree) inverted = NULL;
  g_autoptr(FulCallTree) before = NULL;
  g_autoptr(FulCallTree) after = NULL;
  g_autoptr(GArray) roots = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  guint n_found = 0;

  compare (&compared, "A  A  B\n"
                      "B  C  A\n"
                      "      B\n",
                      "A  A  B\n"
                      "B  C  A\n");
  inverted = ful_inverted_tree_new (compared.tree->tree->nodes);
  before = ful_call_tree_with_direction (compared.tree->sides[FUL_BEFORE], inverted);
  after = ful_call_tree_with_direction (compared.tree->sides[FUL_AFTER], inverted);
  ful_call_tree_get_children (before, FUL_NONE, roots);
  for (guint i = 0; i < roots->len; i++)
    if (g_str_equal (ful_call_tree_get_name (before, g_array_index (roots, FulCallNodeIndex, i)), "B"))
      {
        g_assert_cmpfloat (ful_call_tree_get_total (before, g_array_index (roots, FulCallNodeIndex, i)), ==, 2);
        g_assert_cmpfloat (ful_call_tree_get_total (after, g_array_index (roots, FulCallNodeIndex, i)), ==, 1);
        n_found++;
      }
  g_assert_cmpuint (n_found, ==, 1);
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
