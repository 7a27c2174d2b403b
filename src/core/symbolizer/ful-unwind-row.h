/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Registers by their numbers in DWARF, of x86-64 and AArch64; where AArch64 has none for it, the address that runs. */
#define FUL_UNWIND_N_REGISTERS 33

#define FUL_UNWIND_MAX_OPS 255

/**
 * FulUnwindKind:
 * @FUL_UNWIND_UNKNOWN: it cannot be told; of a return address: there is no caller
 * @FUL_UNWIND_SAME: what it is here
 * @FUL_UNWIND_AT: the memory at the address that the operations give
 * @FUL_UNWIND_VALUE: what the operations give
 */
typedef enum
{
  FUL_UNWIND_UNKNOWN,
  FUL_UNWIND_SAME,
  FUL_UNWIND_AT,
  FUL_UNWIND_VALUE,
} FulUnwindKind;

/**
 * FulUnwindRule:
 *
 * What a register was in the caller.
 */
typedef struct
{
  guint8 kind;        /* FulUnwindKind */
  guint8 first_op;
  guint8 n_ops;
} FulUnwindRule;

/* Operations of DWARF by their numbers, as far as call frame information has them. */
enum
{
  FUL_UNWIND_OP_DEREF = 0x06,
  FUL_UNWIND_OP_CONST1U = 0x08,      /* up to CONSTS: all the ways to write one */
  FUL_UNWIND_OP_CONSTS = 0x11,
  FUL_UNWIND_OP_AND = 0x1a,
  FUL_UNWIND_OP_MINUS = 0x1c,
  FUL_UNWIND_OP_MUL = 0x1e,
  FUL_UNWIND_OP_OR = 0x21,
  FUL_UNWIND_OP_PLUS = 0x22,
  FUL_UNWIND_OP_PLUS_UCONST = 0x23,
  FUL_UNWIND_OP_SHL = 0x24,
  FUL_UNWIND_OP_SHR = 0x25,
  FUL_UNWIND_OP_XOR = 0x27,
  FUL_UNWIND_OP_EQ = 0x29,
  FUL_UNWIND_OP_GE = 0x2a,
  FUL_UNWIND_OP_GT = 0x2b,
  FUL_UNWIND_OP_LE = 0x2c,
  FUL_UNWIND_OP_LT = 0x2d,
  FUL_UNWIND_OP_NE = 0x2e,
  FUL_UNWIND_OP_LIT0 = 0x30,
  FUL_UNWIND_OP_LIT31 = 0x4f,
  FUL_UNWIND_OP_BREG0 = 0x70,        /* a register and @number */
  FUL_UNWIND_OP_BREG31 = 0x8f,
  FUL_UNWIND_OP_CALL_FRAME_CFA = 0x9c,
};

/* An operation of a DWARF expression. */
typedef struct
{
  guint64 atom;
  gint64  number;
} FulUnwindOp;

/**
 * FulUnwindRow:
 * @start: the address that was asked for, relative to the image; the row may begin before it
 * @end: one past the last
 * @machine: as in the header of the ELF file; 0 if there is no row for the address
 * @return_register: that has the return address, where the machine has no number for the next instruction
 * @is_signal: whether the caller was interrupted, and called nothing
 * @cfa: the address of the frame, to which the others refer
 *
 * How to get from a frame to that of its caller; after it come @n_ops operations.
 */
typedef struct
{
  guint64       start;
  guint64       end;
  guint16       machine;
  guint8        return_register;
  guint8        is_signal;
  guint32       n_ops;
  FulUnwindRule cfa;
  FulUnwindRule rules[FUL_UNWIND_N_REGISTERS];
} FulUnwindRow;

typedef struct
{
  guint64 address;    /* relative to the image */
  guint32 file;       /* from 0, in the order in which they were sent */
  guint32 unused;
} FulUnwindAsk;

G_END_DECLS
