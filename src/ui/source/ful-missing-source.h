/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulMissingSource:
 *
 * Why a source is not shown, and what helps: to agree that files in its folder are read, or to say where it is. Both are
 * remembered in the settings.
 */
#define FUL_TYPE_MISSING_SOURCE (ful_missing_source_get_type ())
G_DECLARE_FINAL_TYPE (FulMissingSource, ful_missing_source, FUL, MISSING_SOURCE, GtkWidget)

GtkWidget *ful_missing_source_new     (GSettings        *settings);
void       ful_missing_source_explain (FulMissingSource *self,
                                       const char       *filename,
                                       const char       *path,
                                       const GError     *error);

G_END_DECLS
