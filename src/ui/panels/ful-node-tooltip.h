/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-figures.h"
#include "tree/ful-node-breakdown.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

char      *ful_node_describe_total (FulCallTree           *tree,
                                   FulCallNodeIndex        node,
                                   const FulFigures       *figures);
char      *ful_node_describe      (FulCallTree            *tree,
                                   FulFuncIndex            func,
                                   FulCategoryIndex        category,
                                   const char             *headline);
GtkWidget *ful_node_tooltip_new   (FulCallTree            *tree,
                                   const FulFigures       *figures,
                                   FulFuncIndex            func,
                                   FulCategoryIndex        category,
                                   const char             *headline,
                                   const FulNodeBreakdown *breakdown);

G_END_DECLS
