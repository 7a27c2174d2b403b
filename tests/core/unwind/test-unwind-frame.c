/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps from a frame to its caller. */

#include "symbolizer/ful-elf.h"
#include "unwind/ful-unwind-frame.h"

#include <string.h>

#define STACK G_GUINT64_CONSTANT (0x7f0000000000)
#define N_WORDS 8

/* A row of random rules of the form that is compiled, or nearly; of each the operations are its own. */
static void
make_row (GRand        *rand,
          FulUnwindRow *row,
          FulUnwindOp  *ops)
{
  *row = (FulUnwindRow) { .end = 1, .machine = EM_X86_64, .return_register = (guint8) g_rand_int_range (rand, 14, 18) };
  ops[0] = (FulUnwindOp) { FUL_UNWIND_OP_BREG0 + (guint64) g_rand_int_range (rand, 5, 9), g_rand_int_range (rand, -16, 48) };
  ops[1] = (FulUnwindOp) { FUL_UNWIND_OP_PLUS_UCONST, g_rand_int_range (rand, 0, 24) };
  row->n_ops = 2;
  row->cfa = (FulUnwindRule) { FUL_UNWIND_VALUE, 0, (guint8) g_rand_int_range (rand, 1, 3) };
  for (guint i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
    {
      FulUnwindRule *rule = &row->rules[i];

      *rule = (FulUnwindRule) { (guint8) g_rand_int_range (rand, 0, 4), (guint8) row->n_ops, 0 };
      if (rule->kind < FUL_UNWIND_AT)
        continue;
      rule->n_ops = (guint8) g_rand_int_range (rand, 1, 3);
      ops[row->n_ops++] = (FulUnwindOp) { FUL_UNWIND_OP_CALL_FRAME_CFA, 0 };
      ops[row->n_ops++] = (FulUnwindOp) { FUL_UNWIND_OP_PLUS_UCONST, g_rand_int_range (rand, -40, 16) };
    }
}

static FulUnwindFrame
make_frame (GRand         *rand,
            const guint64 *memory)
{
  FulUnwindFrame frame = { .stack = (const guint8 *) memory, .n_stack = N_WORDS * 8, .stack_at = STACK };

  frame.registers.machine = &ful_unwind_x86_64;
  for (guint i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
    if (g_rand_int_range (rand, 0, 4) > 0)
      ful_unwind_registers_set (&frame.registers, i, STACK + (guint64) g_rand_int_range (rand, 0, 32));

  return frame;
}

/* A compiled row is the row. */
static void
test_fast_row (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (13);
  guint n_found = 0;

  for (guint i = 0; i < 20000; i++)
    {
      guint64 memory[N_WORDS];
      FulUnwindOp ops[FUL_UNWIND_MAX_OPS];
      FulUnwindRow row;
      FulUnwindFrame frame, other;
      g_autofree FulUnwindFastRow *fast = NULL;
      gboolean is_found;

      for (guint k = 0; k < N_WORDS; k++)
        memory[k] = g_rand_int (rand);
      make_row (rand, &row, ops);
      fast = ful_unwind_fast_row_new (&row, ops);
      g_assert_nonnull (fast);
      frame = other = make_frame (rand, memory);
      is_found = ful_unwind_frame_apply_row (&frame, &row, ops);
      n_found += is_found;
      g_assert_cmpint (ful_unwind_frame_apply_fast_row (&other, fast), ==, is_found);
      g_assert_cmphex (other.registers.known, ==, frame.registers.known);
      g_assert_cmpint (other.is_short, ==, frame.is_short);
      for (guint k = 0; k < FUL_UNWIND_N_REGISTERS; k++)
        if (frame.registers.known >> k & 1)
          g_assert_cmphex (other.registers.values[k], ==, frame.registers.values[k]);
    }
  g_assert_cmpuint (n_found, >, 4000);
}

/* Rows that are not compiled. */
static void
test_other_rows (void)
{
  const struct { FulUnwindOp ops[3]; guint8 n_cfa, n_rule; } cases[] = {
    { { { FUL_UNWIND_OP_LIT0, 0 }, { FUL_UNWIND_OP_CALL_FRAME_CFA, 0 } }, 1, 1 },
    { { { FUL_UNWIND_OP_BREG0 + 7, 8 }, { FUL_UNWIND_OP_DEREF, 0 }, { FUL_UNWIND_OP_CALL_FRAME_CFA, 0 } }, 2, 1 },
    { { { FUL_UNWIND_OP_BREG0 + 7, 8 }, { FUL_UNWIND_OP_BREG0 + 6, 0 } }, 1, 1 },
    { { { FUL_UNWIND_OP_BREG0 + 7, 8 }, { FUL_UNWIND_OP_CALL_FRAME_CFA, 0 }, { FUL_UNWIND_OP_DEREF, 0 } }, 1, 2 },
    { { { FUL_UNWIND_OP_BREG0 + 7, 8 } }, 1, 0 },
    { { { FUL_UNWIND_OP_CALL_FRAME_CFA, 8 } }, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulUnwindRow row = { .end = 1, .machine = EM_X86_64, .return_register = 16, .n_ops = 3 };

      row.cfa = (FulUnwindRule) { FUL_UNWIND_VALUE, 0, cases[i].n_cfa };
      row.rules[16] = (FulUnwindRule) { FUL_UNWIND_AT, cases[i].n_cfa, cases[i].n_rule };
      g_assert_null (ful_unwind_fast_row_new (&row, cases[i].ops));
    }
}

/* Of the code at a return address: the stack pointer of the caller above that of the frame, or -1. The memory has its own
 * addresses. */
static void
test_epilogue (void)
{
  static const struct { const char *code; gsize n; int above; const char *popped; } cases[] = {
    { "\x48\x83\xc4\x08\xc3", 5, 16, "" },
    { "\x48\x83\xc4\x08\xf3\xc3", 6, 16, "" },
    { "\x48\x81\xc4\x10\x00\x00\x00\xc3", 8, 24, "" },
    { "\x48\x83\xc4\x08\x5b\x5d\x41\x5c\xc3", 9, 40, "\x03\x06\x0c" },
    { "\x48\x83\xc4\x00\x59\x5a\xc3", 7, 24, "\x02\x01" },
    { "\x48\x83\xc4\x08\x5c\xc3", 6, -1, "" },                  /* pop %rsp */
    { "\x48\x83\xc4\x08\x41\x5c", 6, -1, "" },                  /* no return */
    { "\x48\x83\xc4\x08\x90\xc3", 6, -1, "" },
    { "\x48\x83\xc4\xf8\xc3", 5, -1, "" },                      /* below */
    { "\x48\x81\xc4\x00\x00\x00\x80\xc3", 8, -1, "" },
    { "\x48\x83\xc5\x08\xc3", 5, -1, "" },                      /* another register */
    { "\x48\x83\xec\x08\xc3", 5, -1, "" },
    { "\x5d\xc3", 2, -1, "" },
    { "\x48\x83\xc4\x38\xc3", 5, 64, "" },
    { "\x48\x83\xc4\x40\xc3", 5, -1, "" },                      /* beyond the memory */
    { "\x48\x83\xc4\x38\x5b\xc3", 6, -1, "" },
  };
  guint64 memory[N_WORDS];

  for (guint k = 0; k < N_WORDS; k++)
    memory[k] = STACK + 8 * k;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize n = 0; n <= cases[i].n; n++)
      {
        g_autofree guint8 *code = g_memdup2 (cases[i].code, n);   /* no byte is read beyond it */
        FulUnwindFrame frame = { .stack = (const guint8 *) memory, .n_stack = sizeof memory, .stack_at = STACK };
        gboolean is_whole = n == cases[i].n && cases[i].above > 0;
        gsize n_popped = is_whole ? (gsize) (cases[i].above - 8) / 8 : 0;
        FulUnwindRegisters before;

        frame.registers.machine = &ful_unwind_x86_64;
        ful_unwind_registers_set (&frame.registers, 7, STACK);
        ful_unwind_registers_set (&frame.registers, 15, 15);
        before = frame.registers;
        g_assert_cmpint (ful_unwind_frame_apply_epilogue (&frame, code, n), ==, is_whole);
        if (!is_whole)
          {
            g_assert_cmpmem (&frame.registers, sizeof before, &before, sizeof before);
            continue;
          }
        g_assert_cmphex (frame.registers.values[7], ==, STACK + (guint64) cases[i].above);
        g_assert_cmphex (frame.registers.values[16], ==, STACK + 8 * n_popped);
        g_assert_cmpuint (frame.registers.values[15], ==, 15);
        for (gsize k = 0; cases[i].popped[k]; k++)
          g_assert_cmphex (frame.registers.values[(guint8) cases[i].popped[k]], ==,
                           STACK + 8 * (n_popped - strlen (cases[i].popped) + k));
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unwind-frame/fast-row", test_fast_row);
  g_test_add_func ("/unwind-frame/other-rows", test_other_rows);
  g_test_add_func ("/unwind-frame/epilogue", test_epilogue);

  return g_test_run ();
}
