/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a transform does (transforms.md 3.4), by comparison of the trees before and after it. No kind of transform is known here: each stack
 * of the profile has a call node in either tree, or none. A row stays if one of its stacks has a visible row of the same
 * function afterwards, unless a call of that function further out has become the same row: recursion that collapsed. */

#include "config.h"

#include "ful-transform-effect.h"

#include "tree/nodes/ful-recursion.h"

#include <math.h>

/* Sums of fractions depend on their order: smaller differences, relative to all, are none. */
#define TOLERANCE 1e-9

/* Call nodes of the tree before that have no image. Those with a stack of the profile are below UNKNOWN. */
enum
{
  UNKNOWN = -1,
  DROPPED = -2,   /* without their samples */
  MERGED  = -3,   /* their samples are those of another function */
};

static void
ful_transform_effect_clear (gpointer data)
{
  FulTransformEffect *self = data;

  g_clear_pointer (&self->before, ful_call_tree_unref);
  g_clear_pointer (&self->after, ful_call_tree_unref);
  g_free (self->image);
}

static inline FulCallNodeIndex
get_node (const FulDerivedThread *thread,
          const FulCallNodeTable *nodes,
          FulStackIndex           stack)
{
  FulStackIndex row = ful_filtered_stacks_lookup (thread->stacks, stack);

  return row == FUL_NONE ? FUL_NONE : nodes->stack_to_node[row];
}

/* ful_call_tree_is_visible() of a tree that is not inverted, for each of a million nodes. */
static inline gboolean
is_visible (const FulCallTree *tree,
            FulCallNodeIndex   node)
{
  return tree->total[node] != 0 || tree->has_children[node];
}

/* Whether a row of @after is one that a node of @before may have become. */
static inline gboolean
is_image (const FulCallTree *before,
          FulCallNodeIndex   node,
          const FulCallTree *after,
          FulCallNodeIndex   target)
{
  return target != FUL_NONE && after->nodes->func[target] == before->nodes->func[node] && is_visible (after, target);
}

/* What is inlined has no stack of the profile: its nodes are between that of a stack and that of its caller. */
static void
find_inlined_images (FulTransformEffect *self,
                     FulCallTree        *before,
                     FulCallNodeIndex    node,
                     FulCallTree        *after,
                     FulCallNodeIndex    target)
{
  FulCallNodeIndex next = is_image (before, node, after, target) ? after->nodes->prefix[target] : target;

  for (node = before->nodes->prefix[node]; node != FUL_NONE && self->image[node] == UNKNOWN; node = before->nodes->prefix[node])
    if (is_image (before, node, after, next))
      {
        self->image[node] = next;
        next = after->nodes->prefix[next];
      }
}

/* @before, @after: not inverted */
static gboolean
find_images (FulTransformEffect  *self,
             FulDerivedThread    *thread_before,
             FulCallTree         *before,
             FulDerivedThread    *thread_after,
             FulCallTree         *after,
             GCancellable        *cancellable,
             GError             **error)
{
  guint n_stacks = thread_before->profile->stacks->table.n_rows;
  FulCallNodeIndex *image = self->image;

  /* Any row of the function that stacks of the node come to: callers are before their callees. */
  for (FulStackIndex i = 0; i < (gint32) n_stacks; i++)
    {
      FulCallNodeIndex node = get_node (thread_before, before->nodes, i);
      FulCallNodeIndex target;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (node == FUL_NONE || image[node] >= 0)
        continue;

      target = get_node (thread_after, after->nodes, i);
      if (target == FUL_NONE)
        {
          image[node] = MIN (image[node], DROPPED);
          continue;
        }

      image[node] = is_image (before, node, after, target) ? target : MERGED;
      if (before->nodes->prefix[node] != FUL_NONE && image[before->nodes->prefix[node]] == UNKNOWN)
        find_inlined_images (self, before, node, after, target);
    }

  return TRUE;
}

/* @before, @after: not inverted. Of rows that become one the calls inside of another one go into that. */
static void
count (FulTransformEffect *self,
       FulCallTree        *before,
       FulCallTree        *after)
{
  double least = TOLERANCE * MAX (before->root_total, after->root_total);
  guint n_after = MAX (after->nodes->n_nodes, 1);
  g_autofree FulCallNodeIndex *holder = g_new (FulCallNodeIndex, n_after);   /* the last row that becomes this one */
  g_autofree double *had = g_new0 (double, n_after);                         /* self weight of these rows */
  gboolean differs = fabs (after->root_total - before->root_total) > least;

  for (guint i = 0; i < n_after; i++)
    holder[i] = FUL_NONE;
  for (FulCallNodeIndex i = 0; i < (gint32) before->nodes->n_nodes; i++)
    {
      FulCallNodeIndex image = self->image[i];

      if (!is_visible (before, i))
        continue;

      /* Nodes are in depth-first order: what is not inside of the last one is inside of none. */
      if (image >= 0 && holder[image] != FUL_NONE && i < before->nodes->subtree_end[holder[image]])
        image = self->image[i] = MERGED;
      if (image < 0)
        {
          self->n_gone++;
          continue;
        }

      had[image] += before->self[i];
      self->n_joined += holder[image] != FUL_NONE;
      holder[image] = i;
    }

  self->taker = FUL_NONE;
  for (FulCallNodeIndex i = 0; i < (gint32) after->nodes->n_nodes; i++)
    {
      double gain = after->self[i] - had[i];

      self->n_new += holder[i] == FUL_NONE && is_visible (after, i);
      differs |= fabs (gain) > least;
      if (gain <= least)
        continue;

      self->moved += gain;
      self->n_takers++;
      self->taker = after->nodes->func[i];
    }
  if (self->n_takers != 1)
    self->taker = FUL_NONE;

  self->changes = differs || self->n_gone > 0 || self->n_joined > 0 || self->n_new > 0;
}

