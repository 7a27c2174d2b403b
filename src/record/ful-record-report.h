/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-session.h"

#include "buffer/ful-record-buffer.h"

G_BEGIN_DECLS

gboolean ful_record_is_permitted  (GError                 **error);
gboolean ful_record_check         (void);
void     ful_record_warn          (const FulRecordSummary  *summary,
                                   FulRecordBuffer         *buffer);
gboolean ful_record_check_summary (const char              *path,
                                   GError                 **error);
gboolean ful_record_write_summary (const char              *path,
                                   const FulRecordSummary  *summary,
                                   FulRecordBuffer         *buffer,
                                   guint64                  n_written,
                                   GError                 **error);

G_END_DECLS
