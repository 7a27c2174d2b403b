/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-row-item.h"
#include "ful-row-model.h"

G_BEGIN_DECLS

/* The kind of a cell. */
typedef enum
{
  FUL_ROW_CELL_NUMBER,   /* at the right, with digits of one width */
  FUL_ROW_CELL_TEXT,
  FUL_ROW_CELL_DIM,      /* a secondary text */
  FUL_ROW_CELL_SWATCH,   /* a colour and a text */
  FUL_ROW_CELL_CODE,     /* a line of code, see ful_row_cell_set_code() */
  FUL_ROW_CELL_BIN,      /* a box for what @fill puts into it */
} FulRowCell;

/**
 * FulRowFill:
 * @owner: owner of the list
 * @column: number of a column of the list
 * @position: a row; may be removed already
 * @cell: for ful_row_cell_set()
 *
 * Returns: whether the row exists
 */
typedef gboolean (*FulRowFill) (gpointer   owner,
                                guint      column,
                                guint      position,
                                GtkWidget *cell);

GtkColumnViewColumn *ful_row_column_append    (GtkColumnView *view,
                                               const char    *title,
                                               const char    *tooltip,
                                               double         width,
                                               FulRowCell     kind,
                                               guint          column,
                                               FulRowFill     fill,
                                               gpointer       owner);
void                 ful_row_cell_set_item    (GtkWidget     *cell,
                                               FulRowItem    *item);
void                 ful_row_cell_set         (GtkWidget     *cell,
                                               const char    *color,
                                               const char    *text);
void                 ful_row_cell_set_code    (GtkWidget     *cell,
                                               const char    *text,
                                               PangoAttrList *attributes);
void                 ful_row_cell_mark        (GtkWidget     *cell,
                                               const char    *mark,
                                               gboolean       is_marked);
void                 ful_row_cell_set_note    (GtkWidget     *cell,
                                               const char    *note);
void                 ful_row_cell_describe    (GtkWidget     *cell,
                                               const char    *name,
                                               const char    *description);
gint64               ful_row_row_get_position (GtkWidget     *row);

G_END_DECLS
