/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/**
 * FulLoadFlags:
 * @FUL_LOAD_ACCEPT_NEWER: read a version newer than those known as the newest known one, and log that,
 *   instead of %FUL_ERROR_NEWER_VERSION
 * @FUL_LOAD_PARTIAL: of a truncated file, read and log the complete part instead of failing with
 *   %FUL_ERROR_TRUNCATED: whole threads, then whole rows of the last one
 */
typedef enum
{
  FUL_LOAD_DEFAULT,
  FUL_LOAD_ACCEPT_NEWER = 1 << 0,
  FUL_LOAD_PARTIAL = 1 << 1,
} FulLoadFlags;

/**
 * FulImporter:
 * @name: display name of the format
 * @probe: whether a JSON document looks like this format
 * @read: moves the document into the builder; errors as #FulError. It may modify the document.
 *
 * A JSON format that can be opened. The list is in ful-importers.c.
 */
typedef struct
{
  const char *name;
  gboolean  (*probe) (const FulRawNode   *root);
  gboolean  (*read)  (FulRawTree         *tree,
                      FulRawNode         *root,
                      FulProfileBuilder  *builder,
                      FulLoadFlags        flags,
                      GCancellable       *cancellable,
                      GError            **error);
} FulImporter;

extern const FulImporter ful_processed_importer;
extern const FulImporter ful_gecko_importer;

const FulImporter *ful_importers_find         (const FulRawNode  *root);
gboolean           ful_importer_check_version (const char        *format,
                                               double            *version,
                                               guint              newest,
                                               FulLoadFlags       flags,
                                               FulImportLog      *log,
                                               GError           **error);

G_END_DECLS
