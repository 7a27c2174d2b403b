/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulAttachDialog:
 *
 * Asks which running process to record, and opens the recording in a tab of its parent.
 */
#define FUL_TYPE_ATTACH_DIALOG (ful_attach_dialog_get_type ())
G_DECLARE_FINAL_TYPE (FulAttachDialog, ful_attach_dialog, FUL, ATTACH_DIALOG, AdwWindow)

void ful_attach_dialog_present (GtkWindow *parent);

G_END_DECLS
