/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-listener.h"

G_BEGIN_DECLS

gboolean ful_live_listener_listen (GSocket  *socket,
                                   GError  **error);

G_END_DECLS
