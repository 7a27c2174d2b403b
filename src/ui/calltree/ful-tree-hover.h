/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree-model.h"

#include "panels/ful-sample-page.h"

G_BEGIN_DECLS

void ful_tree_hover_watch (GtkColumnView    *view,
                           FulCallTreeModel *model,
                           FulSamplePage    *page);

G_END_DECLS
