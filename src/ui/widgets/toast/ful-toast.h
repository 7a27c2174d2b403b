/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void     ful_toast_add     (AdwToastOverlay *overlay,
                            AdwToast        *toast);
gboolean ful_toast_is_seen (GtkWidget       *overlay,
                            AdwToast        *toast);

G_END_DECLS
