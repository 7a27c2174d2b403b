/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sample-page.h"

G_BEGIN_DECLS

/**
 * FulWings:
 *
 * Who called a function, and what it called, side by side. Emits "busy-changed".
 */
#define FUL_TYPE_WINGS (ful_wings_get_type ())
G_DECLARE_FINAL_TYPE (FulWings, ful_wings, FUL, WINGS, GtkWidget)

/* Of the room of a panel, in percent. */
#define FUL_WINGS_SHARE 33

FulWings  *ful_wings_new       (FulAnalysis   *analysis,
                                FulSamplePage *page);
void       ful_wings_show      (FulWings      *self,
                                FulFuncIndex   func);
gboolean   ful_wings_get_busy  (FulWings      *self);
GtkWidget *ful_wings_check_new (void);
void       ful_wings_set_share (GtkPaned      *paned,
                                guint          percent);

G_END_DECLS