static FulCallTree *
from_roots (FulCallTree *tree)
{
  return tree->inverted ? ful_call_tree_with_direction (tree, NULL) : ful_call_tree_ref (tree);
}

/**
 * ful_transform_effect_new:
 * @thread_before: the derived thread of @before
 * @before: a tree, no list
 * @thread_after: the same threads of the same profile, with one more transform
 * @after: its tree, in the same direction, and of the same range
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(stacks + call nodes).
 *
 * Returns: (transfer full): the effect, or %NULL with @error set
 */
FulTransformEffect *
ful_transform_effect_new (FulDerivedThread  *thread_before,
                          FulCallTree       *before,
                          FulDerivedThread  *thread_after,
                          FulCallTree       *after,
                          GCancellable      *cancellable,
                          GError           **error)
{
  g_autoptr(FulTransformEffect) self = g_atomic_rc_box_new0 (FulTransformEffect);
  g_autoptr(FulCallTree) roots_before = from_roots (before);
  g_autoptr(FulCallTree) roots_after = from_roots (after);
  guint n = before->nodes->n_nodes;

  g_assert (thread_before->profile == thread_after->profile);

  self->before = ful_call_tree_ref (before);
  self->after = ful_call_tree_ref (after);
  self->image = g_new (FulCallNodeIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->image[i] = UNKNOWN;

  if (!find_images (self, thread_before, roots_before, thread_after, roots_after, cancellable, error))
    return NULL;
  count (self, roots_before, roots_after);

  return g_steal_pointer (&self);
}

FulTransformEffect *
ful_transform_effect_ref (FulTransformEffect *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_transform_effect_unref (FulTransformEffect *self)
{
  g_atomic_rc_box_release_full (self, ful_transform_effect_clear);
}

/* Whether the ancestor of @member that a row at @depth refers to stays, with samples of @member. */
static gboolean
member_stays (const FulTransformEffect *self,
              FulCallNodeIndex          member,
              gint32                    depth)
{
  FulCallNodeIndex ancestor = member;

  if (self->before->self[member] == 0 || self->image[member] == DROPPED)
    return FALSE;
  for (; depth > 0; depth--)
    ancestor = self->before->nodes->prefix[ancestor];

  return self->image[ancestor] >= 0;
}

static gboolean
inverted_stays (FulTransformEffect *self,
                FulCallNodeIndex    node)
{
  FulInvertedTree *inverted = self->before->inverted;
  gint32 depth = ful_inverted_tree_get_depth (inverted, node);
  const FulCallNodeIndex *members;
  const FulInvertedRun *runs;
  gboolean stays = FALSE;
  guint n;

  ful_inverted_tree_lock (inverted);
  members = ful_inverted_tree_peek_members (inverted, node, &n);
  for (guint i = 0; i < n && !stays; i++)
    stays = member_stays (self, members[i], depth);
  runs = ful_inverted_tree_peek_runs (inverted, node, &n);
  for (guint i = 0; i < n && !stays; i++)
    for (gint32 k = 0; k < runs[i].n && !stays; k++)
      stays = member_stays (self, runs[i].member + k * runs[i].recursion->stride, depth);
  ful_inverted_tree_unlock (inverted);

  return stays;
}

/**
 * ful_transform_effect_removes:
 * @node: a visible node of the tree before
 *
 * O(1); in an inverted tree O(call nodes that the row is of) if it goes.
 *
 * Returns: whether the row goes
 */
gboolean
ful_transform_effect_removes (FulTransformEffect *self,
                              FulCallNodeIndex    node)
{
  return self->before->inverted ? !inverted_stays (self, node) : ful_transform_effect_removes_call (self, node);
}

/**
 * ful_transform_effect_removes_call:
 * @call_node: a row of the call node table of the tree before, whatever its direction
 *
 * O(1).
 *
 * Returns: whether the call goes
 */
gboolean
ful_transform_effect_removes_call (FulTransformEffect *self,
                                   FulCallNodeIndex    call_node)
{
  return self->image[call_node] < 0;
}

/**
 * ful_transform_effect_get_self:
 * @node: a visible node of the tree before, which stays
 *
 * Returns: its self weight afterwards
 */
double
ful_transform_effect_get_self (FulTransformEffect *self,
                               FulCallNodeIndex    node)
{
  return ful_call_tree_get_self (self->after, self->before->inverted ? node : self->image[node]);
}
