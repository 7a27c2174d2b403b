/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulRecordDialog:
 *
 * Asks which program to record, and how, and opens the recording in a tab of its parent.
 */
#define FUL_TYPE_RECORD_DIALOG (ful_record_dialog_get_type ())
G_DECLARE_FINAL_TYPE (FulRecordDialog, ful_record_dialog, FUL, RECORD_DIALOG, AdwPreferencesWindow)

void ful_record_dialog_present (GtkWindow *parent,
                                GSettings *settings);

G_END_DECLS
