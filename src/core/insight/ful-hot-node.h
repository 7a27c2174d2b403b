/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

FulCallNodeIndex ful_hot_node_find (FulCallTree      *tree,
                                    FulDerivedThread *thread);

G_END_DECLS
