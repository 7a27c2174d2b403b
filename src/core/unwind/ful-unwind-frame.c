/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From a frame to that of its caller (formats.md 12). */

#include "config.h"

#include "ful-unwind-frame.h"

#define MAX_DEPTH 16

/**
 * ful_unwind_frame_read_memory:
 * @address: in the stack
 * @out: (out): 8 bytes
 *
 * Returns: whether they are there
 */
gboolean
ful_unwind_frame_read_memory (FulUnwindFrame *self,
                              guint64         address,
                              guint64        *out)
{
  guint64 offset = address - self->stack_at;

  if (address < self->stack_at)
    return FALSE;
  if (offset > self->n_stack || self->n_stack - offset < sizeof *out)
    {
      self->is_short = TRUE;
      return FALSE;
    }
  *out = ful_read_u64 (self->stack + offset);

  return TRUE;
}

/* The result of an operation with two operands. Returns: whether it is one */
static gboolean
combine (guint64  atom,
         guint64  a,
         guint64  b,
         guint64 *out)
{
  switch (atom)
    {
    case FUL_UNWIND_OP_PLUS: *out = a + b; return TRUE;
    case FUL_UNWIND_OP_MINUS: *out = a - b; return TRUE;
    case FUL_UNWIND_OP_MUL: *out = a * b; return TRUE;
    case FUL_UNWIND_OP_AND: *out = a & b; return TRUE;
    case FUL_UNWIND_OP_OR: *out = a | b; return TRUE;
    case FUL_UNWIND_OP_XOR: *out = a ^ b; return TRUE;
    case FUL_UNWIND_OP_SHL: *out = b < 64 ? a << b : 0; return TRUE;
    case FUL_UNWIND_OP_SHR: *out = b < 64 ? a >> b : 0; return TRUE;
    case FUL_UNWIND_OP_EQ: *out = a == b; return TRUE;
    case FUL_UNWIND_OP_NE: *out = a != b; return TRUE;
    case FUL_UNWIND_OP_LT: *out = (gint64) a < (gint64) b; return TRUE;
    case FUL_UNWIND_OP_LE: *out = (gint64) a <= (gint64) b; return TRUE;
    case FUL_UNWIND_OP_GT: *out = (gint64) a > (gint64) b; return TRUE;
    case FUL_UNWIND_OP_GE: *out = (gint64) a >= (gint64) b; return TRUE;
    default: return FALSE;
    }
}

/* One that has no operand on the stack. Returns: whether it is one, and its value known */
static gboolean
get_operand (const FulUnwindFrame *self,
             const FulUnwindOp    *op,
             guint64               cfa,
             guint64              *out)
{
  if (op->atom >= FUL_UNWIND_OP_LIT0 && op->atom <= FUL_UNWIND_OP_LIT31)
    *out = op->atom - FUL_UNWIND_OP_LIT0;
  else if (op->atom >= FUL_UNWIND_OP_CONST1U && op->atom <= FUL_UNWIND_OP_CONSTS)
    *out = (guint64) op->number;
  else if (op->atom == FUL_UNWIND_OP_CALL_FRAME_CFA)
    *out = cfa;
  else if (op->atom >= FUL_UNWIND_OP_BREG0 && op->atom <= FUL_UNWIND_OP_BREG31)
    {
      gboolean is_known = ful_unwind_registers_get (&self->registers, (guint) (op->atom - FUL_UNWIND_OP_BREG0), out);

      *out += (guint64) op->number;
      return is_known;
    }
  else
    return FALSE;

  return TRUE;
}

/* The operations that compilers write into call frame information; no other is worth its code. */
static gboolean
evaluate (FulUnwindFrame    *self,
          const FulUnwindOp *ops,
          guint              n_ops,
          guint64            cfa,
          guint64           *out)
{
  guint64 stack[MAX_DEPTH + 1] = { 0 };
  guint depth = 0;

  for (const FulUnwindOp *op = ops; op < ops + n_ops; op++)
    {
      guint64 *top = depth > 0 ? &stack[depth - 1] : NULL;

      if (depth < MAX_DEPTH && get_operand (self, op, cfa, &stack[depth]))
        depth++;
      else if (depth >= 2 && combine (op->atom, top[-1], top[0], &top[-1]))
        depth--;
      else if (depth >= 1 && op->atom == FUL_UNWIND_OP_PLUS_UCONST)
        *top += (guint64) op->number;
      else if (depth < 1 || op->atom != FUL_UNWIND_OP_DEREF || !ful_unwind_frame_read_memory (self, *top, top))
        return FALSE;
    }
  *out = depth > 0 ? stack[depth - 1] : 0;

  return depth > 0;
}

