/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* px */
#define FUL_NOTE_DOT_SIZE 8

void ful_note_dot_draw (GtkSnapshot *snapshot,
                        double       left,
                        double       top);

G_END_DECLS
