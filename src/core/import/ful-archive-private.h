/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-archive.h"

G_BEGIN_DECLS

/* A folder is left after so many files and folders; formats of further members of an archive are not looked for. */
#define FUL_ARCHIVE_MAX_ENTRIES 10000

GPtrArray  *ful_archive_members_new (void);
void        ful_archive_add_member  (GPtrArray    *members,
                                     const char   *path,
                                     GFile        *file,
                                     guint64       size,
                                     double        modified,
                                     const char   *format);
const char *ful_archive_get_format  (GInputStream *content,
                                     const char   *path,
                                     GCancellable *cancellable);
GPtrArray  *ful_archive_list_folder (GFile         *file,
                                     GCancellable  *cancellable,
                                     GError       **error);

G_END_DECLS
