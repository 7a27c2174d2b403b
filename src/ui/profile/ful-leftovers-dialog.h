/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/report/ful-leftovers.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulLeftoversDialog:
 *
 * What a file that was saved still tells: each text can be replaced, or stays. Emits "replace" with the texts that are to be
 * replaced (element-type utf8), and closes then.
 */
#define FUL_TYPE_LEFTOVERS_DIALOG (ful_leftovers_dialog_get_type ())
G_DECLARE_FINAL_TYPE (FulLeftoversDialog, ful_leftovers_dialog, FUL, LEFTOVERS_DIALOG, AdwWindow)

FulLeftoversDialog *ful_leftovers_dialog_present (GtkWindow          *parent,
                                                  const FulLeftovers *leftovers,
                                                  const char         *name);

G_END_DECLS
