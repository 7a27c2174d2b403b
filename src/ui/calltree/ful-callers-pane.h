/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"
#include "panels/ful-sample-page.h"

G_BEGIN_DECLS

/**
 * FulCallersPane:
 *
 * Callers and callees of a function, side by side. Emits "busy-changed".
 */
#define FUL_TYPE_CALLERS_PANE (ful_callers_pane_get_type ())
G_DECLARE_FINAL_TYPE (FulCallersPane, ful_callers_pane, FUL, CALLERS_PANE, GtkWidget)

/* Share of a panel's height, in percent. */
#define FUL_CALLERS_PANE_SHARE 33

FulCallersPane *ful_callers_pane_new       (FulAnalysis    *analysis,
                                            FulSamplePage  *page);
void            ful_callers_pane_show      (FulCallersPane *self,
                                            FulFuncIndex    func);
gboolean        ful_callers_pane_get_busy  (FulCallersPane *self);
GtkWidget      *ful_callers_pane_check_new (void);

G_END_DECLS
