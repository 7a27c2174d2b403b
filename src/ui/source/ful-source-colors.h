/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulSourceColors:
 *
 * The colours of a source text, by its language. Emits "changed" when those that were asked for
 * too early are there. Without GtkSourceView there are
 * none.
 */
#define FUL_TYPE_SOURCE_COLORS (ful_source_colors_get_type ())
G_DECLARE_FINAL_TYPE (FulSourceColors, ful_source_colors, FUL, SOURCE_COLORS, GObject)

FulSourceColors *ful_source_colors_new (const char      *filename,
                                        GPtrArray       *lines);
PangoAttrList   *ful_source_colors_get (FulSourceColors *self,
                                        guint            line);

G_END_DECLS
