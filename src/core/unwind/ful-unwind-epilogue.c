/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Code of x86-64 without call frame information that a call returns to, and which itself returns at once: it says what it
 * has on the stack. The trampolines of Python (`-X perf`) are such code, and keep no frame pointer. */

#include "config.h"

#include "ful-unwind-frame.h"

#include "base/ful-cursor.h"

/* Registers in the order of instructions, as numbers of DWARF. */
static const guint8 numbers[] = { 0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15 };

#define SP 4   /* in that order */

/* add imm8, %rsp or add imm32, %rsp. Returns: its bytes; 0 if it is none */
static gsize
read_add (const guint8 *code,
          gsize         n,
          guint64      *out_added)
{
  if (n < 4 || code[0] != 0x48 || code[2] != 0xc4)
    return 0;

  if (code[1] == 0x83 && code[3] < 0x80)
    {
      *out_added = code[3];
      return 4;
    }
  if (code[1] == 0x81 && n >= 7 && code[6] < 0x80)
    {
      *out_added = ful_read_u32 (code + 3);
      return 7;
    }

  return 0;
}

/* Returns: its bytes; 0 if it is none. @out_register: (out): in the order of instructions */
static gsize
read_pop (const guint8 *code,
          gsize         n,
          guint        *out_register)
{
  gsize prefix = n > 0 && code[0] == 0x41;

  if (n <= prefix || (code[prefix] & 0xf8) != 0x58)
    return 0;
  *out_register = (code[prefix] & 7u) + (prefix ? 8 : 0);

  return prefix + 1;
}

static gboolean
is_return (const guint8 *code,
           gsize         n)
{
  return (n >= 1 && code[0] == 0xc3) || (n >= 2 && code[0] == 0xf3 && code[1] == 0xc3);
}

/**
 * ful_unwind_frame_apply_epilogue:
 * @code: where a call returns to
 * @n: its bytes
 *
 * Runs `add $n, %rsp`, any number of `pop`, and `ret`.
 *
 * Returns: whether the code is that, and the memory has what it pops; else nothing has changed but @is_short
 */
gboolean
ful_unwind_frame_apply_epilogue (FulUnwindFrame *self,
                                 const guint8   *code,
                                 gsize           n)
{
  FulUnwindRegisters caller = self->registers;
  guint64 sp, added, value;
  gsize at = read_add (code, n, &added), n_pop;
  guint number;

  if (at == 0 || !ful_unwind_registers_get (&caller, caller.machine->sp, &sp))
    return FALSE;

  sp += added;
  while ((n_pop = read_pop (code + at, n - at, &number)) > 0)
    {
      if (number == SP || !ful_unwind_frame_read_memory (self, sp, &value))
        return FALSE;
      ful_unwind_registers_set (&caller, numbers[number], value);
      sp += 8;
      at += n_pop;
    }
  if (!is_return (code + at, n - at) || !ful_unwind_frame_read_memory (self, sp, &value))
    return FALSE;

  ful_unwind_registers_set (&caller, caller.machine->pc, value);
  ful_unwind_registers_set (&caller, caller.machine->sp, sp + 8);
  self->registers = caller;

  return TRUE;
}
