/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-save-bar.h"

#include "document/ful-document.h"
#include "export/sanitize/ful-selection.h"

G_BEGIN_DECLS

/**
 * FulSelectionDialog:
 *
 * Asks what of a profile is saved: range, threads, and what may tell who recorded it or where.
 */
#define FUL_TYPE_SELECTION_DIALOG (ful_selection_dialog_get_type ())
G_DECLARE_FINAL_TYPE (FulSelectionDialog, ful_selection_dialog, FUL, SELECTION_DIALOG, AdwWindow)

void ful_selection_dialog_present (FulSaveBar         *bar,
                                   FulDocument        *document,
                                   const FulSelection *shown,
                                   const char         *sample_type,
                                   GFile              *opened);

G_END_DECLS
