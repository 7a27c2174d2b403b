/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-answer.h"
#include "stacks/ful-implementation.h"
#include "tree/ful-call-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GMenuModel *ful_compare_menu_new       (const FulCompareAnswer *answer,
                                        FulCallTree            *tree,
                                        FulCallNodeIndex        node,
                                        gboolean                is_func,
                                        FulImplementation       implementation,
                                        gboolean                is_paired);
GMenuModel *ful_compare_menu_new_for_marker
                                       (void);
void        ful_compare_menu_ask       (GtkWidget              *over,
                                        double                  x,
                                        double                  y);
void        ful_compare_menu_add_to    (GtkColumnView          *list);

G_END_DECLS
