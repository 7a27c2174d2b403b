/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GList      *ful_recent_get_items   (guint  max_items);
void        ful_recent_add         (GFile      *file,
                                    const char *finding);
void        ful_recent_clear       (void);
GMenuModel *ful_recent_create_menu (const char *action);

G_END_DECLS
