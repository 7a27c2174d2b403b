/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-rings.h"

#include "base/ful-bytes.h"

G_BEGIN_DECLS

/**
 * FulRecordSetup:
 * @product: what the profile is called
 * @command: (nullable): the program with its arguments
 * @threads: (nullable): names of those that are recorded, globs separated by commas
 * @max_bytes: of frames that are kept
 * @keep_ns: how long they are kept; 0: as long as there is room
 */
typedef struct
{
  FulRecordEvents  events;
  const char      *product;
  const char      *command;
  const char      *threads;
  guint64          max_bytes;
  gint64           keep_ns;
} FulRecordSetup;

void ful_record_put_meta (const FulRecordSetup *setup,
                          FulBytes             *to);

G_END_DECLS
