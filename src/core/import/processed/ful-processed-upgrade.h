/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Members that the upgrade adds to threads whose own tables it merges: for each row of theirs
 * the row of the shared table. */
#define FUL_UPGRADE_OLD_FUNCS "fulgensOldFuncs"
#define FUL_UPGRADE_OLD_RESOURCES "fulgensOldResources"

gboolean ful_processed_upgrade (FulRawTree    *tree,
                                FulRawNode    *root,
                                guint          version,
                                FulImportLog  *log,
                                GCancellable  *cancellable,
                                GError       **error);

gboolean ful_processed_upgrade_head
                               (FulRawTree    *tree,
                                FulRawNode    *root,
                                guint          version,
                                FulImportLog  *log,
                                GCancellable  *cancellable);

G_END_DECLS
