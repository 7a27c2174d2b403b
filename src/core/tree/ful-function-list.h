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

GArray *ful_function_list_new (FulCallTree   *tree,
                               GCancellable  *cancellable,
                               GError       **error);

G_END_DECLS
