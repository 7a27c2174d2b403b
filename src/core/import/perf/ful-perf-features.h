/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-perf-libs.h"

#include "base/ful-cursor.h"
#include "import/common/ful-import-meta.h"
#include "perf/ful-perf-attrs.h"

G_BEGIN_DECLS

/**
 * FulPerfFeatures:
 *
 * What perf.data says of the machine and the recording; all nullable.
 */
typedef struct
{
  char *host;
  char *os_release;
  char *version;       /* of perf */
  char *arch;
  char *cpu;
  char *command;
} FulPerfFeatures;

void ful_perf_features_clear         (FulPerfFeatures       *self);
void ful_perf_features_read          (FulPerfFeatures       *self,
                                      guint64                feature,
                                      FulCursor              data,
                                      FulPerfLibs           *libs,
                                      FulPerfAttrs          *attrs);
void ful_perf_features_read_build_id (FulCursor              record,
                                      FulPerfLibs           *libs);
void ful_perf_features_write         (const FulPerfFeatures *self,
                                      FulImportMeta         *meta);

G_END_DECLS
