/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-unwind-fast-row.h"
#include "ful-unwind-registers.h"

#include "symbolizer/ful-unwind-row.h"

G_BEGIN_DECLS

/**
 * FulUnwindFrame:
 * @registers: of the frame
 * @stack: memory of the stack
 * @n_stack: its bytes
 * @stack_at: the address of @stack
 * @is_short: whether more memory was needed than there is
 *
 * A frame of a thread. Each step makes it the frame of the caller, and leaves it in any state where that is not known.
 */
typedef struct
{
  FulUnwindRegisters  registers;
  const guint8       *stack;
  gsize               n_stack;
  guint64             stack_at;
  gboolean            is_short;
} FulUnwindFrame;

gboolean ful_unwind_frame_apply_row            (FulUnwindFrame         *self,
                                                const FulUnwindRow     *row,
                                                const FulUnwindOp      *ops);
gboolean ful_unwind_frame_apply_fast_row       (FulUnwindFrame         *self,
                                                const FulUnwindFastRow *row);
gboolean ful_unwind_frame_apply_epilogue       (FulUnwindFrame         *self,
                                                const guint8           *code,
                                                gsize                   n);
gboolean ful_unwind_frame_follow_frame_pointer (FulUnwindFrame         *self);
gboolean ful_unwind_frame_read_memory          (FulUnwindFrame         *self,
                                                guint64                 address,
                                                guint64                *out);

G_END_DECLS
