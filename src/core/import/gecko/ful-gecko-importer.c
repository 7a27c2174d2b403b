/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gecko profiles as an importer: detection, version check, upgrade, reading. */

#include "config.h"

#include "ful-gecko-reader-private.h"
#include "ful-gecko-reader.h"

#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Old exports of the developer tools have the profile as a member. */
static FulRawNode *
unwrap (const FulRawNode *root)
{
  FulRawNode *inner = ful_raw_get (root, "profile");

  return ful_raw_is (inner, FUL_RAW_OBJECT) ? inner : (FulRawNode *) root;
}

static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  FulRawNode *profile = unwrap (root);

  return ful_raw_is (ful_raw_get (profile, "meta"), FUL_RAW_OBJECT) && ful_raw_get (profile, "threads");
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  FulRawNode *profile = unwrap (root);
  double version = ful_raw_get_number (ful_raw_get (profile, "meta"), "version");

  if (isnan (version) || version < 0)
    version = 0;
  ful_import_set_version (import, version);
  if (!ful_importer_check_version ("Gecko", &version, FUL_GECKO_VERSION, import->flags, import->builder->log, error))
    return FALSE;
  if (version < 3)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_VERSION,
                   _("This profile has version %.0f of the Gecko format, which is too old; "
                      "the oldest one supported is 3"), version);
      return FALSE;
    }

  ful_gecko_upgrade (tree, profile, (guint) version, import->builder->log);

  return ful_gecko_read (tree, profile, import->builder, import->cancellable, error);
}

const FulImporter ful_gecko_importer = {
  .name = N_("Gecko profile"),
  .mime_type = "application/x-firefox-profile+json",
  .suffixes = FUL_IMPORTER_LIST ("json"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
};
