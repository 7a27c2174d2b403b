/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums and sampling variances against a naive version that looks at each row and each item. */

#include "compare/runs/ful-item-sums.h"

#include <glib.h>
#include <math.h>

#define N_NODES 40
#define N_ITEMS 12   /* where nodes are no items */
#define N_PIECES 32

typedef struct
{
  gint32 prefix[N_NODES];
  gint32 depth[N_NODES];
  gint32 item[N_NODES];
} Nodes;

static gboolean
has_item (const Nodes *nodes,
          gint32       node,
          gint32       item)
{
  for (; node != FUL_NONE; node = nodes->prefix[node])
    if (nodes->item[node] == item)
      return TRUE;

  return FALSE;
}

static double
get_naive (const Nodes  *nodes,
           const gint32 *node,
           const double *weight,
           guint         row,
           gint32        item)
{
  return has_item (nodes, node[row], item) && (weight == NULL || isfinite (weight[row])) ? weight ? weight[row] : 1 : 0;
}

static void
add_naive (const Nodes  *nodes,
           const gint32 *node,
           const double *weight,
           guint         n,
           double        factor,
           gint32        item,
           FulItemSum   *sum)
{
  double changes = 0, pieces[N_PIECES] = { 0 }, differences = 0;

  for (guint i = 0; i < n; i++)
    {
      double z = get_naive (nodes, node, weight, i, item);

      sum->x += z * factor;
      sum->rows += has_item (nodes, node[i], item) && (weight == NULL || isfinite (weight[i]));
      pieces[i * N_PIECES / n] += z;
      if (i > 0)
        changes += pow (z - get_naive (nodes, node, weight, i - 1, item), 2);
    }
  for (guint k = 1; k < N_PIECES; k++)
    differences += pow (pieces[k] - pieces[k - 1], 2);
  sum->u_rows += changes / 2 * factor * factor;
  sum->u_pieces += (n < 64 ? changes / 2 : differences / 2 * 32 / 31) * factor * factor;
}

/* A tree in which the items of nodes come again further down, where they do not count; or in which nodes are items. */
static void
make_nodes (Nodes   *nodes,
            gboolean are_items)
{
  nodes->prefix[0] = FUL_NONE;
  nodes->depth[0] = nodes->item[0] = 0;
  for (gint32 i = 1; i < N_NODES; i++)
    {
      gint32 item = are_items ? i : g_test_rand_int_range (1, N_ITEMS);

      nodes->prefix[i] = g_test_rand_int_range (MAX (0, i - 6), i);
      nodes->depth[i] = nodes->depth[nodes->prefix[i]] + 1;
      nodes->item[i] = has_item (nodes, nodes->prefix[i], item) ? FUL_NONE : item;
    }
}

static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      Nodes nodes;
      gboolean are_items = round % 2;
      gint32 n_items = are_items ? N_NODES : N_ITEMS;
      const FulItemNodes of = { N_NODES, nodes.prefix, nodes.depth, are_items ? NULL : nodes.item, (guint) n_items };
      g_autoptr(FulItemSums) sums = NULL;
      FulItemSum naive[N_NODES] = { { 0 } };

      make_nodes (&nodes, are_items);
      sums = ful_item_sums_new (&of);
      for (guint thread = 0; thread < 3; thread++)
        {
          guint n = (guint) g_test_rand_int_range (0, 200);
          g_autofree gint32 *node = g_new (gint32, n + 1);
          g_autofree double *weight = g_new (double, n + 1);
          gboolean is_weighted = g_test_rand_int_range (0, 2);
          double factor = g_test_rand_double_range (0.5, 2);

          for (guint i = 0; i < n; i++)
            {
              node[i] = i > 0 && g_test_rand_int_range (0, 2) ? node[i - 1] : g_test_rand_int_range (-1, N_NODES);
              weight[i] = g_test_rand_int_range (0, 20) == 0 ? NAN : g_test_rand_int_range (-3, 10);
            }
          ful_item_sums_add (&sums, 1, node, is_weighted ? weight : NULL, n, factor);
          for (gint32 item = 0; item < n_items; item++)
            add_naive (&nodes, node, is_weighted ? weight : NULL, n, factor, item, &naive[item]);
        }
      for (gint32 item = 0; item < n_items; item++)
        {
          const FulItemSum *sum = ful_item_sums_get (sums, item);

          g_assert_cmpfloat_with_epsilon (sum->x, naive[item].x, 1e-9);
          g_assert_cmpfloat_with_epsilon (sum->u_rows, naive[item].u_rows, 1e-9);
          g_assert_cmpfloat_with_epsilon (sum->u_pieces, naive[item].u_pieces, 1e-9);
          g_assert_cmpuint (sum->rows, ==, naive[item].rows);
        }
    }
}

