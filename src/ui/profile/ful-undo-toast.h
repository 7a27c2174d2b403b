/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulUndoToast:
 *
 * Says what a key has changed, with a button that takes it back. Main thread only.
 */
typedef struct _FulUndoToast FulUndoToast;

FulUndoToast *ful_undo_toast_new  (GtkWidget    *widget,
                                   FulAnalysis  *analysis);
void          ful_undo_toast_free (FulUndoToast *self);
void          ful_undo_toast_show (FulUndoToast *self,
                                   const char   *text,
                                   const char   *button,
                                   const char   *action);
void          ful_undo_toast_say  (FulUndoToast *self,
                                   const char   *text);

G_END_DECLS
