/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbolizer/ful-unwind-row.h"

G_BEGIN_DECLS

/**
 * FulUnwindSaved:
 * @number: of a register
 * @is_value: whether its value is the address of the frame plus @offset, else what is there in memory
 */
typedef struct
{
  guint8   number;
  gboolean is_value;
  guint64  offset;
} FulUnwindSaved;

/**
 * FulUnwindFastRow:
 * @cfa_register: the address of the frame is its value plus @cfa_offset
 * @same: bits of registers that are the same in the caller
 *
 * A row of call frame information in which each place is the address of the frame and an offset, as nearly all are.
 * Offsets wrap.
 */
typedef struct
{
  guint8         cfa_register;
  guint8         return_register;
  guint8         n_saved;
  guint64        cfa_offset;
  guint64        same;
  FulUnwindSaved saved[];
} FulUnwindFastRow;

FulUnwindFastRow *ful_unwind_fast_row_new (const FulUnwindRow *row,
                                           const FulUnwindOp  *ops);

G_END_DECLS
