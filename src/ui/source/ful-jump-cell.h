/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "source/ful-assembly-jumps.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulJumpCell:
 *
 * The part of the arrows of jumps that is in one row.
 */
#define FUL_TYPE_JUMP_CELL (ful_jump_cell_get_type ())
G_DECLARE_FINAL_TYPE (FulJumpCell, ful_jump_cell, FUL, JUMP_CELL, GtkWidget)

GtkWidget *ful_jump_cell_new       (void);
void       ful_jump_cell_set       (FulJumpCell        *self,
                                    const FulJumpMarks *marks);
int        ful_jump_cell_get_width (guint8              lanes);

G_END_DECLS
