/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Registers of a thread as the kernel samples them: numbers of perf events → numbers of DWARF. */

#include "config.h"

#include "ful-unwind-registers.h"

#include "symbolizer/ful-elf.h"

/* A sample says which registers it has by bits of these numbers. */
#define MAX_SAMPLED 64

const FulUnwindMachine ful_unwind_x86_64 = { EM_X86_64, 16, 7, 6, 64 };
const FulUnwindMachine ful_unwind_aarch64 = { EM_AARCH64, 32, 31, 29, 48 };

/* Registers in the order of the bits of x86, as numbers of DWARF; without those that are not needed */
static int
number_of_x86 (guint bit)
{
  static const gint8 numbers[] = { 0, 3, 2, 1, 4, 5, 6, 7, 16 };

  if (bit < G_N_ELEMENTS (numbers))
    return numbers[bit];

  return bit >= 16 && bit < 24 ? (int) bit - 8 : -1;
}

/**
 * ful_unwind_registers_read:
 * @self: (out): the registers
 * @mask: which registers there are, by the numbers of the kernel: of AArch64 if the last one of that is among them
 * @values: 8 bytes each, in that order
 *
 * Returns: whether the stack pointer and the address that runs are among them
 */
gboolean
ful_unwind_registers_read (FulUnwindRegisters *self,
                           guint64             mask,
                           FulCursor           values)
{
  const FulUnwindMachine *machine = mask >> ful_unwind_aarch64.pc & 1 ? &ful_unwind_aarch64 : &ful_unwind_x86_64;

  *self = (FulUnwindRegisters) { .machine = machine };
  for (guint bit = 0; bit < MAX_SAMPLED; bit++)
    if (mask >> bit & 1)
      {
        guint64 value = ful_cursor_u64 (&values);
        int number = machine == &ful_unwind_x86_64 ? number_of_x86 (bit) : (int) bit;

        if (number >= 0 && number < FUL_UNWIND_N_REGISTERS && !values.failed)
          ful_unwind_registers_set (self, (guint) number, value);
      }

  return (self->known >> machine->sp & self->known >> machine->pc & 1) != 0;
}
