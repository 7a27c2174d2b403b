/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"
#include "ful-derived-thread.h"

G_BEGIN_DECLS

/**
 * FulTransformEffect:
 * @before: the tree without the transform
 * @after: the tree with it, in the same direction
 * @n_gone: rows of @before that are not in @after
 * @n_joined: rows of @before that become one row with another one
 * @n_new: rows of @after that are not in @before
 * @moved: weight that becomes self weight of rows which did not have it
 * @n_takers: number of these rows
 * @taker: the function of the only one of them, or %FUL_NONE
 * @changes: whether the trees differ
 *
 * What a transform does to a call tree. Rows are those of the tree that is not inverted, whether they are expanded or
 * not: @after has as many as @before, less @n_gone and @n_joined, and @n_new. Immutable, counted, usable from any
 * thread.
 */
typedef struct
{
  FulCallTree      *before;
  FulCallTree      *after;
  guint             n_gone;
  guint             n_joined;
  guint             n_new;
  double            moved;
  guint             n_takers;
  FulFuncIndex      taker;
  gboolean          changes;

  /*< private >*/
  FulCallNodeIndex *image;   /* for each call node of @before that of @after in its place; below 0 none */
} FulTransformEffect;

FulTransformEffect *ful_transform_effect_new      (FulDerivedThread    *thread_before,
                                                   FulCallTree         *before,
                                                   FulDerivedThread    *thread_after,
                                                   FulCallTree         *after,
                                                   GCancellable        *cancellable,
                                                   GError             **error);
FulTransformEffect *ful_transform_effect_ref      (FulTransformEffect  *self);
void                ful_transform_effect_unref    (FulTransformEffect  *self);
gboolean            ful_transform_effect_removes  (FulTransformEffect  *self,
                                                   FulCallNodeIndex     node);
gboolean            ful_transform_effect_removes_call
                                                  (FulTransformEffect  *self,
                                                   FulCallNodeIndex     call_node);
double              ful_transform_effect_get_self (FulTransformEffect  *self,
                                                   FulCallNodeIndex     node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTransformEffect, ful_transform_effect_unref)

G_END_DECLS
