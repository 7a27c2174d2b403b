/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "ful-processed-upgrade.h"
gboolean
ful_processed_upgrade (FulRawTree    *tree,
                       FulRawNode    *root,
                       guint          version,
                       FulImportLog  *log,
                       GCancellable  *cancellable,
                       GError       **error)
{
  return TRUE;
}
