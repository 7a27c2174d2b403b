/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulSettingListCheckFunc:
 * @text: what would be added
 * @error: why it cannot be; shown below the entry
 */
typedef gboolean (*FulSettingListCheckFunc) (const char  *text,
                                             GError     **error);

/* Asks for a text, and gives it to ful_setting_list_add(). */
typedef void (*FulSettingListAskFunc) (GtkWidget *list);

GtkWidget *ful_setting_list_new_with_entry (GSettings               *settings,
                                            const char              *key,
                                            const char              *prompt,
                                            FulSettingListCheckFunc  check);
GtkWidget *ful_setting_list_new_with_asking (GSettings              *settings,
                                             const char             *key,
                                             const char             *prompt,
                                             FulSettingListAskFunc   ask);
void       ful_setting_list_add            (GtkWidget               *list,
                                            const char              *text);

G_END_DECLS
