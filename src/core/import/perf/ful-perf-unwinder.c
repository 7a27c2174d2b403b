/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Registers and the memory of a stack → addresses of its frames (formats.md 12): DWARF's rules for each stretch of code,
 * else the chain of frame pointers. */

#include "config.h"

#include "ful-perf-unwinder.h"

#include <elf.h>

#define MAX_DEPTH 16

/* A sample says which registers it has by bits of these numbers. */
#define MAX_SAMPLED 64

/* Addresses of AArch64 programs; above them is what signs a return address. */
#define AARCH64_ADDRESS_BITS 48

/* Which registers have a meaning of their own. */
typedef struct
{
  guint16 machine;
  guint8  pc;
  guint8  sp;
  guint8  fp;
} Machine;

static const Machine x86_64 = { EM_X86_64, 16, 7, 6 };
static const Machine aarch64 = { EM_AARCH64, 32, 31, 29 };

/* A frame. */
typedef struct
{
  const Machine *machine;
  guint64        values[FUL_UNWIND_N_REGISTERS];
  guint64        known;       /* bits of @values */
  guint64        memory_at;   /* address of @memory */
  FulCursor      memory;
  gboolean       is_short;    /* more memory was needed than there is */
} State;

void
ful_perf_unwinder_init (FulPerfUnwinder *self,
                        FulPerfLibs     *libs,
                        GCancellable    *cancellable)
{
  *self = (FulPerfUnwinder) { .libs = libs };
  ful_perf_unwind_rows_init (&self->rows, cancellable);
}

void
ful_perf_unwinder_clear (FulPerfUnwinder *self)
{
  ful_perf_unwind_rows_clear (&self->rows);
}

static void
set_register (State   *state,
              guint    number,
              guint64  value)
{
  state->values[number] = value;
  state->known |= G_GUINT64_CONSTANT (1) << number;
}

static gboolean
get_register (const State *state,
              guint        number,
              guint64     *out)
{
  *out = state->values[number];

  return (state->known >> number & 1) != 0;
}

static gboolean
read_memory (State   *state,
             guint64  address,
             guint64 *out)
{
  FulCursor from = state->memory;

  if (address < state->memory_at || ful_cursor_skip (&from, address - state->memory_at) == NULL)
    from.failed = TRUE;
  *out = ful_cursor_u64 (&from);
  state->is_short = state->is_short || (from.failed && address >= state->memory_at);

  return !from.failed;
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
get_operand (const State       *state,
             const FulUnwindOp *op,
             guint64            cfa,
             guint64           *out)
{
  if (op->atom >= FUL_UNWIND_OP_LIT0 && op->atom <= FUL_UNWIND_OP_LIT31)
    *out = op->atom - FUL_UNWIND_OP_LIT0;
  else if (op->atom >= FUL_UNWIND_OP_CONST1U && op->atom <= FUL_UNWIND_OP_CONSTS)
    *out = (guint64) op->number;
  else if (op->atom == FUL_UNWIND_OP_CALL_FRAME_CFA)
    *out = cfa;
  else if (op->atom >= FUL_UNWIND_OP_BREG0 && op->atom <= FUL_UNWIND_OP_BREG31)
    {
      gboolean is_known = get_register (state, (guint) (op->atom - FUL_UNWIND_OP_BREG0), out);

      *out += (guint64) op->number;
      return is_known;
    }
  else
    return FALSE;

  return TRUE;
}

/* The operations that compilers write into call frame information; no other is worth its code. */
static gboolean
evaluate (State             *state,
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

      if (depth < MAX_DEPTH && get_operand (state, op, cfa, &stack[depth]))
        depth++;
      else if (depth >= 2 && combine (op->atom, top[-1], top[0], &top[-1]))
        depth--;
      else if (depth >= 1 && op->atom == FUL_UNWIND_OP_PLUS_UCONST)
        *top += (guint64) op->number;
      else if (depth < 1 || op->atom != FUL_UNWIND_OP_DEREF || !read_memory (state, *top, top))
        return FALSE;
    }
  *out = depth > 0 ? stack[depth - 1] : 0;

  return depth > 0;
}

