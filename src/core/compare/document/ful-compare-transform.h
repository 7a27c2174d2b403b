/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-answer.h"
#include "ful-compared-names.h"

#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-view-options.h"
#include "tree/ful-call-tree.h"

G_BEGIN_DECLS

FulTransform *ful_compare_transform_new    (const FulCompareAnswer *answer,
                                            const FulTransformKind *kind,
                                            FulCallTree            *tree,
                                            FulCallNodeIndex        node,
                                            FulImplementation       implementation);
GPtrArray    *ful_compare_transforms_adopt (FulComparedNames       *names,
                                            const FulViewOptions   *options,
                                            FulProfile             *profile);

G_END_DECLS
