/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arrows of the jumps within a function. A jump is known by its text: a mnemonic for one, and as the last operand the address
 * of an instruction of the function. Jumps take lanes in the order of their first rows, so that inner ones come nearer to the
 * text; O(n log n). */

#include "config.h"

#include "ful-assembly-jumps.h"

#include <string.h>

typedef struct
{
  guint first;   /* rows */
  guint last;
  guint target;
} Jump;

/* x86: j…, loop…; ARM: b, b.…, cb…, tb…; not calls. */
static gboolean
is_jump (const char *text)
{
  static const char *const prefixes[] = { "j", "loop", "b ", "b.", "cbz ", "cbnz ", "tbz ", "tbnz " };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (text, prefixes[i]))
      return TRUE;

  return FALSE;
}

static gboolean
find_target (const FulAssembly *self,
             const char        *text,
             guint             *out_row)
{
  const char *operand = strrchr (text, ' ');
  guint64 address;
  char *end;

  if (operand == NULL || !is_jump (text))
    return FALSE;

  operand += operand[1] == '#' ? 2 : 1;
  address = g_ascii_strtoull (operand, &end, 16);
  if (end == operand || *end != '\0')
    return FALSE;

  *out_row = ful_assembly_find (self, address);

  return *out_row < self->instructions->len && g_array_index (self->instructions, FulInstruction, *out_row).address == address;
}

/* The longer one of two that begin together takes the outer lane. */
static int
compare_jumps (gconstpointer a,
               gconstpointer b)
{
  const Jump *x = a, *y = b;

  return x->first != y->first ? (x->first > y->first) - (x->first < y->first) : (x->last < y->last) - (x->last > y->last);
}

static void
draw (GArray     *marks,
      const Jump *jump,
      guint       lane)
{
  guint8 bit = (guint8) (1 << lane);
  FulJumpMarks *rows = (FulJumpMarks *) (gpointer) marks->data;

  rows[jump->first].below |= bit;
  rows[jump->last].above |= bit;
  rows[jump->first].ends |= bit;
  rows[jump->last].ends |= bit;
  rows[jump->target].is_target = TRUE;
}

/**
 * ful_assembly_lay_out_jumps:
 *
 * Returns: (transfer full) (element-type FulJumpMarks): one for each instruction
 */
GArray *
ful_assembly_lay_out_jumps (const FulAssembly *self)
{
  guint n = self->instructions->len;
  GArray *marks = g_array_sized_new (FALSE, TRUE, sizeof (FulJumpMarks), n);
  g_autoptr(GArray) jumps = g_array_new (FALSE, FALSE, sizeof (Jump));
  guint free_after[FUL_JUMP_LANES] = { 0 };   /* row + 1 */
  guint8 open = 0;

  g_array_set_size (marks, n);
  for (guint i = 0; i < n; i++)
    {
      Jump jump = { .first = i };

      if (!find_target (self, g_array_index (self->instructions, FulInstruction, i).text, &jump.target) || jump.target == i)
        continue;
      jump.first = MIN (i, jump.target);
      jump.last = MAX (i, jump.target);
      g_array_append_val (jumps, jump);
    }

  g_array_sort (jumps, compare_jumps);
  for (guint i = 0; i < jumps->len; i++)
    {
      const Jump *jump = &g_array_index (jumps, Jump, i);

      for (guint lane = 0; lane < FUL_JUMP_LANES; lane++)
        if (free_after[lane] <= jump->first)
          {
            draw (marks, jump, lane);
            free_after[lane] = jump->last + 1;
            break;
          }
    }

  /* The rows between the ends. */
  for (guint i = 0; i < n; i++)
    {
      FulJumpMarks *row = &g_array_index (marks, FulJumpMarks, i);

      row->below |= (guint8) (open & ~row->above);
      row->above |= open;
      open = row->below;
    }

  return marks;
}
