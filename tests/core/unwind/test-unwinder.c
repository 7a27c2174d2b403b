/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Callers of stacks that are written here, by rules that are given. */

#include "base/ful-types.h"
#include "symbolizer/ful-elf.h"
#include "unwind/ful-unwinder.h"

#include <string.h>

#define CODE 0x20000
#define CODE_BYTES 0x1000
#define STACK G_GUINT64_CONSTANT (0x7f0000000000)

/* All that is mapped. */
static gboolean
find_place_cb (guint64         address,
               FulUnwindPlace *out,
               gpointer        user_data)
{
  *out = (FulUnwindPlace) { GPOINTER_TO_INT (user_data), address - CODE };

  return address >= CODE && address < CODE + CODE_BYTES;
}

static int
open_file_cb (gint32   file G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED)
{
  return -1;
}

/* Code at one address. */
static struct
{
  guint64 address;
  guint8  bytes[16];
  gsize   n;
} code;

static gsize
read_code_cb (guint64  address,
              guint8  *to,
              gsize    n,
              gpointer user_data G_GNUC_UNUSED)
{
  if (address != code.address)
    return 0;
  n = MIN (n, code.n);
  memcpy (to, code.bytes, n);

  return n;
}

static const FulUnwindFuncs funcs = { find_place_cb, open_file_cb, read_code_cb };

/* Unwinds a stack of AArch64 by two rows. @addresses: (out) */
static FulUnwindEnd
run_aarch64 (FulUnwindRow      *leaf,
             FulUnwindRow      *caller,
             const FulUnwindOp *ops,
             const guint64     *memory,
             gsize              n,
             GArray            *addresses)
{
  const guint64 values[33] = { [29] = STACK + 0x10, [30] = 0x5a00000000020201, [31] = STACK, [32] = 0x20100 };
  FulUnwindRegisters registers;
  FulUnwinder unwinder;
  FulUnwindEnd end;

  g_assert_true (ful_unwind_registers_read (&registers, G_GUINT64_CONSTANT (0x1ffffffff),
                                            (FulCursor) { (const guint8 *) values, sizeof values }));
  ful_unwinder_init (&unwinder, &funcs, GINT_TO_POINTER (0), NULL);
  ful_unwind_rows_add (&unwinder.rows, 0, leaf, ops);
  ful_unwind_rows_add (&unwinder.rows, 0, caller, ops);
  end = ful_unwinder_run (&unwinder, &registers, memory, n, addresses);
  ful_unwinder_clear (&unwinder);

  return end;
}

