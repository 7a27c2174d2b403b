/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-importer.h"
#include "ful-load-progress.h"

#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"

G_BEGIN_DECLS

/**
 * FulLoadParts:
 * @import: the file
 * @progress: gets the snapshots
 * @importer: (nullable): of the document, once a part of it was read
 * @log: flaws of the parts
 * @begin: of reading, monotonic µs
 * @due: when the next part is read, monotonic µs
 * @root: (nullable): the document
 * @threads: (nullable): its threads
 * @n_complete: how many of them are complete
 * @is_refused: whether the document is read as a whole
 *
 * Snapshots of a JSON document while it is read. For one thread.
 */
typedef struct
{
  FulImport         *import;
  FulLoadProgress   *progress;
  const FulImporter *importer;
  FulImportLog      *log;
  gint64             begin;
  gint64             due;
  FulRawNode        *root;
  FulRawNode        *threads;
  guint              n_complete;
  gboolean           is_refused;
} FulLoadParts;

void ful_load_parts_init   (FulLoadParts    *self,
                            FulImport       *import,
                            FulLoadProgress *progress,
                            FulRawTree      *tree);
void ful_load_parts_flush  (FulLoadParts    *self,
                            FulRawTree      *tree);
void ful_load_parts_finish (FulLoadParts    *self);

G_END_DECLS
