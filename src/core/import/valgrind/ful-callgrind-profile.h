/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-callgrind-graph.h"

#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "model/ful-sample-type.h"

G_BEGIN_DECLS

/* What costs before the first function, and calls without a name, are of. */
#define FUL_CALLGRIND_NO_NAME "???"

/**
 * FulCallgrindFile:
 * @import: gets the profile
 * @tables: strings, functions and frames of the profile
 * @graph: functions, their costs and calls
 * @offset: bytes read
 * @events: (element-type utf8): names of the costs, of all parts
 * @command: (nullable): as it was called
 * @pid: (nullable): of it
 * @creator: (nullable): the program that wrote the file
 * @summary: what the file claims as sums of the events, if @has_summary
 * @totals: likewise, if @has_totals
 *
 * What was read of a file of callgrind. Strings are those of @tables.
 */
typedef struct
{
  FulImport         *import;
  FulImportTables    tables;
  FulCallgrindGraph  graph;
  guint64            offset;
  GPtrArray         *events;
  char              *command, *pid, *creator;
  double             summary[FUL_MAX_SAMPLE_TYPES], totals[FUL_MAX_SAMPLE_TYPES];
  gboolean           has_summary, has_totals;
} FulCallgrindFile;

void ful_callgrind_profile_add (FulCallgrindFile *self);

G_END_DECLS
