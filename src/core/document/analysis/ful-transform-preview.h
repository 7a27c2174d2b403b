/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-analysis.h"

#include "stacks/transforms/ful-transform.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-transform-effect.h"

G_BEGIN_DECLS

/**
 * FulTransformPreview:
 *
 * What a transform would do to the tree of an analysis, or to one that is derived from it, without any change of the document. At most one is computed at a
 * time, on a worker. Emits "changed" when there is another effect or none. Main thread only.
 */
#define FUL_TYPE_TRANSFORM_PREVIEW (ful_transform_preview_get_type ())
G_DECLARE_FINAL_TYPE (FulTransformPreview, ful_transform_preview, FUL, TRANSFORM_PREVIEW, GObject)

FulTransformPreview *ful_transform_preview_new           (FulAnalysis         *analysis);
FulTransformPreview *ful_transform_preview_new_of_part   (FulTransformPreview *whole);
void                 ful_transform_preview_set_part      (FulTransformPreview *self,
                                                          FulCallTree         *part,
                                                          FulDerivedThread    *thread);
void                 ful_transform_preview_set_transform (FulTransformPreview *self,
                                                          FulTransform        *transform);
FulTransform        *ful_transform_preview_get_transform (FulTransformPreview *self);
FulTransformEffect  *ful_transform_preview_get_effect    (FulTransformPreview *self);

G_END_DECLS
