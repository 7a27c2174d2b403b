/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

int      ful_plain_file_open    (const char  *path,
                                 int          flags,
                                 struct stat *out_status);
char    *ful_plain_file_read    (int          file,
                                 gsize        max,
                                 gsize       *out_n);
gboolean ful_plain_file_read_at (int          file,
                                 gpointer     to,
                                 gsize        n,
                                 guint64      offset);

G_END_DECLS
