/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a transform does, by comparison of the trees before and after it. No kind of transform is known here: each stack
 * of the profile has a call node in either tree, or none. A row stays if one of its stacks has a visible row of the same
 * function afterwards, unless a call of that function further out has become the same row: recursion that collapsed. */

#include "config.h"

#include "ful-transform-effect.h"

#include "tree/nodes/ful-recursion.h"

#include <math.h>

/* Sums of fractions depend on their order: smaller differences, relative to all, are none. */
#define TOLERANCE 1e-9

/* Of call nodes of the tree before. */
enum
{
  HAS_STACK     = 1 << 0,   /* a stack of the profile ends in it */
  KEEPS_SAMPLES = 1 << 1,   /* samples of such a stack would still be there */
};

static void
ful_transform_effect_clear (gpointer data)
{
  FulTransformEffect *self = data;

  g_clear_pointer (&self->before, ful_call_tree_unref);
  g_clear_pointer (&self->after, ful_call_tree_unref);
  g_free (self->image);
  g_free (self->flags);
}

static inline FulCallNodeIndex
get_node (const FulDerivedThread *thread,
          const FulCallNodeTable *nodes,
          FulStackIndex           stack)
{
  FulStackIndex row = ful_filtered_stacks_lookup (thread->stacks, stack);

  return row == FUL_NONE ? FUL_NONE : nodes->stack_to_node[row];
}

/* Returns: (transfer full): for each call node the nearest one above it that has its function, or FUL_NONE. Amortised O(1) each:
 * a subtree that has ended is passed once. */
static FulCallNodeIndex *
find_outer_calls (const FulCallNodeTable *nodes)
{
  FulCallNodeIndex *outer = g_new (FulCallNodeIndex, MAX (nodes->n_nodes, 1));
  g_autofree FulCallNodeIndex *last = g_new (FulCallNodeIndex, MAX (nodes->n_funcs, 1));

  for (guint i = 0; i < nodes->n_funcs; i++)
    last[i] = FUL_NONE;
  for (FulCallNodeIndex i = 0; i < (gint32) nodes->n_nodes; i++)
    {
      FulCallNodeIndex call = last[nodes->func[i]];

      while (call != FUL_NONE && nodes->subtree_end[call] <= i)
        call = outer[call];
      outer[i] = call;
      last[nodes->func[i]] = i;
    }

  return outer;
}

/* Whether a row of @after is one that a node of @before may have become. */
static inline gboolean
is_image (const FulCallTree *before,
          FulCallNodeIndex   node,
          FulCallTree       *after,
          FulCallNodeIndex   target)
{
  return target != FUL_NONE && after->nodes->func[target] == before->nodes->func[node] &&
         ful_call_tree_is_visible (after, target);
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

  for (node = before->nodes->prefix[node]; node != FUL_NONE && !(self->flags[node] & HAS_STACK); node = before->nodes->prefix[node])
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
  g_autofree FulCallNodeIndex *outer = find_outer_calls (before->nodes);
  FulCallNodeIndex *image = self->image;

  /* Any row of the function that stacks of the node come to: callers are before their callees. */
  for (FulStackIndex i = 0; i < (gint32) n_stacks; i++)
    {
      FulCallNodeIndex node = get_node (thread_before, before->nodes, i);
      FulCallNodeIndex target;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (node == FUL_NONE || (image[node] != FUL_NONE && (self->flags[node] & KEEPS_SAMPLES)))
        continue;

      self->flags[node] |= HAS_STACK;
      target = get_node (thread_after, after->nodes, i);
      if (target == FUL_NONE)
        continue;

      self->flags[node] |= KEEPS_SAMPLES;
      if (is_image (before, node, after, target))
        image[node] = target;
      find_inlined_images (self, before, node, after, target);
    }

  /* What became one with a call further out went into that; callees first, as that one may have gone in the same way. */
  for (FulCallNodeIndex i = (gint32) before->nodes->n_nodes - 1; i >= 0; i--)
    if (image[i] != FUL_NONE && outer[i] != FUL_NONE && image[outer[i]] == image[i])
      image[i] = FUL_NONE;

  return TRUE;
}

/* @before, @after: not inverted */
static void
count (FulTransformEffect *self,
       FulCallTree        *before,
       FulCallTree        *after)
{
  double least = TOLERANCE * MAX (before->root_total, after->root_total);
  g_autofree guint *n_before = g_new0 (guint, MAX (after->nodes->n_nodes, 1));    /* rows that become one */
  g_autofree double *had = g_new0 (double, MAX (after->nodes->n_nodes, 1));       /* their self weight */
  gboolean differs = fabs (after->root_total - before->root_total) > least;

  for (FulCallNodeIndex i = 0; i < (gint32) before->nodes->n_nodes; i++)
    {
      FulCallNodeIndex image = self->image[i];

      if (!ful_call_tree_is_visible (before, i))
        continue;

      if (image == FUL_NONE)
        {
          self->n_gone++;
          continue;
        }

      had[image] += before->self[i];
      self->n_joined += n_before[image]++ > 0;
    }

  self->taker = FUL_NONE;
  for (FulCallNodeIndex i = 0; i < (gint32) after->nodes->n_nodes; i++)
    {
      double gain = after->self[i] - had[i];

      self->n_new += n_before[i] == 0 && ful_call_tree_is_visible (after, i);
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
  self->flags = g_new0 (guint8, MAX (n, 1));
  self->image = g_new (FulCallNodeIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->image[i] = FUL_NONE;

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

  if (self->before->self[member] == 0 || !(self->flags[member] & KEEPS_SAMPLES))
    return FALSE;
  for (; depth > 0; depth--)
    ancestor = self->before->nodes->prefix[ancestor];

  return self->image[ancestor] != FUL_NONE;
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
  return self->before->inverted ? !inverted_stays (self, node) : self->image[node] == FUL_NONE;
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
