/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Registers and the memory of a stack → addresses of its frames (formats.md 12): DWARF's rules for each stretch of code,
 * else the epilogue that a call returns to, else the chain of frame pointers. */

#include "config.h"

#include "ful-unwinder.h"

#include "ful-unwind-frame.h"

#include "base/ful-types.h"

/* Of code that is read: an addition, a few registers, and a return. */
#define EPILOGUE_BYTES 32

/**
 * ful_unwinder_init:
 * @funcs: stay as long as @self
 * @user_data: for them
 * @cancellable: (nullable): ends what blocks
 */
void
ful_unwinder_init (FulUnwinder          *self,
                   const FulUnwindFuncs *funcs,
                   gpointer              user_data,
                   GCancellable         *cancellable)
{
  *self = (FulUnwinder) { .funcs = funcs, .user_data = user_data };
  ful_unwind_rows_init (&self->rows, funcs->open_file, user_data, cancellable);
}

void
ful_unwinder_clear (FulUnwinder *self)
{
  ful_unwind_rows_clear (&self->rows);
}

/**
 * ful_unwinder_can_run:
 *
 * Returns: whether the process that reads files runs; it is started if it is not there
 */
gboolean
ful_unwinder_can_run (FulUnwinder *self)
{
  return ful_unwind_rows_can_find (&self->rows);
}

/* The caller of code without call frame information. @pc: where it runs, or a call returns to */
static gboolean
guess_caller (FulUnwinder    *self,
              FulUnwindFrame *frame,
              guint64         pc,
              gboolean        is_exact)
{
  guint8 code[EPILOGUE_BYTES];

  if (!is_exact && self->funcs->read_code && frame->registers.machine == &ful_unwind_x86_64 &&
      ful_unwind_frame_apply_epilogue (frame, code, self->funcs->read_code (pc, code, sizeof code, self->user_data)))
    return TRUE;

  return ful_unwind_frame_follow_frame_pointer (frame);
}

/* Where the frame pointer is needed but unknown: the first likely one counts that is in the stack, below a return address. */
static void
recover_frame_pointer (FulUnwinder    *self,
                       FulUnwindFrame *frame)
{
  const FulUnwindMachine *machine = frame->registers.machine;
  guint64 return_address, value;

  if (self->likely == NULL || ful_unwind_registers_get (&frame->registers, machine->fp, &value))
    return;

  for (guint i = 0; i < self->likely->n; i++)
    {
      guint64 fp = self->likely->values[i];
      FulUnwindPlace place;

      if (fp >= frame->registers.values[machine->sp] && ful_unwind_frame_read_memory (frame, fp + 8, &return_address) &&
          return_address != 0 && self->funcs->find_place (return_address - 1, &place, self->user_data))
        {
          ful_unwind_registers_set (&frame->registers, machine->fp, fp);
          return;
        }
    }
}

static void
note_frame_pointer (FulUnwinder          *self,
                    const FulUnwindFrame *frame)
{
  FulUnwindFramePointers *seen = &self->seen;
  guint64 fp;

  if (seen->n < G_N_ELEMENTS (seen->values) && ful_unwind_registers_get (&frame->registers, frame->registers.machine->fp, &fp) &&
      fp >= frame->stack_at && fp - frame->stack_at < frame->n_stack && (seen->n == 0 || fp > seen->values[seen->n - 1]))
    seen->values[seen->n++] = fp;
}

typedef enum { STEP_OK, STEP_END, STEP_LOST } Step;

/* @is_exact: (inout): whether the frame was interrupted, then the same of its caller */
static Step
step (FulUnwinder          *self,
      FulUnwindFrame       *frame,
      const FulUnwindPlace *place,
      guint64               pc,
      gboolean             *is_exact)
{
  gboolean was_exact = *is_exact;
  const FulUnwindFileRow *row = NULL;
  guint64 fp;

  *is_exact = FALSE;
  if (place->file != FUL_NONE)
    row = ful_unwind_rows_find (&self->rows, place->file, place->address);
  if (row == NULL || row->row.machine == 0 || (row->fast && row->fast->cfa_register == frame->registers.machine->fp))
    recover_frame_pointer (self, frame);
  if (row == NULL || row->row.machine == 0)
    {
      /* Programs begin with a frame pointer of 0, in code without information: at their very first function. */
      gboolean is_first = ful_unwind_registers_get (&frame->registers, frame->registers.machine->fp, &fp) && fp == 0;

      return guess_caller (self, frame, pc, was_exact) ? STEP_OK : is_first ? STEP_END : STEP_LOST;
    }
  if (row->row.machine != frame->registers.machine->elf)
    return STEP_LOST;
  if (row->row.rules[row->row.return_register].kind == FUL_UNWIND_UNKNOWN)
    return STEP_END;
  *is_exact = row->row.is_signal;
  if (row->fast)
    return ful_unwind_frame_apply_fast_row (frame, row->fast) ? STEP_OK : STEP_LOST;

  return ful_unwind_frame_apply_row (frame, &row->row, row->ops) ? STEP_OK : STEP_LOST;
}

/**
 * ful_unwinder_run:
 * @registers: of a thread; stack pointer and the address that runs are known
 * @stack: memory from where the stack pointer is, little endian
 * @n_stack: its bytes
 * @addresses: (element-type guint64): gets addresses in the code of its frames, innermost first; of callers, within the
 *   call
 *
 * Returns: where the frames end
 */
FulUnwindEnd
ful_unwinder_run (FulUnwinder              *self,
                  const FulUnwindRegisters *registers,
                  gconstpointer             stack,
                  gsize                     n_stack,
                  GArray                   *addresses)
{
  const FulUnwindMachine *machine = registers->machine;
  FulUnwindFrame frame = { *registers, stack, n_stack, registers->values[machine->sp], FALSE };
  gboolean is_exact = TRUE;    /* it was interrupted there, and called nothing */
  Step result = STEP_OK;

  self->seen.n = 0;
  self->end = 0;
  /* Each frame takes memory, but for those that a signal has interrupted. */
  for (gsize i = 0; i < n_stack / 8 + 2; i++)
    {
      guint64 pc = frame.registers.values[machine->pc];
      guint64 sp = frame.registers.values[machine->sp];
      guint64 address, caller_sp;
      FulUnwindPlace place;

      if (machine->address_bits < 64)
        pc &= (G_GUINT64_CONSTANT (1) << machine->address_bits) - 1;
      address = is_exact ? pc : pc - 1;
      /* In exec() the registers are still those of a program that is no more: nothing is missing. */
      if (pc == 0 || !self->funcs->find_place (address, &place, self->user_data))
        {
          result = pc == 0 || i == 0 ? STEP_END : STEP_LOST;
          break;
        }
      g_array_append_val (addresses, address);
      note_frame_pointer (self, &frame);
      frame.is_short = FALSE;
      result = step (self, &frame, &place, pc, &is_exact);
      if (result != STEP_OK)
        break;
      caller_sp = frame.registers.values[machine->sp];
      if (!is_exact && (caller_sp < sp || (caller_sp == sp && i > 0)))
        {
          result = STEP_LOST;
          break;
        }
    }
  if (result != STEP_LOST)
    {
      self->end = addresses->len > 1 ? frame.registers.values[machine->sp] : 0;
      return FUL_UNWIND_WHOLE;
    }

  return frame.is_short ? FUL_UNWIND_SHORT : FUL_UNWIND_LOST;
}
