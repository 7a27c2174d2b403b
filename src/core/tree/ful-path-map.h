/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"
#include "ful-derived-thread.h"

#include "stacks/transforms/ful-transform.h"

G_BEGIN_DECLS

void     ful_call_node_path_map_transform (GArray             *path,
                                           const FulTransform *transform,
                                           FulCallTree        *before);
gboolean ful_call_node_path_can_map       (FulDerivedThread   *before,
                                           FulDerivedThread   *after);
void     ful_call_node_path_map           (GArray             *path,
                                           FulDerivedThread   *before,
                                           FulCallTree        *tree_before,
                                           FulDerivedThread   *after);

G_END_DECLS
