/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

#include "stacks/ful-implementation.h"
#include "stacks/transforms/ful-transform.h"

G_BEGIN_DECLS

FulTransform     *ful_node_transform_new    (const FulTransformKind *kind,
                                             FulCallTree            *tree,
                                             FulCallNodeIndex        node,
                                             FulImplementation       implementation);
char             *ful_node_transform_label  (const FulTransform     *transform,
                                             FulCallTree            *tree);

G_END_DECLS
