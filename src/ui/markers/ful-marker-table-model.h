/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lists/ful-row-model.h"
#include "markers/layout/ful-marker-view.h"

G_BEGIN_DECLS

/**
 * FulMarkerTableModel:
 *
 * The rows of a table of markers, any number of them selected; the selected row of
 * #FulRowModel is the one that details are about, and one of them. The selection is of
 * markers: it is kept when they are sorted or searched. Emits "selection" when it
 * changed.
 */
#define FUL_TYPE_MARKER_TABLE_MODEL (ful_marker_table_model_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerTableModel, ful_marker_table_model, FUL, MARKER_TABLE_MODEL, FulRowModel)

FulMarkerTableModel *ful_marker_table_model_new           (void);
void                 ful_marker_table_model_set_view      (FulMarkerTableModel *self,
                                                           FulMarkerView       *view,
                                                           gint64               row);
void                 ful_marker_table_model_select        (FulMarkerTableModel *self,
                                                           gint64               row);
FulMarkerView       *ful_marker_table_model_dup_selection (FulMarkerTableModel *self);

G_END_DECLS
