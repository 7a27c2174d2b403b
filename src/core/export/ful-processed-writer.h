/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_FILE_FORMAT_JSON,
  FUL_FILE_FORMAT_SLABS,
} FulFileFormat;

gboolean ful_processed_writer_format_of (const char     *name,
                                         FulFileFormat  *out_format,
                                         gboolean       *out_gzip);
gboolean ful_processed_writer_write     (FulProfile     *profile,
                                         FulFileFormat   format,
                                         gboolean        gzip,
                                         GOutputStream  *stream,
                                         gint           *progress,
                                         GCancellable   *cancellable,
                                         GError        **error);
gboolean ful_processed_writer_save      (FulProfile     *profile,
                                         GFile          *file,
                                         gint           *progress,
                                         GCancellable   *cancellable,
                                         GError        **error);
gboolean ful_processed_writer_check     (GFile          *file,
                                         GError        **error);

G_END_DECLS
