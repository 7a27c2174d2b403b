/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-unwind-registers.h"
#include "ful-unwind-rows.h"

G_BEGIN_DECLS

/**
 * FulUnwindPlace:
 * @file: what is mapped, as the owner numbers files; %FUL_NONE: code of no file, or of one that is not here
 * @address: in the file, relative to the image
 */
typedef struct
{
  gint32  file;
  guint64 address;
} FulUnwindPlace;

/**
 * FulUnwindFuncs:
 * @find_place: what is at an address of the thread's process; returns whether anything is
 * @open_file: a descriptor of a file, to be read by fulgens-symbolizer; see #FulUnwindOpenFunc
 * @read_code: (nullable): copies at most @n bytes of code from @address on, where the file has no call frame information;
 *   returns how many there are
 */
typedef struct
{
  gboolean          (*find_place) (guint64         address,
                                   FulUnwindPlace *out,
                                   gpointer        user_data);
  FulUnwindOpenFunc   open_file;
  gsize             (*read_code)  (guint64         address,
                                   guint8         *to,
                                   gsize           n,
                                   gpointer        user_data);
} FulUnwindFuncs;

/**
 * FulUnwindEnd:
 * @FUL_UNWIND_WHOLE: at the first function of the thread
 * @FUL_UNWIND_SHORT: where the memory does
 * @FUL_UNWIND_LOST: in code about whose frames nothing is known, or where what is known leads nowhere
 *
 * Where the frames of a stack end.
 */
typedef enum
{
  FUL_UNWIND_WHOLE,
  FUL_UNWIND_SHORT,
  FUL_UNWIND_LOST,
} FulUnwindEnd;

/**
 * FulUnwindFramePointers:
 * @values: each greater than the one before
 *
 * Those of the innermost frames of a stack, as far as they are known and are places in the stack.
 */
typedef struct
{
  guint64 values[16];
  guint   n;
} FulUnwindFramePointers;

/**
 * FulUnwinder:
 * @likely: (nullable): those that the thread had, for the next stack: where its registers do not say one that a frame needs,
 *   one of these may do
 * @seen: (out): those of the last stack
 * @end: (out): what the last stack has at and beyond this address was not needed; 0: it is not known
 *
 * Finds callers in copies of stacks. For one thread.
 */
typedef struct
{
  FulUnwindRows         rows;
  const FulUnwindFramePointers *likely;
  FulUnwindFramePointers        seen;
  guint64                       end;

  /*< private >*/
  const FulUnwindFuncs *funcs;
  gpointer              user_data;
} FulUnwinder;

void         ful_unwinder_init    (FulUnwinder              *self,
                                   const FulUnwindFuncs     *funcs,
                                   gpointer                  user_data,
                                   GCancellable             *cancellable);
void         ful_unwinder_clear   (FulUnwinder              *self);
gboolean     ful_unwinder_can_run (FulUnwinder              *self);
FulUnwindEnd ful_unwinder_run     (FulUnwinder              *self,
                                   const FulUnwindRegisters *registers,
                                   gconstpointer             stack,
                                   gsize                     n_stack,
                                   GArray                   *addresses);

G_END_DECLS
