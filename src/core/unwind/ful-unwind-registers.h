/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-cursor.h"
#include "symbolizer/ful-unwind-row.h"

G_BEGIN_DECLS

/**
 * FulUnwindMachine:
 * @elf: as in the header of its ELF files
 * @pc: number of the register that has the address which runs; those are numbers of DWARF
 * @sp: of the stack pointer
 * @fp: of the frame pointer
 * @address_bits: of an address; above them is what signs it
 */
typedef struct
{
  guint16 elf;
  guint8  pc;
  guint8  sp;
  guint8  fp;
  guint8  address_bits;
} FulUnwindMachine;

extern const FulUnwindMachine ful_unwind_x86_64;
extern const FulUnwindMachine ful_unwind_aarch64;

/**
 * FulUnwindRegisters:
 * @values: by numbers of DWARF
 * @known: bits of @values that have one
 */
typedef struct
{
  const FulUnwindMachine *machine;
  guint64                 values[FUL_UNWIND_N_REGISTERS];
  guint64                 known;
} FulUnwindRegisters;

static inline void
ful_unwind_registers_set (FulUnwindRegisters *self,
                          guint               number,
                          guint64             value)
{
  self->values[number] = value;
  self->known |= G_GUINT64_CONSTANT (1) << number;
}

static inline gboolean
ful_unwind_registers_get (const FulUnwindRegisters *self,
                          guint                     number,
                          guint64                  *out)
{
  *out = self->values[number];

  return (self->known >> number & 1) != 0;
}

gboolean ful_unwind_registers_read (FulUnwindRegisters *self,
                                    guint64             mask,
                                    FulCursor           values);

G_END_DECLS
