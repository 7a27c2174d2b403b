/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPalette:
 *
 * The search over all: a field and its results over the content of a window, which is dimmed. The focus stays in the field, and
 * returns to where it was when it closes. Not visible while it is closed.
 */
#define FUL_TYPE_PALETTE (ful_palette_get_type ())
G_DECLARE_FINAL_TYPE (FulPalette, ful_palette, FUL, PALETTE, GtkWidget)

GtkWidget *ful_palette_new       (void);
GtkWidget *ful_palette_get_probe (FulPalette  *self);
void       ful_palette_open      (FulPalette  *self,
                                  FulAnalysis *analysis,
                                  GPtrArray   *items);
void       ful_palette_close     (FulPalette  *self);

G_END_DECLS
