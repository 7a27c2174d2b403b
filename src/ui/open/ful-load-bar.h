/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/ful-load-progress.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulLoadBar:
 *
 * How much of the file is read, above a profile that is shown meanwhile; after an early end why.
 */
#define FUL_TYPE_LOAD_BAR (ful_load_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulLoadBar, ful_load_bar, FUL, LOAD_BAR, GtkWidget)

GtkWidget *ful_load_bar_new (FulLoadProgress *progress);
void       ful_load_bar_end (FulLoadBar      *self,
                             const GError    *error);

G_END_DECLS
