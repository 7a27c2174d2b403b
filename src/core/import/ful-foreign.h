/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/ful-raw-tree.h"

G_BEGIN_DECLS

char *ful_foreign_describe_head (const char       *head,
                                 gsize             n);
char *ful_foreign_describe_tree (FulRawTree       *tree,
                                 const FulRawNode *root);

G_END_DECLS
