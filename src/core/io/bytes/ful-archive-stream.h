/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulArchiveKind:
 * @FUL_ARCHIVE_COMPRESSED: by xz or bzip2; a tar archive, or one file
 *
 * What the first bytes of a file say, after gzip and zstd.
 */
typedef enum
{
  FUL_ARCHIVE_NONE,
  FUL_ARCHIVE_ZIP,
  FUL_ARCHIVE_TAR,
  FUL_ARCHIVE_COMPRESSED,
} FulArchiveKind;

/**
 * FulArchiveMember:
 * @path: UTF-8; any text, never a place in the file system
 * @size: bytes of the content, as the archive says, or 0
 * @modified: ms since 1970, or NaN
 */
typedef struct
{
  char    *path;
  guint64  size;
  double   modified;
} FulArchiveMember;

/**
 * FulArchiveStream:
 *
 * The files in an archive, one after the other: as a stream it is the content of the one that
 * ful_archive_stream_next() went to. One thread at a time.
 */
#define FUL_TYPE_ARCHIVE_STREAM (ful_archive_stream_get_type ())
G_DECLARE_FINAL_TYPE (FulArchiveStream, ful_archive_stream, FUL, ARCHIVE_STREAM, GInputStream)

FulArchiveKind          ful_archive_detect         (const char        *head,
                                                    gsize              n);
FulArchiveStream       *ful_archive_stream_new     (GInputStream      *input,
                                                    FulArchiveKind     kind);
const FulArchiveMember *ful_archive_stream_next    (FulArchiveStream  *self,
                                                    GCancellable      *cancellable,
                                                    GError           **error);
gboolean                ful_archive_stream_is_file (FulArchiveStream  *self);

G_END_DECLS
