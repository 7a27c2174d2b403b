/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void ful_preferences_show         (GtkWindow  *parent,
                                   GSettings  *settings,
                                   const char *key);
void ful_preferences_apply_scheme (GSettings  *settings);

G_END_DECLS
