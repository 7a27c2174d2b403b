/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gsize ful_x86_get_length (const guint8 *code,
                          gsize         n,
                          gboolean      is_64);

G_END_DECLS
