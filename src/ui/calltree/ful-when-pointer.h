/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree-model.h"

#include "document/analysis/ful-when-strips.h"
#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_when_pointer_watch (GtkColumnView    *list,
                             FulCallTreeModel *model,
                             FulWhenStrips    *strips,
                             FulDocument      *document);

G_END_DECLS
