/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-buffer.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/**
 * FulColumnReader:
 * @tree: the tree of all columns
 * @texts: gets inline strings
 * @log: gets flaws
 * @where: table that is being read, for the log
 *
 * Moves columns of a raw tree into buffers of a table. Elements of the same type
 * are moved without a copy.
 */
typedef struct
{
  FulRawTree     *tree;
  FulStringTable *texts;
  FulImportLog   *log;
  const char     *where;
} FulColumnReader;

guint      ful_column_reader_count_rows (FulColumnReader     *self,
                                         const FulRawNode    *table,
                                         const char *const   *needed);
FulBuffer *ful_column_reader_take       (FulColumnReader     *self,
                                         const char          *name,
                                         FulRawColumn        *column,
                                         const FulColumn     *description,
                                         guint                n_rows);
void       ful_column_reader_read_table (FulColumnReader     *self,
                                         FulRawNode          *table,
                                         guint                n_rows,
                                         FulTableBuilder     *builder,
                                         guint                first_column);
FulBuffer *ful_column_reader_take_times (FulColumnReader     *self,
                                         FulRawNode          *table,
                                         guint                n_rows);

G_END_DECLS
