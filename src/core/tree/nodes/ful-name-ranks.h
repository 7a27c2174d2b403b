/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-node-table.h"

G_BEGIN_DECLS

const guint32 *ful_call_node_table_get_name_ranks (FulCallNodeTable *self);

G_END_DECLS
