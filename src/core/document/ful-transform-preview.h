/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-analysis.h"

#include "stacks/transforms/ful-transform.h"
#include "tree/ful-transform-effect.h"

G_BEGIN_DECLS

/**
 * FulTransformPreview:
 *
 * What a transform would do to the tree of an analysis, without any change of the document. At most one is computed at a
 * time, on a worker. Emits "changed" when there is another effect or none. Main thread only.
 */
#define FUL_TYPE_TRANSFORM_PREVIEW (ful_transform_preview_get_type ())
G_DECLARE_FINAL_TYPE (FulTransformPreview, ful_transform_preview, FUL, TRANSFORM_PREVIEW, GObject)

FulTransformPreview *ful_transform_preview_new           (FulAnalysis         *analysis);
void                 ful_transform_preview_set_transform (FulTransformPreview *self,
                                                          FulTransform        *transform);
FulTransform        *ful_transform_preview_get_transform (FulTransformPreview *self);
FulTransformEffect  *ful_transform_preview_get_effect    (FulTransformPreview *self);

G_END_DECLS
