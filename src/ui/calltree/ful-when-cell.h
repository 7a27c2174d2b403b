/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-when-strips.h"
#include "model/ful-shared-tables.h"
#include "threads/ful-time-range.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* px */
#define FUL_WHEN_CELL_WIDTH 72

/**
 * FulWhenCell:
 *
 * The strip of a row: when it ran, as bars of its share of each bin.
 */
#define FUL_TYPE_WHEN_CELL (ful_when_cell_get_type ())
G_DECLARE_FINAL_TYPE (FulWhenCell, ful_when_cell, FUL, WHEN_CELL, GtkWidget)

GtkWidget *ful_when_cell_new         (void);
gboolean   ful_when_cell_set         (FulWhenCell        *self,
                                      const FulWhenStrip *strip,
                                      FulFuncIndex        func);
void       ful_when_cell_set_preview (FulWhenCell        *self,
                                      const FulTimeRange *preview);
void       ful_when_cell_set_frame   (FulWhenCell        *self,
                                      guint               begin,
                                      guint               end);
guint      ful_when_cell_get_bin     (FulWhenCell        *self,
                                      double              x);

G_END_DECLS
