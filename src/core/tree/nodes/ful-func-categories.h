/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-node-table.h"

G_BEGIN_DECLS

const FulCategoryIndex *ful_call_node_table_get_func_categories (FulCallNodeTable *self);

G_END_DECLS
