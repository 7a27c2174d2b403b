/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulLiveDialog:
 *
 * Asks which running capture to follow.
 */
#define FUL_TYPE_LIVE_DIALOG (ful_live_dialog_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveDialog, ful_live_dialog, FUL, LIVE_DIALOG, AdwPreferencesWindow)

void     ful_live_dialog_present  (GtkWindow *parent);
gboolean ful_live_dialog_has_left (void);
void     ful_live_dialog_ask_save (GtkWindow *parent,
                                   guint      n_unsaved,
                                   GCallback  response_cb,
                                   gpointer   data);

G_END_DECLS
