/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Call frame information of an ELF file: .eh_frame, else .debug_frame. */

#include "config.h"

#include "ful-unwind-file.h"

#include "ful-elf-symbols.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <unistd.h>

struct _FulUnwindFile
{
  int        file;
  Elf       *elf;            /* (nullable) */
  Dwarf     *dwarf;          /* (nullable) */
  Dwarf_CFI *eh_frame;       /* (nullable) */
  Dwarf_CFI *debug_frame;    /* (nullable): of @dwarf */
  gboolean   has_dwarf;      /* whether it was looked for */
  guint16    machine;        /* 0: none whose stacks are unwound */
  guint64    base;
};

/**
 * ful_unwind_file_open:
 * @file: (transfer full): a descriptor, or -1
 *
 * Returns: (transfer full): the file, which may have nothing to say
 */
FulUnwindFile *
ful_unwind_file_open (int file)
{
  FulUnwindFile *self = g_new0 (FulUnwindFile, 1);
  GElf_Ehdr header;

  elf_version (EV_CURRENT);
  self->file = file;
  self->elf = file >= 0 ? elf_begin (file, ELF_C_READ_MMAP, NULL) : NULL;
  if (self->elf == NULL || elf_kind (self->elf) != ELF_K_ELF || gelf_getehdr (self->elf, &header) == NULL ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64))
    return self;

  self->machine = header.e_machine;
  self->base = ful_elf_get_base (self->elf);
  self->eh_frame = dwarf_getcfi_elf (self->elf);

  return self;
}

void
ful_unwind_file_free (FulUnwindFile *self)
{
  if (self->eh_frame)
    dwarf_cfi_end (self->eh_frame);
  if (self->dwarf)
    dwarf_end (self->dwarf);
  if (self->elf)
    elf_end (self->elf);
  if (self->file >= 0)
    close (self->file);
  g_free (self);
}

/* Only files without .eh_frame, as Go writes them, need their debug information. */
static Dwarf_CFI *
get_debug_frame (FulUnwindFile *self)
{
  if (!self->has_dwarf && self->machine)
    {
      self->has_dwarf = TRUE;
      self->dwarf = dwarf_begin_elf (self->elf, DWARF_C_READ, NULL);
      self->debug_frame = self->dwarf ? dwarf_getcfi (self->dwarf) : NULL;
    }

  return self->debug_frame;
}

static Dwarf_Frame *
find_frame (FulUnwindFile *self,
            guint64        address)
{
  Dwarf_Frame *frame = NULL;
  Dwarf_CFI *cfi;

  if (self->eh_frame && dwarf_cfi_addrframe (self->eh_frame, address, &frame) == 0)
    return frame;
  cfi = get_debug_frame (self);

  return cfi && dwarf_cfi_addrframe (cfi, address, &frame) == 0 ? frame : NULL;
}

/* The operation with at most one operand, and only one way to mean a register and an offset. */
static FulUnwindOp
simplify (const Dwarf_Op *op)
{
  if (op->atom == DW_OP_bregx && op->number < 32)
    return (FulUnwindOp) { FUL_UNWIND_OP_BREG0 + op->number, (gint64) op->number2 };

  return (FulUnwindOp) { op->atom, (gint64) op->number };
}

/* A rule whose operations do not fit says nothing. */
static FulUnwindRule
add_rule (FulUnwindRow   *row,
          FulUnwindOp    *ops,
          FulUnwindKind   kind,
          const Dwarf_Op *from,
          gsize           n)
{
  FulUnwindRule rule = { (guint8) kind, (guint8) row->n_ops, (guint8) n };

  if (n > FUL_UNWIND_MAX_OPS - row->n_ops)
    return (FulUnwindRule) { FUL_UNWIND_UNKNOWN, 0, 0 };

  for (gsize i = 0; i < n; i++)
    ops[row->n_ops++] = simplify (&from[i]);

  return rule;
}

static FulUnwindRule
read_rule (Dwarf_Frame  *frame,
           int           number,
           FulUnwindRow *row,
           FulUnwindOp  *ops)
{
  Dwarf_Op three[3], *from;
  size_t n;

  if (dwarf_frame_register (frame, number, three, &from, &n) != 0 || (n == 0 && from))
    return (FulUnwindRule) { FUL_UNWIND_UNKNOWN, 0, 0 };
  if (n == 0)
    return (FulUnwindRule) { FUL_UNWIND_SAME, 0, 0 };

  /* That it is in another register is said of the place; others are addresses, but for what ends in this operation. */
  if (n == 1 && from[0].atom == DW_OP_regx)
    {
      Dwarf_Op value = { .atom = DW_OP_bregx, .number = from[0].number };

      return add_rule (row, ops, FUL_UNWIND_VALUE, &value, 1);
    }
  if (from[n - 1].atom == DW_OP_stack_value)
    return add_rule (row, ops, FUL_UNWIND_VALUE, from, n - 1);

  return add_rule (row, ops, FUL_UNWIND_AT, from, n);
}

/**
 * ful_unwind_file_find:
 * @address: relative to the image
 * @row: (out): the row for it, without a machine if there is none
 * @ops: (out caller-allocates) (array fixed-size=255): its operations
 */
void
ful_unwind_file_find (FulUnwindFile *self,
                      guint64        address,
                      FulUnwindRow  *row,
                      FulUnwindOp   *ops)
{
  Dwarf_Frame *frame = find_frame (self, address + self->base);
  Dwarf_Addr end;
  bool is_signal;
  Dwarf_Op *cfa;
  size_t n;
  int number;

  *row = (FulUnwindRow) { .start = address, .end = address + 1 };
  if (frame == NULL)
    return;

  /* Not its start: after a state was restored, libdw says where that one began. */
  number = dwarf_frame_info (frame, NULL, &end, &is_signal);
  if (number >= 0 && number < FUL_UNWIND_N_REGISTERS && address < end - self->base &&
      dwarf_frame_cfa (frame, &cfa, &n) == 0 && n > 0)
    {
      row->end = end - self->base;
      row->machine = self->machine;
      row->return_register = (guint8) number;
      row->is_signal = is_signal;
      row->cfa = add_rule (row, ops, FUL_UNWIND_VALUE, cfa, n);
      for (int i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
        row->rules[i] = read_rule (frame, i, row, ops);
    }
  free (frame);
}
