/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-processed-reader.h"

#include "base/ful-table.h"
#include "import/ful-column-reader.h"
#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

void  ful_processed_read_timed_table (FulColumnReader   *reader,
                                      FulRawNode        *node,
                                      const char *const *needed,
                                      FulTableBuilder   *table);
char *ful_processed_dup_id           (FulRawNode        *node,
                                      gboolean          *is_number);

G_END_DECLS
