/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The flame graph (call-tree.md 8): a row for each depth, siblings by name. */

#include "config.h"

#include "ful-box-layout.h"

#include "tree/nodes/ful-name-ranks.h"

#include <math.h>
#include <string.h>

/* Narrower boxes, and those above them, are not drawn in an inverted graph. */
#define NARROWEST (1.0 / 16384)

typedef struct
{
  guint32          rank;
  FulCallNodeIndex node;
} Sibling;

static int
compare_siblings (gconstpointer a,
                  gconstpointer b)
{
  const Sibling *left = a, *right = b;

  return (left->rank > right->rank) - (left->rank < right->rank);
}

/* Most groups are small. */
static void
sort_siblings (Sibling *siblings,
               guint    n)
{
  if (n > 16)
    {
      qsort (siblings, n, sizeof *siblings, compare_siblings);
      return;
    }

  for (guint i = 1; i < n; i++)
    {
      Sibling moved = siblings[i];
      guint at = i;

      for (; at > 0 && siblings[at - 1].rank > moved.rank; at--)
        siblings[at] = siblings[at - 1];
      siblings[at] = moved;
    }
}

/* Room is doubled whenever the number of edges is a power of two. */
static guint32
add_edge (FulBoxLayout *self,
          double        x)
{
  if ((self->n_edges & (self->n_edges - 1)) == 0)
    self->edge = g_renew (double, self->edge, MAX ((gsize) self->n_edges * 2, 1));
  self->edge[self->n_edges] = x;

  return self->n_edges++;
}

/* Row by row: the children of the nodes of a row, in order, are the next row. Nodes
 * without a total have no width, but nodes below them may (mixed signs). */
static gboolean
lay_out (FulBoxLayout   *self,
         const guint32  *rank,
         GCancellable   *cancellable,
         GError        **error)
{
  FulCallTree *tree = self->tree;
  const FulCallNodeTable *nodes = tree->nodes;
  g_autofree Sibling *row = g_new (Sibling, MAX (nodes->n_nodes, 1));
  g_autofree Sibling *next = g_new (Sibling, MAX (nodes->n_nodes, 1));
  g_autofree guint32 *start = g_new0 (guint32, MAX (nodes->n_nodes, 1));   /* edges */
  guint n_row = 0;

  for (FulCallNodeIndex node = ful_call_node_table_first_child (nodes, FUL_NONE); node != FUL_NONE;
       node = ful_call_node_table_next_sibling (nodes, node))
    row[n_row++] = (Sibling) { rank[nodes->func[node]], node };
  sort_siblings (row, n_row);

  for (guint depth = 0; depth < self->n_rows; depth++)
    {
      FulBoxRow *boxes = &self->rows[depth];
      FulCallNodeIndex last_parent = FUL_NONE;
      guint n_next = 0;
      guint32 edge = 0;

      for (guint i = 0; i < n_row; i++)
        {
          FulCallNodeIndex node = row[i].node;
          FulCallNodeIndex parent = nodes->prefix[node];
          guint first = n_next;

          if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;

          if (tree->total[node] != 0)
            {
              if (parent != last_parent)
                edge = start[parent];
              last_parent = parent;
              start[node] = edge;
              edge = add_edge (self, self->edge[edge] + fabs (tree->total[node] / tree->root_total));
              ful_box_row_append (boxes, start[node], edge, node);
            }

          /* Nodes below a node without samples are skipped. */
          if (tree->total[node] == 0 && !tree->has_children[node])
            continue;
          for (FulCallNodeIndex child = ful_call_node_table_first_child (nodes, node); child != FUL_NONE;
               child = ful_call_node_table_next_sibling (nodes, child))
            next[n_next++] = (Sibling) { rank[nodes->func[child]], child };
          sort_siblings (next + first, n_next - first);
        }

      n_row = n_next;
      {
        Sibling *swap = row;

        row = next;
        next = swap;
      }
    }

  return TRUE;
}

static gboolean
lay_out_inverted (FulBoxLayout   *self,
                  const guint32  *rank,
                  GCancellable   *cancellable,
                  GError        **error)
{
  FulCallTree *tree = self->tree;
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  g_autoptr(GArray) siblings = g_array_new (FALSE, FALSE, sizeof (Sibling));

  for (guint depth = 0; depth < self->n_rows; depth++)
    {
      FulBoxRow *boxes = &self->rows[depth];
      guint n_parents = depth == 0 ? 1 : self->rows[depth - 1].n_boxes;

      for (guint p = 0; p < n_parents; p++)
        {
          FulCallNodeIndex parent = depth == 0 ? FUL_NONE : self->rows[depth - 1].boxes[p].node;
          guint32 edge = depth == 0 ? 0 : self->rows[depth - 1].boxes[p].start;
          double x = self->edge[edge];

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;

          ful_call_tree_get_children (tree, parent, children);
          g_array_set_size (siblings, 0);
          for (guint i = 0; i < children->len; i++)
            {
              FulCallNodeIndex node = g_array_index (children, FulCallNodeIndex, i);
              Sibling sibling = { rank[ful_call_tree_get_func (tree, node)], node };

              g_array_append_val (siblings, sibling);
            }
          sort_siblings ((Sibling *) (gpointer) siblings->data, siblings->len);

          for (guint i = 0; i < siblings->len; i++)
            {
              FulCallNodeIndex node = g_array_index (siblings, Sibling, i).node;
              double start = x;

              x += fabs (ful_call_tree_get_total (tree, node) / tree->root_total);
              if (x - start < NARROWEST)
                continue;
              if (self->edge[edge] != start)
                edge = add_edge (self, start);
              ful_box_row_append (boxes, edge, self->n_edges, node);
              edge = add_edge (self, x);
            }
        }
    }

  return TRUE;
}

/**
 * ful_flame_layout_new:
 * @tree: a call tree, inverted or not
 * @cancellable: (nullable): checked every few thousand nodes
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(call nodes), and once for a table O(functions × log functions); of an inverted tree O(boxes), since narrow ones are left out.
 *
 * Returns: (transfer full): boxes from 0 to 1, a row for each depth that any stack reaches
 */
FulBoxLayout *
ful_flame_layout_new (FulCallTree   *tree,
                      GCancellable  *cancellable,
                      GError       **error)
{
  guint n_rows = (guint) MAX (tree->nodes->max_depth + 1, 1);
  g_autoptr(FulBoxLayout) self = NULL;
  const guint32 *rank = ful_call_node_table_get_name_ranks (tree->nodes);

  if (tree->inverted && tree->root_total == 0)
    n_rows = 0;
  self = ful_box_layout_new (tree, n_rows);
  self->end = 1;
  add_edge (self, 0);
  if (!(tree->inverted ? lay_out_inverted : lay_out) (self, rank, cancellable, error))
    return NULL;
  ful_box_layout_finish (self, n_rows);

  return g_steal_pointer (&self);
}
