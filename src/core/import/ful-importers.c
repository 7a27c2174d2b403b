/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The formats, in order of probing: the strict ones first. Gecko is what is left, as in the reference. */

#include "config.h"

#include "ful-foreign.h"
#include "ful-importer.h"

#include "base/ful-error.h"
#include "io/bytes/ful-decoder.h"
#include "model/ful-profile.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const FulImporter *const importers[] = {
  &ful_stored_stream_importer,
  &ful_art_importer,
  &ful_perf_data_importer,
  &ful_simpleperf_importer,
  &ful_gperftools_importer,
  &ful_pprof_importer,
  &ful_callgrind_importer,
  &ful_perf_script_importer,
  &ful_folded_importer,
  &ful_heapprofile_importer,
  &ful_processed_importer,
  &ful_cpuprofile_importer,
  &ful_chrome_trace_importer,
  &ful_speedscope_importer,
  &ful_stackprof_importer,
  &ful_pyinstrument_importer,
  &ful_dhat_importer,
  &ful_gecko_importer,
};

/**
 * ful_importers_get:
 *
 * Returns: (nullable): format number @i
 */
const FulImporter *
ful_importers_get (guint i)
{
  return i < G_N_ELEMENTS (importers) ? importers[i] : NULL;
}

/**
 * ful_importers_find_by_head:
 * @head: the first %FUL_HEAD_BYTES of a file, decompressed, or all of a shorter one
 * @n: how many there are
 * @file_name: (nullable): without folders; for texts that could be anything
 *
 * Slabs are none, whatever text is in them: their stream has nothing for other readers. Texts of other tools are none, either.
 *
 * Returns: (nullable): the text or binary format of the file
 */
const FulImporter *
ful_importers_find_by_head (const char *head,
                            gsize       n,
                            const char *file_name)
{
  gboolean is_slabs = n >= FUL_SLABS_MAGIC_BYTES && memcmp (head, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0;

  for (guint i = 0; i < G_N_ELEMENTS (importers) && !is_slabs; i++)
    if (importers[i]->probe_head && importers[i]->probe_head (head, n, file_name))
      return importers[i]->kind == FUL_IMPORTER_TEXT && ful_foreign_is_text (head, n) ? NULL : importers[i];

  return NULL;
}

/**
 * ful_importers_head_is_text:
 *
 * Returns: whether bytes of a file that begins with @head are characters: not of binary formats
 */
gboolean
ful_importers_head_is_text (const char *head,
                            gsize       n)
{
  const FulImporter *importer = ful_importers_find_by_head (head, n, NULL);

  return importer == NULL || importer->kind != FUL_IMPORTER_BINARY;
}

/**
 * ful_importers_find_by_tree:
 * @tree: the tree of @root
 * @root: a document
 *
 * Returns: (nullable): the JSON format of the document
 */
const FulImporter *
ful_importers_find_by_tree (FulRawTree       *tree,
                            const FulRawNode *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if (importers[i]->probe_tree && importers[i]->probe_tree (tree, root))
      return importers[i];

  return NULL;
}

/**
 * ful_import_set_version:
 * @version: of the format of the file, as the file has it
 */
void
ful_import_set_version (FulImport *import,
                        double     version)
{
  FulProfile *profile = import->builder->profile;

  g_free (profile->format_version);
  profile->format_version = g_strdup_printf ("%.15g", version);
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
