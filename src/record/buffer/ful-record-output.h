/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-buffer.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

gboolean ful_record_output_is_stream (const char    *path);
gboolean ful_record_output_check (const char       *path,
                                  GError          **error);
gboolean ful_record_output_save  (FulRecordBuffer  *buffer,
                                  const char       *path,
                                  gboolean          with_symbols,
                                  guint64          *out_bytes,
                                  GError          **error);

G_END_DECLS
