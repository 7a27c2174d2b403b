/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "ful-gecko-reader.h"
void
ful_gecko_upgrade (FulRawTree   *tree,
                   FulRawNode   *root,
                   guint         version,
                   FulImportLog *log)
{
}
