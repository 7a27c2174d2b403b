/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

gboolean ful_hot_node_find   (FulCallTree       *tree,
                              FulDerivedThread  *thread,
                              FulCallNodeIndex  *out_node,
                              GCancellable      *cancellable,
                              GError           **error);
gboolean ful_hot_node_choose (FulCallTree       *tree,
                              FulDerivedThread  *thread,
                              FulCallNodeIndex  *out_node,
                              GCancellable      *cancellable,
                              GError           **error);

G_END_DECLS
