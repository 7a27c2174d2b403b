/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of call frame information, of a file that is assembled here: rules that programs seldom have. */

#include "ful-unwind-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>

#define START 0x1000
#define RBX 3
#define RBP 6
#define RSP 7
#define RETURN 16

/* An instruction of a byte for each state. */
static const char assembly[] =
  "        .text\n"
  "        .cfi_startproc\n"
  "        nop\n"
  "        .cfi_register 16, 3\n"
  "        nop\n"
  "        .cfi_offset 16, -8\n"
  "        .cfi_val_offset 6, -24\n"
  "        nop\n"
  "        .cfi_escape 0x16, 6, 2, 0x77, 16\n"    /* DW_CFA_val_expression: DW_OP_breg7 16 */
  "        nop\n"
  "        .cfi_escape 0x10, 6, 2, 0x77, 16\n"    /* DW_CFA_expression: the same, of the place */
  "        nop\n"
  "        .cfi_undefined 16\n"
  "        .cfi_same_value 6\n"
  "        nop\n"
  "        .cfi_endproc\n"
  "        .section .note.GNU-stack,\"\",@progbits\n";

typedef struct
{
  FulUnwindFile *file;
  FulUnwindRow   row;
  FulUnwindOp    ops[FUL_UNWIND_MAX_OPS];
} Fixture;

static FulUnwindFile *
assemble (void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("fulgens-XXXXXX", &error);
  g_autofree char *source = g_build_filename (folder, "rules.s", NULL), *path = g_build_filename (folder, "rules.so", NULL);
  const char *command[] = { "cc", "-shared", "-nostdlib", "-Wl,-Ttext=0x1000", "-o", path, source, NULL };
  int status, file;

  g_assert_no_error (error);
  g_file_set_contents (source, assembly, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  file = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (g_remove (source) | g_remove (path) | g_rmdir (folder), ==, 0);

  return ful_unwind_file_open (file);
}

/* The rule of a register where @state is reached, and how many operations it has. */
static const FulUnwindRule *
get_rule (Fixture *self,
          guint    state,
          guint    number)
{
  ful_unwind_file_find (self->file, START + state, &self->row, self->ops);
  g_assert_cmpuint (self->row.machine, !=, 0);
  g_assert_cmpuint (self->row.return_register, ==, RETURN);

  return &self->row.rules[number];
}

static void
assert_register (Fixture             *self,
                 const FulUnwindRule *rule,
                 FulUnwindKind        kind,
                 guint                number,
                 gint64               offset)
{
  const FulUnwindOp *last = &self->ops[rule->first_op + rule->n_ops - 1];

  g_assert_cmpuint (rule->kind, ==, kind);
  g_assert_cmpuint (rule->n_ops, >, 0);
  g_assert_cmphex (last->atom, ==, FUL_UNWIND_OP_BREG0 + number);
  g_assert_cmpint (last->number, ==, offset);
}

static void
test_rules (void)
{
  Fixture self = { assemble () };
  const FulUnwindRule *rule;

  /* As a call leaves it. */
  rule = get_rule (&self, 0, RETURN);
  g_assert_cmpuint (rule->kind, ==, FUL_UNWIND_AT);
  assert_register (&self, &self.row.cfa, FUL_UNWIND_VALUE, RSP, 8);

  assert_register (&self, get_rule (&self, 1, RETURN), FUL_UNWIND_VALUE, RBX, 0);

  /* The frame's address less 24, not what is there. */
  rule = get_rule (&self, 2, RBP);
  g_assert_cmpuint (rule->kind, ==, FUL_UNWIND_VALUE);
  g_assert_cmpuint (rule->n_ops, >, 1);
  g_assert_cmphex (self.ops[rule->first_op].atom, ==, FUL_UNWIND_OP_CALL_FRAME_CFA);
  g_assert_cmpuint (self.row.rules[RETURN].kind, ==, FUL_UNWIND_AT);

  assert_register (&self, get_rule (&self, 3, RBP), FUL_UNWIND_VALUE, RSP, 16);
  assert_register (&self, get_rule (&self, 4, RBP), FUL_UNWIND_AT, RSP, 16);

  g_assert_cmpuint (get_rule (&self, 5, RETURN)->kind, ==, FUL_UNWIND_UNKNOWN);
  g_assert_cmpuint (get_rule (&self, 5, RBP)->kind, ==, FUL_UNWIND_SAME);

  /* Behind the last instruction. */
  ful_unwind_file_find (self.file, START + 6, &self.row, self.ops);
  g_assert_cmpuint (self.row.machine, ==, 0);
  ful_unwind_file_free (self.file);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unwind-file/rules", test_rules);

  return g_test_run ();
}
