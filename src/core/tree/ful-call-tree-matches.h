/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

G_BEGIN_DECLS

FulCallNodeIndex ful_call_tree_find_match    (FulCallTree       *tree,
                                              FulCallNodeIndex   from,
                                              gboolean           forward,
                                              const guint8      *matches,
                                              guint              max_rows,
                                              gboolean          *out_gave_up,
                                              GCancellable      *cancellable,
                                              GError           **error);
guint            ful_call_tree_count_matches (FulCallTree       *tree,
                                              FulCallNodeIndex   node,
                                              const guint8      *matches,
                                              guint              max_rows,
                                              guint             *out_place,
                                              GCancellable      *cancellable,
                                              GError           **error);

G_END_DECLS
