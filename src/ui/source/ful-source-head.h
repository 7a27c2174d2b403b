/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulSourceHead:
 *
 * The line above source and instructions: the file, what is hottest, the native symbol to show, and buttons for the "source"
 * actions around it. Emits "symbol-chosen" when the user chooses another symbol.
 */
#define FUL_TYPE_SOURCE_HEAD (ful_source_head_get_type ())
G_DECLARE_FINAL_TYPE (FulSourceHead, ful_source_head, FUL, SOURCE_HEAD, GtkWidget)

void             ful_source_head_describe     (FulSourceHead      *self,
                                               const char         *filename,
                                               const char         *details,
                                               gboolean            has_text,
                                               gboolean            has_file);
void             ful_source_head_list_symbols (FulSourceHead      *self,
                                               const char *const  *symbols,
                                               guint               selected);
guint            ful_source_head_get_symbol   (FulSourceHead      *self);
GtkToggleButton *ful_source_head_get_assembly_button (FulSourceHead *self);

G_END_DECLS
