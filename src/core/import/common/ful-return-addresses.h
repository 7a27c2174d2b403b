/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"

G_BEGIN_DECLS

/**
 * FulReturnAddresses:
 * @n_stacks: rows of the new stack table
 * @frame: its frames; @prefix: its callers
 * @sample_map: old stack → the one for samples, or %FUL_NONE
 * @backtrace_map: old stack → the one for marker causes and allocations, or %FUL_NONE
 * @copies: (element-type gint32): frames to copy to the end of the frame table, in order, before
 *   any address is changed
 * @is_return_address: frames whose address is to be decremented, by old row
 *
 * How stacks change when frames of callers are moved back to their call instruction.
 */
typedef struct
{
  guint          n_stacks;
  FulFrameIndex *frame;
  FulStackIndex *prefix;
  FulStackIndex *sample_map;
  FulStackIndex *backtrace_map;
  GArray        *copies;
  guint8        *is_return_address;
} FulReturnAddresses;

/* A stack column that refers to the table; -1 are missing cells. */
typedef struct
{
  const FulStackIndex *stacks;
  guint                n;
  gboolean             is_backtrace;
} FulStackColumn;

FulReturnAddresses *ful_return_addresses_new  (guint                 n_stacks,
                                               const FulFrameIndex  *frame,
                                               const FulStackIndex  *prefix,
                                               guint                 n_frames,
                                               const guint8         *has_address,
                                               const FulStackColumn *columns,
                                               guint                 n_columns);
void                ful_return_addresses_free (FulReturnAddresses   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulReturnAddresses, ful_return_addresses_free)

G_END_DECLS
