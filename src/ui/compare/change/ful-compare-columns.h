/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-answer.h"
#include "compare/document/ful-compared-runs.h"
#include "compare/ful-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareRowAt:
 * @owner: of a list
 *
 * Returns: (nullable): what is at @position; %NULL beyond the end
 */
typedef const FulComparedRow *(*FulCompareRowAt) (gpointer owner,
                                                  guint    position);

/**
 * FulCompareColumns:
 * @answer: (nullable): what rows are of
 * @table: of @answer, that rows are of
 *
 * The columns of two sides: before, after, difference, its bar, the change and the verdict. Part of the owner of a list.
 */
typedef struct
{
  FulCompareRowAt   row_at;
  gpointer          owner;
  FulCompareAnswer *answer;
  FulComparedTable  table;
  double            scale;   /* of bars */
  GtkColumnView    *view;    /* (nullable): whose width columns follow */
  double           *hidden_widths;   /* em, of columns that gave way; 0 of those that are shown */
  gboolean          is_tight;        /* name and verdict alone are more than the width */
  guint             fit_id;
} FulCompareColumns;

void  ful_compare_columns_append     (FulCompareColumns       *self,
                                      GtkColumnView           *view,
                                      FulCompareRowAt          row_at,
                                      gpointer                 owner);
void  ful_compare_columns_follow     (FulCompareColumns       *self,
                                      GtkColumnView           *view);
void  ful_compare_columns_clear      (FulCompareColumns       *self);
void  ful_compare_columns_set_answer (FulCompareColumns       *self,
                                      FulCompareAnswer        *answer,
                                      FulComparedTable         table,
                                      double                   scale);
void  ful_compare_columns_describe   (const FulCompareColumns *self,
                                      GtkWidget               *cell,
                                      const FulComparedRow    *row,
                                      const char              *name);
char *ful_compare_columns_dup_line   (const FulCompareColumns *self,
                                      const FulComparedRow    *row);

char *ful_compare_columns_dup_verdict
                                     (const FulCompareAnswer  *answer,
                                      FulComparedTable         table,
                                      const FulComparedRow    *row);

const char *ful_compare_columns_get_place (const FulCompareAnswer *answer,
                                           FulComparedTable        table,
                                           const FulComparedRow   *row);

G_END_DECLS