/* Code of x86-64 without information, which runs at the first address. Returns: "END: addresses", innermost first */
static char *
run_x86_64 (guint64        pc,
            guint64        fp,
            const guint64 *memory,
            gsize          n)
{
  g_autoptr(GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  FulUnwindRegisters registers = { .machine = &ful_unwind_x86_64 };
  static const char *const ends[] = { "whole", "short", "lost" };
  FulUnwinder unwinder;
  GString *text;

  ful_unwind_registers_set (&registers, 16, pc);
  ful_unwind_registers_set (&registers, 7, STACK);
  ful_unwind_registers_set (&registers, 6, fp);
  ful_unwinder_init (&unwinder, &funcs, GINT_TO_POINTER (FUL_NONE), NULL);
  text = g_string_new (ends[ful_unwinder_run (&unwinder, &registers, memory, n, addresses)]);
  for (guint i = 0; i < addresses->len; i++)
    g_string_append_printf (text, "%s%x", i ? " " : ": ", (guint) g_array_index (addresses, guint64, i));
  ful_unwinder_clear (&unwinder);

  return g_string_free (text, FALSE);
}

static void
assert_x86_64 (guint64        pc,
               guint64        fp,
               const guint64 *memory,
               gsize          n,
               const char    *expected)
{
  g_autofree char *text = run_x86_64 (pc, fp, memory, n);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_ends (void)
{
  const guint64 memory[] = { STACK + 16, 0x20201, 0, 0, 1, 0x20301 };

  assert_x86_64 (0x20100, STACK, memory, 32, "whole: 20100 20200");
  assert_x86_64 (0x20100, STACK + 16, memory, 32, "whole: 20100");
  assert_x86_64 (0x20100, STACK + 32, memory, 48, "lost: 20100 20300");   /* its frame pointer is none */
  assert_x86_64 (0x20100, STACK + 32, memory, 40, "short: 20100");
  assert_x86_64 (0x20100, STACK + 32, memory, 47, "short: 20100");
  assert_x86_64 (0x20100, STACK - 8, memory, 48, "lost: 20100");
  assert_x86_64 (0x20100, 1, NULL, 0, "lost: 20100");
  assert_x86_64 (0x20100, 0, NULL, 0, "whole: 20100");                    /* at the begin of a program */
  assert_x86_64 (0x10000, STACK, memory, 48, "whole");                    /* in exec () */
  assert_x86_64 (0, STACK, memory, 48, "whole");
}

/* A trampoline of Python, called by a frame with a frame pointer, that called one. The rule is for what a call returns to. */
static void
test_epilogue (void)
{
  const guint8 epilogue[] = { 0x48, 0x83, 0xc4, 0x08, 0xc3 };
  const guint64 memory[] = { STACK + 40, 0x20201, 0, 0x20301, 0, 0, 0 };

  memcpy (code.bytes, epilogue, sizeof epilogue);
  code.n = sizeof epilogue;
  code.address = 0x20201;
  assert_x86_64 (0x20100, STACK, memory, sizeof memory, "whole: 20100 20200 20300");
  assert_x86_64 (0x20201, STACK, memory, sizeof memory, "whole: 20201 20200 20300");
  assert_x86_64 (0x20100, STACK, memory, 24, "short: 20100 20200");
  code.address = 0x20202;
  assert_x86_64 (0x20100, STACK, memory, sizeof memory, "whole: 20100 20200");
  code.n = 0;
}

/* What the kernel samples: numbers of x86 by its bits. */
static void
test_registers (void)
{
  guint64 values[17];
  FulUnwindRegisters registers;
  FulCursor cursor = { (const guint8 *) values, sizeof values };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = GUINT64_TO_LE (i + 1);
  g_assert_true (ful_unwind_registers_read (&registers, 0xff01ff, cursor));
  g_assert_true (registers.machine == &ful_unwind_x86_64);
  g_assert_cmpuint (registers.values[0], ==, 1);
  g_assert_cmpuint (registers.values[3], ==, 2);     /* bx */
  g_assert_cmpuint (registers.values[6], ==, 7);     /* bp */
  g_assert_cmpuint (registers.values[7], ==, 8);     /* sp */
  g_assert_cmpuint (registers.values[16], ==, 9);    /* ip */
  g_assert_cmpuint (registers.values[15], ==, 17);
  g_assert_cmphex (registers.known, ==, 0x1ffff);

  cursor.n = 8 * 8;
  g_assert_false (ful_unwind_registers_read (&registers, 0xff01ff, cursor));
  g_assert_false (ful_unwind_registers_read (&registers, 0, cursor));
}

/* A leaf has its return address in a register, signed; its caller keeps it in memory. The last one has none. */
static void
test_aarch64 (void)
{
  const FulUnwindOp ops[] = {
    { FUL_UNWIND_OP_BREG0 + 31, 0 }, { FUL_UNWIND_OP_BREG0 + 31, 32 },
    { FUL_UNWIND_OP_CALL_FRAME_CFA, 0 }, { FUL_UNWIND_OP_PLUS_UCONST, -24 },
  };
  FulUnwindRow leaf = { 0x100, 0x200, EM_AARCH64, 30, FALSE, 4, { FUL_UNWIND_VALUE, 0, 1 } };
  FulUnwindRow caller = { 0x200, 0x300, EM_AARCH64, 30, FALSE, 4, { FUL_UNWIND_VALUE, 1, 1 } };
  g_autoptr(GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  const guint64 memory[8] = { 0, 0x2020a, 0, 0, 0, 0, 0, 0 };

  leaf.rules[29].kind = leaf.rules[30].kind = FUL_UNWIND_SAME;
  caller.rules[30] = (FulUnwindRule) { FUL_UNWIND_AT, 2, 2 };
  run_aarch64 (&leaf, &caller, ops, memory, sizeof memory, addresses);

  /* The first call, the one in the caller, and then the memory says that there is none. */
  g_assert_cmpuint (addresses->len, ==, 3);
  g_assert_cmpuint (g_array_index (addresses, guint64, 0), ==, 0x20100);
  g_assert_cmpuint (g_array_index (addresses, guint64, 1), ==, 0x20200);
  g_assert_cmpuint (g_array_index (addresses, guint64, 2), ==, 0x20209);
}

/* Rules that lead nowhere, or to where they came from: the frames so far are kept. */
static void
test_rules (void)
{
  const FulUnwindOp ops[] = {
    { FUL_UNWIND_OP_BREG0 + 31, 0 }, { FUL_UNWIND_OP_PLUS, 0 }, { FUL_UNWIND_OP_BREG0 + 31, -16 },
    { FUL_UNWIND_OP_LIT0 + 8, 0 }, { FUL_UNWIND_OP_LIT0 + 2, 0 }, { FUL_UNWIND_OP_SHL, 0 }, { FUL_UNWIND_OP_BREG0 + 31, 0 },
    { FUL_UNWIND_OP_PLUS, 0 }, { 0xf3, 0 }, { FUL_UNWIND_OP_LIT0 + 8, 0 }, { FUL_UNWIND_OP_DEREF, 0 },
  };
  const struct { guint8 first, n; guint n_frames; } cases[] = {
    { 0, 2, 1 },    /* an operand is missing */
    { 0, 0, 1 },    /* nothing */
    { 2, 1, 1 },    /* towards the callee */
    { 3, 5, 3 },    /* 8 << 2 above the stack pointer */
    { 3, 6, 1 },    /* an operation that is not known */
    { 9, 2, 1 },    /* memory that was not recorded */
  };
  const guint64 memory[8] = { 0x20209, 0, 0, 0x20209, 0, 0, 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulUnwindRow leaf = { 0x100, 0x200, EM_AARCH64, 30, FALSE, G_N_ELEMENTS (ops), { FUL_UNWIND_VALUE, cases[i].first, cases[i].n } };
      FulUnwindRow caller = { 0x200, 0x300, EM_AARCH64, 30, FALSE, G_N_ELEMENTS (ops), { FUL_UNWIND_VALUE, 3, 5 } };
      g_autoptr(GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));

      leaf.rules[30].kind = caller.rules[30].kind = FUL_UNWIND_SAME;
      run_aarch64 (&leaf, &caller, ops, memory, sizeof memory, addresses);
      if (cases[i].n_frames == 1)
        g_assert_cmpuint (addresses->len, ==, 1);
      else
        g_assert_cmpuint (addresses->len, >=, cases[i].n_frames);
      g_assert_cmpuint (addresses->len, <, 16);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unwinder/registers", test_registers);
  g_test_add_func ("/unwinder/ends", test_ends);
  g_test_add_func ("/unwinder/epilogue", test_epilogue);
  g_test_add_func ("/unwinder/aarch64", test_aarch64);
  g_test_add_func ("/unwinder/rules", test_rules);

  return g_test_run ();
}
