/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-table.h"

G_BEGIN_DECLS

#define FUL_LIVE_MAX_CELLS 6

/**
 * FulLiveRow:
 * @time: ns
 * @order: of arrival
 * @cells: of the columns after the time, NaN where there is none
 */
typedef struct
{
  gint64  time;
  guint64 order;
  double  cells[FUL_LIVE_MAX_CELLS];
} FulLiveRow;

/**
 * FulLiveRows:
 * @table: gets the rows that are final
 * @waiting: a heap
 * @n_late: rows that broke the promise
 * @columns: columns of @table that the cells are of
 *
 * The rows of a table that are not final yet (wire.md 7).
 */
typedef struct
{
  FulTableBuilder *table;
  const guint8    *columns;
  guint            n_columns;
  GArray          *waiting;    /* FulLiveRow */
  guint64          n_added;
  guint64          n_late;
} FulLiveRows;

void     ful_live_rows_init     (FulLiveRows      *self,
                                 FulTableBuilder  *table,
                                 const guint8     *columns,
                                 guint             n_columns);
void     ful_live_rows_clear    (FulLiveRows      *self);
gboolean ful_live_rows_add      (FulLiveRows      *self,
                                 const FulLiveRow *row,
                                 guint64           n_rows,
                                 guint64           step,
                                 gint64            complete);
void     ful_live_rows_complete (FulLiveRows      *self,
                                 gint64            complete);

G_END_DECLS
