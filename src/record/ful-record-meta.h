/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-rings.h"

#include "base/ful-bytes.h"

G_BEGIN_DECLS

/**
 * FulRecordSetup:
 * @product: what the profile is called
 * @command: (nullable): the program with its arguments
 * @max_bytes: of frames that are kept
 */
typedef struct
{
  FulRecordEvents  events;
  const char      *product;
  const char      *command;
  guint64          max_bytes;
} FulRecordSetup;

void ful_record_put_meta (const FulRecordSetup *setup,
                          FulBytes             *to);

G_END_DECLS
