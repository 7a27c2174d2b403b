/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

G_BEGIN_DECLS

/* What a list of functions is sorted by. */
typedef enum
{
  FUL_FUNCTION_ORDER_TOTAL,
  FUL_FUNCTION_ORDER_SELF,
  FUL_FUNCTION_ORDER_NAME,
  FUL_FUNCTION_ORDER_LIBRARY,
} FulFunctionOrder;

FulCallTree *ful_function_tree_new (FulCallTree       *tree,
                                    FulFunctionOrder   order,
                                    gboolean           descending,
                                    GCancellable      *cancellable,
                                    GError           **error);

G_END_DECLS
