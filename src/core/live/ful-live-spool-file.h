/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int      ful_live_spool_file_create      (const char *path,
                                          gboolean    can_exist);
gboolean ful_live_spool_file_replace     (int        *file,
                                          const char *path,
                                          int        *next,
                                          const char *next_path);
int      ful_live_spool_file_open_unused (const char *path);

G_END_DECLS
