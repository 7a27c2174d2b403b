/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "import/ful-importer.h"
static gboolean
probe (const FulRawNode *root)
{
  return FALSE;
}
const FulImporter ful_gecko_importer = { "Gecko", probe, NULL };
