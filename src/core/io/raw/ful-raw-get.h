/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-raw-tree.h"

#include "base/ful-bytes.h"

#include <math.h>

G_BEGIN_DECLS

/* Reading and writing nodes; all functions accept NULL and nodes of other kinds. */
FulRawNode    *ful_raw_get                (const FulRawNode  *object,
                                           const char        *key);
const char    *ful_raw_get_string         (const FulRawNode  *object,
                                           const char        *key);
double         ful_raw_get_number         (const FulRawNode  *object,
                                           const char        *key);
double         ful_raw_get_number_or      (const FulRawNode  *object,
                                           const char        *key,
                                           double             fallback);
char          *ful_raw_dup_string         (const FulRawNode  *object,
                                           const char        *key,
                                           const char        *fallback);
char          *ful_raw_dup_members        (const FulRawNode  *object);
gboolean       ful_raw_get_bool           (const FulRawNode  *object,
                                           const char        *key);
FulRawColumn  *ful_raw_get_column         (const FulRawNode  *object,
                                           const char        *key);
FulRawColumn  *ful_raw_get_cells          (const FulRawNode  *rows,
                                           const char        *key);
FulRawColumn  *ful_raw_get_list           (const FulRawNode  *lists,
                                           guint              i,
                                           guint             *out_begin,
                                           guint             *out_end);
double         ful_raw_number             (const FulRawNode  *node);
gboolean       ful_raw_number_u64         (const FulRawNode  *node,
                                           guint64           *out);
gboolean       ful_raw_is                 (const FulRawNode  *node,
                                           FulRawKind         kind);
gboolean       ful_raw_is_true            (const FulRawNode  *node);
guint          ful_raw_length             (const FulRawNode  *array);
FulRawNode    *ful_raw_element            (FulRawTree        *self,
                                           const FulRawNode  *array,
                                           guint              i);
FulRawNode    *ful_raw_column_element     (FulRawTree        *self,
                                           FulRawColumn      *column,
                                           guint              i);
double         ful_raw_column_other_number (const FulRawColumn *column,
                                            guint              i);
void           ful_raw_write              (const FulRawNode  *node,
                                           FulBytes          *to);
void           ful_raw_write_string       (const char        *string,
                                           FulBytes          *to);
void           ful_raw_write_number       (double             number,
                                           FulBytes          *to);

/**
 * ful_raw_column_number:
 * @column: (nullable): a column
 * @i: an element
 *
 * Returns: the element, or NaN if it does not exist or is not a number; true is 1
 */
static inline double
ful_raw_column_number (const FulRawColumn *column,
                       guint               i)
{
  if (column == NULL || i >= column->n)
    return NAN;
  if (column->type == FUL_RAW_I32)
    return column->i32[i] == G_MININT32 ? (double) NAN : column->i32[i];

  return column->type == FUL_RAW_F64 ? column->f64[i] : ful_raw_column_other_number (column, i);
}

G_END_DECLS
