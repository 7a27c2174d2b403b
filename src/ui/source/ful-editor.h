/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

char    **ful_editor_make_command (const char  *command,
                                   const char  *path,
                                   guint        line,
                                   GError     **error);
gboolean  ful_editor_open         (GtkWidget   *over,
                                   const char  *command,
                                   const char  *path,
                                   guint        line,
                                   GError     **error);

G_END_DECLS
