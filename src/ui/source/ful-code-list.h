/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lists/ful-row-column.h"
#include "model/ful-thread-tables.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCodeList:
 *
 * A list of lines or instructions, and what they cost: total and self, and a heat by their share of the greatest total. Rows
 * that belong to what is selected elsewhere are marked. Emits "selected" (row) when the user selects a row.
 */
#define FUL_TYPE_CODE_LIST (ful_code_list_get_type ())
G_DECLARE_FINAL_TYPE (FulCodeList, ful_code_list, FUL, CODE_LIST, GtkWidget)

/**
 * FulCodeText:
 * @owner: owner of the list
 *
 * Returns: (transfer full): the row as it is copied and read out
 */
typedef char *(*FulCodeText) (gpointer owner,
                              guint    row);

FulCodeList         *ful_code_list_new          (const char    *name,
                                                 FulCodeText    text,
                                                 gpointer       owner);
GtkColumnViewColumn *ful_code_list_add_column   (FulCodeList   *self,
                                                 const char    *title,
                                                 const char    *tooltip,
                                                 double         width,
                                                 FulRowCell     kind,
                                                 FulRowFill     fill);
void                 ful_code_list_set_width    (FulCodeList         *self,
                                                 GtkColumnViewColumn *column,
                                                 guint                n_chars);
void                 ful_code_list_set_rows     (FulCodeList   *self,
                                                 guint          n_rows);
void                 ful_code_list_set_costs    (FulCodeList   *self,
                                                 GArray        *costs,
                                                 gint64         hottest,
                                                 FulWeightType  weight_type);
void                 ful_code_list_set_other    (FulCodeList   *self,
                                                 const char    *title,
                                                 GArray        *costs);
void                 ful_code_list_mark         (FulCodeList   *self,
                                                 GtkBitset     *rows);
gint64               ful_code_list_get_hottest  (FulCodeList   *self);
gint64               ful_code_list_get_selected (FulCodeList   *self);
void                 ful_code_list_show         (FulCodeList   *self,
                                                 gint64         row,
                                                 gboolean       focus);
void                 ful_code_list_step         (FulCodeList   *self,
                                                 int            step);
void                 ful_code_list_refresh      (FulCodeList   *self);
void                 ful_code_list_copy         (FulCodeList   *self);
gboolean             ful_code_list_get_busy     (FulCodeList   *self);

G_END_DECLS
