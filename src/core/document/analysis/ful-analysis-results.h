/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/view/ful-view-state.h"
#include "model/ful-profile.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-derive-cache.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-node-breakdown.h"
#include "tree/ful-transform-effect.h"
#include "tree/nodes/ful-call-node-table.h"
#include "tree/nodes/ful-inverted-tree.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/**
 * FulAnalysisResults:
 *
 * What is derived for a state of the view; holds references.
 */
typedef struct
{
  FulViewState     *state;
  FulDerivedThread *thread;
  FulCallNodeTable *nodes;
  FulInvertedTree  *inverted;   /* (nullable) */
  FulSampleRows    *rows;
  FulCallTree      *tree;
  FulCallNodeIndex  node;        /* the selected one, or FUL_NONE */
  FulNodeBreakdown *breakdown;   /* of it */
  double            match_share; /* of the search, or NaN */
  FulTransformEffect *effect;    /* (nullable): of the transform that was pushed */
} FulAnalysisResults;

void                ful_analysis_results_free   (FulAnalysisResults       *self);
FulAnalysisResults *ful_analysis_results_copy   (const FulAnalysisResults *self);
FulAnalysisResults *ful_analysis_results_derive (FulProfile               *profile,
                                                 FulViewState             *state,
                                                 FulDeriveCache           *cache,
                                                 const FulAnalysisResults *last,
                                                 FulTransform             *pushed,
                                                 GCancellable             *cancellable,
                                                 GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulAnalysisResults, ful_analysis_results_free)

G_END_DECLS
