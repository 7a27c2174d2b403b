/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-place-model.h"

G_BEGIN_DECLS

/* What a cell looks like. */
typedef enum
{
  FUL_PLACE_CELL_NUMBER,   /* at the right, with digits of one width */
  FUL_PLACE_CELL_TEXT,
  FUL_PLACE_CELL_DIM,      /* a text beside what counts */
  FUL_PLACE_CELL_SWATCH,   /* a colour and a text */
} FulPlaceCell;

/**
 * FulPlaceFill:
 * @owner: whose list it is
 * @column: number of a column of the list
 * @position: a row; there may be none there any more
 * @cell: for ful_place_cell_set()
 *
 * Returns: whether there is such a row
 */
typedef gboolean (*FulPlaceFill) (gpointer   owner,
                                  guint      column,
                                  guint      position,
                                  GtkWidget *cell);

GtkColumnViewColumn *ful_place_column_append    (GtkColumnView *view,
                                                 const char    *title,
                                                 const char    *tooltip,
                                                 double         width,
                                                 FulPlaceCell   kind,
                                                 guint          column,
                                                 FulPlaceFill   fill,
                                                 gpointer       owner);
void                 ful_place_cell_set         (GtkWidget     *cell,
                                                 const char    *color,
                                                 const char    *text);
void                 ful_place_cell_set_note    (GtkWidget     *cell,
                                                 const char    *note);
void                 ful_place_cell_describe    (GtkWidget     *cell,
                                                 const char    *name,
                                                 const char    *description);
gint64               ful_place_row_get_position (GtkWidget     *row);

G_END_DECLS
