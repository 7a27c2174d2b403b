/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulPlainFileStatus:
 * @size_bytes: what the file had when it was opened
 * @device: and @inode: which file it is; another one may get the path
 * @is_trusted: whether its owner is this user or root; never where the system cannot say so
 */
typedef struct
{
  guint64  size_bytes;
  guint64  device;
  guint64  inode;
  gboolean is_trusted;
} FulPlainFileStatus;

int      ful_plain_file_open    (const char         *path,
                                 gboolean            follow_link,
                                 FulPlainFileStatus *out_status);
char    *ful_plain_file_read    (int                 file,
                                 gsize               max,
                                 gsize              *out_n);
gboolean ful_plain_file_read_at (int                 file,
                                 gpointer            to,
                                 gsize               n,
                                 guint64             offset);

G_END_DECLS
