/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-perf-libs.h"
#include "ful-perf-stacks.h"

#include "base/ful-bytes.h"
#include "base/ful-cursor.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-processes.h"

G_BEGIN_DECLS

/**
 * FulPerfSession:
 * @attrs: what was recorded
 * @libs: what was mapped
 *
 * The processes of a recording while its records are gone through in order of time.
 */
typedef struct
{
  FulImport       *import;
  FulImportTables  tables;
  FulPerfAttrs     attrs;
  FulPerfLibs      libs;
  FulPerfProcesses processes;
  GHashTable      *threads;      /* pid and tid → Thread */
  FulPerfStacks    stacks;
  guint64          n_lost;
  guint64          n_damaged;
} FulPerfSession;

void     ful_perf_session_init   (FulPerfSession *self,
                                  FulImport      *import);
void     ful_perf_session_clear  (FulPerfSession *self);
void     ful_perf_session_handle (FulPerfSession *self,
                                  FulCursor       record);
gboolean ful_perf_session_finish (FulPerfSession *self,
                                  GError        **error);

G_END_DECLS
