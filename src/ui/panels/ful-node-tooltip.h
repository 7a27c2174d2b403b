/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-node-breakdown.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

char      *ful_node_format_weight (FulCallTree            *tree,
                                   double                  weight);
char      *ful_node_describe_total (FulCallTree           *tree,
                                   FulCallNodeIndex        node);
char      *ful_node_describe      (FulCallTree            *tree,
                                   FulFuncIndex            func,
                                   FulCategoryIndex        category,
                                   const char             *headline);
GtkWidget *ful_node_tooltip_new   (FulCallTree            *tree,
                                   FulFuncIndex            func,
                                   FulCategoryIndex        category,
                                   const char             *headline,
                                   const FulNodeBreakdown *breakdown);

G_END_DECLS
