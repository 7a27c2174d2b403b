/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/common/ful-import-meta.h"
#include "import/ful-importer.h"

G_BEGIN_DECLS

void ful_chrome_meta_init      (FulImportMeta   *meta);
void ful_chrome_meta_set_range (FulImportMeta   *meta,
                                const FulImport *import,
                                double           start,
                                double           end);

G_END_DECLS
