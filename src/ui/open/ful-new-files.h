/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulNewFiles:
 *
 * Profiles that are written into the folder of downloads or the working folder while the list is on screen, the newest first.
 */
#define FUL_TYPE_NEW_FILES (ful_new_files_get_type ())
G_DECLARE_FINAL_TYPE (FulNewFiles, ful_new_files, FUL, NEW_FILES, GtkWidget)

G_END_DECLS
