/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_notes_export (GtkWidget  *over,
                       const char *title,
                       const char *markdown);

G_END_DECLS
