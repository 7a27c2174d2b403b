/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"
#include "stacks/transforms/ful-transform.h"
#include "tree/ful-call-tree.h"

#include <gio/gio.h>

G_BEGIN_DECLS

char       *ful_sample_menu_dup_accel (const FulTransformKind *kind);
GMenuModel *ful_sample_menu_new (FulCallTree       *tree,
                                 FulCallNodeIndex   node,
                                 FulImplementation  implementation,
                                 GMenuModel        *panel_menu,
                                 GPtrArray         *transforms);
GMenuModel *ful_sample_menu_new_for_func (FulCallTree       *tree,
                                          FulCallNodeIndex   node,
                                          FulImplementation  implementation,
                                          GPtrArray         *transforms);
void        ful_sample_menu_append_library (GMenu             *menu,
                                            FulProfile        *profile,
                                            FulFuncIndex       func);
void        ful_sample_menu_append_query (GMenu *menu);

G_END_DECLS
