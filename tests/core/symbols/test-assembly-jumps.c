/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "source/ful-assembly-jumps.h"

/* An instruction a line: its address, and its text. */
static FulAssembly *
assembly_from_text (char **lines)
{
  FulAssembly *assembly = g_atomic_rc_box_new0 (FulAssembly);

  assembly->instructions = g_array_new (FALSE, FALSE, sizeof (FulInstruction));
  for (guint i = 0; lines[i]; i++)
    {
      FulInstruction instruction = { .size = 2 };
      char *text;

      instruction.address = g_ascii_strtoull (lines[i], &text, 16);
      instruction.text = text + 1;
      g_array_append_val (assembly->instructions, instruction);
    }

  return assembly;
}

/* What stands beside each instruction: lanes from the outermost; the text is at the right. */
static void
assert_arrows (const char *text,
               const char *expected)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr(FulAssembly) assembly = assembly_from_text (lines);
  g_autoptr(GArray) marks = ful_assembly_lay_out_jumps (assembly);
  g_autoptr(GString) drawn = g_string_new (NULL);

  for (guint i = 0; i < marks->len; i++)
    {
      const FulJumpMarks *row = &g_array_index (marks, FulJumpMarks, i);

      for (guint lane = 0; lane < 3; lane++)
        {
          gboolean above = (row->above >> lane) & 1, below = (row->below >> lane) & 1, ends = (row->ends >> lane) & 1;

          g_assert_cmpint (ends, ==, above != below);
          g_string_append_c (drawn, ends ? above ? 'L' : 'r' : above ? '|' : ' ');
        }
      g_string_append (drawn, row->is_target ? ">\n" : ".\n");
    }
  g_assert_cmpstr (drawn->str, ==, expected);
}

/* An if within a loop: the loop is outside. */
static void
test_nested (void)
{
  assert_arrows ("10 mov eax, 0x16\n"
                 "12 test eax, eax\n"
                 "14 je 0x18\n"
                 "16 inc eax\n"
                 "18 cmp eax, ebx\n"
                 "1a jne 0x12\n"
                 "1c ret",
                 "   .\n"
                 "r  >\n"
                 "|r .\n"
                 "|| .\n"
                 "|L >\n"
                 "L  .\n"
                 "   .\n");
}

/* A lane serves jumps one after another. Calls, and what leads elsewhere or to itself, have no arrow. */
static void
test_lanes (void)
{
  assert_arrows ("10 b.eq #0x12\n"
                 "12 nop\n"
                 "14 cbz x0, #0x18\n"
                 "16 jmp 0x14\n"
                 "18 call 0x10\n"
                 "1a jne 0x40\n"
                 "1c jmp 0x1d\n"
                 "1e jmp 0x1e\n"
                 "20 jmp qword ptr [rip + 0x10]",
                 "r  .\n"
                 "L  >\n"
                 "rr >\n"
                 "|L .\n"
                 "L  >\n"
                 "   .\n"
                 "   .\n"
                 "   .\n"
                 "   .\n");
  assert_arrows ("10 jmp 0x14\n"
                 "12 nop\n"
                 "14 jmp 0x18\n"
                 "16 nop\n"
                 "18 nop",
                 "r  .\n"
                 "|  .\n"
                 "Lr >\n"
                 " | .\n"
                 " L >\n");
}

/* Of more jumps than lanes the last ones have no arrow. */
static void
test_full (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;
  g_autoptr(FulAssembly) assembly = NULL;
  g_autoptr(GArray) marks = NULL;
  guint n_ends = 0;

  for (guint i = 0; i < 10; i++)
    g_string_append_printf (text, "%x jmp 0x%x\n", 0x10 + 2 * i, 0x40 - 2 * i);
  for (guint i = 0; i < 10; i++)
    g_string_append_printf (text, "%x nop\n", 0x40 - 2 * (9 - i));
  g_string_truncate (text, text->len - 1);
  lines = g_strsplit (text->str, "\n", -1);
  assembly = assembly_from_text (lines);
  marks = ful_assembly_lay_out_jumps (assembly);
  for (guint i = 0; i < marks->len; i++)
    n_ends += g_array_index (marks, FulJumpMarks, i).ends != 0;

  g_assert_cmpuint (n_ends, ==, 2 * FUL_JUMP_LANES);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/assembly-jumps/nested", test_nested);
  g_test_add_func ("/assembly-jumps/lanes", test_lanes);
  g_test_add_func ("/assembly-jumps/full", test_full);

  return g_test_run ();
}
