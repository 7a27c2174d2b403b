/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulMember:
 * @path: UTF-8, with "/" between folders
 * @file: (nullable): the file, of a folder
 * @size: bytes of the content
 * @modified: ms since 1970, or NaN
 * @format: (nullable): untranslated name of its format, as its first bytes say; %NULL if it is no profile
 * @is_archive: whether it is an archive that may have profiles
 *
 * A file in an archive or a folder.
 */
typedef struct
{
  char       *path;
  GFile      *file;
  guint64     size;
  double      modified;
  const char *format;
  gboolean    is_archive;
} FulMember;

/**
 * FulArchiveInput:
 * @stream: the bytes of a profile
 * @name: (nullable): of the member, without folders; %NULL if it is not in an archive
 * @size: bytes of the member, or 0
 */
typedef struct
{
  GInputStream *stream;
  char         *name;
  guint64       size;
} FulArchiveInput;

gboolean   ful_archive_open         (GInputStream     *input,
                                     const char       *member,
                                     FulArchiveInput  *out,
                                     GCancellable     *cancellable,
                                     GError          **error);
void       ful_archive_input_clear  (FulArchiveInput  *self);
GPtrArray *ful_archive_list         (GInputStream     *input,
                                     const char       *member,
                                     GCancellable     *cancellable,
                                     GError          **error);
const char *ful_archive_find_profile (GFile            *file,
                                     GCancellable     *cancellable);
GPtrArray *ful_archive_list_file    (GFile            *file,
                                     const char       *member,
                                     GCancellable     *cancellable,
                                     GError          **error);

G_END_DECLS
