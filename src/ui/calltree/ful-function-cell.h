/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulFunctionCell:
 *
 * The tree column of a call tree row: indentation, arrow, category, name.
 * Emits "toggled" when the arrow is clicked.
 */
#define FUL_TYPE_FUNCTION_CELL (ful_function_cell_get_type ())
G_DECLARE_FINAL_TYPE (FulFunctionCell, ful_function_cell, FUL, FUNCTION_CELL, GtkWidget)

GtkWidget *ful_function_cell_new (void);
void       ful_function_cell_set (FulFunctionCell *self,
                                  const char      *name,
                                  const char      *badge,
                                  PangoAttrList   *attributes,
                                  const char      *color,
                                  gboolean         dimmed,
                                  int              depth,
                                  gboolean         has_children,
                                  gboolean         expanded);

void       ful_function_cell_set_noted  (FulFunctionCell *self,
                                         gboolean         is_noted);
void       ful_function_cell_set_origin (FulFunctionCell *self,
                                         const char      *origin,
                                         PangoAttrList   *attributes);

G_END_DECLS
