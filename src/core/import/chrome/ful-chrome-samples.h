/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chrome-events.h"
#include "ful-chrome-threads.h"

#include "import/common/ful-import-tables.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"

G_BEGIN_DECLS

/**
 * FulChromeSamples:
 *
 * The list of samples of a trace, which have their stacks in a table of frames.
 */
typedef struct
{
  GArray   *samples;
  gboolean  has_weights;     /* one is not 1 */
} FulChromeSamples;

void ful_chrome_samples_init  (FulChromeSamples *self);
void ful_chrome_samples_clear (FulChromeSamples *self);
void ful_chrome_samples_read  (FulChromeSamples *self,
                               FulChromeEvents  *events,
                               FulRawTree       *tree,
                               FulRawNode       *list,
                               FulImportLog     *log,
                               GCancellable     *cancellable);
void ful_chrome_samples_add   (FulChromeSamples *self,
                               FulChromeEvents  *events,
                               FulChromeThreads *threads,
                               FulImportTables  *tables,
                               const FulRawNode *frames,
                               GCancellable     *cancellable);

G_END_DECLS
