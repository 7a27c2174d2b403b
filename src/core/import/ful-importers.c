/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The JSON formats, in order of probing. Gecko is the default, as in the reference. */

#include "config.h"

#include "ful-importer.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

static const FulImporter *const importers[] = {
  &ful_processed_importer,
  &ful_gecko_importer,
};

/**
 * ful_importers_find:
 * @root: a document
 *
 * Returns: (nullable): the first importer whose probe matches
 */
const FulImporter *
ful_importers_find (const FulRawNode *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if (importers[i]->probe (root))
      return importers[i];

  return NULL;
}

/**
 * ful_importer_check_version:
 * @format: name of the format
 * @version: (inout): version of a file; becomes @newest if it is newer and accepted
 * @newest: the newest version that is known
 * @flags: whether newer versions are accepted
 * @log: gets that one was
 * @error: %FUL_ERROR_NEWER_VERSION
 *
 * Returns: whether the file can be read
 */
gboolean
ful_importer_check_version (const char    *format,
                            double        *version,
                            guint          newest,
                            FulLoadFlags   flags,
                            FulImportLog  *log,
                            GError       **error)
{
  if (*version <= newest)
    return TRUE;

  if (!(flags & FUL_LOAD_ACCEPT_NEWER))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_NEWER_VERSION,
                   _("This profile has version %.0f of the %s format; this program reads versions up to %u. "
                      "A newer program is needed to read all of it"), *version, format, newest);
      return FALSE;
    }

  ful_import_log_add (log, FUL_SEVERITY_ERROR, "meta", -1, -1,
                      _("version %.0f of the %s format is not known; read as version %u"),
                      *version, format, newest);
  *version = newest;

  return TRUE;
}
