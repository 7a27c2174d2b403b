/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define FUL_ZIP_MAGIC "PK\003\004"
#define FUL_ZIP_EMPTY_MAGIC "PK\005\006"
#define FUL_ZIP_MAGIC_BYTES 4

/**
 * FulZipMember:
 * @path: UTF-8; any text, never a place in the file system
 * @size: bytes of the content
 * @packed_size: bytes of it in the archive
 * @header: offset of its header there
 * @crc: checksum of the content
 * @method: how it is compressed: 0 or 8 is read
 * @modified: ms since 1970, or NaN: a time of day of whoever made the archive, taken for ours
 * @is_encrypted: whether it needs a password
 *
 * A file in an archive, as the directory of the archive says.
 */
typedef struct
{
  char    *path;
  guint64  size;
  guint64  packed_size;
  guint64  header;
  guint32  crc;
  guint16  method;
  double   modified;
  gboolean is_encrypted;
} FulZipMember;

/**
 * FulZip:
 *
 * The directory of a zip archive, and access to the contents of its members. One thread at a time.
 */
typedef struct _FulZip FulZip;

gboolean            ful_zip_probe       (const char    *head,
                                         gsize          n);
FulZip             *ful_zip_new         (GInputStream  *input,
                                         GCancellable  *cancellable,
                                         GError       **error);
void                ful_zip_free        (FulZip        *self);
guint               ful_zip_get_n       (FulZip        *self);
const FulZipMember *ful_zip_get         (FulZip        *self,
                                         guint          i);
GInputStream       *ful_zip_open        (FulZip        *self,
                                         guint          i,
                                         GCancellable  *cancellable,
                                         GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulZip, ful_zip_free)

G_END_DECLS
