/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/ful-importer.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

gboolean ful_gecko_read    (FulRawTree         *tree,
                            FulRawNode         *root,
                            FulProfileBuilder  *builder,
                            GCancellable       *cancellable,
                            GError            **error);
void     ful_gecko_upgrade (FulRawTree         *tree,
                            FulRawNode         *root,
                            guint               version,
                            FulImportLog       *log);

G_END_DECLS
