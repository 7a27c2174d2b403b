/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulZipContent:
 * @path: name for messages
 * @begin: offset of the packed bytes in the archive
 * @packed_size: how many there are
 * @size: bytes of the content; @crc: their checksum
 * @is_deflated: whether they are compressed
 *
 * Where the content of a member is.
 */
typedef struct
{
  const char *path;
  guint64     begin;
  guint64     packed_size;
  guint64     size;
  guint32     crc;
  gboolean    is_deflated;
} FulZipContent;

GInputStream *ful_zip_stream_new (GInputStream        *input,
                                  const FulZipContent *content);

G_END_DECLS
