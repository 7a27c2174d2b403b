/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

G_BEGIN_DECLS

/**
 * FulFunctionRow:
 * @func: a function
 * @total: weight of the rows that have the function, each counted once
 * @self: weight of the rows that end in it
 */
typedef struct
{
  FulFuncIndex func;
  double       total;
  double       self;
} FulFunctionRow;

/* The order of the functions. */
typedef enum
{
  FUL_FUNCTION_ORDER_TOTAL,
  FUL_FUNCTION_ORDER_SELF,
  FUL_FUNCTION_ORDER_NAME,
  FUL_FUNCTION_ORDER_LIBRARY,
} FulFunctionOrder;

GArray      *ful_function_list_new (FulCallTree       *tree,
                                    GCancellable      *cancellable,
                                    GError           **error);
FulCallTree *ful_function_tree_new (FulCallTree       *tree,
                                    FulFunctionOrder   order,
                                    gboolean           descending,
                                    GCancellable      *cancellable,
                                    GError           **error);

G_END_DECLS
