/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of any instruction. */
#define FUL_X86_MAX_LENGTH 15

gsize ful_x86_get_length (const guint8 *code,
                          gsize         n,
                          gboolean      is_64);

G_END_DECLS
