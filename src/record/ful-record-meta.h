/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "markers/ful-record-kinds.h"
#include "markers/ful-record-marker-rows.h"
#include "markers/ful-record-ring-folder.h"
#include "markers/ful-record-usage.h"
#include "system/ful-record-rings.h"

G_BEGIN_DECLS

/**
 * FulRecordSetup:
 * @product: what the profile is called
 * @command: (nullable): the program with its arguments
 * @threads: (nullable): names of those that are recorded, globs separated by commas
 * @max_bytes: of frames that are kept
 * @keep_ns: how long they are kept; 0: as long as there is room
 * @usage: which counters are read
 * @watch: for markers that last too long
 * @start_time: ms since 1970; of the zero of all times
 * @folder: (nullable): in which programs make rings of markers
 * @uses_agent: whether agents in programs sample them, with rings in @folder
 *
 * What is recorded. Texts and @folder live as long as the recording.
 */
typedef struct
{
  FulRecordEvents  events;
  const char      *product;
  const char      *command;
  const char      *threads;
  guint64          max_bytes;
  gint64           keep_ns;
  FulRecordUsageKinds usage;
  FulRecordWatch   watch;
  double           start_time;
  FulRecordRingFolder *folder;
  gboolean         uses_agent;
} FulRecordSetup;

void ful_record_put_meta (const FulRecordSetup *setup,
                          const FulRecordKinds *kinds,
                          JsonArray            *overhead,
                          FulBytes             *to);

G_END_DECLS
