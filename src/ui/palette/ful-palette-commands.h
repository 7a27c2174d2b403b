/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     ful_palette_commands_add_menu   (GPtrArray  *items,
                                          GtkWidget  *probe,
                                          GMenuModel *menu,
                                          const char *title);
void     ful_palette_commands_add        (GPtrArray  *items,
                                          GtkWidget  *probe,
                                          const char *label,
                                          const char *place,
                                          const char *accel,
                                          const char *action,
                                          GVariant   *target);
gboolean ful_palette_commands_is_enabled (GtkWidget  *probe,
                                          const char *action,
                                          GVariant   *target);

G_END_DECLS
