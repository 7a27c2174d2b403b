/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"
#include "buffer/ful-record-carry.h"

G_BEGIN_DECLS

#define FUL_RECORD_MAX_READS 8

/* @stack: %FUL_NONE: it could not be read */
typedef struct
{
  guint64       time;
  FulStackIndex stack;
} FulRecordWaitRead;

/**
 * FulRecordWaitReads:
 *
 * Where a thread was blocked at its last times at which that was read, oldest first.
 */
typedef struct
{
  /*< private >*/
  FulRecordWaitRead reads[FUL_RECORD_MAX_READS];
  guint             n;
} FulRecordWaitReads;

void          ful_record_wait_reads_add    (FulRecordWaitReads       *self,
                                            guint64                   time,
                                            FulStackIndex             stack);
gboolean      ful_record_wait_reads_find   (const FulRecordWaitReads *self,
                                            guint64                   since,
                                            guint64                   until,
                                            FulStackIndex            *out_stack);
FulStackIndex ful_record_wait_reads_guess  (const FulRecordWaitReads *self,
                                            guint64                   since,
                                            guint64                   until);
void          ful_record_wait_reads_get_near (const FulRecordWaitReads *self,
                                            guint64                   since,
                                            guint64                   until,
                                            FulStackIndex            *out_before,
                                            FulStackIndex            *out_after);
void          ful_record_wait_reads_carry  (FulRecordWaitReads       *self,
                                            FulRecordCarry           *carry);

G_END_DECLS
