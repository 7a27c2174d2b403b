/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chrome-events.h"
#include "ful-chrome-threads.h"

#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-tables.h"

G_BEGIN_DECLS

void     ful_chrome_markers_read     (const FulChromeEvents *events,
                                      FulChromeThreads      *threads,
                                      FulImportTables       *tables,
                                      FulImportMeta         *meta,
                                      GCancellable          *cancellable);
void     ful_chrome_screenshots_read (const FulChromeEvents *events,
                                      FulChromeThreads      *threads,
                                      FulImportTables       *tables);
gboolean ful_chrome_jpeg_get_size    (const guint8          *bytes,
                                      gsize                  n,
                                      guint                 *out_width,
                                      guint                 *out_height);

G_END_DECLS
