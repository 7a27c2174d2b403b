/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

/* Columns of raw tables while they are being upgraded. %G_MININT32 and NaN are null. */

#define FUL_RAW_NULL_I32 G_MININT32

guint    ful_raw_table_length    (const FulRawNode *table);
gint32  *ful_raw_table_i32       (FulRawTree       *tree,
                                  FulRawNode       *table,
                                  const char       *column,
                                  gint32            missing);
gint32  *ful_raw_table_add_i32   (FulRawTree       *tree,
                                  FulRawNode       *table,
                                  const char       *column,
                                  guint             n,
                                  gint32            value);
double  *ful_raw_table_f64       (FulRawTree       *tree,
                                  FulRawNode       *table,
                                  const char       *column,
                                  double            missing);
FulRawNode **ful_raw_table_nodes (FulRawTree       *tree,
                                  FulRawNode       *table,
                                  const char       *column);
void     ful_raw_table_permute   (FulRawTree       *tree,
                                  FulRawNode       *table,
                                  const guint      *order,
                                  guint             n);
void     ful_raw_table_cut       (FulRawNode       *table,
                                  guint             n);
void     ful_raw_table_append_copies (FulRawTree   *tree,
                                      FulRawNode   *table,
                                      const gint32 *rows,
                                      guint         n);
void     ful_raw_cells_select    (FulRawTree       *tree,
                                  const FulRawNode *table,
                                  const guint      *rows,
                                  guint             n);
FulRawColumn *ful_raw_cells      (const FulRawNode *table,
                                  const char       *column);
void     ful_raw_table_set_length (FulRawTree      *tree,
                                   FulRawNode      *table,
                                   guint            n);

G_END_DECLS
