/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulStartPage:
 *
 * The page of a window without a document: ways to open one, and recent files.
 */
#define FUL_TYPE_START_PAGE (ful_start_page_get_type ())
G_DECLARE_FINAL_TYPE (FulStartPage, ful_start_page, FUL, START_PAGE, GtkWidget)

G_END_DECLS
