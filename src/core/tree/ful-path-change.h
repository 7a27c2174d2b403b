/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"
#include "ful-derived-thread.h"

G_BEGIN_DECLS

void     ful_path_follow_transform (GArray              *path,
                                    const FulTransform  *transform,
                                    FulCallTree         *before);
gboolean ful_path_can_follow       (FulDerivedThread    *before,
                                    FulDerivedThread    *after);
void     ful_path_follow           (GArray              *path,
                                    FulDerivedThread    *before,
                                    FulCallTree         *tree_before,
                                    FulDerivedThread    *after);

G_END_DECLS
