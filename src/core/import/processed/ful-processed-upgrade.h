/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/ful-raw-tree.h"
#include "model/ful-import-log.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_processed_upgrade (FulRawTree    *tree,
                                FulRawNode    *root,
                                guint          version,
                                FulImportLog  *log,
                                GCancellable  *cancellable,
                                GError       **error);

G_END_DECLS
