/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/ful-load-progress.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulLoadingPage:
 *
 * Shows how far a load is. Its button activates the action page.cancel.
 */
#define FUL_TYPE_LOADING_PAGE (ful_loading_page_get_type ())
G_DECLARE_FINAL_TYPE (FulLoadingPage, ful_loading_page, FUL, LOADING_PAGE, GtkWidget)

void ful_loading_page_set_load (FulLoadingPage  *self,
                                const char      *name,
                                FulLoadProgress *progress);

G_END_DECLS