/* The canonical address and all registers of the caller. Returns: whether its address is known */
static gboolean
apply_row (State                  *state,
           const FulPerfUnwindRow *row)
{
  State caller = *state;
  guint64 cfa, value;

  if (!evaluate (state, row->ops + row->row.cfa.first_op, row->row.cfa.n_ops, 0, &cfa))
    return FALSE;

  caller.known = 0;
  set_register (&caller, state->machine->sp, cfa);
  for (guint i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
    {
      const FulUnwindRule *rule = &row->row.rules[i];

      if (rule->kind == FUL_UNWIND_SAME && i != state->machine->sp && get_register (state, i, &value))
        set_register (&caller, i, value);
      if (rule->kind < FUL_UNWIND_AT || !evaluate (state, row->ops + rule->first_op, rule->n_ops, cfa, &value))
        continue;
      if (rule->kind == FUL_UNWIND_VALUE || read_memory (state, value, &value))
        set_register (&caller, i, value);
    }
  caller.is_short = state->is_short;
  if (get_register (&caller, row->row.return_register, &value))
    set_register (&caller, state->machine->pc, value);
  *state = caller;

  return get_register (state, state->machine->pc, &value);
}

/* As code without information may keep it: the caller's frame pointer, and above it the return address. */
static gboolean
follow_frame_pointer (State *state)
{
  guint64 sp, fp, caller_fp, caller_pc;

  if (!get_register (state, state->machine->sp, &sp) || !get_register (state, state->machine->fp, &fp) || fp < sp ||
      !read_memory (state, fp, &caller_fp) || !read_memory (state, fp + 8, &caller_pc))
    return FALSE;

  state->known = 0;
  set_register (state, state->machine->fp, caller_fp);
  set_register (state, state->machine->sp, fp + 16);
  set_register (state, state->machine->pc, caller_pc);

  return TRUE;
}

/* Registers in the order of the bits of x86, as numbers of DWARF; without those that are not needed */
static int
number_of_x86 (guint bit)
{
  static const gint8 numbers[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16 };

  if (bit < G_N_ELEMENTS (numbers))
    return numbers[bit];

  return bit >= 16 && bit < 24 ? (int) bit - 8 : -1;
}

static gboolean
read_state (State               *state,
            const FulPerfSample *sample)
{
  FulCursor registers = sample->registers;
  guint64 sp;

  *state = (State) { .memory = sample->stack };
  state->machine = sample->registers_mask >> aarch64.pc & 1 ? &aarch64 : &x86_64;
  for (guint bit = 0; bit < MAX_SAMPLED; bit++)
    if (sample->registers_mask >> bit & 1)
      {
        guint64 value = ful_cursor_u64 (&registers);
        int number = state->machine == &x86_64 ? number_of_x86 (bit) : (int) bit;

        if (number >= 0 && number < FUL_UNWIND_N_REGISTERS && !registers.failed)
          set_register (state, (guint) number, value);
      }
  if (!get_register (state, state->machine->sp, &sp))
    return FALSE;
  state->memory_at = sp;

  return (state->known >> state->machine->pc & 1) != 0;
}

/**
 * ful_perf_unwinder_can_run:
 * @sample: a sample
 *
 * Returns: whether it has what is needed
 */
gboolean
ful_perf_unwinder_can_run (FulPerfUnwinder     *self,
                           const FulPerfSample *sample)
{
  return sample->has_user_stack && sample->registers_mask && !sample->stack.is_big_endian &&
         ful_perf_unwind_rows_can_find (&self->rows);
}

typedef enum { STEP_OK, STEP_END, STEP_LOST } Step;

/* @address: in the code of the frame */
static Step
step (FulPerfUnwinder  *self,
      State            *state,
      const FulPerfMap *map,
      guint64           address,
      gboolean         *out_is_signal)
{
  const char *path = map->lib == FUL_NONE ? NULL : ful_perf_libs_get_elf_path (self->libs, map->lib);
  const FulPerfUnwindRow *row = NULL;

  *out_is_signal = FALSE;
  if (path)
    row = ful_perf_unwind_rows_find (&self->rows, map->lib, path,
                                     ful_perf_libs_get_address (self->libs, map->lib, address - map->start + map->offset));
  if (row == NULL || row->row.machine == 0)
    return follow_frame_pointer (state) ? STEP_OK : STEP_LOST;
  if (row->row.machine != state->machine->machine)
    return STEP_LOST;
  if (row->row.rules[row->row.return_register].kind == FUL_UNWIND_UNKNOWN)
    return STEP_END;
  *out_is_signal = row->row.is_signal;

  return apply_row (state, row) ? STEP_OK : STEP_LOST;
}

/**
 * ful_perf_unwinder_run:
 * @sample: with memory of its stack
 * @maps: of its process
 * @addresses: (element-type guint64): gets addresses in the code of its frames, innermost first; of callers, within the
 *   call
 */
void
ful_perf_unwinder_run (FulPerfUnwinder     *self,
                       const FulPerfSample *sample,
                       FulPerfMaps         *maps,
                       GArray              *addresses)
{
  gboolean is_exact = TRUE;    /* it was interrupted there, and called nothing */
  guint64 pc, sp, address;
  State state;
  Step result = STEP_OK;

  if (!read_state (&state, sample))
    return;

  /* Each frame takes memory, but for those that a signal has interrupted. */
  for (gsize i = 0; i < state.memory.n / 8 + 2; i++)
    {
      const FulPerfMap *map;
      guint64 caller_sp;

      pc = state.values[state.machine->pc];
      sp = state.values[state.machine->sp];
      if (state.machine == &aarch64)
        pc &= (G_GUINT64_CONSTANT (1) << AARCH64_ADDRESS_BITS) - 1;
      address = is_exact ? pc : pc - 1;
      map = pc == 0 ? NULL : ful_perf_maps_find (maps, address);
      /* In exec() the registers are still those of a program that is no more: nothing is missing. */
      if (map == NULL)
        {
          result = pc == 0 || i == 0 ? STEP_END : STEP_LOST;
          break;
        }
      g_array_append_val (addresses, address);
      state.is_short = FALSE;
      result = step (self, &state, map, address, &is_exact);
      if (result != STEP_OK)
        break;
      caller_sp = state.values[state.machine->sp];
      if (!is_exact && (caller_sp < sp || (caller_sp == sp && i > 0)))
        {
          result = STEP_LOST;
          break;
        }
    }
  self->n_short += result == STEP_LOST && state.is_short;
  self->n_lost += result == STEP_LOST && !state.is_short;
}
