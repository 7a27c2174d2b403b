/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-derive-cache.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-node-breakdown.h"
#include "tree/ful-transform-effect.h"

G_BEGIN_DECLS

/**
 * FulAnalysis:
 *
 * The results for the state of a document. The last good results are kept while new
 * ones are computed on a worker; a new state stops the job of an older one. Emits
 * "changed" when results were replaced, "transformed" (#FulTransform, #FulTransformEffect) after the first results with
 * a transform that ful_analysis_push_transform() pushed, and notifies "busy". Main thread only.
 */
#define FUL_TYPE_ANALYSIS (ful_analysis_get_type ())
G_DECLARE_FINAL_TYPE (FulAnalysis, ful_analysis, FUL, ANALYSIS, GObject)

FulAnalysis      *ful_analysis_new          (FulDocument *document);
FulDocument      *ful_analysis_get_document (FulAnalysis *self);
gboolean          ful_analysis_get_busy     (FulAnalysis *self);
FulDeriveCache   *ful_analysis_get_cache    (FulAnalysis *self);
const char       *ful_analysis_get_error    (FulAnalysis *self);
FulDerivedThread *ful_analysis_get_thread   (FulAnalysis *self);
FulCallTree      *ful_analysis_get_tree     (FulAnalysis *self);
double            ful_analysis_get_match_share (FulAnalysis *self);
FulCallNodeIndex  ful_analysis_get_node     (FulAnalysis *self);
FulNodeBreakdown *ful_analysis_get_breakdown (FulAnalysis *self);
gboolean          ful_analysis_select_func   (FulAnalysis  *self,
                                              FulFuncIndex  func);
gboolean          ful_analysis_select_stack  (FulAnalysis        *self,
                                              const FulFuncIndex *path,
                                              guint               n_path);
void              ful_analysis_toggle_category (FulAnalysis           *self,
                                                FulCategoryIndex       category);
gboolean          ful_analysis_push_transform (FulAnalysis            *self,
                                               const FulTransformKind *kind);

G_END_DECLS
