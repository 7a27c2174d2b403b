/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"
#include "ful-query-table.h"
#include "ful-query.h"

G_BEGIN_DECLS

FulQueryTable *ful_assembly_table_new        (FulQueryView          *view,
                                              FulNativeSymbolIndex   symbol,
                                              char                 **out_missing,
                                              GError               **error);
void           ful_assembly_table_write_json (FulQueryTable         *self,
                                              guint                  symbol_row,
                                              FulQueryJson          *json);

G_END_DECLS
