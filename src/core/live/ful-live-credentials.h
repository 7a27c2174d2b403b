/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_live_credentials_check (GSocket  *socket,
                                     GError  **error);

G_END_DECLS