/* What is summed at once of nodes, their items by total and their items by self is what is summed one by one. */
static void
test_together (void)
{
  for (guint round = 0; round < 200; round++)
    {
      Nodes nodes;
      gint32 key[N_NODES];
      const FulItemNodes of[] = {
        { N_ITEMS, NULL, NULL, NULL, N_ITEMS, key },
        { N_NODES, nodes.prefix, nodes.depth, nodes.item, N_ITEMS },
        { N_NODES, nodes.prefix, nodes.depth, NULL, N_NODES },
      };
      FulItemSums *together[G_N_ELEMENTS (of)], *alone[G_N_ELEMENTS (of)];

      make_nodes (&nodes, FALSE);
      key[0] = FUL_NONE;
      for (guint i = 1; i < N_NODES; i++)
        key[i] = nodes.item[i] == FUL_NONE ? 1 : nodes.item[i];
      for (guint i = 0; i < G_N_ELEMENTS (of); i++)
        {
          together[i] = ful_item_sums_new (&of[i]);
          alone[i] = ful_item_sums_new (&of[i]);
        }
      for (guint thread = 0; thread < 3; thread++)
        {
          guint n = (guint) g_test_rand_int_range (0, 200);
          g_autofree gint32 *node = g_new (gint32, n + 1);

          for (guint i = 0; i < n; i++)
            {
              node[i] = i > 0 && g_test_rand_int_range (0, 2) ? node[i - 1] : g_test_rand_int_range (0, N_NODES);
              if (node[i] == 0)
                node[i] = FUL_NONE;
            }
          ful_item_sums_add (together, G_N_ELEMENTS (of), node, NULL, n, 0.3);
          for (guint i = 0; i < G_N_ELEMENTS (of); i++)
            ful_item_sums_add (&alone[i], 1, node, NULL, n, 0.3);
        }
      for (guint i = 0; i < G_N_ELEMENTS (of); i++)
        {
          g_assert_cmpuint (ful_item_sums_get_items (together[i])->len, ==, ful_item_sums_get_items (alone[i])->len);
          for (gint32 item = 0; item < (gint32) of[i].n_items; item++)
            g_assert_cmpmem (ful_item_sums_get (together[i], item), sizeof (FulItemSum), ful_item_sums_get (alone[i], item), sizeof (FulItemSum));
          ful_item_sums_free (together[i]);
          ful_item_sums_free (alone[i]);
        }
    }
}

/* Without a tree each row has its own item and the total. */
static void
test_flat (void)
{
  const FulItemNodes of = { 4, NULL, NULL, NULL, 4 };
  g_autoptr(FulItemSums) sums = ful_item_sums_new (&of);
  const gint32 node[] = { 1, 1, 2, FUL_NONE, 1 };

  ful_item_sums_add (&sums, 1, node, NULL, G_N_ELEMENTS (node), 2);
  g_assert_cmpfloat (ful_item_sums_get (sums, 0)->x, ==, 8);
  g_assert_cmpfloat (ful_item_sums_get (sums, 0)->u_rows, ==, 4);
  g_assert_cmpfloat (ful_item_sums_get (sums, 1)->x, ==, 6);
  g_assert_cmpfloat (ful_item_sums_get (sums, 1)->u_rows, ==, 4);
  g_assert_cmpfloat (ful_item_sums_get (sums, 2)->u_rows, ==, 4);
  g_assert_cmpuint (ful_item_sums_get_items (sums)->len, ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/item-sums/random", test_random);
  g_test_add_func ("/item-sums/together", test_together);
  g_test_add_func ("/item-sums/flat", test_flat);

  return g_test_run ();
}
