/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-sides.h"

#include "compare/ful-comparison-notes.h"
#include "compare/ful-comparison.h"

G_BEGIN_DECLS

/**
 * FulCompareOutput:
 * @sides: what was compared
 * @comparison: the answer
 * @notes: (element-type FulComparisonNote): what to know before believing it
 * @rows: (element-type FulComparedRow): those to print, in order
 * @n_left: how many more there are
 */
typedef struct
{
  const FulCompareSides *sides;
  const FulComparison   *comparison;
  GPtrArray             *notes;
  GPtrArray             *rows;
  guint                  n_left;
} FulCompareOutput;

void  ful_compare_write_json     (const FulCompareOutput *self);
void  ful_compare_write_csv      (const FulCompareOutput *self);
void  ful_compare_write_text     (const FulCompareOutput *self);
void  ful_compare_write_markdown (const FulCompareOutput *self);
void  ful_compare_write_folded   (const FulCompareOutput *self);
char *ful_compare_dup_name       (const FulCompareOutput *self,
                                  const FulComparedRow   *row,
                                  const char             *separator);

G_END_DECLS
