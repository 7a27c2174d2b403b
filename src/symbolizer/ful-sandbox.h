/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ful_sandbox_enter        (void);
void ful_sandbox_limit_memory (guint64 file_bytes);

G_END_DECLS
