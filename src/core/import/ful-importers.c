/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The JSON formats, in order of probing. Gecko is what is left, as in the reference. */

#include "config.h"

#include "ful-importer.h"

static const FulImporter *const importers[] = {
  &ful_processed_importer,
  &ful_gecko_importer,
};

/**
 * ful_importers_find:
 * @root: a document
 *
 * Returns: (nullable): the first importer that knows it
 */
const FulImporter *
ful_importers_find (const FulRawNode *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if (importers[i]->probe (root))
      return importers[i];

  return NULL;
}
