/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FUL_RECORD_AGENT_FILE "libfulgens-agent.so"

gboolean ful_record_preload_is_static (int          file);
char    *ful_record_preload_new       (const char  *program,
                                       GError     **error);
char    *ful_record_preload_dup_sanitizer (void);

G_END_DECLS
