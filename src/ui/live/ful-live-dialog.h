/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     ful_live_dialog_present  (GtkWindow *parent);
gboolean ful_live_dialog_has_left (void);
void     ful_live_dialog_ask_save (GtkWindow *parent,
                                   guint      n_unsaved,
                                   GCallback  response_cb,
                                   gpointer   data);

G_END_DECLS
