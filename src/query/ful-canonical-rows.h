/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree-rows.h"
#include "tree/ful-call-tree.h"

G_BEGIN_DECLS

GArray *ful_canonical_rows_new (FulCallTree *tree,
                                guint        max_rows);

G_END_DECLS