/**
 * ful_unwind_frame_apply_row:
 * @row: of the machine of the frame
 * @ops: its operations
 *
 * Returns: whether the address of the caller is known now
 */
gboolean
ful_unwind_frame_apply_row (FulUnwindFrame     *self,
                            const FulUnwindRow *row,
                            const FulUnwindOp  *ops)
{
  const FulUnwindMachine *machine = self->registers.machine;
  FulUnwindRegisters caller = { .machine = machine };
  guint64 cfa, value;

  if (!evaluate (self, ops + row->cfa.first_op, row->cfa.n_ops, 0, &cfa))
    return FALSE;

  ful_unwind_registers_set (&caller, machine->sp, cfa);
  for (guint i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
    {
      const FulUnwindRule *rule = &row->rules[i];

      if (rule->kind == FUL_UNWIND_SAME && i != machine->sp && ful_unwind_registers_get (&self->registers, i, &value))
        ful_unwind_registers_set (&caller, i, value);
      if (rule->kind < FUL_UNWIND_AT || !evaluate (self, ops + rule->first_op, rule->n_ops, cfa, &value))
        continue;
      if (rule->kind == FUL_UNWIND_VALUE || ful_unwind_frame_read_memory (self, value, &value))
        ful_unwind_registers_set (&caller, i, value);
    }
  if (ful_unwind_registers_get (&caller, row->return_register, &value))
    ful_unwind_registers_set (&caller, machine->pc, value);
  self->registers = caller;

  return (caller.known >> machine->pc & 1) != 0;
}

/**
 * ful_unwind_frame_apply_fast_row:
 * @row: of the machine of the frame
 *
 * As ful_unwind_frame_apply_row() does it.
 *
 * Returns: whether the address of the caller is known now
 */
gboolean
ful_unwind_frame_apply_fast_row (FulUnwindFrame         *self,
                                 const FulUnwindFastRow *row)
{
  FulUnwindRegisters *registers = &self->registers;
  const FulUnwindMachine *machine = registers->machine;
  guint64 cfa, value;

  if (!ful_unwind_registers_get (registers, row->cfa_register, &cfa))
    return FALSE;

  cfa += row->cfa_offset;
  registers->known &= row->same;
  ful_unwind_registers_set (registers, machine->sp, cfa);
  for (guint i = 0; i < row->n_saved; i++)
    {
      value = cfa + row->saved[i].offset;
      if (row->saved[i].is_value || ful_unwind_frame_read_memory (self, value, &value))
        ful_unwind_registers_set (registers, row->saved[i].number, value);
    }
  if (ful_unwind_registers_get (registers, row->return_register, &value))
    ful_unwind_registers_set (registers, machine->pc, value);

  return (registers->known >> machine->pc & 1) != 0;
}

/**
 * ful_unwind_frame_follow_frame_pointer:
 *
 * As code without information may keep it: at the frame pointer is that of the caller, and above it the return address.
 *
 * Returns: whether that can be, and is in the memory
 */
gboolean
ful_unwind_frame_follow_frame_pointer (FulUnwindFrame *self)
{
  FulUnwindRegisters *registers = &self->registers;
  const FulUnwindMachine *machine = registers->machine;
  guint64 sp, fp, caller_fp, caller_pc;

  if (!ful_unwind_registers_get (registers, machine->sp, &sp) || !ful_unwind_registers_get (registers, machine->fp, &fp) ||
      fp < sp || !ful_unwind_frame_read_memory (self, fp, &caller_fp) ||
      !ful_unwind_frame_read_memory (self, fp + 8, &caller_pc))
    return FALSE;

  registers->known = 0;
  ful_unwind_registers_set (registers, machine->fp, caller_fp);
  ful_unwind_registers_set (registers, machine->sp, fp + 16);
  ful_unwind_registers_set (registers, machine->pc, caller_pc);

  return TRUE;
}
